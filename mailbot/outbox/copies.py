"""A letter once more, to another address or for another time."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, exists, select
from sqlalchemy.orm import Session

from mailbot.mail.encoding import mailbox
from mailbot.mail.outgoing import RANDOM_BYTES, Kind
from mailbot.storage.tables import AddressRow, Game, OutRow, OutState, Undone, Way

#: What a deputy gets as well; questions to the player are for him alone.
COPIED = (Kind.SHEET, Kind.RECEIPT, Kind.NOTICE, Kind.PRESS)
NO_READER = "nobody has the seat"
ONLY_DIFFERENT = "only what is different was sent"
TURN_TAKEN_BACK = "the turn was taken back"
FOR_NOBODY = (NO_READER, ONLY_DIFFERENT, TURN_TAKEN_BACK)
"""Why a letter is kept, or was dropped, that is never sent."""
_RANDOM = re.compile(r"\.[a-z2-7]+@")


def copy_of(row: OutRow, address: str, now: datetime) -> OutRow:
    """A letter once more, to this address, under a Message-ID of its own."""
    message_id = id_of_copy(row.message_id)
    raw = row.raw.replace(row.message_id.encode(), message_id.encode(), 1)
    old, new = (f"To: {mailbox(each)}\r\n".encode() for each in (row.to, address))
    return OutRow(
        message_id=message_id,
        kind=row.kind,
        game=row.game,
        stage=row.stage,
        role=row.role,
        to=address,
        subject=row.subject,
        about=row.about,
        raw=raw.replace(old, new, 1),
        lines=row.lines,
        offers=row.offers,
        created=now,
        next_at=now,
        state=OutState.QUEUED,
        envelope="",
        attempts=0,
        reply="",
    )


def is_sheet_of(game: str, role: str) -> ColumnElement[bool]:
    """A sheet of this role; none of a turn that has been taken back, or was run again since."""
    open_stage = select(Game.stage).where(Game.name == game).scalar_subquery()
    taken_back = exists().where(
        Undone.game == game, Undone.stage == OutRow.stage - 1, Undone.at > OutRow.created
    )
    return and_(
        OutRow.game == game,
        OutRow.role == role,
        OutRow.kind == Kind.SHEET,
        OutRow.stage <= open_stage,
        ~taken_back,
    )


def last_sheet(session: Session, game: str, role: str) -> OutRow | None:
    """The sheet that this role got last."""
    return session.scalar(
        select(OutRow).where(is_sheet_of(game, role)).order_by(OutRow.id.desc()).limit(1)
    )


def for_deputies(session: Session, rows: Sequence[OutRow]) -> list[OutRow]:
    """Copies of a player's letters for whoever acts for him (FEAT-O13)."""
    games = {row.game for row in rows if row.game is not None and row.kind in COPIED}
    if not games:
        return []
    deputies = session.scalars(
        select(AddressRow).where(AddressRow.game.in_(games), AddressRow.way == Way.DEPUTY)
    ).all()
    return [
        copy_of(row, deputy.address, row.created)
        for row in rows
        for deputy in deputies
        if (deputy.game, deputy.role) == (row.game, row.role)
        and row.kind in COPIED
        and row.to != deputy.address
    ]


def id_of_copy(message_id: str) -> str:
    """Another Message-ID of the same shape, that nobody can guess (MAIL-O2)."""
    lot = b32encode(secrets.token_bytes(RANDOM_BYTES)).decode("ascii").rstrip("=").lower()
    return _RANDOM.sub(f".{lot}@", message_id, count=1)
