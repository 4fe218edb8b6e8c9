"""One round of the outbox: claim, hand in over one connection, write down what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.orm import Session

from mailbot.accounts import SmtpAccount
from mailbot.clock import Clock
from mailbot.log import Story
from mailbot.outbox.bounced import note_bounce
from mailbot.outbox.news import News, day_is_full, undelivered, works_again
from mailbot.outbox.pace import Pace, Room, more_at, room
from mailbot.outbox.queue import (
    LEASE,
    LONGEST,
    OUTBOX,
    Claimed,
    claim,
    free_abandoned,
    give_back,
    pause_of,
    settle,
    waits,
)
from mailbot.outbox.retry import Decision, History, Outcome, Verdict, blame, decide, takes_letters
from mailbot.outbox.stale import drop_useless
from mailbot.outbox.transport import SmtpTransport
from mailbot.storage.store import Store, one_at_a_time
from mailbot.storage.tables import OutRow, Pause

story = Story("outbox")

Tell = Callable[[str, str], None]
"""Tell the GM: a title and a text."""

DAY_IS_FULL = "day"
"""The pause that says that the day's letters are used up."""

PROBE = Room(1, 1)
"""After a pause one letter shows whether the mail server takes them again."""


@dataclass(frozen=True, slots=True)
class Postman:
    """Hands in what waits in the outbox."""

    store: Store
    account: SmtpAccount
    #: Makes the envelope sender of a letter (MAIL-O3).
    envelope: Callable[[], str]
    #: Names this process in leases.
    owner: str
    clock: Clock
    tell: Tell
    pace: Pace = field(default_factory=Pace)
    #: Addresses of the Gamesmaster, which are never marked as bad.
    gm: Collection[str] = ()
    #: Asked before each letter: is it to be left, because the service stops?
    stops: Callable[[], bool] = lambda: False

    def send_waiting(self) -> int:
        """Send every letter that is due; returns how many were delivered to the mail server."""
        return asyncio.run(self._send())

    async def _send(self) -> int:
        count = 0
        async with SmtpTransport(self.account) as transport:
            while not self.stops() and (letters := self._claim()):
                sent, go_on = await self._hand_in(transport, letters)
                count += sent
                if not go_on:
                    break
        return count

    def _claim(self) -> tuple[Claimed, ...]:
        now = self.clock.now()
        with self.store.reading() as session:
            pause = pause_of(session)
        if pause is not None and pause.until > now:
            return ()
        with self.store.writing() as session:
            one_at_a_time(session, OUTBOX)
            news: list[News | None] = [
                undelivered(session, row, row.reply, now)
                for row in free_abandoned(session, self.owner, now)
            ]
            drop_useless(session, now)
            there = room(session, self.pace, self.owner, now)
            if pause is not None and there.urgent:
                there = PROBE
            letters = claim(session, self.owner, self.envelope, now, there)
            full = there.day_is_full and not letters and waits(session, now)
            if full:
                news.append(self._day_is_full(session, now))
        self._tell(news)
        return letters

    def _day_is_full(self, session: Session, now: datetime) -> News | None:
        """Note, and tell once, that the day's letters are used up."""
        known = session.get(Pause, DAY_IS_FULL)
        if known is not None and known.until > now:
            return None
        until = more_at(session, self.pace, now)
        reason = f"{self.pace.per_day} letters have gone out within a day"
        session.merge(Pause(name=DAY_IS_FULL, since=now, until=until, reason=reason))
        story.warn("day full", letters=self.pace.per_day, until=until)
        return day_is_full(self.pace.per_day, until)

    async def _hand_in(
        self, transport: SmtpTransport, letters: tuple[Claimed, ...]
    ) -> tuple[int, bool]:
        """How many were taken, and whether there is any sense in going on.

        No letter is begun when the lease may end before it is settled, after the mail server has
        said that it wants none of ours, or when the service stops.
        """
        until = self.clock.now() + LEASE - LONGEST
        untried = {letter.id: letter for letter in letters}
        paused, count = False, 0

        def rows() -> Iterator[tuple[int, str, str, bytes]]:
            for letter in letters:
                if paused or self.stops() or self.clock.now() > until:
                    return
                yield letter.id, letter.envelope, letter.to, letter.raw

        async for number, outcome in transport.send(rows()):
            letter = untried.pop(number)
            decision = self._settle(letter, outcome)
            count += decision.verdict is Verdict.SENT
            paused = paused or decision.verdict is Verdict.PAUSE
        if untried:
            with self.store.writing() as session:
                give_back(session, list(untried.values()), self.owner)
        return count, not paused

    def _settle(self, letter: Claimed, outcome: Outcome) -> Decision:
        """Write down what became of an attempt, tell the story, and the GM what he should know."""
        now = self.clock.now()
        history = History(letter.tried, letter.attempts + 1, letter.uncertain)
        decision = decide(outcome, history, now)
        news: list[News | None] = []
        with self.store.writing() as session:
            ours = settle(session, letter, self.owner, self.account.host, decision, now)
            row = session.get_one(OutRow, letter.id)
            if ours and decision.gives_up:
                news.append(self._lost(session, row, outcome, decision))
            pause = pause_of(session)
            works = decision.verdict is not Verdict.PAUSE and takes_letters(outcome)
            if pause is not None and works:
                session.delete(pause)
                story.tell("outbox resumed", since=pause.since)
                news.append(works_again(pause.since, now, pause.reason))
        _log(row, decision)
        self._tell(news)
        return decision

    def _tell(self, news: Iterable[News | None]) -> None:
        """What the GM should know, once what it tells of stands in the database."""
        for each in filter(None, news):
            self.tell(each.title, each.text)

    def _lost(
        self, session: Session, row: OutRow, outcome: Outcome, decision: Decision
    ) -> News | None:
        """A letter that is not tried again: what that says of its address, and to the GM."""
        now = self.clock.now()
        if decision.verdict is Verdict.UNCERTAIN:
            return undelivered(session, row, decision.reason, now)
        return note_bounce(session, row, blame(outcome), decision.reason, now, self.gm)


def _log(row: OutRow, decision: Decision) -> None:
    facts = {"kind": row.kind, "to": row.to, "reason": decision.reason}
    match decision.verdict:
        case Verdict.SENT:
            story.tell("letter sent", kind=row.kind, to=row.to)
        case Verdict.RETRY:
            story.warn("letter retry", **facts, next_at=decision.at)
        case Verdict.UNCERTAIN:
            story.warn("letter uncertain", **facts)
        case Verdict.FAILED:
            story.alarm("letter undelivered", **facts)
        case Verdict.PAUSE:
            story.alarm("outbox paused", reason=decision.reason)
