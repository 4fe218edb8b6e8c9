"""The worked cases: every figure in them was derived by hand from the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as change

from engine.core.dice import FairDice, QuickDice
from engine.core.ruleset import Cancel, Role
from engine.core.structure import BadStructure, expand
from engine.merchant import saving
from engine.merchant.checkpoints import refs
from engine.merchant.course import segments_to
from engine.merchant.damage import rupture
from engine.merchant.factories import scarcest
from engine.merchant.fit import cells, fit
from engine.merchant.gunnery import SHELLS_A_GUN
from engine.merchant.harbour import put_to_sea
from engine.merchant.magic import TORPEDO_HITS, Chance, Die, shell_hits
from engine.merchant.options import Options
from engine.merchant.orders import Order
from engine.merchant.products import CODES, FUEL_UNIT, MODULES
from engine.merchant.radar import ranges
from engine.merchant.rules import MERCHANT
from engine.merchant.scoring import settle
from engine.merchant.sharing import divide
from engine.merchant.shipyard import fashion
from engine.merchant.state import LARGEST, SEGMENTS, SMALLEST, AllianceName, Player, State
from engine.merchant.turn import checked
from engine.merchant.week import DAY
from grammar.merchant import MerchantGrammar
from tests.engine.merchant.fleet import island, ship, world

GRAMMAR = MerchantGrammar()
Case = dict[str, Any]
FOLDER = Path(__file__).parents[2] / "cases"
CASES: list[Case] = [
    case
    for name in ("merchant.json", "merchant-more.json")
    for case in json.loads((FOLDER / name).read_text(encoding="utf-8"))["cases"]
]


def named(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


@pytest.mark.parametrize("case", named("scenario"))
def test_scenario(case: Case) -> None:
    found = played(case["scenario"], [stop["after"] for stop in case["checkpoints"]])
    for stop in case["checkpoints"]:
        for expected in stop["expect"]:
            check(found[str(stop["after"])], expected)


def played(scenario: Case, stops: list[Any]) -> dict[str, Mapping[str, Any]]:
    """The position in figures at each checkpoint."""
    state = saving.load(scenario)
    found: dict[str, Mapping[str, Any]] = {}
    for turn in range(1, scenario["turns"] + 1):
        given: dict[Role, list[Order]] = {}
        for line in scenario["orders"]:
            if line["turn"] == turn:
                given.setdefault(line["player"], []).extend(read(state, **line))
        prefix = "" if turn == 1 else f"turn{turn}:"
        at = [
            int(str(s).removeprefix(prefix)) for s in stops if str(s).removeprefix(prefix).isdigit()
        ]
        dice = FairDice(f"{scenario['seed']}/{turn}".encode())
        result, positions = checked(state, given, dice, at)
        assert not result.problems
        state = result.state
        found |= {f"{prefix}{k}": position for k, position in positions.items()}
        found[f"{prefix}end_of_turn"] = refs(state, result.events)
    return found


def read(state: State, player: Role, text: str, **_turn: int) -> tuple[Order, ...]:
    """What the player's line orders, read as the service reads it."""
    parsed = GRAMMAR.parse(text, MERCHANT.vocabulary(MERCHANT.view(state, player)))
    assert parsed.orders, (text, parsed)
    return tuple(order for order in parsed.orders if not isinstance(order, Cancel))


def check(found: Mapping[str, Any], expected: Case) -> None:
    if expected["op"] == "multiset":
        assert sorted(found[ref] for ref in expected["refs"]) == sorted(expected["value"])
        return
    ref, value = expected["ref"], expected["value"]
    got = found.get(ref, False if ref.endswith(".exists") else None)
    if expected["op"] == "near":
        assert got == pytest.approx(value, abs=expected["tol"]), ref
    else:
        assert got == value, ref


@pytest.mark.parametrize("case", named("formula"))
def test_formula(case: Case) -> None:
    for each in case["checks"]:
        weigh(each, FUNCTIONS[each["function"]])


def weigh(each: Case, function: Callable[..., Any]) -> None:
    result: Any = each.get("result")
    if each["op"] == "range_for_all_seeds":
        low, high = result
        hits = [function(seed=seed, **each["args"]) for seed in range(each["seeds"])]
        assert low <= min(hits) <= max(hits) <= high
    elif each["op"] == "constraints":
        for seed in range(50):
            constrain(function(seed=seed, **each["args"]), each["args"]["stores"], result)
    elif each["op"] == "near":
        assert function(**each["args"]) == pytest.approx(result, abs=each["tol"])
    elif each["op"] == "sorted":
        assert sorted(function(**each["args"])) == sorted(result)
    else:
        assert function(**each["args"]) == result


def constrain(after: Mapping[str, float], before: Mapping[str, float], wanted: Case) -> None:
    if "sum_added" in wanted:
        assert sum(after.values()) - sum(before.values()) == wanted["sum_added"]
    for code, units in wanted.get("exact", {}).items():
        assert after[code] == units
    if "sorted_of" in wanted:
        codes, values = wanted["sorted_of"]
        assert sorted(after[code] for code in codes) == values
    for code in wanted.get("unchanged", ()):
        assert after[code] == before.get(code, 0)
    for code, units in wanted.get("at_least", {}).items():
        assert after[code] >= units
    if "sum_of" in wanted:
        codes, units = wanted["sum_of"]
        assert sum(after[code] for code in codes) == units


def general_factory(stores: dict[str, float], seed: int) -> dict[str, float]:
    made = scarcest(stores, CODES, QuickDice(seed), "factory")
    return {code: stores.get(code, 0) + made[code] for code in CODES}


def torpedo_salvos(structure: str) -> list[int]:
    left, salvos = fit(structure).torpedo_room, []
    while left:
        salvos.append(min(left, 3 * fit(structure).tubes))
        left -= salvos[-1]
    return salvos


def die_hits(kind: Any, p: float, n: int, prefix: list[float], seed: int) -> int:
    player = Player(Role("Ann"), AllianceName("Red"), dice=kind)
    die = Die(player, Options(), QuickDice(seed))
    for place, share in enumerate(prefix):
        die.hits(Chance(round(share * 1_000_000), 1_000_000), f"prefix {place}")
    chance = Chance(round(p * 1_000_000), 1_000_000)
    return sum(die.hits(chance, f"shot {place}") for place in range(n))


def apply_hits(structure: str, hits: list[int], **contents: Any) -> dict[str, Any]:
    hull = put_to_sea(world(ship("Ajax", "Ann", structure, 1, 1, **contents)), QuickDice(1)).hulls[
        0
    ]
    sunk = False
    for place in hits:
        if place <= len(hull.cells) and not hull.cells[place - 1].endswith("+"):
            rupture(hull, place - 1)
        sunk = sunk or hull.fit.sunk
    return {
        "structure": hull.structure,
        "fuel": hull.fuel / FUEL_UNIT,
        "ammo": hull.ammo,
        "torpedoes": hull.torpedoes,
        "cargo": hull.cargo and {"product": hull.cargo.product, "units": hull.cargo.units},
        "sunk": sunk,
    }


def built(stores: dict[str, float], structure: str) -> str | None:
    made = fashion(dict(stores), expand(structure, MODULES), QuickDice(1), "build")
    return made if len(made) >= SMALLEST else None


def expanded(text: str) -> str | None:
    try:
        signs = expand(text.replace(" ", ""), MODULES)
    except BadStructure:
        return None
    return signs if SMALLEST <= len(signs) <= LARGEST else None


def victory_points(visits: int, sunk: int, captures: int, owned: int) -> int:
    lands = [island(f"Isle{'abcdefghij'[n]}", 100, 100 + n) for n in range(visits)]
    fleet = [ship(f"Ship{'abcdefghij'[n]}", "Ann", "B" * 10, 5, 5) for n in range(owned)]
    state = world(*lands, *fleet)
    ann = change(
        state.players[Role("Ann")], visited=frozenset(state.islands), sunk=sunk, captures=captures
    )
    return change(state, players={**state.players, ann.name: ann}).points(ann.name)


def game_over(points: list[int]) -> bool:
    state = world()
    players = {
        name: change(player, sunk=sunk)
        for sunk, (name, player) in zip(points, state.players.items(), strict=False)
    }
    return settle(change(state, players=players))[0].over


def uboats_needed(radars: int, range_km: float) -> int:
    return next(u for u in range(99) if ranges(radars, u, Options())[0] <= range_km)


FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "module_count": lambda structure: len(cells(structure)),
    "speed_kmh": lambda structure: fit(structure).kmh,
    "step_km": lambda structure: fit(structure).step,
    "fuel_capacity_units": lambda structure: fit(structure).fuel_room / FUEL_UNIT,
    "ammo_capacity_shells": lambda structure: fit(structure).ammo_room,
    "torpedo_capacity": lambda structure: fit(structure).torpedo_room,
    "cargo_capacity_units": lambda structure: fit(structure).holds,
    "week_range_km": lambda structure: SEGMENTS * fit(structure).step,
    "radar_ranges_km": lambda radars, uboats: list(ranges(radars, uboats, Options())),
    "uboat_modules_needed": uboats_needed,
    "gun_hit_probability": lambda structure: _share(shell_hits(fit(structure).armour)),
    "torpedo_hit_probability": lambda **_: _share(TORPEDO_HITS),
    "gun_range_km": lambda structure: fit(structure).gun_range,
    "shells_per_segment": lambda structure: 5 * fit(structure).guns,
    "full_load_salvos": lambda structure: (
        fit(structure).ammo_room // (SHELLS_A_GUN * fit(structure).guns)
    ),
    "guns_effective": lambda structure, ammo: fit(structure).guns_reach(ammo) > 0,
    "torpedo_salvos_until_empty": torpedo_salvos,
    "apply_hits": apply_hits,
    "is_sunk": lambda structure: fit(structure).sunk,
    "can_build": lambda structure: fit(structure).can_build,
    "standoff_km": lambda structure, ammo, torpedoes: fit(structure).standoff(ammo, torpedoes),
    "fuel_units_per_week": lambda engines: SEGMENTS * fit("E" * engines).step / FUEL_UNIT,
    "endurance_segments": lambda structure: ceil(
        fit(structure).fuel_room / fit(structure).step - 1e-9
    ),
    "arrival_segment": lambda engines, distance_km: (
        0 if distance_km <= 0.1 else segments_to(distance_km, engines / 6)
    ),
    "divide_cargo": lambda stock, wants: divide(wants, stock, QuickDice(1), "load"),
    "build": built,
    "expand_structure": expanded,
    "general_factory": general_factory,
    "magic_die_hits": lambda **given: die_hits("magic", **given),
    "normal_die_hits": lambda **given: die_hits("normal", **given),
    "victory_points": victory_points,
    "game_over": game_over,
    "segments_per_turn": lambda: SEGMENTS,
    "midnight_before_segments": lambda: list(range(1, SEGMENTS, DAY)),
}


def _share(chance: Chance) -> float:
    return chance.good / chance.faces
