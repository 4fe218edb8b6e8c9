"""Cards: what is known of an island or a ship, and how it was (FEAT-T7)."""

from __future__ import annotations

import msgspec

from engine.core.ruleset import Role, Turn
from engine.core.scene import Disc, Label, Paint, Path
from engine.core.sheet import Card, Figure, Sheet
from engine.merchant.orders import ShipName
from engine.merchant.sheet import sheet
from engine.merchant.state import State, Sunk
from tests.engine.merchant.fleet import ANN, CAT, island, run, ship, world
from tests.helpers.tellings import card

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"


def sea(**options: object) -> State:
    return world(
        island("Home", 1000, 1000, "E", E=30),
        island("Near", 1000, 1100, "G", G=7),
        island("Far", 9000, 9000, "?"),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Slipway", "Ann", YARD, "Home"),
        ship("Hector", "Ben", CARGO, "Far"),
        ship("Prinz", "Cat", CARGO, 1000, 1040),
        **options,
    )


def told(turn: Turn[State], *past: Sheet, role: Role = ANN) -> Sheet:
    made = sheet(turn, role, past)
    assert made is not None
    return made


def one(made: Sheet, key: str) -> Card:
    (found,) = (each for each in made.cards if each.key == key)
    return found


def labels(made: Sheet, key: str) -> list[str]:
    return [shape.text for shape in one(made, key).overlay if isinstance(shape, Label)]


def test_an_island_tells_what_it_makes_what_is_there_and_who_could_come() -> None:
    said = card(told(run(sea())), "island/Near")
    assert said.startswith("Makes Gun. At 1000E1100N. You have not visited it.")
    assert "Stores: not known." in said
    assert "Argo | 100 km | day 1 12:30" in said
    assert "Slipway" not in said


def test_an_island_tells_how_its_stores_were() -> None:
    first = run(sea(), Ann=["Argo carry 5 E from Home to Near"])
    before = told(first)
    second = run(first.state, Ann=["Argo sail to 1000E1300N"])
    made = told(second, before)
    assert card(made, "island/Home").endswith("Turn | Stores | Made\n2 | 39E | 7E\n1 | 32E | 7E")
    assert "Stores in turn 2: 5E 14G." in card(made, "island/Near")


def test_ships_in_port_are_named_with_owner_and_structure() -> None:
    said = card(told(run(sea())), "island/Home")
    assert "Argo | you | 2A2B4E11HR" in said
    assert "Hector | Ben | 2A2B4E11HR" in card(told(run(sea())), "island/Far")


def test_an_own_ship_tells_what_she_can_do() -> None:
    said = card(told(run(sea(), Ann=["Argo carry 5 E from Home to Far, avoid"])), "ship/Argo")
    assert "8 km/h, 1344 km in a week." in said
    assert "Cargo: 5 Engine; room for 11." in said
    assert "CARRY 5 Engine Home -> Far" in said
    assert said.count("AVOID") == 1


def test_her_circles_have_their_figures() -> None:
    assert labels(told(run(sea())), "ship/Argo") == ["week 1344 km", "fuel 4000 km"]
    assert labels(told(run(sea())), "ship/Slipway") == []
    assert labels(told(run(sea())), "ship/Hector") == ["week 1344 km"]


def test_the_circle_of_a_week_is_drawn_to_scale() -> None:
    made = told(run(sea()))
    (chart,) = (block for block in made.blocks if isinstance(block, Figure))
    spots = {s.title[:4]: s.centre for s in chart.scene.shapes if isinstance(s, Disc)}
    hundred = spots["Home"][1] - spots["Near"][1]
    week, _ = (s for s in one(made, "ship/Argo").overlay if isinstance(s, Disc))
    assert abs(week.radius - 13.44 * hundred) < 1


def test_the_way_of_her_mission_is_drawn() -> None:
    made = told(run(sea(), Ann=["Argo sail to Far"]))
    (way,) = (s for s in one(made, "ship/Argo").overlay if isinstance(s, Path))
    assert way.paint is Paint.TRACK
    assert way.dashed


def test_a_mission_to_an_enemy_ship_draws_no_way() -> None:
    """Where she is is nobody's to tell (MER-19.4)."""
    made = told(run(sea(), Ann=["Argo sail to Prinz"], Cat=["Prinz sail to Far"]))
    assert not [s for s in one(made, "ship/Argo").overlay if isinstance(s, Path)]


def test_where_she_was_is_told_from_earlier_sheets() -> None:
    first = run(sea(), Ann=["Argo sail to Far"])
    before = told(first)
    second = run(first.state)
    said = card(told(second, before), "ship/Argo")
    assert "# So far" in said
    assert len([line for line in said.splitlines() if line.startswith(("1 |", "2 |"))]) == 2


def test_an_enemy_once_named_has_a_card_as_long_as_she_floats() -> None:
    first = run(sea())
    before = told(first)
    assert "Owner: Cat." in card(before, "ship/Prinz")
    away = run(first.state, Cat=["Prinz sail to 3000E3000N"])
    said = card(told(away, before), "ship/Prinz")
    assert "Last seen in turn 1 at 1000E1040N, analysed." in said
    assert "Structure in turn 1: 2A2B4E11HR." in said


def test_a_contact_without_a_name_has_a_card_of_its_label() -> None:
    state = world(
        island("Home", 1000, 1000, "E"),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Prinz", "Cat", CARGO, 1000, 1080),
    )
    made = told(run(state))
    assert "An enemy ship, detected at 1000E1080N." in card(made, "contact/C1")
    assert "Argo | 80 km" in card(made, "contact/C1")
    assert not [each for each in made.cards if each.key == "ship/Prinz"]


def test_signs_on_the_chart_open_cards_that_there_are() -> None:
    made = told(run(sea()))
    (chart,) = (block for block in made.blocks if isinstance(block, Figure))
    things = {s.thing for s in chart.scene.shapes if isinstance(s, Disc) and s.thing}
    assert {"island/Home", "ship/Prinz"} <= things
    assert things <= {each.key for each in made.cards}


def test_who_has_no_part_in_it_has_no_card_of_a_ship() -> None:
    keys = {each.key for each in told(run(sea()), role=CAT).cards}
    assert not {"ship/Hector", "contact/C3"} & keys


def test_points_are_charted_turn_by_turn() -> None:
    first = run(sea(), Ann=["Argo sail to Near"])
    made = told(run(first.state), told(first))
    captions = [block.caption for block in made.annex if isinstance(block, Figure)]
    assert captions[0].startswith("Victory points: ")


def test_where_points_are_secret_only_the_own_line_is_drawn() -> None:
    first = run(sea(public_scores=False), Ann=["Argo sail to Near"])
    made = told(run(first.state), told(first))
    figure = next(block for block in made.annex if isinstance(block, Figure))
    assert "Ann" in figure.caption
    assert "Cat" not in figure.caption


def test_losses_are_charted_where_sinkings_are_public_alone() -> None:
    def charts(*, public: bool) -> str:
        state = msgspec.structs.replace(sea(public_sinkings=public), sunk=(LOSS,))
        first = run(state)
        made = told(run(first.state), told(first))
        return " ".join(block.caption for block in made.annex if isinstance(block, Figure))

    assert "Ships lost: Dan 1" in charts(public=True)
    assert "lost" not in charts(public=False)


LOSS = Sunk(ShipName("Koenig"), Role("Dan"), 0)
