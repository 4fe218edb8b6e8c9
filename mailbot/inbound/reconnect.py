"""When to knock again at a mailbox that did not open (MAIL-R12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

FIRST = timedelta(seconds=5)
LONGEST = timedelta(minutes=5)
#: Providers ban who keeps on trying a wrong password.
LOGIN_TRIES = 3
AFTER_REFUSALS = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class Failures:
    """What went wrong in a row since the mailbox last answered."""

    lost: int = 0
    refused: int = 0

    def after_loss(self) -> Failures:
        return replace(self, lost=self.lost + 1)

    def after_refusal(self) -> Failures:
        return replace(self, refused=self.refused + 1)


@dataclass(frozen=True, slots=True)
class Pause:
    """How long to leave the mailbox alone."""

    wait: timedelta
    #: The GM is to be told now.
    alert: bool
    reason: str


def pause(failures: Failures, chance: float) -> Pause:
    """The pause after these failures; `chance` in 0..1 is the jitter that parts many clients.

    Between half and the whole of 5 s, 10 s, 20 s … 5 min, and 30 min once the login was refused
    three times (MAIL-R12).
    """
    if failures.refused >= LOGIN_TRIES:
        alert = failures.refused == LOGIN_TRIES
        return Pause(AFTER_REFUSALS * (1 + chance / 10), alert, "login refused too often")
    tries = max(1, failures.lost + failures.refused)
    longest = min(LONGEST, FIRST * 2 ** min(tries - 1, 10))
    reason = "login refused" if failures.refused else "link lost"
    return Pause(longest * (1 + chance) / 2, False, reason)
