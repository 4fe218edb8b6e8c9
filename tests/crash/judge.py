"""What is left of a scenario in the end, and whether it is as if nobody had been killed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.mail.outgoing import Kind, read_message_id
from mailbot.storage.tables import Game, KeptText, Letter, PressRow, Revision, SeatRow, TurnRow
from tests.helpers.got import DOMAIN, Mail
from tests.helpers.scripted_smtp import Taken

GM = f"gm@{DOMAIN}"

Note = tuple[str, Kind, str, int, str]
"""To whom, what kind, of which game and stage, and what it says."""


@dataclass(frozen=True)
class Record:
    """All that players and Gamesmaster can tell a scenario by."""

    #: What everybody got, copies of one letter counted once.
    got: Counter[Note]
    #: What the Gamesmaster was told.
    alerts: Counter[str]
    #: Letters that came more than once, by Message-ID.
    copies: Counter[str]
    #: Letters that did not go to whom they are for.
    astray: tuple[str, ...]
    #: Rows of the database, by table.
    rows: Mapping[str, Sequence[Any]]
    #: Folder of the mailbox to the Message-IDs in it.
    mailbox: Mapping[str, Sequence[str]]

    def in_any_order(self) -> Record:
        """The same, without what depends on which of several services reads a letter first.

        That is what receipts say to have changed, and who has joined already.
        """
        got = (_in_any_order(note) for note in self.got.elements())
        alerts = (re.sub(r"letter \d+", "a letter", alert) for alert in self.alerts.elements())
        revisions = _sorted((*row[:3], row[4]) for row in self.rows["revision"])
        rows = {**self.rows, "revision": revisions}
        return replace(self, got=Counter(got), alerts=Counter(alerts), rows=rows)


def record(
    session: Session, taken: Sequence[Taken], mailbox: Mapping[str, Iterable[bytes]]
) -> Record:
    """The scenario as it stands."""
    mails = [(letter, Mail.of(letter.raw)) for letter in taken]
    once = {mail.id: (letter, mail) for letter, mail in mails}
    return Record(
        got=Counter(_note(letter, mail) for letter, mail in once.values() if letter.to != GM),
        alerts=Counter(mail.subject for letter, mail in once.values() if letter.to == GM),
        copies=Counter({id_: n for id_, n in Counter(m.id for _, m in mails).items() if n > 1}),
        astray=tuple(_astray(session, mails)),
        rows=_rows(session),
        mailbox={
            folder: sorted(Mail.of(raw).id for raw in letters)
            for folder, letters in mailbox.items()
        },
    )


def differences(expected: Record, found: Record, kills: int) -> list[str]:
    """Everything that players or the Gamesmaster could have noticed of these kills; none is right.

    A letter may have come twice, under one Message-ID, where a connection ended after it was given.
    """
    told = [f"missing: {note}" for note in (expected.got - found.got).elements()]
    told += [f"too much: {note}" for note in (found.got - expected.got).elements()]
    told += [f"gone astray: {letter}" for letter in found.astray]
    told += [
        f"{table}: {ours!r} instead of {theirs!r}"
        for table, rows in expected.rows.items()
        for ours, theirs in _unequal(found.rows[table], rows)
    ]
    if found.mailbox != expected.mailbox:
        told.append(f"the mailbox holds {found.mailbox} instead of {expected.mailbox}")
    if (again := sum(found.copies.values()) - len(found.copies)) > kills:
        told.append(f"{again} second copies after {kills} kills: {found.copies}")
    told += [
        f"the GM heard {n} times: {title}"
        for title, n in found.alerts.items()
        if n > max(1, expected.alerts[title])
    ]
    unheard = expected.alerts - found.alerts
    told += [f"the GM never heard: {title}" for title in unheard if not title.endswith(_SLOW)]
    return told


def _in_any_order(note: Note) -> Note:
    to, kind, game, stage, text = note
    return to, kind, game, stage, "" if kind == Kind.RECEIPT or stage == 0 else text


#: What the GM hears where the machine was so slow that fifteen minutes, or thirty, went by.
_SLOW = ("waits for the mailbox", "and no turn was run")


def _unequal(found: Sequence[Any], expected: Sequence[Any]) -> Iterable[tuple[Any, Any]]:
    """Rows too many, and rows that are missing."""
    ours, theirs = Counter(found), Counter(expected)
    if ours != theirs:
        yield list((ours - theirs).elements()), list((theirs - ours).elements())


def _note(letter: Taken, mail: Mail) -> Note:
    own = read_message_id(mail.id, DOMAIN)
    assert own is not None, f"not one of our Message-IDs: {mail.id}"
    return letter.to, own.kind, own.game, own.stage, _plain(mail)


#: What is drawn by lot for every letter or seat, such as salted hashes, and numbers of rows.
_LOT = re.compile(r"\b[0-9a-f]{12,64}\b|join-\d+\.[a-z2-7]{16}")


def _plain(mail: Mail) -> str:
    """Subject and text, without what is drawn by lot."""
    return _LOT.sub("#", f"{mail.subject}\n{mail.reply_to}\n{mail.text}")


def _astray(session: Session, mails: Iterable[tuple[Taken, Mail]]) -> Iterable[str]:
    """Letters whose envelope, head and seat do not name one and the same person."""
    seats = {
        (row.game, row.role.lower()): row.address for row in session.scalars(select(SeatRow)).all()
    }
    for letter, mail in mails:
        own = read_message_id(mail.id, DOMAIN)
        seat = None if own is None else seats.get((own.game, own.role))
        if letter.to != str(mail.message["To"]) or seat not in (None, letter.to):
            yield f"{mail.id} for {mail.message['To']} went to {letter.to}"


def _rows(session: Session) -> dict[str, Sequence[Any]]:
    """What the database says happened, without times at which the service did it."""
    ids = {row.id: row.message_id for row in session.scalars(select(Letter))}
    return {
        "game": _sorted(
            (row.name, row.phase, row.stage, str(row.due), json.dumps(row.position))
            for row in session.scalars(select(Game))
        ),
        "seat": _sorted(
            (row.game, row.role, row.address) for row in session.scalars(select(SeatRow))
        ),
        "turn": _sorted(
            (row.game, row.stage, *map(json.dumps, (row.orders, row.words, row.events, row.rolls)))
            for row in session.scalars(select(TurnRow))
        ),
        "revision": _sorted(
            (row.game, row.stage, row.role, row.number, json.dumps(row.orders))
            for row in session.scalars(select(Revision))
        ),
        "press": _sorted(
            (row.game, row.stage, row.role, row.audience, json.dumps(row.to), row.text)
            for row in session.scalars(select(PressRow))
        ),
        "kept": _sorted(
            (row.game, row.role, ids[row.letter], row.text)
            for row in session.scalars(select(KeptText))
        ),
        "letter": _sorted(
            (row.message_id, row.state, row.game or "", row.role or "")
            for row in session.scalars(select(Letter))
        ),
    }


def _sorted(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(rows)
