"""Letters opened and read outside transactions: it takes time, and needs no position (MAIL-R6).

What comes of it is ready to be acted on, or says why it is not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role
from grammar.commands import Word, read_command
from grammar.steering import Table
from mailbot.config import Config
from mailbot.games.addresses import seats_at
from mailbot.games.settings import live
from mailbot.inbound.asking import same_code
from mailbot.inbound.facts import MOST_TOKENS, NO_WORDS, Lookup
from mailbot.inbound.gm_proof import good_tokens, table_of
from mailbot.inbound.office import Office
from mailbot.inbound.parts import names_game
from mailbot.inbound.reading_room import (
    Broke,
    Language,
    Opened,
    Overrun,
    ReadingRoom,
    RoomClosed,
    open_letter,
    read_letter,
)
from mailbot.inbound.vouching import vouched_for
from mailbot.mail.authenticity import Verdict
from mailbot.mail.body import Reading
from mailbot.mail.letter import Envelope
from mailbot.mail.screening import Ourselves
from mailbot.mail.tokens import token, tokens_in
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Letter, OutRow

ATTEMPTS = 3
"""So often a letter is tried whose reading ends the process (MAIL-R8)."""

LATELY = 5
"""So many of our last letters to a player are known again when they are quoted (MAIL-B8)."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A letter that can be acted on."""

    outside: Opened
    verdict: Verdict
    reading: Reading


Outcome: TypeAlias = Ready | Exception
"""Ready, or what stood in the way."""


class Unfetched(Exception):
    """A letter that is known to be there, and that nobody could read."""


class NotNow(Exception):
    """Nothing is wrong with the letter, and it is better read later."""


class Unreadable(Exception):
    """A letter whose sender is known, and whose text nobody could read."""

    def __init__(self, outside: Opened, reason: Exception) -> None:
        super().__init__(str(reason))
        self.outside, self.reason = outside, reason


def once_more(row: Letter, ready: Outcome) -> bool:
    """Did this letter cost its reader his life, and may it try another's (MAIL-R8)?"""
    error = ready.reason if isinstance(ready, Unreadable) else ready
    return isinstance(error, Overrun) and row.attempts < ATTEMPTS


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens letters, asks who vouches for them, and reads them."""

    store: Store
    config: Config
    office: Office
    lookup: Lookup | None
    room: ReadingRoom
    now: datetime

    def opened(self, rows: Sequence[Letter]) -> list[tuple[int, Outcome]]:
        """What comes of each, in their order.

        Ends with a letter that is to be tried once more: those behind it wait for it.
        """
        opened = [(row, self._open(row)) for row in rows]
        about: dict[str | None, _Sender] = {}
        with self.store.reading() as session:
            for _, each in opened:
                sender = None if isinstance(each, Exception) else each.envelope.sender
                if sender not in about:
                    about[sender] = self._sender(session, sender)
        done: list[tuple[int, Outcome]] = []
        for row, each in opened:
            done.append((row.id, self._read(row, each, about)))
            if once_more(row, done[-1][1]):
                break
        return done

    def _open(self, row: Letter) -> Opened | Exception:
        if row.truncated and not row.raw:
            return Unfetched("the mailbox did not give it out")
        try:
            return self.room.do(open_letter, row.raw, self._ourselves())
        except RoomClosed:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a letter breaks costs only itself
            return error

    def _read(
        self, row: Letter, outside: Opened | Exception, about: Mapping[str | None, _Sender]
    ) -> Outcome:
        if isinstance(outside, Exception):
            return outside
        sender = about[outside.envelope.sender]
        proven = sender.proven(outside.envelope)
        try:
            verdict = vouched_for(
                outside.envelope,
                row.raw,
                self.config.trust,
                self.office.desk.sender,
                # A proof for one game is none for a part that is for another (FEAT-G4).
                None if proven and len(sender.languages) <= 1 else self.lookup,
            )
        except Exception as error:  # noqa: BLE001 - whatever a letter breaks costs only itself
            return error
        if row.truncated:
            return Ready(outside, verdict, Reading("", trouble="too-large"))
        unsure = verdict is Verdict.TEMPERROR and not proven
        if unsure and sender.known and row.attempts < ATTEMPTS:
            return NotNow("MAIL-S4 nobody can be asked now who signed it")
        try:
            told = (sender.our_lines, sender.languages, sender.table)
            reading = self.room.do(read_letter, row.raw, *told)
        except (Overrun, Broke) as error:
            return Unreadable(outside, error)
        return Ready(outside, verdict, reading)

    def _ourselves(self) -> Ourselves:
        desk = self.office.desk
        return Ourselves(frozenset({desk.sender}), desk.domain, desk.instance, desk.bounces_to)

    def _sender(self, session: Session, sender: str | None) -> _Sender:
        """What was mailed to him lately, and the languages of his games."""
        if sender is None:
            return _Sender(frozenset(), (), (), None)
        gm = sender in self.office.gm
        rows = [row for row, _ in seats_at(session, sender)]
        games = [(row, live(session.get_one(Game, row.game))) for row in rows]
        mailed_to = {sender, *(row.address for row in rows if row.address)}
        return _Sender(
            frozenset(line for each in mailed_to for line in self._our_lines(session, each)),
            tuple(
                (game.row.ruleset, game.rules.ruleset.vocabulary(game.view(Role(row.role))))
                for row, game in games
            ),
            (
                *(
                    token(self.office.keys.tokens, row.game, row.role, game.row.stage, row.hands)
                    for row, game in games
                ),
                *(good_tokens(self.office, sender, self.now) if gm else ()),
            ),
            table_of(session) if gm else None,
        )

    def _our_lines(self, session: Session, address: str) -> frozenset[str]:
        rows = session.scalars(
            select(OutRow.lines)
            .where(OutRow.to == address)
            .order_by(OutRow.id.desc())
            .limit(LATELY)
        )
        return frozenset(line for lines in rows for line in lines if not _asked_back(line))


def _asked_back(line: str) -> bool:
    """Is this a word to the service that a letter of ours tells the player to send back?"""
    return isinstance(read_command(line, NO_WORDS), Word) or names_game(line)


@dataclass(frozen=True, slots=True)
class _Sender:
    our_lines: frozenset[str]
    languages: tuple[Language, ...]
    #: What the open stages of his games take for a proof.
    tokens: tuple[str, ...]
    #: What a Gamesmaster may name in his commands; None: he is none.
    table: Table | None

    @property
    def known(self) -> bool:
        return bool(self.languages) or self.table is not None

    def proven(self, envelope: Envelope) -> bool:
        """Does a token leave no question, so that no signature need be looked at?"""
        given = tokens_in(envelope)[:MOST_TOKENS]
        return any(same_code(each.mac, good) for each in given for good in self.tokens)
