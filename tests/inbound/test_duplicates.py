"""The database itself refuses a letter that it has (MAIL-D3)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from mailbot.storage.tables import Base, Letter

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def letter(uid: int, message_id: str, body_key: str | None) -> Letter:
    return Letter(
        mailbox="INBOX",
        uid_validity=7,
        uid=uid,
        received=NOON,
        raw=b"x",
        sha256="0" * 64,
        message_id=message_id,
        body_key=body_key,
    )


@pytest.mark.parametrize(
    "again", [letter(1, "<b@example.org>", None), letter(2, "<a@example.org>", "key")]
)
def test_neither_a_uid_nor_a_text_under_one_id_is_kept_twice(again: Letter) -> None:
    """MAIL-D3."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session, session.begin():
        session.add(letter(1, "<a@example.org>", "key"))
    with pytest.raises(IntegrityError), Session(engine) as session, session.begin():
        session.add(again)
    engine.dispose()
