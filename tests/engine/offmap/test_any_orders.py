"""Whatever is ordered, a stage runs, the position stays lawful, and its receipt was honest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import Role, Severity
from engine.offmap import orders as given
from engine.offmap import saving
from engine.offmap.checks import why_not
from engine.offmap.drawing import draw
from engine.offmap.merging import merge
from engine.offmap.orders import Near, Order
from engine.offmap.seeing import everything
from engine.offmap.state import State
from engine.offmap.telling import at_once
from engine.offmap.turn import adjudicate, stage
from tests.engine.offmap.deeps import deeps

OPTIONS: dict[str, tuple[Any, ...]] = {
    "battle": ("report", "quick"),
    "sequence": ("one-sided", "alternating"),
    "zones": ("none", "near_far", "seven"),
    "guards": (False, True),
    "shelter": (False, True),
    "excuse": ("none", "reserve", "waiting"),
    "defence": ("divided", "divided", "chosen"),
    "reserve_joins": ("split", "near"),
    "police": ("none", "fifty"),
    "intel": ("open", "fixed"),
    "designate": ("ask", "default"),
    "survey_effect": ("all", "half"),
    "near_round": (0, 1, 2),
    "far_round": (0, 1, 3),
    "size_rule": ("any", "limited"),
    "natural": (False, True),
}

Thing = TypeVar("Thing")


class Lots:
    """Draws for one game."""

    def __init__(self, seed: int) -> None:
        self.dice = QuickDice(seed)

    def one(self, among: Sequence[Thing]) -> Thing:
        return among[self.dice.below(len(among), "")]

    def some(self, among: Sequence[Thing], most: int = 6) -> tuple[Thing, ...]:
        return tuple(dict.fromkeys(self.one(among) for _ in range(self.dice.below(most + 1, ""))))


def any_order(lots: Lots, state: State, role: Role) -> Order:
    everybody: list[Any] = [*state.units, *state.wrecks, "Nobody"]
    own: list[Any] = [unit.name for unit in state.units.values() if unit.side == role]
    places: list[Any] = [*state.places, "Nowhere", ""]
    areas: list[Any] = ["Deeps", "Deeps", "Hollow"]

    def units() -> Any:
        return lots.some(own) + (lots.some(everybody, 1) if lots.one((0, 0, 1)) else ())

    def strike() -> Order:
        return given.Raid(
            lots.one(areas),
            lots.one((units(), "all")),
            lots.one(places),
            lots.one([*own, ""]),
            lots.one([*everybody, "survey", ""]),
            lots.one((False, True)),
            lots.one((1, 2, 3)),
            lots.one(((), (), lots.some(range(8)))),
            lots.one((0, 0, 3)),
        )

    def report() -> Order:
        lost, rounds = lots.one((None, 0, 30)), lots.one((None, 1))
        hurt, sunk, waste = (lots.some(everybody, 3) for _ in range(3))
        return given.Report(hurt, sunk, waste, lost, rounds)

    makers: tuple[Callable[[], Order], ...] = (
        strike,
        strike,
        report,
        lambda: given.Move(units(), lots.one(places)),
        lambda: given.Shift(units(), lots.one(["near", "far", "survey", *places])),
        lambda: given.React(lots.one((units(), "all")), lots.one(places)),
        lambda: Near(lots.one(("strongest", "weakest", (2, 3), (1,), (4,), ()))),
        lambda: given.Guard(lots.one(everybody), units()),
        lambda: given.Shelter(units(), lots.one([*everybody, ""])),
        lambda: given.Assign(lots.one((units(), "rest", "all")), lots.one(range(8))),
        lambda: given.Excuse(units()),
        lambda: given.Commit(lots.one(("near", "far"))),
        lambda: given.Retrograde(lots.one(places), lots.one((units(), "all"))),
        given.Agree,
        lambda: given.Dispute("no"),
        given.Pass,
    )
    return lots.one(makers)()


@pytest.mark.parametrize("seed", range(15))
def test_any_orders_can_be_given(seed: int) -> None:
    lots = Lots(seed)
    state = deeps(turns=3, **{name: lots.one(values) for name, values in OPTIONS.items()})
    while not stage(state).over:
        orders = {
            role: merge((), [any_order(lots, state, role) for _ in range(6)])
            for role in state.sides
        }
        for role, set_ in orders.items():
            at_once(state, role, set_)
            asked = why_not(everything(state, role), set_)
            assert all(p.order is not None and p.order < len(set_) for p in asked)
        turn = adjudicate(state, orders, lots.dice)
        assert turn.state.stage == state.stage + 1
        state = turn.state
        assert_lawful(state)


def assert_lawful(state: State) -> None:
    assert saving.load(saving.dump(state)) == state
    assert len(state.units) + len(state.wrecks) == 59
    assert all(side.ep >= 0 <= side.command_points for side in state.sides.values())
    for area in state.areas.values():
        assert area.survey_points + area.survey_lost == 27
        assert area.survey_points >= 0
    for raid in state.raids.values():
        divided = [name for force in raid.forces for name in force]
        assert len(divided) == len(set(divided)) == sum(raid.sizes)
        assert raid.objective not in divided
    assert draw(state)


@pytest.mark.parametrize("seed", range(25))
def test_what_is_left_of_orders_after_their_problems_meets_none(seed: int) -> None:
    """Without the refused ones, nothing more is refused."""
    lots = Lots(1000 + seed)
    state = deeps(**{name: lots.one(values) for name, values in OPTIONS.items()})
    role = lots.one(tuple(state.sides))
    view = everything(state, role)
    orders = merge((), [any_order(lots, state, role) for _ in range(8)])
    bad = {p.order for p in why_not(view, orders) if p.severity is Severity.REFUSED}
    left = [order for n, order in enumerate(orders) if n not in bad]
    assert [p.code for p in why_not(view, left) if p.refused] == []
