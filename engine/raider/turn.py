"""The sequence of play (RAID-4 to RAID-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.core.dice import Dice
from engine.core.ruleset import BadPosition, Problem, Role, Stage, Turn, When
from engine.raider.checks import why_not
from engine.raider.combat import boarding, give_armour, gunfire, torpedoes
from engine.raider.events import OverlordChange
from engine.raider.islands import disband, drop_ruptures, produce, refit, visit
from engine.raider.knowledge import everything
from engine.raider.launching import launch
from engine.raider.movement import move
from engine.raider.orders import Order, Pledge, ShipOrder
from engine.raider.sea import Given, Sea, bring_home, put_to_sea
from engine.raider.setup import open_game
from engine.raider.state import ShipName, State
from engine.raider.view import View


def change_overlords(sea: Sea) -> None:
    """All at once, after everything else (RAID-8.1, RAID-R32)."""
    for player, to in sorted(sea.pledges.items()):
        before = sea.overlords[player]
        if before != to:
            sea.events.append(OverlordChange(player, before, to))
            sea.overlords[player] = to


PHASES: tuple[Callable[[Sea], None], ...] = (
    move,
    # combat at each island
    give_armour,
    gunfire,
    torpedoes,
    boarding,
    # island tasks
    visit,
    drop_ruptures,
    disband,
    refit,
    launch,
    produce,
    # once for all
    change_overlords,
)
"""Islands do not touch each other within a phase, so each phase is run at all islands in turn."""


def adjudicate(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """Run a stage: the opening of the game, or a turn."""
    for role in orders:
        if role not in state.players:
            raise BadPosition(f"orders: there is no player {role}")
    if state.turn == 0:
        return open_game(state, orders, dice)
    if state.over:
        return Turn(state.turn, state, problems=_refused(state, orders))
    return run(state, orders, dice)


def stage(state: State) -> Stage:
    """Where the game stands; who has no ships left may still choose an overlord (RAID-R143)."""
    everybody = tuple(state.players)
    if state.turn == 0:
        waits = state.options.start_conflict == "gm"
        return Stage(0, "sign-up", everybody, everybody, waits_for_gm=waits)
    if state.over:
        return Stage(state.turn, "game over", over=True)
    owners = {ship.owner for ship in state.ships.values()}
    owes = tuple(player for player in everybody if player in owners)
    return Stage(state.turn, when(state.turn).name, owes, everybody)


def when(stage: int) -> When:
    """Every turn is one stage."""
    return When(stage, stage, f"turn {stage}" if stage else "sign-up")


def run(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """One turn of the game, whatever its number."""
    refused = _refused(state, orders)
    given: dict[ShipName, Given] = {}
    pledges: dict[Role, Role] = {}
    for role, ordered in orders.items():
        bad = {problem.order for problem in refused.get(role, ())}
        for index, order in enumerate(ordered):
            if index in bad:
                continue
            if isinstance(order, ShipOrder):
                given[order.ship] = Given(order, index)
            elif isinstance(order, Pledge):
                pledges[role] = order.overlord
    sea = put_to_sea(state, dice, given, pledges)
    for role, problems in refused.items():
        sea.problems[role] = list(problems)
    for phase in PHASES:
        phase(sea)
    return bring_home(sea)


def _refused(
    state: State, orders: Mapping[Role, Sequence[Order]]
) -> dict[Role, tuple[Problem, ...]]:
    """The orders that do not count, and why; the rest is tried."""
    said = {role: why_not(view, orders[role]) for role, view in _overseers(state, orders)}
    return {
        role: refused
        for role, problems in said.items()
        if (refused := tuple(problem for problem in problems if problem.refused))
    }


def _overseers(state: State, orders: Mapping[Role, Sequence[Order]]) -> Iterator[tuple[Role, View]]:
    """The all-seeing view of each player with orders, worked out once for all of them.

    Launch rights and alliances in it are the first player's: nothing is refused for those.
    """
    roles = sorted(role for role in orders if orders[role])
    if roles:
        seen = everything(state, roles[0])
        for role in roles:
            yield role, replace(seen, role=role, overlord=state.players[role].overlord)
