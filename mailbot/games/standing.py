"""The standing orders of a role: all its letters of a stage, by the time they were received."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import AnyRuleset, Cancel, Json
from mailbot.storage.tables import Revision


def standing(
    session: Session, ruleset: AnyRuleset, game: str, stage: int, role: str
) -> tuple[Any, ...]:
    """The set in force: all that receipts have said counts, whatever clocks have done since.

    A letter that is read late takes its place by the time it was received, so it fills only what no
    later letter has set (MAIL-R13).
    """
    orders: tuple[Any, ...] = ()
    for revision in revisions(session, game, stage, role):
        orders = ruleset.merge(orders, load_letter(ruleset, revision.orders))
    return orders


#: A revision that came by no letter follows those of its moment.
_LAST = 2**62


def revisions(session: Session, game: str, stage: int, role: str) -> Sequence[Revision]:
    """By the time received, and of one moment in the order in which the letters came (MAIL-R13)."""
    return session.scalars(
        select(Revision)
        .where(Revision.game == game, Revision.stage == stage, Revision.role == role)
        .order_by(Revision.received, func.coalesce(Revision.letter, _LAST), Revision.id)
    ).all()


def add_revision(
    session: Session,
    ruleset: AnyRuleset,
    game: str,
    stage: int,
    role: str,
    received: datetime,
    letter: int | None,
    orders: Sequence[Any],
) -> Revision:
    """Keep what a letter ordered, under the next number."""
    last = session.scalar(
        select(func.max(Revision.number)).where(
            Revision.game == game, Revision.stage == stage, Revision.role == role
        )
    )
    revision = Revision(
        game=game,
        stage=stage,
        role=role,
        number=(last or 0) + 1,
        received=received,
        letter=letter,
        orders=dump_letter(ruleset, orders),
    )
    session.add(revision)
    session.flush()
    return revision


def dump_letter(ruleset: AnyRuleset, orders: Sequence[Any]) -> list[Json]:
    """Orders and cancellations, in the order in which they were written."""
    return [
        {"cancel": order.subject}
        if isinstance(order, Cancel)
        else {"order": ruleset.dump_orders((order,))}
        for order in orders
    ]


def load_letter(ruleset: AnyRuleset, data: Any) -> tuple[Any, ...]:
    loaded: list[Any] = []
    for item in data:
        if "cancel" in item:
            loaded.append(Cancel(item["cancel"]))
        else:
            loaded.extend(ruleset.load_orders(item["order"]))
    return tuple(loaded)
