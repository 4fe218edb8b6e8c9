"""Running a stage: the opening of the game, or a week (MER-16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from engine.core.dice import Dice
from engine.core.ruleset import BadPosition, Problem, Role, Stage, Turn, When
from engine.merchant.assigning import assign
from engine.merchant.checkpoints import Refs, Stops, refs
from engine.merchant.checks import why_not
from engine.merchant.events import DiceChosen
from engine.merchant.factories import produce
from engine.merchant.lookout import Lookouts
from engine.merchant.orders import ChooseDice, Order, ShipName, ShipOrder
from engine.merchant.scoring import settle
from engine.merchant.sea import Sea, bring_home, put_to_sea
from engine.merchant.seeing import everything
from engine.merchant.setup import open_game
from engine.merchant.shipyard import construct
from engine.merchant.state import State
from engine.merchant.watch import Watch
from engine.merchant.week import sail_the_week


def adjudicate(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """Run a stage: the opening of the game, or a turn."""
    return checked(state, orders, dice, ())[0]


def checked(
    state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice, at: Collection[int]
) -> tuple[Turn[State], Mapping[int, Refs]]:
    """The same, with the position in figures after the segments asked for."""
    for role in orders:
        if role not in state.players:
            raise BadPosition(f"orders: there is no player {role}")
    if state.turn == 0:
        return open_game(state, orders, dice), {}
    refused = _refused(state, orders)
    if state.over:
        return Turn(state.turn, state, problems=refused), {}
    stops = Stops(frozenset(at))
    return run(state, _standing(orders, refused), dice, refused, Lookouts(tuple(at)), stops)


def stage(state: State) -> Stage:
    """Where the game stands; everybody with a ship is waited for."""
    everybody = tuple(state.players)
    if state.turn == 0:
        return Stage(0, when(0).name, everybody, everybody)
    if state.over:
        return Stage(state.turn, "game over", over=True)
    owners = {ship.owner for ship in state.ships.values()}
    owes = tuple(player for player in everybody if player in owners)
    return Stage(state.turn, when(state.turn).name, owes, everybody)


def when(stage: int) -> When:
    """Every turn is one stage."""
    return When(stage, stage, f"turn {stage}" if stage else "sign-up")


def run(
    state: State,
    orders: Mapping[Role, Sequence[Order]],
    dice: Dice,
    problems: Mapping[Role, tuple[Problem, ...]],
    watch: Watch,
    stops: Stops,
) -> tuple[Turn[State], Mapping[int, Refs]]:
    """One week, whatever its number, with these lookouts."""
    sea = put_to_sea(_with_dice(state, orders), dice)
    _note_dice(sea, state)
    assign(sea, _given(orders))
    sail_the_week(sea, watch, stops)
    close_the_turn(sea)
    after, told = settle(bring_home(sea, state.turn + 1))
    turn = Turn(state.turn, after, (*sea.events, *told), problems)
    return turn, stops.positions


def close_the_turn(sea: Sea) -> None:
    """Shipyards, then factories, unless the game has them the other way round (MER-H29)."""
    if sea.options.production == "before construction":
        produce(sea)
        construct(sea)
    else:
        construct(sea)
        produce(sea)


def end_refs(turn: Turn[State]) -> Refs:
    """The position in figures when the turn is over."""
    return refs(turn.state, turn.events)


def _refused(
    state: State, orders: Mapping[Role, Sequence[Order]]
) -> dict[Role, tuple[Problem, ...]]:
    """The orders that do not count, and why; the rest is tried."""
    said = {
        role: tuple(p for p in why_not(everything(state, role), orders[role]) if p.refused)
        for role in sorted(orders)
        if orders[role]
    }
    return {role: problems for role, problems in said.items() if problems}


def _standing(
    orders: Mapping[Role, Sequence[Order]], refused: Mapping[Role, Sequence[Problem]]
) -> Mapping[Role, Sequence[Order]]:
    bad = {role: {problem.order for problem in problems} for role, problems in refused.items()}
    return {
        role: [order for n, order in enumerate(given) if n not in bad.get(role, ())]
        for role, given in orders.items()
    }


def _given(orders: Mapping[Role, Sequence[Order]]) -> dict[ShipName, ShipOrder]:
    """The last order for each ship (MER-19.5)."""
    return {
        order.ship: order
        for given in orders.values()
        for order in given
        if isinstance(order, ShipOrder)
    }


def _with_dice(state: State, orders: Mapping[Role, Sequence[Order]]) -> State:
    """Dice chosen now are thrown from this turn on; a magic die keeps its memory (MER-H58)."""
    players = dict(state.players)
    for role, given in orders.items():
        for order in given:
            if isinstance(order, ChooseDice):
                players[role] = msgspec.structs.replace(players[role], dice=order.dice)
    return msgspec.structs.replace(state, players=players)


def _note_dice(sea: Sea, before: State) -> None:
    for role, player in sea.before.players.items():
        if player.dice != before.players[role].dice:
            sea.tell(DiceChosen(role, player.dice))
