"""The digest over everybody's orders of a stage: it binds them, and tells nobody of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.dice import salted, stage_salt
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


def order_hash(game: LiveGame, secret: bytes, stage: int, orders: Sequence[Any]) -> str:
    """The line of a player with this salt secret in the digest of a stage."""
    written = "\n".join(map(game.rules.grammar.write, orders))
    return salted(stage_salt(secret, stage), written)


def order_hashes(
    game: LiveGame,
    secrets: Mapping[Role, bytes],
    stage: int,
    orders: Mapping[Role, Sequence[Any]],
) -> dict[str, str]:
    """One salted hash a player, as in his receipts."""
    return {
        role: order_hash(game, secret, stage, orders.get(role, ()))
        for role, secret in secrets.items()
    }


def sealed_since(
    session: Session, game: LiveGame, secrets: Mapping[Role, bytes], since: int
) -> Iterator[Sealed]:
    """What was run from this stage on, so that nobody misses a digest that binds his orders."""
    rows = select(TurnRow).where(TurnRow.game == game.name, TurnRow.stage >= since)
    for row in session.scalars(rows.order_by(TurnRow.stage)):
        orders = {
            Role(role): game.rules.ruleset.load_orders(given) for role, given in row.orders.items()
        }
        lines = order_hashes(game, secrets, row.stage, orders)
        yield Sealed(row.stage, game.when(row.stage).name, row.digest, lines)
