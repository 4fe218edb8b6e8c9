"""From kept letters to orders and receipts: screen, identify, decide, act, one commit for a set.

Each letter has a savepoint of its own, so that one which breaks the reader costs only itself
(rule 3 of the architecture, MAIL-R8).
"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta

from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from mailbot.clock import Clock
from mailbot.config import Config
from mailbot.errors import StorageError
from mailbot.inbound.acting import Incoming, act_on
from mailbot.inbound.besides import sort_out
from mailbot.inbound.decide import Act, Decision, decide
from mailbot.inbound.facts import Lookup, game_meant, join_wish, look_up
from mailbot.inbound.gm_proof import facts_of_gm
from mailbot.inbound.observing import look_for_observer
from mailbot.inbound.office import Office
from mailbot.inbound.opening import (
    ATTEMPTS,
    NotNow,
    Opener,
    Outcome,
    Ready,
    Unfetched,
    Unreadable,
    once_more,
)
from mailbot.inbound.parts import marked, split_off, whole_of
from mailbot.inbound.reading_room import Broke, Overrun, ReadingRoom, RoomClosed
from mailbot.inbound.replays import came_signed, note_signatures
from mailbot.inbound.returned import note_return
from mailbot.inbound.setting_aside import set_aside
from mailbot.log import Story
from mailbot.mail.letter import body_key
from mailbot.storage.store import OWN_FAULTS, Store, one_at_a_time
from mailbot.storage.tables import Letter, LetterState

story = Story("letters")

SET = 50
"""Letters that share a commit."""

PATIENCE = timedelta(minutes=5)
"""A worker that has read at a letter for so long must have died."""

STATES = {
    Act.SILENT: LetterState.SILENT,
    Act.DUPLICATE: LetterState.DUPLICATE,
    Act.QUARANTINE: LetterState.QUARANTINED,
    Act.SHUT_AWAY: LetterState.QUARANTINED,
    Act.DOUBT_GM: LetterState.QUARANTINED,
}

OBEYED = (Act.ORDERS, Act.STEER)
"""Letters of which nobody may bring a second copy (MAIL-S4)."""


UNHEARD = (LetterState.SILENT, LetterState.QUARANTINED)
"""So ends a letter that nothing was done for."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads kept letters; everything that it needs to know is given to it."""

    store: Store
    config: Config
    clock: Clock
    office: Office
    #: Asked for DKIM keys; None: signatures are not checked.
    lookup: Lookup | None
    #: Where letters are opened and read (MAIL-R8).
    room: ReadingRoom

    def read_waiting(self) -> int:
        """Read all letters that wait; returns how many there were."""
        count = 0
        while (waiting := self._next_set()) is not None:
            try:
                count += self._read_set(waiting)
            except (RoomClosed, StorageError):
                # A full disk, or nobody to sit and read, is no letter's fault and costs none a try.
                with suppress(StorageError), self.store.writing() as session:
                    _give_back(session, waiting)
                raise
        return count

    def _read_set(self, waiting: Sequence[Letter]) -> int:
        prepared = self._opener.opened(waiting)
        with self.store.writing() as session:
            one_at_a_time(session, "letters")
            for letter, ready in prepared:
                self._read_one(session, letter, ready)
            _give_back(session, waiting[len(prepared) :])
        return len(prepared)

    @property
    def _opener(self) -> Opener:
        return Opener(
            self.store, self.config, self.office, self.lookup, self.room, self.clock.now()
        )

    def _next_set(self) -> Sequence[Letter] | None:
        """The next letters by time received, each counted as tried before it is read.

        Those that another worker began to read are his, unless he seems to have died. None if
        nothing waits; a letter that has been tried too often leaves a set that is empty.
        """
        now = self.clock.now()
        with self.store.writing() as session:
            rows = session.scalars(
                select(Letter)
                .where(
                    Letter.state == LetterState.RECEIVED,
                    or_(
                        Letter.tried.is_(None),
                        Letter.tried < now - PATIENCE,
                        # The clock was wrong when it was begun, and has been put right.
                        Letter.tried > now + PATIENCE,
                    ),
                )
                .order_by(Letter.received, Letter.id)
                .limit(SET)
                .with_for_update(skip_locked=True)
            ).all()
            rows = _together(rows)
            for row in rows:
                row.attempts, row.tried = row.attempts + 1, now
                if row.attempts > ATTEMPTS:
                    set_aside(session, self.office, row, "the process ended while reading it", now)
            return [row for row in rows if row.state == LetterState.RECEIVED] if rows else None

    def _read_one(self, session: Session, letter: int, ready: Outcome) -> None:
        row = session.get_one(Letter, letter, with_for_update=True, populate_existing=True)
        if row.state != LetterState.RECEIVED:
            # It took longer than PATIENCE, and another worker was quicker.
            return
        if isinstance(ready, NotNow):
            # It stays as it is: once PATIENCE has passed somebody takes it up again.
            story.tell("letter waits", letter=letter, reason=str(ready))
            return
        try:
            if isinstance(ready, Exception):
                raise ready
            with session.begin_nested():
                self._act(session, row, ready)
        except OWN_FAULTS:
            # No letter's fault: all of the set are read again once the database is well.
            raise
        except Exception as error:  # noqa: BLE001 - a bug is caught at the loop's edge (rule 7)
            session.refresh(row)
            self._broken(session, row, error, ready)

    def _broken(self, session: Session, row: Letter, error: Exception, ready: Outcome) -> None:
        """Once more if it cost the reader his life, three times at most; else aside (MAIL-R8)."""
        outside = None if isinstance(ready, Exception) else ready.outside
        if once_more(row, error):
            story.warn("letter overran", letter=row.id, reason=str(error), tries=row.attempts)
            row.tried = None
            return
        if isinstance(error, Unreadable):
            outside, error = error.outside, error.reason
        if outside is not None:
            row.sender = outside.envelope.sender
        own_words = isinstance(error, Overrun | Broke | Unfetched)
        reason = str(error) if own_words else "".join(traceback.format_exception(error))
        person = outside is not None and outside.machine is None
        set_aside(session, self.office, row, reason, self.clock.now(), answer=person)

    def _act(self, session: Session, row: Letter, ready: Ready) -> None:
        now = self.clock.now()
        envelope = ready.outside.envelope
        row.sender = envelope.sender
        wish = game_meant(session, join_wish(ready.reading.text, envelope.subject))
        whole = look_up(
            session, envelope, wish, ready.outside.machine, ready.verdict, self.office.keys, now
        )
        keys, text = self.office.keys, ready.reading.text
        whole = look_for_observer(session, whole, envelope, text, keys, now)
        facts = facts_of_gm(session, self.office, whole.facts, envelope, text, now)
        found = replace(whole, facts=facts)
        known, reading, others = sort_out(session, found, ready.reading, envelope.subject, row)
        key = body_key(marked(row.part, reading.text) or str(row.id), envelope.sender)
        decision = decide(replace(known.facts, vouched=row.vouched))
        earlier = self._came_before(session, row.message_id, key)
        if earlier is not None and earlier.state in UNHEARD and decision.act not in STATES:
            # This copy proves what the earlier one did not: it takes that one's place.
            earlier.body_key, earlier = None, None
            session.flush()
        signed = (session, envelope, whole_of(row))
        if earlier is not None:
            decision = Decision(Act.DUPLICATE, "MAIL-D2 the same letter again")
        elif decision.act in OBEYED and came_signed(*signed):
            decision = Decision(Act.DUPLICATE, "MAIL-S4 its signature is that of an earlier letter")
        else:
            row.body_key = key
        if decision.act in OBEYED:
            note_signatures(*signed)
        if decision.act is not Act.DUPLICATE:
            split_off(session, row, others)
        row.state = STATES.get(decision.act, LetterState.DONE)
        row.reason, row.game, row.role = decision.reason, decision.game, decision.role
        story.tell(
            "letter read",
            letter=row.id,
            sender=envelope.sender or "nobody",
            act=decision.act,
            reason=decision.reason,
        )
        note_return(session, self.office, row, ready.outside, decision, now)
        incoming = Incoming(row, envelope, reading, known, wish, ready.outside.quiet)
        act_on(session, self.office, decision, incoming, now)

    def _came_before(self, session: Session, message_id: str, key: str) -> Letter | None:
        return session.scalar(
            select(Letter).where(Letter.message_id == message_id, Letter.body_key == key)
        )


def _together(rows: Sequence[Letter]) -> Sequence[Letter]:
    """Letters to be read at once: one whose reading has ended a process before stands alone.

    Of a set that ended one nobody knows which letter it was; read singly, it costs only itself.
    """
    alone = next((place for place, row in enumerate(rows) if row.attempts), len(rows))
    return rows[: max(alone, 1)]


def _give_back(session: Session, rows: Sequence[Letter]) -> None:
    """Letters that nobody has looked at yet keep their place and their tries."""
    if rows:
        session.execute(
            update(Letter)
            .where(Letter.id.in_([row.id for row in rows]), Letter.state == LetterState.RECEIVED)
            .values(tried=None, attempts=Letter.attempts - 1)
        )
