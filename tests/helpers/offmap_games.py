"""Whole games of off-map raids between bots, under options drawn by lot."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from random import Random
from typing import Any, NamedTuple

from engine.core.dice import FairDice
from engine.core.ruleset import Json, Role, Turn
from engine.offmap import scenario, setup, turn
from engine.offmap.bots import bold
from engine.offmap.knowledge import view
from engine.offmap.orders import Order
from engine.offmap.state import State

PACT, REACH = Role("pact"), Role("reach")
SIDES = (PACT, REACH)
Orders = Mapping[Role, Sequence[Order]]

DEEPS: dict[str, Any] = tomllib.loads(
    resources.files("engine.offmap.scenarios").joinpath("deeps.toml").read_text(encoding="utf-8")
)
"""The sample scenario."""

CHOICES: Mapping[str, tuple[Json, ...]] = {
    "zones": ("none", "none", "near_far", "seven"),
    "intel": ("open", "fixed"),
    "reveal": ("initial", "initial", "all"),
    "objective_secret": (False, True),
    "guards": (False, True),
    "shelter": (False, True),
    "excuse": ("none", "reserve", "waiting"),
    "defence": ("divided", "divided", "divided", "chosen"),
    "battle": ("report", "quick"),
    "designate": ("ask", "ask", "default"),
    "reserve_joins": ("split", "near"),
    "carrier_groups": ("break", "break", "unit"),
    "oversize": ("void", "trim"),
    "sequence": ("one-sided", "alternating"),
    "cost_ep": (1,),
    "turns": (3,),
}


class Played(NamedTuple):
    """A stage with what it was made of."""

    before: State
    orders: Orders
    seed: bytes
    turn: Turn[State]


def two_areas() -> dict[str, Any]:
    """The sample with an area of the other side too, so that both can raid."""
    area = {"name": "the Hollows", "side": "pact", "survey_points": 9}
    ships = {"CA": ["Yarrow"], "DD": ["Zephyr", "Zinnia"], "PL": ["Yew"], "DK": ["Zander"]}
    places = {
        **DEEPS["place"],
        "Gate": {**DEEPS["place"]["Gate"], "entry": {"Deeps": 1, "Hollows": 1}},
    }
    return {
        **DEEPS,
        "area": {**DEEPS["area"], "Hollows": area},
        "place": places,
        "stack": [*DEEPS["stack"], {"side": "pact", "at": "Hollows", "ships": ships}],
    }


def begun(data: Json = DEEPS, **options: Json) -> State:
    """The position before turn 1."""
    read = scenario.read(data, options)
    assert isinstance(read, scenario.Scenario), read
    opened = setup.setup(read, (), FairDice(b"setup")).state
    return turn.adjudicate(opened, {}, FairDice(b"setup")).state


def random_game(seed: int) -> Iterator[Played]:
    """All stages of one game."""
    random = Random(f"game {seed}")
    options = {name: random.choice(among) for name, among in CHOICES.items()}
    data = two_areas() if options["sequence"] == "alternating" else DEEPS
    data = {**data, "side": {name: {**row, "ep": 9} for name, row in data["side"].items()}}
    state = begun(data, **options)
    while not state.over:
        stage = f"{seed}/{state.stage}".encode()
        dice = FairDice(stage)
        may = turn.stage(state).may
        orders = {role: bold(view(state, role), FairDice(stage + role.encode())) for role in may}
        played = turn.adjudicate(state, orders, dice)
        yield Played(state, orders, stage, played)
        state = played.state
