"""The worked cases: every figure in them was derived by hand from the rules."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.ruleset import BadPosition, Role
from engine.offmap import saving
from engine.offmap.checks import why_not
from engine.offmap.declaring import declare
from engine.offmap.division import Ship, carrier_groups, divide
from engine.offmap.force import points_of, size_of
from engine.offmap.groups import initial_force, near_force, usable
from engine.offmap.ids import ClassName, PlaceName, UnitName
from engine.offmap.objective import FACES, category, modifiers, reached, winning_faces
from engine.offmap.options import Options
from engine.offmap.phases import Phase
from engine.offmap.quick import Line, clash
from engine.offmap.seeing import everything
from engine.offmap.state import Near, Place, ShipClass, State, Unit
from engine.offmap.turn import adjudicate
from tests.engine.offmap.deeps import (
    DEEPS,
    PACT,
    REACH,
    Faces,
    deeps,
    orders,
    raid,
    raided,
    run,
    slips,
    unit,
    until,
)

Case = dict[str, Any]
FILE: Case = json.loads(
    (Path(__file__).parents[2] / "cases" / "offmap.json").read_text(encoding="utf-8")
)
CLASSES = {
    ClassName(name): msgspec.convert({**row, "id": name}, ShipClass)
    for name, row in FILE["classes"].items()
}
BY_ID: Mapping[str, Case] = {case["id"]: case for case in FILE["cases"]}


def cases(*topics: str, ids: str = "") -> list[Any]:
    return [
        pytest.param(case["options"], case["given"], case["expect"], id=case["id"])
        for case in FILE["cases"]
        if case["topic"] in topics and case["id"].startswith(ids)
    ]


def only(*ids: str) -> list[Any]:
    found = [BY_ID[one] for one in ids if one in BY_ID]
    return [pytest.param(c["options"], c["given"], c["expect"], id=c["id"]) for c in found]


def options(told: Case) -> Options:
    return msgspec.convert(told, Options)


def ships(given: Case) -> list[Ship]:
    rows = given.get("ships") or given["everything_in_the_area"]
    return [_ship(row) for row in rows if CLASSES[row["class"]].kind == "warship"]


def _ship(row: Case) -> Ship:
    kind, crippled = CLASSES[row["class"]], row.get("crippled", False)
    power = kind.crippled_power if crippled else kind.power
    carrier = "carrier" in kind.tags
    return Ship(row["id"], row["class"], power, crippled, row.get("group", ""), carrier)


def test_all_cases_are_run() -> None:
    assert len(FILE["cases"]) == FILE["count"]
    tested = {
        "force", "movement", "objective", "probability", "split", "groups", "reaction", "zones",
        "seven", "options", "language", "validation", "turn", "quick",
    }  # fmt: skip
    assert {case["topic"] for case in FILE["cases"]} == tested


@pytest.mark.parametrize(("told", "given", "expect"), cases("force"))
def test_force(told: Case, given: Case, expect: Case) -> None:
    state = deeps(**told)
    force = [unit(state, name) for name in given["force"]]
    size = size_of(
        force,
        UnitName(given["flagship"]),
        state.classes,
        state.options,
        command_point=given["command_point"],
    )
    assert (size.legal, size.flagship, size.size) == (
        expect["legal"],
        expect["flagship"],
        expect["size"],
    )
    assert (size.free, size.counted, size.limit, size.largest) == (
        expect["free_slots_used"],
        expect["counted"],
        expect["counted_limit"],
        expect["max_size_of_this_make_up"],
    )


@pytest.mark.parametrize(("told", "given", "expect"), cases("movement"))
def test_movement(told: Case, given: Case, expect: Case) -> None:
    places = {
        PlaceName(name): msgspec.convert({**row, "id": name}, Place)
        for name, row in given["places"].items()
    }
    kinds = {ClassName(f"m{n}"): _moving(n) for n in set(given["movement_ratings"].values())}
    force = [
        Unit(
            UnitName(name),
            ClassName(f"m{rating}"),
            Role(given["side"]),
            given["launch_from"],
            spent=given["already_moved"].get(name, 0),
        )
        for name, rating in given["movement_ratings"].items()
    ]
    launch = PlaceName(given["launch_from"])
    points = points_of(force, kinds, places, Role(given["side"]), launch, given["area"])
    error = "E-SUPPLY" if not points.in_supply else "E-MP" if points.late else None
    assert (points.node, error) == (expect["node_distance"], expect.get("error"))
    if "left" in expect:
        assert points.left == expect["left"]
    if "remaining" in expect:
        assert points.remaining == expect["remaining"]


def _moving(rating: int) -> ShipClass:
    return ShipClass(ClassName(f"m{rating}"), "ship", "warship", 1, 1, 1, rating)


@pytest.mark.parametrize(("told", "given", "expect"), cases("objective"))
def test_objective(told: Case, given: Case, expect: Case) -> None:
    rules = options(told)
    if "target" in given:
        row = given["target"]
        target = Unit(row["id"], row["cls"], REACH, "Deeps", row["crippled"])
        target = msgspec.structs.replace(target, capital=row["capital"])
        assert category(target, CLASSES[row["cls"]]) == given["objective_category"]
    lines = modifiers(
        rules,
        given["objective_category"],
        given["remaining_mp"],
        given["previous_raids_on_target"],
    )
    modifier = sum(number for _, number in lines)
    assert modifier == expect["modifier"]
    assert winning_faces(rules, modifier) == expect["winning_faces"]
    assert Fraction(winning_faces(rules, modifier), 6) == Fraction(expect["probability"])
    for die, told_of in expect["by_die"].items():
        assert int(die) + modifier == told_of["total"]
        assert reached(rules, int(die), modifier) == told_of["reached"]


@pytest.mark.parametrize(("told", "given", "expect"), only("P-01", "P-06"))
def test_probability_of_the_objective(told: Case, given: Case, expect: Case) -> None:
    lines = modifiers(options(told), given["objective"], given["remaining_mp"], 0)
    wins = winning_faces(options(told), sum(number for _, number in lines))
    if "force" in given:
        met = sum(initial_force(die) == given["force"] for die in FACES)
        assert Fraction(wins * met, 36) == Fraction(expect["probability"])
    else:
        assert Fraction(6 - wins, 6) == Fraction(expect["probability"])


@pytest.mark.parametrize(("told", "given", "expect"), only("P-08", "P-09", "P-11"))
def test_probability_of_a_search(told: Case, given: Case, expect: Case) -> None:
    """The starbase lies in sub-area 4: over all ways in which the dice may fall."""
    avoids = given["avoid"] != []
    base, searches = 4, given["searches"]

    def found(known: tuple[int, ...], left: int) -> Fraction:
        if not left:
            return Fraction(0)
        total = Fraction(0)
        free = [face for face in FACES if face not in known]
        for face in free:
            dice = Faces(search=[*known, face])
            sub = _search(known, dice)
            after = (*known, sub) if avoids else ()
            total += Fraction(1) if sub == base else found(after, left - 1)
        return total / len(free)

    assert found((), searches) == Fraction(expect["probability"])


def _search(known: tuple[int, ...], dice: Faces) -> int:
    state = deeps(zones="seven")
    area = msgspec.structs.replace(state.areas[DEEPS], found=frozenset(known))
    state = msgspec.structs.replace(state, areas={DEEPS: area})
    avoid = f" avoid {' '.join(map(str, known))}" if known else ""
    return raid(raided(state, f"raid Deeps from Rim with Anvil{avoid}", dice=dice)).sub


@pytest.mark.parametrize(("told", "given", "expect"), cases("split"))
def test_split(told: Case, given: Case, expect: Case) -> None:
    fleet = ships(given)
    by_name = {ship.name: ship for ship in fleet}
    forces = divide(fleet)
    assert [len(force) for force in forces] == expect["sizes"]
    for number, force in enumerate(forces, 1):
        members = [by_name[name] for name in force]
        marks = Counter(ship.type + "*" * ship.crippled for ship in members)
        assert marks == expect["class_counts"][str(number)]
        assert sum(ship.power for ship in members) == expect["power"][str(number)]
        assert list(force) == expect["forces"][str(number)]
    where = {name: number for number, force in enumerate(forces) for name in force}
    groups = [[where[ship.name] for ship in group] for group in carrier_groups(fleet).values()]
    assert len(groups) == expect["carrier_groups"]
    assert sum(len(set(group)) == 1 for group in groups) == expect["intact_carrier_groups"]
    led = sum(member == group[0] for group in groups for member in group[1:])
    assert led == expect["members_with_their_lead"]
    rows = given.get("everything_in_the_area", ())
    left = sorted(row["id"] for row in rows if row["id"] not in by_name)
    assert left == expect.get("not_divided", left)


@pytest.mark.parametrize(("told", "given", "expect"), only("G-04", "G-06"))
def test_groups(told: Case, given: Case, expect: Case) -> None:
    fleet = {ship.name: ship for ship in ships(given)}
    forces = divide(tuple(fleet.values()))
    powers = [sum(fleet[name].power for name in force) for force in forces]
    initial = initial_force(given["group_die"])
    order = msgspec.convert({"verb": "near", "order": given["near_order"]}, Near)
    near = near_force(order, initial, powers, [len(force) for force in forces])
    assert (initial, near, 6 - initial - near) == (
        expect["initial"],
        expect["near"],
        expect["far"],
    )
    assert usable(order, initial) == ("warning" not in expect)


@pytest.mark.parametrize(("told", "given", "expect"), only("G-09", "G-10"))
def test_rounds(told: Case, given: Case, expect: Case) -> None:
    """The sample fleet is that of the scenario."""
    die = 3 if given["reached"] else 1
    dice = Faces(objective=die, group=given["group_die"])
    order = f"raid Deeps from Rim with Anvil objective {given['objective']}"
    near = f"near {given['near_order']}" if "near_order" in given else ""
    assert_rounds(until(raided(deeps(**told), order, near, dice), Phase.BATTLE), expect)


def assert_rounds(state: State, expect: Case) -> None:
    told = raid(state)
    first = sorted({*told.forces[told.initial - 1], *told.with_objective})
    assert first == expect["round_1"]
    if "round_2_adds" in expect:
        assert list(told.forces[told.near - 1]) == expect["round_2_adds"]
        assert list(told.forces[told.far - 1]) == expect["round_3_adds"]
    if "objective_may_be_included" in expect:
        assert told.reached == expect["objective_may_be_included"]
    if "objective_must_be_included" in expect:
        assert told.reached
        assert told.objective in first
    if "survey_ships_with" in expect:
        assert expect["survey_ships_with"] == "far"
        assert told.survey_ships == ("Plumb", "Sextant")


@pytest.mark.parametrize(("told", "given", "expect"), cases("reaction"))
def test_reaction(told: Case, given: Case, expect: Case) -> None:
    declared = run(deeps(given.get("change", ""), **told), pact=RAID).state
    turn = run(declared, reach=given["orders"])
    assert sorted(raid(turn.state).reacting) == expect["joins"]
    said = why_not(everything(declared, REACH), orders(given["orders"]))
    assert [list(slip) for slip in slips(said)] == expect.get("errors", [])
    if "divided" in expect:
        assert sum(raid(turn.state).sizes) == expect["divided"]
    assert list(raid(turn.state).sizes) == expect.get("sizes", list(raid(turn.state).sizes))


RAID = "raid Deeps from Rim with Anvil objective Bastion"


@pytest.mark.parametrize(("told", "given", "expect"), only("Z-01"))
def test_far_zone(told: Case, given: Case, expect: Case) -> None:
    what = given["unit"]
    state = deeps(f'{what["id"]}.zone = "{what["zone"]}"', **told)
    turn = run(state, pact=f"raid Deeps from Rim with Anvil objective {what['id']}")
    assert [problem.code for problem in turn.problems[PACT]] == [expect["error"]]
    assert not turn.state.raids


@pytest.mark.parametrize(("told", "given", "expect"), only("Z-05"))
def test_survey_ships_can_come_near(told: Case, given: Case, expect: Case) -> None:
    state = deeps(**told)
    assert unit(state, "Plumb").zone == "far"
    turn = run(state, reach=given["orders"][0])
    assert (REACH in turn.problems) != expect["accepted"]
    assert unit(until_turn(turn.state, 2), "Plumb").zone == "near"


def until_turn(state: State, turn: int) -> State:
    while state.turn < turn:
        state = run(state).state
    return state


@pytest.mark.parametrize(("told", "given", "expect"), only("Z-06"))
def test_a_cripple_loses_a_turn_each_way(told: Case, given: Case, expect: Case) -> None:
    """It is where the dock is from the end of a turn on, and back at the end of another."""
    state = deeps(f'Cradle.zone = "{given["dock_zone"]}"', **told)
    lost = 0
    for zone, asked in (("far", "turns_lost_reaching"), ("near", "turns_lost_returning")):
        before = state.turn
        state = until_turn(run(state, reach=f"shift Rook to {zone}").state, before + 1)
        assert unit(state, "Rook").zone == zone
        assert state.turn - before == expect[asked]
        lost += state.turn - before
    assert lost == expect["total"]


@pytest.mark.parametrize(("told", "given", "expect"), only("N-05", "N-06", "N-07", "N-11"))
def test_searches(told: Case, given: Case, expect: Case) -> None:
    state = deeps(**told)
    known = msgspec.structs.replace(state.areas[DEEPS], found=frozenset(given["known"]))
    state = msgspec.structs.replace(state, areas={DEEPS: known})
    avoid = " ".join(map(str, given.get("avoid", ())))
    order = given.get("order", f"raid Deeps from Rim with Anvil search avoid {avoid}")
    turn = run(state, pact=order)
    if "error" in expect:
        assert [problem.code for problem in turn.problems[PACT]] == [expect["error"]]
        return
    dice = Faces(search=given.get("dice", ()))
    after = run(turn.state, dice).state
    assert raid(after).sub == expect["found"]
    assert len(raid(after).search_dice) == expect["rolls_used"]
    if "known_after" in expect:
        assert sorted(after.areas[DEEPS].found) == expect["known_after"]


@pytest.mark.parametrize(("told", "given", "expect"), only("N-15"))
def test_survey_zone_is_safe(told: Case, given: Case, expect: Case) -> None:
    state, finds = deeps(**told), 0
    for face in given["search_faces"]:
        after = raided(state, "raid Deeps from Rim with Anvil", dice=Faces(search=face))
        finds += "Plumb" in raid(after).forces[0]
    assert finds == expect["faces_that_find_the_survey_zone"]


@pytest.mark.parametrize(("told", "given", "expect"), only("V-03"))
def test_shelter(told: Case, given: Case, expect: Case) -> None:
    ((name, at),) = given["shelter"].items()
    pact = f"raid Deeps from Rim with Anvil objective {given['objective']}"
    declared = run(deeps(**told), pact=pact, reach=f"shelter {name} at {at}").state
    after = raid(run(declared, Faces(objective=given["die"])).state)
    assert after.left == given["remaining_mp"]
    assert (after.modifier, after.reached) == (expect["modifier"], expect["reached"])
    assert list(after.with_objective) == expect["must_be_included"]


@pytest.mark.parametrize(("told", "given", "expect"), only("V-07"))
def test_admiral(told: Case, given: Case, expect: Case) -> None:
    names = ["Anvil", "Quill", "Sledge", "Tongs", "Vise"]
    state = deeps(**told)
    force = [unit(state, name) for name in names]
    assert state.classes[force[0].type].command == given["flagship_command"]
    for point in (False, True):
        size = size_of(force, force[0].name, state.classes, state.options, command_point=point)
        assert size.largest == expect[f"max_with{'' if point else 'out'}_command_point"]


@pytest.mark.parametrize(("told", "given", "expect"), only("V-08"))
def test_forces_that_never_join(told: Case, given: Case, expect: Case) -> None:
    state = deeps(battle="quick", **told)
    after = raided(state, f"{RAID} fight 3", "near strongest", Faces(group=given["group_die"]))
    fought = raid(run(after).state)
    assert fought.initial == 3
    initial = sum(state.classes[unit(state, name).type].power for name in fought.forces[2])
    crippled = 3  # Rook, a light cruiser of 6
    assert fought.rounds[0].defender_power == initial - crippled
    assert all(each.defender_power <= initial for each in fought.rounds)


@pytest.mark.parametrize(("told", "given", "expect"), cases("language"))
def test_orders_are_stored_as_read(told: Case, given: Case, expect: Case) -> None:
    """The values; that the lines are read so is the grammar's matter."""
    for row in expect["orders"]:
        (order,) = saving.load_orders([row])
        assert saving.dump_orders((order,)) == [row]


@pytest.mark.parametrize(
    ("told", "given", "expect"), [case for case in cases("validation") if case.id != "E-23"]
)
def test_validation(told: Case, given: Case, expect: Case) -> None:
    state = deeps(given.get("change", ""), **told)
    role = Role(given["sender"])
    view = everything(state, role)
    ordered = orders(given["body"])
    said = why_not(view, ordered)
    errors = [slip for slip in slips(said) if slip[0].startswith("E-")]
    assert [list(slip) for slip in errors] == expect.get("errors", [])
    warnings = [problem.code for problem in said if problem.code.startswith("W-")]
    assert warnings == expect.get("warnings", [])
    raids = declare(view, ordered).raids
    assert len(raids) == expect.get("raids", int(expect.get("raid", True)))
    if "force" in expect:
        assert [each.name for each in raids[0].force] == expect["force"]
    if "flagship" in expect:
        assert raids[0].size.flagship == expect["flagship"]
    if "area" in expect:
        assert raids[0].area == expect["area"]
    if "ep_after" in expect:
        assert run(state, pact=given["body"]).state.sides[PACT].ep == expect["ep_after"]


def test_e_23_a_stranger_gives_no_orders() -> None:
    """Whose letter it is, is settled before the engine, which takes orders of sides alone."""
    stranger = Role(BY_ID["E-23"]["given"]["sender"])
    with pytest.raises(BadPosition, match="no side"):
        adjudicate(deeps(), {stranger: ()}, Faces())


def joined(text: str) -> str:
    """A raid's clauses on lines of their own, as one line."""
    return text.replace("\nobjective", " objective")


def played(case: Case) -> State:
    """The position when BATTLE opens, or after DECLARE if there is no raid."""
    given = case["given"]
    state = deeps(**case["options"])
    if "after" in given:
        state = until_turn(played(BY_ID[given["after"]]), given["turn"])
    dice = Faces(**given.get("dice", {}))
    declared = run(state, dice, joined(given["attacker_mail"])).state
    if not declared.raids:
        return declared
    return until(
        run(declared, dice, reach=given.get("defender_mail") or "").state, Phase.BATTLE, dice
    )


@pytest.mark.parametrize("name", ["W-01", "W-02", "W-04", "W-05"])
def test_turn(name: str) -> None:
    case = BY_ID[name]
    state, expect = played(case), case["expect"]
    assert state.sides[PACT].ep == expect.get("ep_pact", state.sides[PACT].ep)
    for key, number in expect.items():
        if key.startswith("previous_raids_on_"):
            target = key.removeprefix("previous_raids_on_").removesuffix("_after")
            assert state.areas[DEEPS].raids.get(target, 0) == number
    if not expect.get("raid", True):
        assert not state.raids
        return
    told = raid(state)
    assert (told.modifier, told.total) == (expect["modifier"], expect["total"])
    assert told.reached == expect["reached"]
    for key in ("initial", "near", "far"):
        assert getattr(told, key) == expect.get(key, getattr(told, key))
    assert told.left == expect.get("remaining_mp", told.left)
    assert len(told.force) == expect.get("size", len(told.force))
    if "forces" in expect:
        forces = {str(n): list(force) for n, force in enumerate(told.forces, 1)}
        assert forces == expect["forces"]
    if "round_1" in expect:
        assert_rounds(state, expect)


def test_no_dice_for_a_void_raid_w_04() -> None:
    case, dice = BY_ID["W-04"], Faces()
    state = run(deeps(), dice, case["given"]["attacker_mail"]).state
    until_turn(state, 2)
    assert len(dice.thrown) == case["expect"]["dice_rolled"]


@pytest.mark.parametrize("name", ["W-08", "W-10"])
def test_reports(name: str) -> None:
    case = BY_ID[name]
    given, expect = case["given"], case["expect"]
    state = played(BY_ID[given["after"]])
    state = run(state, pact=given["pact_mail"], reach=given["reach_mail"] or "").state
    assert (raid(state).result is not None) == expect["applied"]
    hurt = sorted(u.name for u in state.units.values() if u.crippled and not u.began_crippled)
    assert hurt == expect["crippled"]
    if "turn" in expect:
        after = run(state).state
        assert (after.phase, after.turn) == (expect["next_phase"].lower(), expect["turn"])
        raiders = {unit(after, name).at for name in raid(state).force}
        assert raiders == {expect["raiders_at"]}
        assert {unit(after, n).at for n in raid(state).reacting} == {expect["reacting_ships_at"]}


@pytest.mark.parametrize(("told", "given", "expect"), cases("quick"))
def test_quick(told: Case, given: Case, expect: Case) -> None:
    state = deeps(**told)
    attackers = Line([unit(state, name) for name in given["attackers"]], state.classes)
    there = [*given["initial_force"], *([given["objective"]] if given["reached"] else [])]
    defenders = Line([unit(state, name) for name in there], state.classes, given["objective"])
    for number, faces in enumerate(given["dice"], 1):
        if number == 2:
            defenders.units += [unit(state, name) for name in given["near"]]
        if number == 3:
            defenders.units += [unit(state, name) for name in given["far"]]
        fought = clash(attackers, defenders, number, (faces["attacker"], faces["defender"]))
        assert msgspec.json.decode(msgspec.json.encode(fought)) == expect["rounds"][number - 1]
