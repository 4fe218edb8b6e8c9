"""Signing up (RAID-3, RAID-R2 to RAID-R11)."""

from __future__ import annotations

import pytest

from engine.core.dice import FairDice
from engine.core.ruleset import Cancel, Problem, Role, Seat, Severity
from engine.raider.checks import why_not
from engine.raider.knowledge import view
from engine.raider.merging import merge, ready
from engine.raider.orders import Design, Order, Pledge, Start
from engine.raider.setup import setup
from engine.raider.state import IslandName, ShipName
from engine.raider.view import View
from tests.helpers.raider import ANN, BOB, pentarchy

NAMES = ("Anna", "Berta", "Clara", "Dora", "Emma", "Frieda")


def fleet(*names: str) -> tuple[Order, ...]:
    return tuple(Design(ShipName(n), "5E", slot) for slot, n in enumerate(names or NAMES, 1))


def start(*islands: str) -> Start:
    return Start(tuple(map(IslandName, islands)))


def applicant(*others: tuple[str, tuple[Order, ...]], **options: object) -> View:
    """Ann's view, with the registrations that came before hers."""
    seats = [*(Seat(Role(name), orders) for name, orders in others), Seat(ANN)]
    return view(setup(pentarchy(**options), seats, FairDice(b"x")).state, ANN)


def said(*orders: Order, at: View | None = None) -> list[Problem]:
    """What is said of the orders themselves, not of what is missing."""
    return [p for p in why_not(at or applicant(), orders) if p.order is not None]


def test_six_ships_and_a_start_are_complete() -> None:
    orders = (*fleet(), start("Agnes"))
    assert why_not(applicant(), orders) == ()
    assert ready(applicant(), orders)


def test_the_receipt_lists_what_is_missing_and_fills_in_nothing() -> None:
    problems = why_not(applicant(), fleet()[:4])
    assert [p.code for p in problems] == ["missing-ships", "missing-start"]
    assert "2 ships" in problems[0].text
    assert not ready(applicant(), fleet()[:4])


@pytest.mark.parametrize(
    ("structure", "code"),
    [
        ("4E", "size"),
        ("11E", "size"),
        ("3E2?", "wildcard"),
        ("X", "bad-structure"),
        ("", "bad-structure"),
        ("5R", "bad-structure"),
    ],
)
def test_a_ship_to_start_with_must_be_whole(structure: str, code: str) -> None:
    (problem,) = said(Design(ShipName("Eden"), structure, 1))
    assert (problem.code, problem.refused) == (code, True)


@pytest.mark.parametrize("structure", ["5A", "10M", "a3b3eggs"])
def test_any_types_will_do(structure: str) -> None:
    assert said(Design(ShipName("Eden"), structure, 1)) == []


def test_engine_islands_are_no_start() -> None:
    (problem,) = said(start("Hilda"))
    assert (problem.code, problem.refused) == ("start-engines", True)
    assert problem.suggestion.startswith("start ")


def test_an_island_of_a_complete_registration_is_taken_not_by_whom() -> None:
    at = applicant(("Bob", (*fleet(), start("Agnes"))))
    (problem,) = said(start("Agnes"), at=at)
    assert (problem.code, problem.text) == ("start-taken", "Agnes is taken.")


def test_an_incomplete_registration_holds_nothing() -> None:
    at = applicant(("Bob", (*fleet()[:5], start("Agnes"))))
    assert said(start("Agnes"), at=at) == []


def test_of_a_list_of_starts_one_good_one_is_enough() -> None:
    at = applicant(("Bob", (*fleet(), start("Agnes"))))
    assert [p.severity for p in said(start("Agnes", "Pearl"), at=at)] == [Severity.WARNED]
    assert ready(at, (*fleet(), start("Agnes", "Pearl")))


def test_where_lots_are_drawn_nothing_is_taken() -> None:
    at = applicant(("Bob", (*fleet(), start("Agnes"))), start_conflict="ranked_list_lottery")
    assert said(start("Agnes"), at=at) == []


def test_as_an_option_only_listed_islands_are_starts() -> None:
    (problem,) = said(start("Walrus"), at=applicant(start_islands="listed"))
    assert problem.code == "start-unlisted"
    assert said(start("Walrus")) == []


def test_two_ships_of_one_name_are_refused() -> None:
    codes = [p.code for p in said(*fleet("Anna", "anna"))]
    assert codes == ["name-twice", "name-twice"]


def test_the_name_of_somebody_elses_ship_earns_no_word() -> None:
    at = applicant(("Bob", (*fleet(), start("Agnes"))))
    assert said(*fleet(), at=at) == []


def test_everybody_begins_independent_unless_the_game_says_otherwise() -> None:
    assert [p.code for p in said(Pledge(BOB))] == ["no-pledge-yet"]
    at = applicant(("Bob", ()), overlord_at_registration=True)
    assert said(Pledge(BOB), at=at) == []


def test_a_later_letter_replaces_what_it_names() -> None:
    first = merge((), (*fleet(), start("Agnes")))
    later = merge(first, (Design(ShipName("Zoe"), "6B", 3), start("Pearl")))
    assert later[2] == Design(ShipName("Zoe"), "6B", 3)
    assert later[-1] == start("Pearl")
    assert len(later) == 7


def test_a_design_without_a_number_takes_her_namesakes_place_or_the_next() -> None:
    loose = [Design(ShipName(n), "5E") for n in ("Anna", "Berta")]
    first = merge((), loose)
    assert [getattr(order, "slot", None) for order in first] == [1, 2]
    assert merge(first, [Design(ShipName("ANNA"), "6B")])[0] == Design(ShipName("ANNA"), "6B", 1)


def test_a_seventh_ship_must_say_whom_she_replaces() -> None:
    orders = merge(fleet(), [Design(ShipName("Zoe"), "5E")])
    assert [p.code for p in said(*orders)] == ["too-many"]


@pytest.mark.parametrize("subject", ["ship 2", "Berta", "berta"])
def test_a_ship_is_cancelled_by_name_or_number(subject: str) -> None:
    assert len(merge(fleet(), [Cancel(subject)])) == 5


def test_start_and_everything_can_be_cancelled() -> None:
    orders = (*fleet(), start("Agnes"))
    assert merge(orders, [Cancel("start")]) == fleet()
    assert merge(orders, [Cancel()]) == ()
