"""Two turns that differ only in what a player may not know give him the same (RAID invariant 14).

`told` is all that one player is given after a turn, as text; `leaks` names the rows that show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle
from random import Random

import msgspec

from engine.core.ruleset import Role, Turn
from engine.raider import sheet as sheets
from engine.raider.checks import why_not
from engine.raider.forecast import forecast
from engine.raider.form import form
from engine.raider.knowledge import view, vocabulary
from engine.raider.orders import Order, Pledge, ShipOrder
from engine.raider.state import (
    ShipName,
    State,
)
from tests.helpers.hidden_facts import MUTATIONS


def told(turn: Turn[State], role: Role) -> Mapping[str, str]:
    """Everything that this player is given, as text by channel.

    The sheet is made with one before it, so that its cards have a past to tell.
    """
    seen = view(turn.state, role)
    orders = questions(turn.state, role)
    before = sheets.sheet(turn, role, ())
    assert before is not None
    sheet = sheets.sheet(turn, role, (before,))
    assert sheet is not None
    assert sheet.cards
    return {
        "sheet": repr(sheet),
        "facts": msgspec.json.encode(dict(sheet.facts)).decode(),
        "form": repr(form(seen, orders)),
        "vocabulary": repr(vocabulary(seen)),
        "why not": repr(why_not(seen, orders)),
        "forecast": repr(forecast(seen, orders)),
    }


def questions(state: State, role: Role) -> tuple[Order, ...]:
    """Orders that ask about everything: each own ship at each island, all tasks, each overlord."""
    own = sorted(ship.name for ship in state.ships.values() if ship.owner == role)
    tasks = cycle((("", ""), ("X", ""), ("3E2?", ""), ("5G", "Hood"), ("5G", "Eden")))
    ships = [
        ShipOrder(ship, island, *next(tasks))
        for ship in (*own, ShipName("Hood"))
        for island in sorted(state.islands)
    ]
    return (*ships, *(Pledge(player) for player in sorted(state.players)))


def leaks(
    turn: Turn[State],
    role: Role,
    random: Random,
    tell: Callable[[Turn[State], Role], Mapping[str, str]] = told,
) -> tuple[str, ...]:
    """The rows and channels through which this player learns what he may not know."""
    before = tell(turn, role)
    found = []
    for row, mutation in MUTATIONS.items():
        after = tell(mutation(turn, role, random), role)
        found += [f"{row}: {channel}" for channel in before if before[channel] != after[channel]]
    return tuple(found)
