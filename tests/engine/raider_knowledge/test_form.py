"""What may be ordered now: a line for each own ship, and one for the overlord."""

from __future__ import annotations

import pytest

from engine.core.form import cut_at_samples
from engine.core.ruleset import Role, Vocabulary
from engine.raider.form import form
from engine.raider.knowledge import view, vocabulary
from engine.raider.orders import Design, Pledge, ShipOrder, Start
from engine.raider.state import IslandName, ShipName
from grammar.raider import RaiderGrammar
from tests.helpers.positions import position

ANN = Role("Ann")
SEA = """
Agnes 0,0 G Ann 8G2A
Pearl 1,0 B Bob 8B
Coral 3,0 T Cal 8T
Hilda 2,0 E - 8E
"""
SEEN = view(
    position(
        SEA, "Ann Agnes\nBob\nCal", "Phoenix Ann Agnes 3EGG\nEden Ann Agnes 5A\nBruin Bob Agnes 5E"
    ),
    ANN,
)
SIGN_UP = view(position(SEA.replace("Ann", "-"), "Ann\nBob\nCal", turn=0), ANN)


def test_each_own_ship_has_a_line_by_name_and_the_overlord_the_last() -> None:
    lines = form(SEEN, ()).lines
    assert [line.subject for line in lines] == ["Eden", "Phoenix", "overlord"]
    assert lines[1].note == "3E2G at Agnes"


def test_a_ship_may_go_to_what_she_can_reach_nearest_first() -> None:
    eden, phoenix, _ = form(SEEN, ()).lines
    assert [choice.label for choice in eden.choices] == ["Agnes* 0"]
    assert [choice.label for choice in phoenix.choices] == ["Agnes* 0", "Pearl 1", "Hilda 2"]
    assert phoenix.choices[1].order == ShipOrder(ShipName("Phoenix"), "Pearl")


def test_what_stands_is_filled_in() -> None:
    standing = (ShipOrder(ShipName("Phoenix"), "Pearl"), Pledge(Role("Bob")))
    eden, phoenix, overlord = form(SEEN, standing).lines
    assert (eden.standing, phoenix.standing, overlord.standing) == ((), standing[:1], standing[1:])


def test_any_player_may_be_chosen_as_overlord() -> None:
    overlord = form(SEEN, ()).lines[-1]
    assert [choice.label for choice in overlord.choices] == ["Ann (yourself)", "Bob", "Cal"]


def test_at_sign_up_there_are_six_ships_and_a_start() -> None:
    second = Design(ShipName("Eden"), "5A", 2)
    lines = form(SIGN_UP, (second, Start((IslandName("Agnes"),)))).lines
    assert [line.blank for line in lines] == [*(f"ship {n}:" for n in range(1, 7)), "start:"]
    assert lines[1].standing == (second,)
    assert [choice.label for choice in lines[6].choices] == [
        "Agnes (guns)",
        "Coral (tubes)",
        "Pearl (buoyancy)",
    ]


def test_a_design_without_a_number_takes_the_first_free_line() -> None:
    first, loose = Design(ShipName("Eden"), "5A", 1), Design(ShipName("Hood"), "5A")
    lines = form(SIGN_UP, (loose, first)).lines
    assert [line.standing for line in lines[:3]] == [(first,), (loose,), ()]


def test_after_the_end_there_is_nothing_to_order() -> None:
    assert form(view(position(SEA, "Ann", turn=11), ANN), ()).lines == ()


@pytest.mark.parametrize("seen", [SEEN, SIGN_UP], ids=["turn", "sign-up"])
def test_a_line_with_nothing_filled_in_is_read_as_nothing(seen: object) -> None:
    known = SEEN if seen is SEEN else SIGN_UP
    words: Vocabulary = vocabulary(known)
    parsed = RaiderGrammar().parse("\n".join(line.blank for line in form(known, ()).lines), words)
    assert parsed.orders == ()
    assert [problem for line in parsed.lines for problem in line.problems] == []
    assert parsed.problems == ()


@pytest.mark.parametrize("name", ["Newname", "Someplace", "Name", "Modules"])
def test_a_blank_is_like_no_name_that_a_ship_can_have(name: str) -> None:
    seen = view(position(SEA, "Ann Agnes\nBob\nCal", f"{name} Ann Agnes 3EGG"), ANN)
    for draft in form(seen, ()).lines[0].drafts:
        pieces = cut_at_samples(RaiderGrammar().write(draft.order), draft.slots)
        assert sum(isinstance(piece, int) for piece in pieces) == len(draft.slots)
