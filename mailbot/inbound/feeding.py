"""Letters that come by file or pipe instead of IMAP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from mailbot.clock import Clock
from mailbot.inbound.polling import new_letter
from mailbot.storage.store import Store
from mailbot.storage.tables import Letter, OutRow

FEED = "feed"


def feed_letters(store: Store, clock: Clock, letters: Sequence[bytes], largest: int) -> list[int]:
    """Keep letters as they came; returns their numbers."""
    now = clock.now()
    with store.writing() as session:
        rows = [new_letter(FEED, raw, now) for raw in letters]
        for row in rows:
            row.truncated = len(row.raw) > largest
        session.add_all(rows)
        session.flush()
        return [row.id for row in rows]


def what_came_of(store: Store, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """What was decided about these letters, and what was queued in answer."""
    with store.reading() as session:
        letters = session.scalars(
            select(Letter).where(Letter.id.in_(numbers)).order_by(Letter.id)
        ).all()
        answers = session.scalars(
            select(OutRow).where(OutRow.answers.in_(numbers)).order_by(OutRow.id)
        ).all()
    return [
        {
            "letter": letter.id,
            "state": letter.state,
            "reason": letter.reason,
            "sender": letter.sender,
            "game": letter.game,
            "role": letter.role,
            "queued": [
                {"id": row.id, "kind": row.kind, "to": row.to, "subject": row.subject}
                for row in answers
                if row.answers == letter.id
            ],
        }
        for letter in letters
    ]
