"""What becomes of a letter after one attempt to hand it in (MAIL-O6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto

from mailbot.mail.grades import Grade, grade, is_full, status_in

#: Pauses after the first, second … attempt; the last one repeats.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
)
GIVE_UP = timedelta(hours=48)
#: A letter that may have been taken is tried once more after this.
UNSURE = timedelta(minutes=15)
#: A paused outbox tries one letter after this, in case the relay has been put right.
PROBE = timedelta(minutes=30)


class Step(Enum):
    """How far an attempt came, in the order of SMTP."""

    #: TCP, greeting, EHLO, STARTTLS.
    CONNECT = auto()
    AUTH = auto()
    MAIL = auto()
    RCPT = auto()
    #: The letter itself, up to the answer to its last line.
    DATA = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attempt to hand in one letter."""

    #: Where it ended.
    step: Step
    #: The relay's last answer, such as 250; None when the link broke or time was up.
    code: int | None
    text: str
    #: No answer of the relay's, and yet nothing that passes by itself: a wrong certificate, say.
    lasting: bool = False

    @property
    def accepted(self) -> bool:
        return self.step is Step.DATA and self.code is not None and 200 <= self.code < 300


class Verdict(StrEnum):
    """What to do with the letter."""

    SENT = "sent"
    RETRY = "retry"
    #: Will never be taken: tell the GM.
    FAILED = "failed"
    #: Perhaps taken, perhaps not.
    UNCERTAIN = "uncertain"
    #: The fault lies with our account or relay, not with the letter: stop all sending, tell the GM.
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict, and when to act on it."""

    verdict: Verdict
    reason: str
    #: The next attempt; None: there is none. After PAUSE the letter is as if never tried.
    at: datetime | None = None

    @property
    def gives_up(self) -> bool:
        """It is neither sent nor tried again."""
        return self.verdict in (Verdict.FAILED, Verdict.UNCERTAIN) and self.at is None


@dataclass(frozen=True, slots=True)
class History:
    """What the outbox row says of earlier attempts."""

    first_tried: datetime
    #: With the one just made, without those that ended in PAUSE.
    attempts: int = 1
    #: Has an earlier attempt been UNCERTAIN?
    was_uncertain: bool = False


def decide(outcome: Outcome, history: History, now: datetime) -> Decision:
    """The fate of a letter after this outcome (MAIL-O6)."""
    if outcome.accepted:
        return Decision(Verdict.SENT, said(outcome))
    if _is_lasting(outcome) and not _is_full(outcome):
        return _lasting(outcome, now)
    if outcome.step is Step.DATA and outcome.code is None:
        return _unsure(outcome, history, now)
    return _later(outcome, history, now)


def blame(outcome: Outcome) -> Grade:
    """What a failed attempt says of the reader's address (MAIL-O8).

    A relay that refuses a recipient without giving a reason does not know him.
    """
    refused = outcome.code is not None and 500 <= outcome.code < 600
    if not refused or outcome.step not in (Step.RCPT, Step.DATA):
        return Grade.SOFT
    otherwise = Grade.HARD if outcome.step is Step.RCPT else Grade.SOFT
    return grade(f"{outcome.code} {outcome.text}", otherwise=otherwise)


def takes_letters(outcome: Outcome) -> bool:
    """Has the relay let us in, and taken our sender, whatever became of the letter?"""
    return outcome.step in (Step.RCPT, Step.DATA) and outcome.code is not None


def stops_all(outcome: Outcome) -> bool:
    """Would any other letter fare the same now?"""
    reached = outcome.step not in (Step.CONNECT, Step.AUTH)
    return not reached or (_is_lasting(outcome) and not _own(outcome))


def said(outcome: Outcome) -> str:
    """The outcome in a line for log and GM."""
    silent = "" if outcome.lasting else "no answer "
    code = silent if outcome.code is None else f"{outcome.code} "
    return f"{outcome.step.name}: {code}{outcome.text}".strip()


def _lasting(outcome: Outcome, now: datetime) -> Decision:
    """The letter's own fault fails it; any other pauses the outbox and fails no letter."""
    if _own(outcome):
        return Decision(Verdict.FAILED, said(outcome))
    return Decision(Verdict.PAUSE, said(outcome), now + PROBE)


def _is_lasting(outcome: Outcome) -> bool:
    return outcome.lasting or (outcome.code is not None and 500 <= outcome.code < 600)


def _own(outcome: Outcome) -> bool:
    own = outcome.step in (Step.RCPT, Step.DATA) or outcome.code in _OF_THE_LETTER
    ours = outcome.code in _OF_THE_ACCOUNT or status_in(outcome.text) in _OF_THE_ACCOUNT_SAID
    return own and not ours


def _is_full(outcome: Outcome) -> bool:
    """There is no room in the mailbox just now: it is tried again, whatever the code says."""
    return outcome.step in (Step.RCPT, Step.DATA) and is_full(outcome.text)


#: Answers to MAIL that speak of this letter: its size (RFC 1870), its address (RFC 6531).
_OF_THE_LETTER = (552, 553)
#: Answers that speak of us at any step: log in first, the password has expired (RFC 4954).
_OF_THE_ACCOUNT = (530, 534, 535, 538)
#: Gmail's and Microsoft's ways to say that a day's letters are used up, that the account may not
#: send as this sender, that it is not logged in, or that logging in is switched off.
_OF_THE_ACCOUNT_SAID = ("5.4.5", "5.1.90", "5.2.252", "5.7.60", "5.7.57", "5.7.139")


def _unsure(outcome: Outcome, history: History, now: datetime) -> Decision:
    """Lost after the letter was given: once more at most, with the same Message-ID."""
    if history.was_uncertain:
        return Decision(Verdict.UNCERTAIN, f"twice without answer; {said(outcome)}")
    return Decision(Verdict.UNCERTAIN, said(outcome), now + UNSURE)


def _later(outcome: Outcome, history: History, now: datetime) -> Decision:
    pause = PAUSES[min(max(history.attempts, 1), len(PAUSES)) - 1]
    if now + pause > history.first_tried + GIVE_UP:
        return Decision(Verdict.FAILED, f"given up after 48 hours; {said(outcome)}")
    return Decision(Verdict.RETRY, said(outcome), now + pause)
