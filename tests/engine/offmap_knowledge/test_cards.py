"""Cards of areas, places, units and raids, and what forms offer to tick."""

from __future__ import annotations

from engine.core.form import Pick
from engine.core.ruleset import Json, Role, Turn
from engine.core.scene import Disc, Label, Polygon
from engine.core.sheet import Figure, Sheet
from engine.offmap.form import form
from engine.offmap.ids import UnitName
from engine.offmap.knowledge import view
from engine.offmap.orders import Guard, Order
from engine.offmap.sheet import sheet
from engine.offmap.state import State
from tests.helpers.offmap_games import PACT, REACH, begun, random_game
from tests.helpers.offmap_tellings import TEN, declared, raid, resolved, run, to_ford
from tests.helpers.tellings import card


def told(turn: Turn[State], role: Role, *past: Sheet) -> Sheet:
    made = sheet(turn, role, past)
    assert made is not None
    return made


def start(**options: Json) -> Turn[State]:
    return Turn(0, begun(**options), (), {})


def ticks(state: State, role: Role, subject: str, *standing: Order) -> dict[str, list[str]]:
    """By draft those that can be ticked as long as no other move is written."""
    (line,) = (each for each in form(view(state, role), standing).lines if each.subject == subject)
    return {
        draft.label: [each.value for each in slot.options if slot.at in ("", each.at)]
        for draft in line.drafts
        for slot in draft.slots
        if isinstance(slot, Pick) and slot.several
    }


# --------------------------------------------------------------------- cards


def test_a_unit_tells_class_factors_and_where_it_can_go() -> None:
    said = card(told(start(), PACT), "unit/Anvil")
    assert said.startswith("Dreadnought, at Rim.\nPower 12, crippled 6.\nCommand 10, 6 movement")
    assert "Ford | 1\nthe Vael Deeps | 1\nKest | 2" in said


def test_places_in_reach_are_ringed_with_their_points() -> None:
    (found,) = (each for each in told(start(), PACT).cards if each.key == "unit/Anvil")
    points = [shape.text for shape in found.overlay if isinstance(shape, Label)]
    assert sorted(points) == ["1", "1", "2"]


def test_of_the_other_side_no_reach_is_drawn() -> None:
    made = told(start(), PACT)
    assert not [each for each in made.cards if "other side" in each.group and each.overlay]
    assert "It can go to" not in card(made, "unit/Elm")


def test_a_place_tells_whom_it_supplies_and_the_ways_from_it() -> None:
    said = card(told(start(), PACT), "place/Gate")
    assert said.startswith("Supplies Vael Reach.\n# Their units")
    assert "the Vael Deeps | 1\nCitadel | 3" in said


def test_an_area_tells_its_raids_and_what_came_of_them() -> None:
    before = told(declared(battle="quick"), PACT)
    said = card(told(resolved(battle="quick"), PACT, before), "area/Deeps")
    assert "Raids by target: Wagons 1." in said
    assert "# Raids so far" in said
    assert "1 | Wagons | Not reached." in said


def test_plans_stand_on_the_card_of_their_owner_alone() -> None:
    guard = Guard(UnitName("Hearth"), (UnitName("Halberd"),))
    one = run(begun(guards=True), reach=[guard], pact=[to_ford(), raid()])
    assert "guard Hearth with Halberd" in card(told(one, REACH), "area/Deeps")
    assert "Guards Hearth." in card(told(one, REACH), "unit/Halberd")
    result = run(run(one.state).state)
    assert "uard" not in card(told(result, PACT), "area/Deeps")


def test_a_raid_under_way_has_its_card() -> None:
    said = card(told(declared(), REACH), "raid/Deeps")
    assert "Orrin Pact from Ford with 10 ships" in said


def test_signs_on_the_map_open_cards_that_there_are() -> None:
    made = told(declared(), REACH)
    (map_,) = (block for block in made.blocks if isinstance(block, Figure))
    signs = [shape for shape in map_.scene.shapes if isinstance(shape, Disc | Polygon)]
    things = {shape.thing for shape in signs if shape.thing}
    assert {"area/Deeps", "place/Rim", "raid/Deeps"} <= things
    assert things <= {each.key for each in made.cards}


def test_points_and_losses_are_charted_once_there_are_two_turns() -> None:
    past: list[Sheet] = []
    for played in random_game(3):
        if made := sheet(played.turn, PACT, past):
            past.append(made)
    captions = [block.caption for block in past[-1].annex if isinstance(block, Figure)]
    assert [caption.partition(":")[0] for caption in captions] == ["Points", "Units lost"]
    assert not past[0].annex


# --------------------------------------------------------------------- drafts


def test_those_can_raid_who_are_not_too_slow() -> None:
    able = ticks(begun(), PACT, "raid into Deeps")["raid from Rim"]
    assert {"Anvil", "Quill"} <= set(able)
    assert "Ingot" not in able


def test_they_raid_from_where_their_moves_bring_them() -> None:
    able = ticks(begun(), PACT, "raid into Deeps", to_ford())
    assert able["raid from Ford"] == TEN.split()
    assert "Bellows" not in able["raid from Rim"]


def test_whoever_can_get_there_in_time_is_kept_ready_for_the_page() -> None:
    (line, *_) = form(view(begun(), PACT), ()).lines
    (ships,) = (draft.slots[0] for draft in line.drafts if draft.label == "raid from Ford")
    assert isinstance(ships, Pick)
    assert {option.value for option in ships.options} >= {"Bellows", "Yoke"}
    assert {option.at for option in ships.options} == {"Rim", "Kest"}


def test_ships_move_together_from_where_they_are() -> None:
    able = ticks(begun(), PACT, "move")
    assert able["move from Kest"] == ["Yoke", "Zinc"]
    assert "Ingot" in able["move from Rim"]


def test_those_can_react_who_are_next_to_the_area_or_in_reserve() -> None:
    able = ticks(declared().state, REACH, "react")
    assert able == {"these ships react": ["Elm", "Fir", "Ibis", "Jay", "Kite", "Lance", "Sorrel"]}


def test_docks_and_cripples_can_shelter() -> None:
    able = ticks(begun(shelter=True), REACH, "shelter")
    assert able["shelter at Bastion"] == ["Cradle", "Rook"]


def test_only_who_took_part_can_be_reported() -> None:
    able = ticks(resolved().state, REACH, "report")
    assert "Anvil" not in able["crippled"]
    assert "Bellows" in able["destroyed"]
    assert "devastated" not in able


def test_the_ships_of_a_raid_can_go_home_to_other_places() -> None:
    assert ticks(begun(), PACT, "retrograde") == {}
    able = ticks(begun(), PACT, "retrograde", to_ford(), raid())
    assert set(able) == {"these go to Ford", "these go to Kest"}
    assert "Bellows" in able["these go to Kest"]
