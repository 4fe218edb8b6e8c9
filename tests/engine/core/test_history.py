"""History as cards and charts tell it."""

from __future__ import annotations

from engine.core.history import MOST, figures, spells, told_in, told_of, unless_alike
from engine.core.ruleset import Json, Role
from engine.core.sheet import Heading, Row, Sheet, Table, below


def sheet(stage: int, **facts: Json) -> Sheet:
    return Sheet(Role("Ann"), f"Turn {stage}", stage, (), facts)


def test_turns_in_which_nothing_changed_are_one_spell() -> None:
    told = [(5, ("Pearl",)), (4, ("Pearl",)), (3, ("Pearl",)), (2, ("Jade",))]
    assert [row.cells for row in spells(told)] == [("3-5", "Pearl"), ("2", "Jade")]


def test_a_turn_of_which_nothing_was_told_ends_a_spell() -> None:
    told = [(5, ("Pearl",)), (3, ("Pearl",))]
    assert [row.cells for row in spells(told)] == [("5", "Pearl"), ("3", "Pearl")]


def test_a_card_tells_of_so_many_spells_and_no_more() -> None:
    assert len(spells([(turn, (f"{turn}",)) for turn in range(40, 0, -1)])) == MOST


def test_what_never_changed_is_not_told_again_and_again() -> None:
    told = [(2, ("Pearl", "5E")), (1, ("Jade", "5E"))]
    assert list(unless_alike(told, 1)) == [(2, ("Pearl", "")), (1, ("Jade", ""))]
    assert list(unless_alike(told, 0)) == told


def test_a_column_without_words_is_left_out() -> None:
    _, table = below("Past", ("Turn", "At", "Owner"), [Row(("1", "", "Ann"))], "rll")
    assert table == Table(("Turn", "Owner"), (Row(("1", "Ann")),), "rl")
    assert list(below("Past", ("Turn",), [])) == []


def test_a_table_stands_below_its_heading() -> None:
    assert next(iter(below("Past", ("Turn",), [Row(("1",))]))) == Heading("Past", 2)


def test_the_newest_sheet_comes_first_and_silent_ones_are_passed_over() -> None:
    past = [sheet(1, ships={"Eden": {"at": "Jade"}}), sheet(2), sheet(3, ships={"Eden": {}})]
    assert list(told_of(past, "ships", "Eden")) == [(3, {}), (1, {"at": "Jade"})]


def test_lists_are_told_with_their_stage() -> None:
    past = [sheet(1, events=[{"kind": "a"}]), sheet(2, events=[{"kind": "b"}, {"kind": "c"}])]
    assert [(stage, one["kind"]) for stage, one in told_in(past, "events")] == [
        (2, "b"),
        (2, "c"),
        (1, "a"),
    ]


def test_of_two_sheets_of_one_stage_the_later_has_the_figure() -> None:
    past = [sheet(0, players={"Ann": {"points": n}}) for n in (1, 2)]
    secret = sheet(1, players={"Ann": {"points": None}})
    assert figures([*past, secret], "players", "Ann", "points") == {0: 2}
