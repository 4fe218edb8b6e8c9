"""Order lines as players write them, and what they are read as."""

from __future__ import annotations

import pytest

from engine.merchant.orders import Sail
from tests.grammar.merchant.table import codes, problems, read, texts, written


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Argo Yap", "Argo sail to Yap"),
        ("argo to yap", "Argo sail to Yap"),
        ("Argo: Bismarck, attack", "Argo sail to Bismarck, attack"),
        ("Argo Wolf", "Argo sail to Wolf"),
        ("Argo go Yap and then Heard", "Argo sail to Yap then Heard"),
        ("Argo sail Yap, then sail to Heard and avoid", "Argo sail to Yap then Heard, avoid"),
        ("Argo 4567E, 5678N", "Argo sail to 4567E5678N"),
        ("Argo sail to ４５６７E５６７８N", "Argo sail to 4567E5678N"),
        ("Argo → Yap", "Argo sail to Yap"),
        ("Argo 7 e 12 n", "Argo sail to 0007E0012N"),
        ("Argo sail to 4567e/5678n.", "Argo sail to 4567E5678N"),
    ],
)
def test_where_to_sail(line: str, order: str) -> None:
    assert written(read(line)) == order
    assert codes(read(line)) == []


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("Argo c 4 a fm Yap to Heard", "Argo carry 4 Armour from Yap to Heard"),
        ("Argo carry 4 c from Yap to Heard", "Argo carry 4 Control from Yap to Heard"),
        ("Argo carry 11E to Heard from Yap", "Argo carry 11 Engine from Yap to Heard"),
        ("Argo haul max U-boats from Yap to Heard", "Argo carry all Uboat from Yap to Heard"),
        ("Argo fetch 3 1 from Yap, to Heard", "Argo carry 3 Fuel from Yap to Heard"),
        ("Argo carry 2 holds from Yap to Heard", "Argo carry 2 Hold from Yap to Heard"),
        ("Argo carry 1 shipyard ex Yap to Heard", "Argo carry 1 Shipyard from Yap to Heard"),
        ("Argo carry 0 from Yap to Yap", "Argo unload at Yap"),
        ("Argo discharge everything in Yap", "Argo unload at Yap"),
    ],
)
def test_what_to_carry(line: str, order: str) -> None:
    assert written(read(line)) == order
    assert codes(read(line)) == []


@pytest.mark.parametrize("line", ["Rusty X", "Rusty disband", "Rusty scrap at", "Argo unload"])
def test_an_island_must_be_named_to_be_broken_up_or_to_unload(line: str) -> None:
    assert codes(read(line)) == ["unfinished"]


@pytest.mark.parametrize("line", ["Rusty to Madeira X", "Rusty: Madeira x", "Rusty dis at Madeira"])
def test_an_x_after_an_island_breaks_her_up(line: str) -> None:
    """(MER-L6.5)"""
    assert written(read(line)) == "Rusty disband at Madeira"


# Options.


@pytest.mark.parametrize(
    ("word", "option"),
    [
        ("ignore", "ignore"),
        ("ig", "ignore"),
        ("pursue", "attack"),
        ("chase", "attack"),
        ("trail", "shadow"),
        ("sh", "shadow"),
        ("flee", "avoid"),
        ("run", "avoid"),
        ("engagement: evade", "avoid"),
        ("roe = av", "avoid"),
        ("(shad)", "shadow"),
    ],
)
def test_an_option_has_many_names(word: str, option: str) -> None:
    assert written(read(f"Argo sail to Yap, {word}")) == f"Argo sail to Yap, {option}"


def test_an_option_left_out_is_not_said() -> None:
    """What that means is for the rules to say (MER-L6.5, MER-12.8)."""
    (order,) = read("Argo sail to Yap").orders
    assert isinstance(order, Sail)
    assert order.engagement is None


def test_after_a_structure_an_option_needs_a_comma() -> None:
    """(MER-L6.4)"""
    build = "Slipway build Nemesis with 2A2B4E4G"
    assert written(read(f"{build} ATT")) == "Slipway build Nemesis with 2A2B4E4GA2T"
    for option in ("ATT", "eng chase", "engagement: pursue", "roe = attack"):
        assert written(read(f"{build}, {option}")) == "Slipway build Nemesis with 2A2B4E4G, attack"


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("Wolf attack Bismarck", "Wolf sail to Bismarck, attack"),
        ("Wolf, attack", "Wolf continue, attack"),
        ("Wolf engagement: avoid", "Wolf continue, avoid"),
    ],
)
def test_an_option_is_no_mission(line: str, instead: str) -> None:
    parsed = read(line)
    assert parsed.orders == ()
    assert [problem.suggestion for problem in problems(parsed)] == [instead]
    assert written(read(instead)) == instead


# Several ships on a line.


def test_one_line_may_order_several_ships() -> None:
    """(MER-L6.10)"""
    assert written(read("Argo, Wolf and Rusty: sail to Corsica, avoid")) == (
        "Argo sail to Corsica, avoid; Wolf sail to Corsica, avoid; Rusty sail to Corsica, avoid"
    )


def test_all_ships_at_a_place_may_be_ordered_at_once() -> None:
    parsed = read("all at Corsica to Yap")
    assert written(parsed) == "Scuttle sail to Yap; Argo sail to Yap"
    assert parsed.lines[0].group
    assert written(read("all except Argo, hold")).count("hold") == 5
    assert codes(read("all at Yap to Corsica")) == ["nobody-there"]


def test_orders_may_follow_each_other_on_a_line() -> None:
    for joint in (", ", "; ", ". ", " and "):
        line = f"Argo sail to Corsica, avoid{joint}Wolf hold"
        assert written(read(line)) == "Argo sail to Corsica, avoid; Wolf hold"


def test_two_ships_cannot_build_one() -> None:
    assert codes(read("Slipway, Wolf build Nemesis with 10E")) == ["contradiction"]


def test_ships_that_order_together_have_a_comma_between_them() -> None:
    parsed = read("Argo Wolf sail to Yap")
    assert parsed.orders == ()
    assert problems(parsed)[0].suggestion == "Argo sail to Yap; Wolf sail to Yap"


# Structures and names.


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("aabb eeee gggg", "2A2B4E4G"),
        ("2A, 2B, 4E, 4G", "2A2B4E4G"),
        ("4g4e2b2a", "4G4E2B2A"),
        ("9e ?", "9E?"),
        ("20T", "20T"),
    ],
)
def test_a_structure_keeps_the_order_in_which_it_is_written(text: str, structure: str) -> None:
    """Modules are taken in that order from the stores (MER-H88)."""
    assert written(read(f"Slipway Nemesis = {text}")) == f"Slipway build Nemesis with {structure}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("9E", "fewer than 10"),
        ("21E", "more than 20"),
        ("10E1", "at the end"),
        ("0E10G", "is 0"),
        ("10E Phoenix", "no module"),
        ("100E", "more than 99"),
    ],
)
def test_a_wrong_structure_is_told_what_is_wrong(text: str, said: str) -> None:
    parsed = read(f"Slipway build Nemesis with {text}")
    assert codes(parsed) == ["bad-structure"]
    assert said in texts(parsed)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Corsica", "the name of an island"),
        ("Magic", "word of the order language"),
        ("Hold", "word of the order language"),
        ("Radar", "word of the order language"),
        ("Status", "word of the order language"),
        ("Abcdefghijklm", "1 to 12 letters"),
        ("Nemesis2", "letters A to Z"),
        ("Ärger", "letters A to Z"),
    ],
)
def test_not_every_word_can_be_the_name_of_a_ship(name: str, said: str) -> None:
    """(MER-6.1, MER-L6.6, MER-H72)"""
    parsed = read(f"Slipway build {name} with 10E")
    assert parsed.orders == ()
    assert said in texts(parsed)


def test_a_structure_in_the_place_of_the_name_is_put_right() -> None:
    (problem,) = problems(read("Slipway build 10E with Nemesis"))
    assert problem.suggestion == "Slipway build Nemesis with 10E"


# What a line lacks or has too much.


@pytest.mark.parametrize("line", ["Argo:", "dice:"])
def test_a_line_of_the_form_left_empty_says_nothing(line: str) -> None:
    parsed = read(line)
    assert parsed.orders == ()
    assert problems(parsed) == ()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Argo", "missing-mission"),
        ("Argo, Wolf:", "missing-mission"),
        ("Argo sail to", "unfinished"),
        ("Argo sail to Yap then", "unfinished"),
        ("Argo carry", "unfinished"),
        ("Argo carry 4 G from Yap", "unfinished"),
        ("Argo carry 4 from Yap to Heard", "missing-product"),
        ("Argo carry fuel from Yap to Heard", "missing-amount"),
        ("Argo carry 4 bananas from Yap to Heard", "no-such-product"),
        ("Argo carry 4 9 from Yap to Heard", "no-such-product"),
        ("Argo carry 12345678 G from Yap to Heard", "bad-amount"),
        ("Argo carry 4 G from Wolf to Heard", "no-such-island"),
        ("Argo carry 4 G from 4567E5678N to Heard", "no-such-island"),
        ("Samson tow Corsica to Yap", "not-a-ship"),
        ("Samson tow Hulk", "unfinished"),
        ("Slipway build Nemesis", "unfinished"),
        ("Slipway rebuild Rusty", "unfinished"),
        ("Argo hold at Madeira", "contradiction"),
        ("Argo sail to C1", "contact-label"),
        ("Argo sail to 4567E", "bad-grid-point"),
        ("dice loaded", "no-such-dice"),
    ],
)
def test_a_slip_costs_its_line_and_is_named(line: str, code: str) -> None:
    parsed = read(f"{line}\nWolf hold")
    assert written(parsed) == "Wolf hold"
    assert codes(parsed)[0] == code


def test_a_ship_may_hold_where_she_is_said_to_be() -> None:
    assert written(read("Argo hold at Corsica, attack")) == "Argo hold, attack"


# Dice, and taking back.


@pytest.mark.parametrize("line", ["dice magic", "dice: magic", "magic dice", "dice = MAGIC"])
def test_dice_are_chosen(line: str) -> None:
    assert written(read(line)) == "dice: magic"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cancel Argo", "cancel Argo"),
        ("clear Argo, Wolf", "cancel Argo; cancel Wolf"),
        ("Argo cancel", "cancel Argo"),
        ("cancel", "cancel all"),
        ("cancel all", "cancel all"),
        ("forget dice", "cancel dice"),
    ],
)
def test_orders_are_taken_back(line: str, said: str) -> None:
    assert written(read(line)) == said


def test_the_last_order_for_a_ship_counts() -> None:
    """(MER-19.5)"""
    parsed = read("Argo hold\nWolf hold\nArgo sail to Yap")
    assert written(parsed) == "Wolf hold; Argo sail to Yap"
    assert codes(parsed) == ["replaced"]
