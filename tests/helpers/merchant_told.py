"""All that one player is given after a week of Merchant Raider, as text by channel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from engine.core.ruleset import Role, Turn
from engine.core.sheet import Sheet
from engine.merchant.checks import why_not
from engine.merchant.forecast import forecast
from engine.merchant.form import form
from engine.merchant.knowledge import view, vocabulary
from engine.merchant.orders import (
    Build,
    Carry,
    Continue,
    Disband,
    IslandName,
    Location,
    Order,
    Rebuild,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.sheet import sheet
from engine.merchant.state import State
from engine.merchant.view import View
from tests.engine.merchant.storms import ISLES, NAMES
from tests.helpers.merchant_games import Played
from tests.helpers.merchant_hidden import MUTATIONS

ASKED = tuple(ShipName(name) for name in (*NAMES[::9], "Veil", "Nobody"))
"""Ships that may be own, allied, enemies seen or unseen, or nowhere."""


def told(turn: Turn[State], role: Role, past: tuple[Sheet, ...] = ()) -> Mapping[str, str]:
    """Everything that this player is given."""
    seen = view(turn.state, role)
    orders = tuple(questions(seen))
    made = sheet(turn, role, past)
    assert made is None or made.cards
    return {
        "sheet": repr(made),
        "facts": msgspec.json.encode(dict(made.facts) if made else {}).decode(),
        "form": repr(form(seen, orders)),
        "vocabulary": repr(vocabulary(seen)),
        "why not": repr([why_not(seen, [order]) for order in orders]),
        "forecast": repr(forecast(seen, orders)),
    }


def questions(view: View) -> Iterator[Order]:
    """Orders that ask about ships by name, islands and stores."""
    for ship in (*list(view.ships)[:1], ShipName("Nobody")):
        for other in ASKED:
            yield Sail(ship=ship, to=(Location(other),))
            yield Tow(ship=ship, target=other, to=Location(ISLES[0]))
            yield Rebuild(ship=ship, target=other, structure="10E")
            yield Build(ship=ship, name=other, structure="5E5B?")
        for isle in map(IslandName, ISLES):
            yield Carry(ship=ship, units=3, product="E", source=isle, destination=isle)
            yield Disband(ship=ship, at=isle)
        yield Continue(ship=ship)


def leaks(played: Played, role: Role, random: Random) -> tuple[str, ...]:
    """The rows and channels through which this player learns what he may not know."""
    past = played.past[role]
    before = told(played.turn, role, past)
    found = []
    for row, mutation in MUTATIONS.items():
        after = told(mutation(played.turn, role, random), role, past)
        found += [f"{row}: {channel}" for channel in before if before[channel] != after[channel]]
    return tuple(found)
