"""The digest over everybody's orders of a stage: it binds them, and tells nobody of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.dice import salted
from engine.core.ruleset import Role
from mailbot.games.settings import LiveGame
from mailbot.storage.tables import TurnRow


@dataclass(frozen=True, slots=True)
class Sealed:
    """The digest over everybody's orders of a stage, and each role's line in it."""

    stage: int
    #: As players call it: `turn 2, react`.
    name: str
    digest: str
    lines: Mapping[str, str]


def order_hashes(
    game: LiveGame, salts: Mapping[Role, bytes], orders: Mapping[Role, Sequence[Any]]
) -> dict[str, str]:
    """One salted hash a player, as in his receipts."""
    write = game.rules.grammar.write
    return {
        role: salted(salt, "\n".join(map(write, orders.get(role, ()))))
        for role, salt in salts.items()
    }


def sealed_since(
    session: Session, game: LiveGame, salts: Mapping[Role, bytes], since: int
) -> Iterator[Sealed]:
    """What was run from this stage on, so that nobody misses a digest that binds his orders."""
    rows = select(TurnRow).where(TurnRow.game == game.name, TurnRow.stage >= since)
    for row in session.scalars(rows.order_by(TurnRow.stage)):
        orders = {
            Role(role): game.rules.ruleset.load_orders(given) for role, given in row.orders.items()
        }
        lines = order_hashes(game, salts, orders)
        yield Sealed(row.stage, game.when(row.stage).name, row.digest, lines)
