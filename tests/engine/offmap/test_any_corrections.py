"""Whatever the Gamesmaster corrects, and when, the game goes on (OFF-3.12)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.core.dice import FairDice
from engine.core.ruleset import GmEdit, Turn
from engine.offmap import saving
from engine.offmap.amend import FIELDS, TABLES, amend
from engine.offmap.bots import bold
from engine.offmap.knowledge import view
from engine.offmap.sheet import sheet
from engine.offmap.state import State
from engine.offmap.turn import adjudicate, stage
from tests.helpers import soak
from tests.helpers.offmap_games import CHOICES, SIDES, begun


@soak.each_seed(3, 8)
def test_any_corrections_can_be_made(seed: int) -> None:
    random = Random(seed)
    state = begun(**{name: random.choice(among) for name, among in CHOICES.items()})
    made = 0
    while not stage(state).over:
        for edit in corrections(random, state):
            corrected = amend(state, edit)
            if isinstance(corrected, Turn):
                state, made = corrected.state, made + 1
        dice = FairDice(f"{seed}/{state.stage}".encode())
        orders = {role: bold(view(state, role), dice) for role in stage(state).may}
        turn = adjudicate(state, orders, dice)
        assert saving.load(saving.dump(turn.state)) == turn.state
        for role in SIDES:
            sheet(turn, role, ())
        state = turn.state
    assert made


def corrections(random: Random, state: State) -> Iterator[GmEdit]:
    """Of every kind of thing: most take units off the board or put them elsewhere."""
    for _ in range(random.randrange(6)):
        kind = random.choice(["unit", *FIELDS])
        rows: dict[str, Any] = getattr(state, TABLES[kind])
        if rows:
            fields = (*FIELDS[kind], *(("remove", "destroy", "at") if kind == "unit" else ()))
            path = (kind, random.choice(list(rows)), random.choice(fields), "Deeps")
            parts = path[: random.choice((3, 3, 3, 4))]
            yield GmEdit("/".join(parts), random.choice(values(random, state)), "a test")


def values(random: Random, state: State) -> list[Any]:
    one, two = random.choice(list(state.units)), random.choice(list(state.units))
    return [
        True, False, None, -1, 0, 3, "", [], {}, [1, 4], "near", "far", "pact", "reach", "DD", "SV",
        "G1", "none", {"Deeps": 1}, {"Ford": 2}, {one: 1}, *state.places, *state.areas,
        f"crippled {one}; destroyed {two}", {"destroyed": [one]}, {"survey_lost": -5},
        {"guards": {one: [two]}, "shelters": {two: one}, "assigned": {one: 3}},
    ]  # fmt: skip
