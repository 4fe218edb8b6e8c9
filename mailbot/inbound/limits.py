"""How many answers go out: to a player, to the same words, to a domain, and in all (MAIL-N10)."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import Enum, auto

from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from mailbot.config import LimitsConfig
from mailbot.mail.outgoing import ANSWERS, Kind
from mailbot.storage.tables import Letter, OutRow

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
OFTEN = 5
"""A day an address is asked the same: one forged letter must not keep the question about a real
one from its writer."""


class Limit(Enum):
    """Which limit has been reached."""

    PLAYER = auto()
    #: The same words again and again, which no person has changed.
    SAME_WORDS = auto()
    DOMAIN = auto()
    ALL = auto()


def receipt_limit(
    session: Session, limits: LimitsConfig, address: str, letter: int, now: datetime
) -> Limit | None:
    """What keeps this letter from a receipt to this address now; None if nothing does."""
    receipts = select(func.count()).select_from(OutRow)
    receipts = receipts.where(OutRow.to == address, OutRow.kind == Kind.RECEIPT)

    def sent_since(begin: datetime) -> int:
        return session.scalar(receipts.where(OutRow.created > begin)) or 0

    if sent_since(now - HOUR) >= limits.receipts_per_hour:
        return Limit.PLAYER
    if sent_since(now - DAY) >= limits.receipts_per_day:
        return Limit.PLAYER
    if _answers_to_same_words(session, address, letter, now) >= limits.answers_to_same_words:
        return Limit.SAME_WORDS
    return answer_limit(session, limits, address, now)


def steering_limit(
    session: Session, limits: LimitsConfig, address: str, letter: int, now: datetime
) -> Limit | None:
    """What keeps a Gamesmaster's letter from an answer now: an evening of his may hold many."""
    if _answers_to_same_words(session, address, letter, now) >= limits.answers_to_same_words:
        return Limit.SAME_WORDS
    return answer_limit(session, limits, address, now)


def answer_limit(
    session: Session, limits: LimitsConfig, address: str, now: datetime, *, stranger: bool = False
) -> Limit | None:
    """What keeps any answer from this address now; None if nothing does.

    Strangers have half of it: whoever invents them must not keep the players' receipts.
    """
    share = 2 if stranger else 1
    domain = "@" + address.rpartition("@")[2]
    there = case((OutRow.to.endswith(domain, autoescape=True), 1), else_=0)
    in_all, to_domain = session.execute(
        select(func.count(), func.coalesce(func.sum(there), 0)).where(
            OutRow.created > now - HOUR, OutRow.kind.in_(ANSWERS)
        )
    ).one()
    if in_all * share >= limits.answers_per_hour:
        return Limit.ALL
    full = to_domain * share >= limits.answers_per_hour_and_domain
    return Limit.DOMAIN if full else None


def _answers_to_same_words(session: Session, address: str, letter: int, now: datetime) -> int:
    """Two that answer each other would never end, and neither would ever say anything new."""
    words = select(Letter.body_key).where(Letter.id == letter).scalar_subquery()
    answered = (
        select(func.count())
        .select_from(OutRow)
        .join(Letter, Letter.id == OutRow.answers)
        .where(
            OutRow.to == address,
            OutRow.kind.in_(ANSWERS),
            OutRow.created > now - HOUR,
            Letter.body_key == words,
        )
    )
    return session.scalar(answered) or 0
