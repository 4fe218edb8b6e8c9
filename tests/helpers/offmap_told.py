"""All that one side is given after a stage of off-map raids, as text by channel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import msgspec

from engine.core.ruleset import Role, Turn
from engine.offmap import sheet as sheets
from engine.offmap.checks import verbs, why_not
from engine.offmap.forecast import forecast
from engine.offmap.form import form
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.knowledge import view, vocabulary
from engine.offmap.orders import (
    Assign,
    Commit,
    Excuse,
    Guard,
    Move,
    Near,
    Order,
    Raid,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
    verb,
)
from engine.offmap.state import SURVEY, State
from engine.offmap.view import View
from tests.helpers.offmap_games import DEEPS
from tests.helpers.offmap_hidden import MUTATIONS

NAMES = tuple(
    UnitName(name)
    for stack in DEEPS["stack"]
    for ships in stack["ships"].values()
    for name in ships[:2]
)
"""Units of all kinds, wherever they are now."""

Telling = Callable[[Turn[State], Role], Mapping[str, str]]


def told(turn: Turn[State], role: Role) -> Mapping[str, str]:
    """Everything that this side is given; the sheet has one before it, of which its cards tell."""
    seen = view(turn.state, role)
    orders = tuple(questions(seen))
    before = sheets.sheet(turn, role, ())
    sheet = sheets.sheet(turn, role, (before,) if before else ())
    assert sheet is None or sheet.cards
    return {
        "sheet": repr(sheet),
        "facts": msgspec.json.encode(dict(sheet.facts) if sheet else {}).decode(),
        "form": repr(form(seen, orders)),
        "vocabulary": repr(vocabulary(seen)),
        "why not": repr([why_not(seen, [order]) for order in orders]),
        "forecast": repr(forecast(seen, orders)),
    }


def questions(view: View) -> Iterator[Order]:
    """Orders that ask about every unit, and about some as objectives, existing or not."""
    may = verbs(view)
    yield from (order for order in _questions(view) if verb(order) in may)


def _questions(view: View) -> Iterator[Order]:
    own = tuple(unit.name for unit in view.own_units)
    for area in ("Deeps", "Hollows"):
        for objective in ("Gannet", "Wagons", "Bastion", "Plumb", "Ghost", SURVEY):
            yield Raid(AreaName(area), own[:4], objective=objective)
        yield Raid(AreaName(area), "all", from_=PlaceName("Ford"), sub=3, avoid=(1, 2))
    yield Move((*NAMES, UnitName("Ghost")), PlaceName("Ford"))
    yield Shift(NAMES, "far")
    yield React(NAMES)
    yield React("all")
    yield Near((1,))
    yield Excuse(NAMES)
    yield Guard(UnitName("Bastion"), NAMES)
    yield Shelter(NAMES, UnitName("Bastion"))
    yield Assign(NAMES, 3)
    yield Report(crippled=(*NAMES, UnitName("Ghost")), survey_lost=3)
    yield Commit("near")
    yield Retrograde(PlaceName("Kest"), NAMES)


def leaks(turn: Turn[State], role: Role, random: Random, tell: Telling = told) -> tuple[str, ...]:
    """The rows and channels through which this side learns what it may not know."""
    before = tell(turn, role)
    found = []
    for row, mutation in MUTATIONS.items():
        after = tell(mutation(turn, role, random), role)
        found += [f"{row}: {channel}" for channel in before if before[channel] != after[channel]]
    return tuple(found)
