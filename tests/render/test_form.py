"""The order template in a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from engine.core.form import Choice, Line, OrderForm
from mailbot.mail.frames import is_fence
from mailbot.render.form import template
from mailbot.render.words import columns
from tests.render import sample
from tests.render.sample import Move
from tests.render.strategies import WORDS


def lines(*entries: Line[Move]) -> list[str]:
    """The lines between `#orders` and `#end`."""
    first, *middle, last = template(
        OrderForm(4, entries), sample.write, "pentarchy", "turn 4"
    ).split("\n")
    assert first == "#orders pentarchy turn 4"
    assert last == "#end"
    return middle


def test_the_sample_reads_as_it_did(golden: Callable[[str, str], None]) -> None:
    golden("form.txt", template(sample.form(), sample.write, "pentarchy", "turn 4") + "\n")


def test_an_unedited_template_says_what_stands_already() -> None:
    text = template(sample.form(), sample.write, "pentarchy", "turn 4")
    assert sample.read(text) == (Move("Phoenix", "Pearl"),)


def test_a_line_without_orders_is_blank() -> None:
    assert lines(Line("Eden", "Eden:", "")) == ["Eden:"]


def test_several_standing_orders_stand_below_each_other() -> None:
    standing = (Move("Eden", "Pearl"), Move("Eden", "Jade"))
    told = lines(Line("Eden", "Eden:", "4E", standing))
    assert told == ["", "Eden to Pearl  # 4E", "Eden to Jade", ""]


def test_notes_stand_in_one_column() -> None:
    both = lines(Line("Eden", "Eden:", "4E"), Line("o", "overlord:", "Ilse"))
    assert both == ["Eden:      # 4E", "overlord:  # Ilse"]


def test_a_note_without_room_stands_below() -> None:
    name = "The Unsinkable Molly Brown of Leith and Her Sisters in Arms"
    told = lines(Line("x", f"{name}:", "5E5B at Dolphin"))
    assert told == ["", f"{name}:", "# - 5E5B at Dolphin", ""]


def test_the_order_of_the_form_is_kept() -> None:
    text = "\n".join(lines(*sample.form().lines))
    assert text.index("Phoenix") < text.index("Eden:") < text.index("overlord:")


def test_a_choice_is_not_broken_at_the_end_of_a_line() -> None:
    choices = tuple(Choice(f"Isle of Man {n}", Move("Eden", "Man")) for n in range(20))
    remarks = [line for line in choice_lines(choices) if line.startswith("# - ")]
    assert len(remarks) > 1
    assert all(re.search(r"Man \d+,?$", line) for line in remarks)


def test_a_letter_lists_the_usual_choices_and_counts_the_others() -> None:
    far = [Choice(f"Far {n}", Move("Eden", "Far"), usual=False) for n in range(3)]
    told = choice_lines((Choice("Pearl 2", Move("Eden", "Pearl")), *far))
    assert told[1:-1] == ["Eden:", "# - Pearl 2, 3 more on the attached order page"]


def test_where_no_page_comes_with_it_all_choices_are_listed() -> None:
    """(MAIL-O10)"""
    far = Choice("Far 3", Move("Eden", "Far"), usual=False)
    form = OrderForm(4, (Line("Eden", "Eden:", "", (), (far,)),))
    assert "# - Far 3\n" in template(form, sample.write, "pent", "turn 4", alone=True)


def test_a_choice_longer_than_a_line_is_broken_between_words() -> None:
    label = "sail to Ouessant (1430 km, day 1 10:50 of turn 7)"
    told = choice_lines((Choice(label, Move("Eden", "Ouessant")),))
    assert told[2:-1] == ["# - sail to Ouessant (1430 km, day 1 10:50 of", "# - turn 7)"]


def test_a_line_with_a_remark_below_stands_apart() -> None:
    long: Line[Move] = Line("Eden", "Eden:", "lies at the farthest of all the islands of the sea")
    told = lines(Line("Phoenix", "Phoenix:", ""), long, Line("o", "overlord:", ""))
    assert told == [
        "Phoenix:",
        "",
        "Eden:",
        "# - lies at the farthest of all the islands of",
        "# - the sea",
        "",
        "overlord:",
    ]


def test_an_island_called_end_ends_nothing() -> None:
    choices = tuple(Choice(label, Move("Eden", label)) for label in ("End", "Orders") * 30)
    assert not any(map(is_fence, choice_lines(choices)))


def choice_lines(choices: tuple[Choice[Move], ...]) -> list[str]:
    return lines(Line("Eden", "Eden:", "", (), choices))


@given(st.lists(WORDS, min_size=1), WORDS)
def test_no_remark_is_too_long_and_none_is_an_order(labels: list[str], note: str) -> None:
    choices = tuple(Choice(label, Move("Eden", "Jade")) for label in labels)
    told = lines(Line("Eden", "Eden:", note, (), choices))
    assert all(columns(line) <= 72 for line in told)
    assert sample.read("\n".join(told)) == ()
