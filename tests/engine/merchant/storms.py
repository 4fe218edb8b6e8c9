"""Random worlds full of trouble: all missions, all options, crowded waters."""

from __future__ import annotations

import random
from typing import Any

from engine.core.ruleset import Role
from engine.merchant import saving
from engine.merchant.orders import Order
from engine.merchant.products import CODES
from engine.merchant.state import State
from tests.engine.merchant.fleet import island, order, ship

HULLS = (
    "AABBEEEEHHHHHHHHHHHR",
    "AABBYYYYYYYYYYYYYYYY",
    "BBEEEEEEGGGCCCCRRTT",
    "UUUUUUUUEEEETTTBBB",
    "AABBBEEEEEEEEGGCCCCR",
    "EEEEEEEEEERRBBBB",
    "BBBBEEEEEETTTTAAR",
    "AAAABBBBBGGGGGCCCCCR",
    "EEEEEEGCRHHHBB",
)
NAMES = [f"{a}{b}" for a in "BDFGKLMNPRST" for b in ("ane", "olt", "ury", "ink", "elm", "osk")]
ISLES = ("Home", "Mid", "Last", "Far", "Port", "Bay")


def storm(seed: int, ships: int = 14, crowd: float = 160.0) -> State:
    """Islands and ships within so many km of each other; some options are not as usual."""
    draw = random.Random(seed)
    places = draw.sample(
        [(x, y) for x in range(0, int(crowd), 9) for y in range(0, int(crowd), 9)], len(ISLES)
    )
    things: list[dict[str, Any]] = []
    for name, (x, y) in zip(ISLES, places, strict=True):
        stores = {code: draw.choice((0, 0, 1, 3, 8)) for code in CODES}
        things.append(
            island(name, 4000 + x, 4000 + y, draw.choice("?1AE"), draw.choice("?2GH"))
            | {"stores": stores}
        )
    fleet = []
    for name in draw.sample(NAMES, ships):
        where: tuple[Any, ...] = (
            (draw.choice(ISLES),) if draw.random() < 0.3 else _spot(draw, crowd)
        )
        owner = draw.choice(("Ann", "Ben", "Cat", "Dan", "Eve"))
        fuel = {"fuel": draw.choice((0, 0.01, 0.05))} if draw.random() < 0.2 else {}
        fleet.append(ship(name, owner, draw.choice(HULLS), *where, **fuel))
        if fuel and "E" not in fleet[-1]["structure"]:
            del fleet[-1]["fuel"]
    return saving.load(
        {
            "islands": things,
            "ships": fleet,
            "players": [
                {"name": n, "alliance": a, "dice": draw.choice(("magic", "normal"))}
                for n, a in zip(
                    ("Ann", "Ben", "Cat", "Dan", "Eve"),
                    ("Red", "Red", "Blue", "Blue", "Sun"),
                    strict=True,
                )
            ],
            "options": odd_options(draw),
        }
    )


def _spot(draw: random.Random, crowd: float) -> tuple[int, int]:
    most = 4000 + int(crowd)
    return draw.randint(4000, most), draw.randint(4000, most)


def odd_options(draw: random.Random) -> dict[str, Any]:
    choices: dict[str, tuple[Any, ...]] = {
        "firing": ("simultaneous", "in turn"),
        "midnight": ("daily", "once"),
        "visual_km": (0, 0, 6.0),
        "hold_fire": ("never", "ignore"),
        "carry_waits": (False, True),
        "sharing": ("equal", "by lot"),
        "sail_unloads": (False, True),
        "fractional_consumables": (True, False),
        "attack_backs_off": (True, False),
        "boarding": ("any", "unarmed"),
        "last_location": ("keep", "stop"),
        "magic_die": ("stratified", "accumulator"),
        "memory": ("off", "names"),
    }
    return {name: draw.choice(values) for name, values in choices.items() if draw.random() < 0.3}


def random_orders(state: State, seed: int) -> dict[Role, list[Order]]:
    """An order for most ships, of every mission."""
    draw = random.Random(seed)
    names = [str(name) for name in state.ships]
    given: dict[Role, list[Order]] = {role: [] for role in state.players}
    for each in state.ships.values():
        if draw.random() < 0.85:
            given[each.owner].append(order(_line(draw, state, each.name, names)))
    return given


def _line(draw: random.Random, state: State, name: str, names: list[str]) -> str:
    grid = f"{draw.randint(3980, 4180):04d}E{draw.randint(3980, 4180):04d}N"
    other = draw.choice([n for n in names if n != name] or ["Nobody"])
    source, target = draw.choice(ISLES), draw.choice(ISLES)
    option = draw.choice(("", ", ignore", ", attack", ", attack", ", shadow", ", avoid"))
    line = draw.choice(
        (
            f"sail to {draw.choice(ISLES)}",
            f"sail to {grid} then {draw.choice(ISLES)}",
            f"sail to {other}",
            f"sail to {other} then {grid}",
            f"carry {draw.randint(0, 9)} {draw.choice(CODES)} from {source} to {target}",
            f"carry all {draw.choice(CODES)} from {source} to {target}",
            f"disband at {draw.choice(ISLES)}" if draw.random() < 0.3 else f"sail to {grid}",
            f"tow {other} to {draw.choice((ISLES[0], grid, other))}",
            "hold",
            "continue",
            f"rebuild {other} with 3E4B3H2A",
            "build Newcomer with 3E4B3?2H",
            f"unload at {draw.choice(ISLES)}",
        )
    )
    return f"{name} {line}{option}"
