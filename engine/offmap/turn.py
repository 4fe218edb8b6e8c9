"""The sequence of play: five phases to a part (OFF-3.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta

import msgspec

from engine.core.dice import Dice
from engine.core.ruleset import BadPosition, Problem, Role, Severity, Stage, Turn, When
from engine.offmap.battle_phase import fought_by_players, run_battle
from engine.offmap.checks import why_not
from engine.offmap.declare_phase import run_declare
from engine.offmap.designate_phase import asks, run_designate
from engine.offmap.end_phase import run_end
from engine.offmap.orders import Move, Order, Raid
from engine.offmap.phases import Phase, phase_of, phasing, turn_of
from engine.offmap.react_phase import run_react
from engine.offmap.ruling import question
from engine.offmap.seeing import everything
from engine.offmap.state import State
from engine.offmap.table import Table, rise, sit_down

AT_ONCE = timedelta()

RUN: Mapping[Phase, Callable[[Table], None]] = {
    Phase.DECLARE: run_declare,
    Phase.REACT: run_react,
    Phase.DESIGNATE: run_designate,
    Phase.BATTLE: run_battle,
    Phase.END: run_end,
}


def adjudicate(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """Run a stage; one in which nobody has anything to say is run all the same (OFF-3.9)."""
    for role in orders:
        if role not in state.sides:
            raise BadPosition(f"orders: there is no side {role}")
    said = {role: why_not(everything(state, role), given) for role, given in orders.items()}
    told = {role: _worth_telling(problems) for role, problems in said.items()}
    told = {role: problems for role, problems in told.items() if problems}
    if state.over or state.stage == 0:
        after = state if state.over else msgspec.structs.replace(state, stage=1)
        return Turn(state.stage, after, problems=told)
    sound = {role: _sound(given, said[role]) for role, given in orders.items()}
    table = sit_down(state, sound, dice)
    for role, problems in told.items():
        table.tell(role, problems)
    RUN[state.phase](table)
    return rise(table)


def stage(state: State) -> Stage:
    """Where the game stands; a phase in which nobody owes anything is passed at once."""
    if state.stage == 0:
        both = tuple(state.sides)
        return Stage(0, "sign-up", both, both)
    if state.over:
        return Stage(state.stage, "game over", over=True)
    owes, may = _asked(state)
    return Stage(
        state.stage,
        when(state, state.stage).name,
        owes,
        may,
        length=None if owes else AT_ONCE,
        waits_for_gm=_disputed(state),
        question=question(state) if _disputed(state) else "",
    )


def when(state: State, stage: int) -> When:
    """`turn 2, react`; where both sides raid, also whose part it is."""
    if stage == 0:
        return When(0, 0, "sign-up")
    turn = turn_of(stage, state.options)
    words = [f"turn {turn}", phase_of(stage).value]
    if state.options.sequence == "alternating":
        side = phasing(stage, state.options, tuple(state.sides))
        words.insert(1, state.sides[side].name)
    return When(stage, turn, ", ".join(words))


def _asked(state: State) -> tuple[tuple[Role, ...], tuple[Role, ...]]:
    """Who owes orders in this phase, and who may send any."""
    both, defender = tuple(state.sides), (state.defending,)
    if state.phase is Phase.DECLARE:
        return (state.phasing,), both
    if state.phase is Phase.REACT and state.raids:
        return defender, defender
    if state.phase is Phase.DESIGNATE and asks(state):
        return defender, defender
    if state.phase is Phase.BATTLE and fought_by_players(state):
        return both, both
    return (), ()


def _disputed(state: State) -> bool:
    """Nothing goes on until the Gamesmaster has ruled (OFF-H76)."""
    ending = state.phase is Phase.END
    return ending and any(raid.disputed and raid.result is None for raid in state.raids.values())


def _worth_telling(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """What a report lacks is said in its receipt alone: here it would tell who was not there."""
    told = (problem for problem in problems if problem.code != "E-REPORT")
    return tuple(problem for problem in told if problem.severity is not Severity.REMARK)


def _sound(orders: Sequence[Order], problems: Sequence[Problem]) -> tuple[Order, ...]:
    """Without those that are refused; moves and raids are judged when they are made."""
    bad = {problem.order for problem in problems if problem.refused}
    return tuple(o for n, o in enumerate(orders) if n not in bad or isinstance(o, Move | Raid))
