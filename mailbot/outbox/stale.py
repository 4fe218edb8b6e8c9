"""Letters that are of no use any more: never sent late, and said why (MAIL-O6, MAIL-O8)."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import exists, select, update
from sqlalchemy.orm import Session, aliased

from mailbot.mail.outgoing import Kind
from mailbot.outbox.bounced import KEPT
from mailbot.storage.tables import BadAddress, OutRow, OutState

WAITING = (OutState.QUEUED, OutState.RETRY)
#: What comes so shortly before the end of a stage is sent all the same.
JUST_NOW = timedelta(hours=1)


def drop_stale(session: Session, game: str, stage: int, now: datetime) -> int:
    """Give up notices and receipts of stages that are over (MAIL-O6).

    Sheets and what players write to each other are never dropped.
    """
    dropped = session.scalars(
        select(OutRow).where(
            OutRow.game == game,
            OutRow.stage < stage,
            OutRow.kind.in_((Kind.NOTICE, Kind.RECEIPT)),
            OutRow.state.in_((*WAITING, OutState.BOUNCED)),
            OutRow.created < now - JUST_NOW,
        )
    ).all()
    for row in dropped:
        row.state, row.reply = OutState.DROPPED, f"stage {stage} has begun"
    return len(dropped)


def drop_useless(session: Session, now: datetime) -> None:
    """Of several notices about one matter keep the newest, and none for bad addresses (MAIL-O6)."""
    newer = aliased(OutRow)
    told_again = exists().where(
        newer.to == OutRow.to,
        newer.kind == OutRow.kind,
        newer.about == OutRow.about,
        newer.game.is_not_distinct_from(OutRow.game),
        newer.id > OutRow.id,
        newer.state.in_(WAITING),
    )
    waiting = update(OutRow).where(OutRow.state.in_(WAITING), OutRow.kind == Kind.NOTICE)
    session.execute(
        waiting.where(OutRow.created < now - JUST_NOW, told_again)
        .values(state=OutState.DROPPED, reply="a newer notice says the same")
        .execution_options(synchronize_session=False)
    )
    bad = select(BadAddress.address)
    session.execute(
        update(OutRow)
        .where(OutRow.state.in_(WAITING), OutRow.kind.not_in(KEPT), OutRow.to.in_(bad))
        .values(state=OutState.DROPPED, reply="its address does not work")
        .execution_options(synchronize_session=False)
    )
