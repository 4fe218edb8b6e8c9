"""Leaks planted on purpose, each of which the test of non-interference must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.core.sheet import Card, Paragraph, Sheet
from engine.offmap import facts, hearing, intelligence, knowledge, sheet, welcome
from engine.offmap.events import Launched
from engine.offmap.raids import Raid
from engine.offmap.state import Area, Side, State, Unit
from engine.offmap.view import View
from tests.helpers.offmap_games import SIDES, random_game
from tests.helpers.offmap_hidden import MUTATIONS
from tests.helpers.offmap_told import told

Plant = Callable[[pytest.MonkeyPatch], None]


def purse_of_the_other_side(patch: pytest.MonkeyPatch) -> None:
    def leaky(side: Side, role: Role) -> Side:
        return side

    patch.setattr(knowledge, "_side", leaky)
    patch.setattr(welcome, "purse", all_purses)


def all_purses(view: View) -> Paragraph:
    return Paragraph(f"In both purses: {sum(side.ep for side in view.sides.values())} EP.")


def plans_of_the_other_side(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, area: Area, role: Role) -> Area:
        return area

    patch.setattr(knowledge, "_area", leaky)


def all_units_whatever_the_intelligence(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowledge, "_known", lambda *_: True)


def zones_and_groups_of_the_other_side(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, unit: Unit) -> Unit:
        return unit

    patch.setattr(knowledge, "_as_enemy", leaky)


def result_before_it_is_out(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, raid: Raid, role: Role) -> Raid:
        return raid

    patch.setattr(knowledge, "raid_as_known", leaky)


def names_of_the_waiting_forces(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(intelligence, "told_waiting", lambda *_: frozenset({"near", "far"}))


def secret_objective_in_the_notice(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Launched, state: State) -> Launched:
        return event

    patch.setattr(hearing, "_as_noticed", leaky)


def secret_objective_in_the_count_of_raids(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowledge, "_counts", lambda _state, area, _role: area.raids)


def units_in_the_order_of_the_position(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowledge, "_by_name", dict)


def everything_that_happened(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event, state: State, role: Role) -> Event:
        return event

    patch.setattr(hearing, "_told", leaky)


def own_ships_that_were_met(patch: pytest.MonkeyPatch) -> None:
    honest = knowledge.view

    def leaky(state: State, role: Role) -> View:
        seen = honest(state, role)
        own = {name: state.units[name] for name, unit in seen.units.items() if unit.side == role}
        return replace(seen, units={**seen.units, **own})

    patch.setattr(facts, "_unit", msgspec.to_builtins)
    patch.setattr(sheet, "view", leaky)
    patch.setattr("tests.helpers.offmap_told.view", leaky)


def slips_of_the_other_side(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        slips: list[Problem] = [slip for told_ in turn.problems.values() for slip in told_]
        words = tuple(Paragraph(slip.text) for slip in slips)
        return made and replace(made, blocks=(*made.blocks, *words))

    patch.setattr(sheet, "sheet", leaky)


def words_to_the_gamesmaster(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(intelligence, "_own", lambda raid, _role: raid.disputes)


def cards_of_the_position(patch: pytest.MonkeyPatch) -> None:
    """A card for each unit that there is, known or not."""
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        more = tuple(Card(name, name, "", ()) for name in sorted(turn.state.units))
        return made and replace(made, cards=(*made.cards, *more))

    patch.setattr(sheet, "sheet", leaky)


def money_on_a_chart(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        money = tuple(Paragraph(f"{side.ep}") for side in turn.state.sides.values())
        return made and replace(made, annex=(*made.annex, *money))

    patch.setattr(sheet, "sheet", leaky)


PLANTS: Mapping[Plant, str] = {
    purse_of_the_other_side: "purse",
    plans_of_the_other_side: "plans",
    all_units_whatever_the_intelligence: "lurkers",
    zones_and_groups_of_the_other_side: "marks",
    result_before_it_is_out: "pending",
    names_of_the_waiting_forces: "waiting",
    secret_objective_in_the_notice: "objectives",
    secret_objective_in_the_count_of_raids: "objectives",
    units_in_the_order_of_the_position: "keeping",
    everything_that_happened: "events",
    slips_of_the_other_side: "slips",
    words_to_the_gamesmaster: "disputes",
    own_ships_that_were_met: "finds",
    cards_of_the_position: "crowds",
    money_on_a_chart: "purse",
}


@cache
def some_turns() -> tuple[Turn[State], ...]:
    return tuple(played.turn for seed in range(16) for played in random_game(seed))


def caught(row: str) -> Iterator[tuple[int, Role]]:
    for number, turn in enumerate(some_turns()):
        for role in SIDES:
            after = MUTATIONS[row](turn, role, Random(number))
            if repr(after) != repr(turn) and told(after, role) != told(turn, role):
                yield number, role


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert next(caught(PLANTS[plant]), None) is not None


def test_every_row_that_can_leak_by_a_slip_has_a_plant() -> None:
    """Names, purposes and throws are found with the rows beside them."""
    untried: set[Any] = set(MUTATIONS) - set(PLANTS.values())
    assert untried == {"names", "purposes", "throws"}
