"""What orders alone would lead to, from what their writer may know."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.raider.forecast import forecast
from engine.raider.knowledge import view
from engine.raider.orders import Design, Order, Pledge, Start
from engine.raider.state import IslandName, ShipName
from tests.helpers.positions import position
from tests.helpers.tellings import goes

ANN = Role("Ann")
SEA = """
Agnes 0,0 G Ann 8G2A
Pearl 1,0 B Bob 8B
Coral 2,0 T Cal 8T
"""
SHIPS = """
Phoenix Ann Agnes 3EGG
Eden Ann Agnes 5A
Bruin Bob Pearl 5E
Crab Cal Coral 5E
"""


def notes(*orders: Order, players: str = "Ann Agnes Coral\nBob\nCal", turn: int = 2) -> list[str]:
    seen = view(position(SEA, players, SHIPS if turn else "", turn=turn), ANN)
    return [note.text for note in forecast(seen, orders)]


def test_where_a_ship_ends() -> None:
    assert "Phoenix sails to Coral, 2 hexes." in notes(goes("Phoenix", "Coral"))
    assert "Phoenix stays at Agnes." in notes(goes("Phoenix", ""))


def test_a_note_names_its_order() -> None:
    seen = view(position(SEA, "Ann Agnes\nBob\nCal", SHIPS), ANN)
    found = forecast(seen, (Pledge(Role("Bob")), goes("Phoenix", "")))
    assert [note.order for note in found if "Phoenix" in note.text] == [1]


def test_a_new_island_is_a_point_for_a_survivor() -> None:
    told = notes(goes("Phoenix", "Pearl"))
    assert "New to you: Pearl. A point if a ship of yours survives to dock there." in told
    assert "1 ship lay at Pearl; whose is not known to you." in told


def test_enemies_seen_are_named_and_allies_are_not() -> None:
    enemies = "Enemies lay at Coral: Crab (Cal). If they stay, you fight."
    assert enemies in notes(goes("Phoenix", "Coral"))
    assert enemies not in notes(goes("Phoenix", "Coral"), players="Ann Agnes Coral\nBob\nCal>Ann")


def test_a_refit_tells_the_new_reach_and_what_stays_in_the_stores() -> None:
    told = notes(goes("Phoenix", "", "3E4GA"))
    assert "Phoenix becomes 3E4GA with a reach of 2, if the modules last." in told
    assert (
        "Your work alone would leave at Agnes: A 6G; the island's production comes after that."
        in told
    )


def test_a_wildcard_leaves_reach_and_stores_to_the_lot() -> None:
    told = notes(goes("Phoenix", "", "4G2?"))
    assert "Phoenix becomes 4G2? with a reach of 0 to 1, if the modules last." in told
    assert any("2A 3E 6G, less 2 drawn by lot;" in text for text in told)


def test_breaking_up_comes_before_refits_and_launches() -> None:
    told = notes(goes("Phoenix", "", "6A"), goes("Eden", "", "X"))
    assert any("leave at Agnes: A 3E 10G;" in text for text in told)


def test_stores_of_an_unvisited_island_are_not_spoken_of() -> None:
    assert not any("work alone" in text for text in notes(goes("Phoenix", "Pearl", "3E2B")))


def test_a_launch_without_known_rights_is_conditional() -> None:
    told = notes(goes("Phoenix", "Pearl", "5B", "Hood"), goes("Eden", "", "5G", "Hood"))
    doubt = "if you then have launch rights and the modules last."
    assert f"Phoenix launches Hood, 5B with a reach of 0, {doubt}" in told
    assert "Eden launches Hood, 5G with a reach of 0, if the modules last." in told


def test_a_pledge_changes_nothing_before_the_end_of_the_turn() -> None:
    told = notes(Pledge(Role("Bob")))
    assert "At the end of the turn Bob becomes your overlord, and not before." in told
    assert "Your overlord does not change." in notes(Pledge(ANN))


def test_orders_that_cannot_be_carried_out_are_passed_over() -> None:
    told = notes(goes("Eden", "Coral"), goes("Bruin", "Agnes"), goes("Phoenix", "Atlantis"))
    assert not any(text.startswith(("Eden", "Bruin", "Phoenix")) for text in told)


def test_a_registration_is_foreseen_too() -> None:
    told = notes(Design(ShipName("Hood"), "3E2G"), Start((IslandName("Pearl"),)), turn=0)
    assert told == [
        "Hood: 5 modules, reach 2.",
        "You would start at Pearl, which makes buoyancy.",
    ]


def test_after_the_end_nothing_is_foreseen() -> None:
    assert notes(goes("Phoenix", ""), turn=11) == []
