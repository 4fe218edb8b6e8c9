"""Whole letters: clauses on lines of their own, lists that go on, and one slip costs one line."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Severity
from grammar.reading import Command
from tests.grammar.offmap.table import (
    DEFENDER,
    OFFMAP,
    RAIDER,
    codes,
    knowing,
    problems,
    read,
    written,
)

RAID = "raid Deeps from Rim with Anvil, Bellows"


def test_clauses_on_later_lines_go_on_with_the_raid() -> None:
    parsed = read(f"{RAID}\n  flagship Bellows\n  objective Marl\n  using command point\n")
    assert written(parsed) == f"{RAID} flagship Bellows objective Marl using command point"
    assert problems(parsed) == ()


def test_a_raid_may_have_every_clause_on_a_line_of_its_own() -> None:
    parsed = read("raid Deeps\nfrom Rim\nwith Anvil, Bellows\nobjective Marl\nfight 2")
    assert written(parsed) == f"{RAID} objective Marl fight 2"


def test_a_clause_goes_on_with_the_raid_past_other_lines() -> None:
    parsed = read(f"{RAID}\n\n# where to?\nmove Yoke to Ford\nobjective Marl")
    assert written(parsed) == f"{RAID} objective Marl; move Yoke to Ford"


def test_a_clause_goes_on_with_the_last_of_two_raids() -> None:
    parsed = read(f"{RAID}\nraid Hollow from Rim with Dross\nobjective Marl")
    assert written(parsed) == f"{RAID}; raid Hollow from Rim with Dross objective Marl"


def test_a_clause_without_a_raid_is_not_understood() -> None:
    parsed = read("# my orders\nmove Yoke, Zinc to Rim   # both\nfight 2\n")
    assert written(parsed) == "move Yoke, Zinc to Rim"
    assert [(p.code, p.line, p.severity) for p in problems(parsed)] == [
        ("W-IGNORED", 3, Severity.WARNED)
    ]


def test_a_clause_that_makes_no_sense_costs_its_own_line() -> None:
    parsed = read(f"{RAID}\nfight 9\nobjective Marl")
    assert written(parsed) == f"{RAID} objective Marl"
    assert [(p.code, p.line) for p in problems(parsed)] == [("E-FIGHT", 2)]


def test_a_raid_that_is_refused_takes_its_clauses_with_it() -> None:
    parsed = read("raid Nowhere from Rim\nwith Anvil\nobjective Marl\nmove Yoke to Ford")
    assert written(parsed) == "move Yoke to Ford"
    assert codes(parsed) == ["E-AREA"]


def test_a_list_that_ends_in_a_comma_or_and_goes_on() -> None:
    parsed = read(
        "raid Deeps from Rim with Anvil,\nBellows, Dross and\nEmery &\nJig objective Marl"
    )
    assert written(parsed) == (
        "raid Deeps from Rim with Anvil, Bellows, Dross, Emery, Jig objective Marl"
    )
    assert problems(parsed) == ()


def test_a_line_that_begins_with_a_comma_or_and_goes_on() -> None:
    parsed = read("react Elm\n, Ibis\nand Alder", DEFENDER)
    assert written(parsed) == "react Elm, Ibis, Alder"
    assert problems(parsed) == ()


def test_nothing_goes_on_after_a_blank_line() -> None:
    parsed = read("react Elm,\n\nIbis", DEFENDER)
    assert written(parsed) == "react Elm"
    assert codes(parsed) == ["W-IGNORED"]


def test_an_order_after_a_comma_is_an_order_of_its_own() -> None:
    parsed = read("react all from Gate,\nnear weakest", DEFENDER)
    assert written(parsed) == "react all from Gate; near weakest"


def test_a_greeting_with_a_comma_does_not_go_on() -> None:
    parsed = read(f"Hi bot,\n{RAID}\nobjective Marl\n\nWith best regards,\nAnn")
    assert written(parsed) == f"{RAID} objective Marl"
    assert codes(parsed) == ["greeting"]


def test_a_name_under_a_list_is_no_ship() -> None:
    parsed = read("react Elm,\nThanks\nBob", DEFENDER)
    assert written(parsed) == "react Elm"
    assert codes(parsed) == ["greeting"]


def test_what_follows_the_verb_may_stand_below_it() -> None:
    text = "guard Hearth\nwith Halberd, Partisan\nreact all\nfrom Gate"
    assert written(read(text, DEFENDER)) == (
        "guard Hearth with Halberd, Partisan; react all from Gate"
    )


def test_a_raid_may_be_wrapped_anywhere_in_its_clauses() -> None:
    whole = "raid Deeps from Rim with Anvil, Bellows flagship Anvil objective survey points fight 2"
    for place, sign in enumerate(whole):
        if sign == " ":
            parsed = read(f"{whole[:place]}\n{whole[place + 1 :]}")
            assert parsed.orders == read(whole).orders, whole[:place]
            assert set(codes(parsed)) <= {"joined"}


def test_a_report_may_stand_below_its_verb() -> None:
    parsed = read("report\ncrippled Dross\nrounds 1")
    assert written(parsed) == "report crippled Dross rounds 1"
    assert codes(parsed) == []


def test_a_name_below_an_empty_line_of_the_form_is_no_answer_to_it() -> None:
    assert read("pass\nreact\nBob\nmove\n").orders == read("pass").orders


def test_a_wrapped_line_is_joined() -> None:
    parsed = read("move Yoke\nto Ford")
    assert written(parsed) == "move Yoke to Ford"
    assert codes(parsed) == ["joined"]


def test_an_unedited_form_says_nothing() -> None:
    parsed = read(
        "raid Deeps   # from a place\n  from Rim\n  with\n  objective\nmove\npass # or not"
    )
    assert written(parsed) == "pass"
    assert problems(parsed) == ()


def test_parts_of_a_report_add_up() -> None:
    parsed = read("report rounds 1\nreport crippled Dross\nreport crippled Bastion")
    assert len(parsed.orders) == 3
    assert problems(parsed) == ()


@pytest.mark.parametrize("mark", ["; ", "\n"])
def test_the_parts_of_a_report_need_its_verb_but_once(mark: str) -> None:
    parsed = read(mark.join(["report crippled Dross", "destroyed Jig, Kiln", "rounds 2"]))
    assert written(parsed) == "report crippled Dross destroyed Jig, Kiln rounds 2"
    assert problems(parsed) == ()


def test_a_part_without_a_report_is_not_understood() -> None:
    assert codes(read("pass\ndestroyed Jig")) == ["W-IGNORED"]


def test_the_last_word_on_near_and_react_counts() -> None:
    parsed = read("near 2\nreact Elm\nnear weakest\nreact none\nagree\ndispute no", DEFENDER)
    assert written(parsed) == "near weakest; react none; dispute no"
    assert codes(parsed) == ["replaced", "replaced", "replaced"]


def test_two_raids_into_one_area_are_both_read() -> None:
    """The second is refused where the set is judged (E-TWICE)."""
    assert len(read(f"{RAID}\nraid Deeps from Rim with Dross").orders) == 2


def test_one_slip_costs_one_line() -> None:
    parsed = read("move Yoke to Ford\nmove Zinc to Nowhere\nmove Jig to Kest")
    assert written(parsed) == "move Yoke to Ford; move Jig to Kest"
    assert [(p.code, p.line) for p in problems(parsed)] == [("E-PLACE", 2)]


def test_echoed_and_quoted_lines_are_no_orders() -> None:
    parsed = read("12| move Yoke to Ford\n> pass\nmove Zinc to Ford")
    assert written(parsed) == "move Zinc to Ford"
    assert codes(parsed) == ["quoted"]


def test_words_to_the_service_and_press_are_told_apart_from_orders() -> None:
    parsed = read("status\nhelp\nseed: fair winds\nresend report 3\npass\nto reach: give up")
    assert [command.word for command in parsed.commands] == ["status", "help", "resend"]
    assert parsed.commands[2] == Command("resend", ("3",), 4)
    assert (parsed.seed, parsed.press[0].to, written(parsed)) == ("fair winds", ("reach",), "pass")


def test_a_turn_line_says_which_stage_the_letter_is_for() -> None:
    parsed = read(f"turn 1\n{RAID}\nobjective Marl")
    assert (parsed.turn, written(parsed)) == (1, f"{RAID} objective Marl")


def test_reading_as_an_order_means_wholly_and_without_slips() -> None:
    assert OFFMAP.reads_as_order("raid Deeps with Anvil; move Yoke to Ford", RAIDER)
    assert OFFMAP.reads_as_order("dispute he lies", RAIDER)
    for line in (
        "raid Deeps with Anvl",
        "raid Deeps with Xyzzy",
        "raid",
        "objective Marl",
        "Anvil",
    ):
        assert not OFFMAP.reads_as_order(line, RAIDER)


def test_a_near_line_is_suggested() -> None:
    words = knowing(("Coral", "Carol"), (), "pact")
    unit, nobody = problems(read("move Corol to Ford", words))
    assert "Coral or Carol" in unit.text
    assert nobody.suggestion == "move Coral to Ford"


def test_a_letter_beyond_the_limits_is_cut_with_a_word() -> None:
    assert "too-long" in codes(read("pass\n" * 2001))
    assert "too-long" in codes(read(f"{RAID}\n" + "with Anvil, Bellows, Crucible\n" * 60))
