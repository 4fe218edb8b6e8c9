"""Why letters wait that nothing is wrong with: the outbox pauses, an address does not work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.outbox.news import utc
from mailbot.outbox.queue import OUTBOX
from mailbot.outbox.sending import DAY_IS_FULL
from mailbot.outbox.stale import WAITING
from mailbot.storage.tables import BadAddress, OutRow, OutState, Pause

HELD = "held"
"""What a letter is that waits for an address that does not work."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """What holds letters up just now."""

    pauses: Mapping[str, Pause] = field(default_factory=dict)
    bad: Mapping[str, BadAddress] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, now: datetime) -> Reasons:
        bad = session.scalars(select(BadAddress).order_by(BadAddress.address))
        pauses = session.scalars(select(Pause).where(Pause.name.in_((OUTBOX, DAY_IS_FULL))))
        # A pause of the outbox that is over lasts until a letter has gone out.
        lasting = (each for each in pauses if each.name == OUTBOX or each.until > now)
        return cls({each.name: each for each in lasting}, {each.address: each for each in bad})

    def heads(self) -> Iterator[str]:
        """What holds many letters up, a line each."""
        if (pause := self.pauses.get(OUTBOX)) is not None:
            since, until = utc(pause.since), utc(pause.until)
            yield f"the outbox waits since {since} and tries again at {until}: {pause.reason}"
        if (full := self.pauses.get(DAY_IS_FULL)) is not None:
            yield f"the letters of a day are used up until {utc(full.until)}: {full.reason}"
        for address, bad in self.bad.items():
            yield f"{address} does not work since {utc(bad.since)}: {bad.reason}"

    def state(self, row: OutRow) -> str:
        return HELD if row.to in self.bad and row.state in WAITING else row.state

    def why(self, row: OutRow) -> str:
        """Why this letter is where it is."""
        if self.state(row) == HELD:
            return f"its address does not work: {self.bad[row.to].reason}"
        if row.state == OutState.QUEUED and self.pauses:
            return next(self.heads())
        return row.reply
