"""From kept letters to orders and receipts: screen, identify, decide, act, one commit for a set.

Each letter has a savepoint of its own, so that one which breaks the reader costs only itself
(rule 3 of the architecture, MAIL-R8).
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role, Vocabulary
from grammar.commands import Word, read_command
from grammar.reading import AnyGrammar
from mailbot.clock import Clock
from mailbot.config import Config
from mailbot.games.settings import live, read_settings
from mailbot.inbound import answers
from mailbot.inbound.acting import Incoming, act_on
from mailbot.inbound.decide import Act, Decision, decide
from mailbot.inbound.facts import NO_WORDS, Lookup, game_meant, join_wish, look_up
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.mail.authenticity import Verdict, authentication_results, dkim_verdict
from mailbot.mail.body import Reading, read_body
from mailbot.mail.letter import Envelope, body_key, read_envelope
from mailbot.mail.outgoing import Kind
from mailbot.mail.screening import Ourselves, machine_sign, quiet_wish
from mailbot.mail.tokens import tokens_in
from mailbot.outbox.desk import To
from mailbot.storage.store import Store, one_at_a_time
from mailbot.storage.tables import Game, Letter, LetterState, OutRow, SeatRow

story = Story("letters")

SET = 50
"""Letters that share a commit."""

ATTEMPTS = 3
"""So often a letter is tried whose reading ends the process (MAIL-R8)."""

PATIENCE = timedelta(minutes=5)
"""A worker that has read at a letter for so long must have died."""

LATELY = 5
"""So many of our last letters to a player are known again when they are quoted (MAIL-B8)."""

STATES = {
    Act.SILENT: LetterState.SILENT,
    Act.DUPLICATE: LetterState.DUPLICATE,
    Act.QUARANTINE: LetterState.QUARANTINED,
    Act.SHUT_AWAY: LetterState.QUARANTINED,
}


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads kept letters; everything that it needs to know is given to it."""

    store: Store
    config: Config
    clock: Clock
    office: Office
    #: Asked for DKIM keys; None: signatures are not checked.
    lookup: Lookup | None = None

    def read_waiting(self) -> int:
        """Read all letters that wait; returns how many there were."""
        count = 0
        while letters := self._next_set():
            prepared = [(letter, self._prepare(letter)) for letter in letters]
            with self.store.writing() as session:
                one_at_a_time(session, "letters")
                for letter, ready in prepared:
                    self._read_one(session, letter, ready)
            count += len(letters)
        return count

    def _next_set(self) -> Sequence[int]:
        """The next letters by time received, each counted as tried before it is read.

        Those that another worker began to read are his, unless he seems to have died.
        """
        now = self.clock.now()
        with self.store.writing() as session:
            rows = session.scalars(
                select(Letter)
                .where(
                    Letter.state == LetterState.RECEIVED,
                    or_(Letter.tried.is_(None), Letter.tried < now - PATIENCE),
                )
                .order_by(Letter.received, Letter.id)
                .limit(SET)
                .with_for_update(skip_locked=True)
            ).all()
            for row in rows:
                row.attempts, row.tried = row.attempts + 1, now
                if row.attempts > ATTEMPTS:
                    self._set_aside(session, row, "the process ended while reading it")
            return [row.id for row in rows if row.state == LetterState.RECEIVED]

    def _prepare(self, letter: int) -> _Prepared | Exception:
        """The part of reading that needs no position and may ask the network: no transaction."""
        with self.store.reading() as session:
            row = session.get_one(Letter, letter)
        try:
            envelope = read_envelope(row.raw)
            return _Prepared(
                envelope,
                machine_sign(envelope, self._ourselves()),
                self._verdict(envelope, row.raw),
            )
        except Exception as error:  # noqa: BLE001 - whatever a letter breaks costs only itself
            return error

    def _verdict(self, envelope: Envelope, raw: bytes) -> Verdict:
        """Who vouches for the sender: our own mail server, else the signature (MAIL-S3, S4)."""
        verdict = Verdict.NONE
        if self.config.trust.authserv_id:
            verdict = authentication_results(envelope, self.config.trust.authserv_id)
        if verdict is not Verdict.NONE or envelope.sender is None or tokens_in(envelope):
            return verdict
        if self.lookup is None or "dkim-signature" not in envelope.headers:
            return verdict
        return dkim_verdict(raw, envelope.sender, self.lookup)

    def _ourselves(self) -> Ourselves:
        desk = self.office.desk
        return Ourselves(frozenset({desk.sender}), desk.domain, desk.instance)

    def _read_one(self, session: Session, letter: int, ready: _Prepared | Exception) -> None:
        row = session.get_one(Letter, letter)
        try:
            if isinstance(ready, Exception):
                raise ready
            with session.begin_nested():
                self._act(session, row, ready)
        except Exception as error:  # noqa: BLE001 - a bug is caught at the loop's edge (rule 7)
            session.refresh(row)
            person = isinstance(ready, _Prepared) and ready.machine is None
            if isinstance(ready, _Prepared):
                row.sender = ready.envelope.sender
            reason = "".join(traceback.format_exception(error))
            self._set_aside(session, row, reason, answer=person)

    def _act(self, session: Session, row: Letter, ready: _Prepared) -> None:
        now = self.clock.now()
        envelope = ready.envelope
        row.sender = envelope.sender
        reading = self._reading(session, row, envelope)
        wish = game_meant(session, join_wish(reading.text, envelope.subject))
        known = look_up(
            session, envelope, wish, ready.machine, ready.verdict, self.office.keys, now
        )
        key = body_key(reading.text or str(row.id), envelope.sender)
        decision = decide(replace(known.facts, vouched=row.vouched))
        if self._came_before(session, row.message_id, key):
            decision = Decision(Act.DUPLICATE, "MAIL-D2 the same letter again")
        else:
            row.body_key = key
        row.state = STATES.get(decision.act, LetterState.DONE)
        row.reason, row.game, row.role = decision.reason, decision.game, decision.role
        story.tell(
            "letter read",
            letter=row.id,
            sender=envelope.sender or "nobody",
            act=decision.act,
            reason=decision.reason,
        )
        incoming = Incoming(row, envelope, reading, known, wish, quiet_wish(envelope))
        act_on(session, self.office, decision, incoming, now)

    def _reading(self, session: Session, row: Letter, envelope: Envelope) -> Reading:
        if row.truncated:
            return Reading("", trouble="too-large")
        ours = self._our_lines(session, envelope.sender) if envelope.sender else frozenset()
        test = self._order_test(session, envelope.sender)
        return read_body(row.raw, reads_as_order=test, ours=ours)

    def _order_test(self, session: Session, sender: str | None) -> Callable[[str], bool]:
        """Does a line read as a command or, in a game of the sender's, as an order?"""

        @cache
        def languages() -> tuple[tuple[AnyGrammar, Vocabulary], ...]:
            seats = session.scalars(select(SeatRow).where(SeatRow.address == sender))
            games = [(seat, live(session.get_one(Game, seat.game))) for seat in seats]
            return tuple(
                (game.rules.grammar, game.rules.ruleset.vocabulary(game.view(Role(seat.role))))
                for seat, game in games
            )

        def test(line: str) -> bool:
            if read_command(line.strip(), NO_WORDS) is not None:
                return True
            return any(grammar.reads_as_order(line, words) for grammar, words in languages())

        return test

    def _our_lines(self, session: Session, sender: str) -> frozenset[str]:
        rows = session.scalars(
            select(OutRow.lines).where(OutRow.to == sender).order_by(OutRow.id.desc()).limit(LATELY)
        )
        return frozenset(line for lines in rows for line in lines if not _asked_back(line))

    def _came_before(self, session: Session, message_id: str, key: str) -> bool:
        return bool(
            session.scalar(
                select(exists().where(Letter.message_id == message_id, Letter.body_key == key))
            )
        )

    def _set_aside(
        self, session: Session, row: Letter, reason: str, *, answer: bool = False
    ) -> None:
        """Keep a letter that broke the reader, and tell the GM and a sender we know (MAIL-R8)."""
        row.state, row.traceback, row.reason = LetterState.FAILED, reason, "MAIL-R8 set aside"
        last = reason.strip().rpartition("\n")[2]
        story.alarm("letter failed", letter=row.id, error=last)
        now = self.clock.now()
        self.office.tell_gm(
            session,
            f"letter {row.id} could not be read and was set aside",
            f"`mailbot letters show {row.id}` shows it, with what went wrong; "
            f"`mailbot letters release {row.id}` reads it again.\n\n{last}",
            now,
        )
        seat = self.office.only_seat(session, row.sender) if answer else None
        if seat is not None:
            game = session.get_one(Game, seat.game)
            page = answers.broke_the_reader(read_settings(game).title)
            to = To(str(seat.address), seat.game, seat.role, game.stage)
            self.office.answer_once(session, Kind.HELP, to, page, now)


def _asked_back(line: str) -> bool:
    """Is this a word to the service that a letter of ours tells the player to send back?"""
    return isinstance(read_command(line, NO_WORDS), Word)


@dataclass(frozen=True, slots=True)
class _Prepared:
    envelope: Envelope
    machine: str | None
    verdict: Verdict
