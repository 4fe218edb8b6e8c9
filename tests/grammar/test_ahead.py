"""Orders for later turns, and orders that repeat: set apart and kept as text (FEAT-O10, O11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.reading import Audience, Command
from tests.grammar import strategies as drawn
from tests.grammar.table import TURN, codes, read, written

THIRD = replace(TURN, turn=3)


def later(text: str) -> dict[int, str]:
    return {each.turn: each.text for each in read(text, THIRD).later}


def always(text: str) -> list[str]:
    return [line for _, line in read(text, THIRD).always]


def test_a_turn_line_sets_orders_apart_for_a_later_turn() -> None:
    text = "Phoenix to Pearl\nturn 6:\nEden stays\nVolen to Coral\norders for turn 7: Beast stays"
    assert later(text) == {6: "Eden stays\nVolen to Coral", 7: "Beast stays"}
    assert written(read(text, THIRD)) == "Phoenix to Pearl"
    assert read(text, THIRD).turn is None


def test_what_is_for_the_turn_that_is_open_is_carried_out() -> None:
    parsed = read("turn 6: Eden stays\nturn 3: Phoenix to Pearl\nturn 6\nVolen stays", THIRD)
    assert (parsed.turn, written(parsed)) == (3, "Phoenix to Pearl")
    assert parsed.later[0].lines == ((1, "Eden stays"), (4, "Volen stays"))


def test_what_is_for_a_turn_that_is_past_is_told_from_it() -> None:
    parsed = read("turn 2\nPhoenix to Pearl\nturn 6\nEden stays", THIRD)
    assert (parsed.turn, written(parsed)) == (2, "Phoenix to Pearl")
    assert parsed.later[0].turn == 6


def test_end_closes_what_is_for_a_later_turn() -> None:
    parsed = read("turn 6:\nEden stays\nend\nPhoenix to Pearl", THIRD)
    assert written(parsed) == "Phoenix to Pearl"
    assert parsed.later[0].text == "Eden stays"


def test_words_to_the_service_and_press_are_never_put_off() -> None:
    parsed = read("turn 6:\nEden stays\nstatus\nto Red: Peace?\n\nVolen stays", THIRD)
    assert parsed.later[0].text.split() == ["Eden", "stays", "Volen", "stays"]
    assert (parsed.commands[0].word, parsed.press[0].text) == ("status", "Peace?")


@pytest.mark.parametrize(
    "line",
    [
        "always: Phoenix to Pearl",
        "always Phoenix to Pearl",
        "every turn: Phoenix to Pearl",
        "Every turn Phoenix to Pearl",
        "- always: Phoenix to Pearl",
        "always:\nPhoenix to Pearl\n\n",
    ],
)
def test_what_repeats_is_set_apart(line: str) -> None:
    assert always(f"{line}\nEden stays") == ["Phoenix to Pearl"]
    assert written(read(f"{line}\nEden stays", THIRD)) == "Eden stays"


def test_a_list_of_what_repeats_ends_with_a_blank_line() -> None:
    text = "always:\nPhoenix to Pearl; Eden stays\nVolen stays\n\nBeast stays"
    assert always(text) == ["Phoenix to Pearl", "Eden stays", "Volen stays"]
    assert written(read(text, THIRD)) == "Beast stays"


@pytest.mark.parametrize("line", ["Always yours,", "Every turn counts!", "always"])
def test_prose_that_begins_so_repeats_nothing(line: str) -> None:
    assert always(line) == []
    assert always(f"to Red: Well.\n{line}") == []
    assert read(f"to Red: Well.\n{line}", THIRD).press[0].text == f"Well.\n{line}"


def test_what_repeats_with_a_slip_is_not_lost() -> None:
    assert always("always Pheonix to Pearl") == ["Pheonix to Pearl"]
    assert always("always: gibberish") == ["gibberish"]


def test_a_ship_that_has_the_name_of_the_word_obeys_first() -> None:
    names = {**TURN.names, "ship": ("Always", "Phoenix")}
    words = replace(THIRD, names=names, places={"Always": "Agnes", "Phoenix": "Agnes"})
    assert written(read("Always to Pearl", words)) == "Always to Pearl"


def test_press_that_holds_what_repeats_earns_a_warning() -> None:
    parsed = read("public:\nHear me!\nalways Phoenix to Pearl", THIRD)
    assert parsed.always == ()
    assert codes(parsed) == ["orders-in-press"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cancel turn 6", ("turn", "6")),
        ("Clear turn 06.", ("turn", "6")),
        ("cancel always", ("always",)),
        ("forget always Phoenix", ("always", "Phoenix")),
        ("cancel every turn Phoenix", ("always", "Phoenix")),
    ],
)
def test_what_was_set_apart_can_be_taken_back(line: str, said: tuple[str, ...]) -> None:
    assert read(line, THIRD).commands == (Command("cancel", said, 1),)


def test_other_cancellations_stay_orders() -> None:
    assert written(read("cancel Phoenix\nclear\ncancel", THIRD)).startswith("cancel Phoenix")


HEADS = ["turn 6:", "turn 4", "turn 3", "always:", "always", "every turn", "end", ""]
PRESS = ["to Red:", "public:", "anonymous to Red:", 'as "Owl" to all:', "to allies:", "gm:"]


@given(st.lists(st.one_of(st.sampled_from(HEADS + PRESS), drawn.lines), max_size=12))
def test_no_letter_breaks_the_reader(lines: list[str]) -> None:
    read("\n".join(lines), THIRD)


ORDERS = ["Phoenix to Pearl", "Eden stays", "Volen to Coral", "Beast stays"]


@given(
    st.lists(st.sampled_from(PRESS), min_size=1, max_size=4),
    st.lists(st.sampled_from(ORDERS), max_size=4),
    st.lists(st.text("qwxyz !?.,", min_size=1, max_size=20), max_size=3),
)
def test_no_word_of_a_message_is_carried_out_and_no_order_lost_in_one(
    heads: list[str], orders: list[str], words: list[str]
) -> None:
    """Messages in blocks that end; orders between them (FEAT-P2)."""
    text = "\n".join([*words, *orders])
    inside = [f"{head}\n{text}\nend" for head in heads]
    between = ORDERS[: len(heads)]
    letter = "\n".join(part for pair in zip(inside, between, strict=True) for part in pair)
    parsed = read(letter, THIRD)
    assert set(written(parsed).split("; ")) == set(between)
    assert (parsed.later, parsed.always, parsed.commands) == ((), (), ())
    assert len(parsed.press) == (len(heads) if text.strip() else 0)


@given(st.sampled_from(PRESS), st.sampled_from(HEADS[:6]), st.sampled_from(ORDERS))
def test_an_order_below_a_line_of_a_message_is_never_part_of_it(
    press: str, head: str, order: str
) -> None:
    """Whatever turn it is for, it is in one of the three heaps (FEAT-O10)."""
    parsed = read(f"{press} Hear me!\n{head} {order}", THIRD)
    assert [each.text for each in parsed.press] == ["Hear me!"]
    later = [line for each in parsed.later for _, line in each.lines]
    heaps = [written(parsed), *later, *(line for _, line in parsed.always)]
    assert [line for line in heaps if line] == [order]


def test_every_audience_has_a_way_to_be_written_to() -> None:
    heads = ("public", "to all", "to allies", "gm", "to Red")
    assert {read(f"{head}: Hear me!").press[0].audience for head in heads} == set(Audience)
