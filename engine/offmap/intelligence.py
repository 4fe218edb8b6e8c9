"""A raid on its way as each side knows it (OFF-3.7): what is told when, and of whom.

The raider learns nothing between his launch and the result. The defender learns with the notice who
comes, and before he names the near force what he needs for that: the group die and his forces.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.ruleset import Role
from engine.offmap.ids import UnitName
from engine.offmap.options import Options
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid, Search
from engine.offmap.state import State

change = msgspec.structs.replace

Waiting = Literal["near", "far"]
WAITING: tuple[Waiting, ...] = ("near", "far")


def result_is_out(state: State) -> bool:
    """Have the raids under way been resolved as far as the battle?

    The raider's result waits for the end of DESIGNATE, whether it is skipped or not (OFF-3.1).
    """
    return state.stage > 0 and state.phase in (Phase.BATTLE, Phase.END)


def raid_as_known(state: State, raid: Raid, role: Role) -> Raid:
    """The raid with everything empty that this side may not know now."""
    raider = raid.side == role
    if not result_is_out(state):
        launched = _as_launched(raid) if raider else _as_noticed(state, raid)
        return launched if raider else change(launched, **_division(raid))
    told = change(raid, disputes=_own(raid, role))
    return _as_met(told, state.options) if raider else change(told, going={}, command_point=False)


def joined(raid: Raid, options: Options) -> frozenset[Waiting]:
    """Of `near` and `far`, those that have joined, by word of the defender or by the rounds.

    One round of a battle is always fought (OFF-H4).
    """
    fought = max(int(raid.battle), len(raid.rounds), (raid.result and raid.result.rounds) or 0)
    since: Mapping[Waiting, int] = {"near": options.near_round, "far": options.far_round}
    return frozenset(
        name for name, begin in since.items() if name in raid.committed or 0 < begin <= fought
    )


def told_waiting(raid: Raid, options: Options) -> frozenset[Waiting]:
    """Those of which the raider is told the names: they joined, or all are told."""
    return frozenset(WAITING) if options.reveal == "all" else joined(raid, options)


def hides(raid: Raid, options: Options) -> bool:
    """Is there a force that may join and of which the raider is told only how many it has?"""
    told = told_waiting(raid, options)
    body = len(raid.joins_near)
    near = raid.sizes[raid.near - 1] if raid.near else sum(raid.sizes) if not raid.forces else 0
    far = raid.sizes[raid.far - 1] if raid.far else 0
    return bool(
        ("near" not in told and options.near_round and (near or body))
        or ("far" not in told and options.far_round and (far or raid.survey_ships))
    )


def told_ships(raid: Raid, options: Options) -> frozenset[UnitName]:
    """All enemies in a resolved raid whose names the raider is told."""
    told = _as_met(raid, options)
    forces = (name for force in told.forces for name in force)
    return frozenset((*forces, *told.with_objective, *told.joins_near, *told.survey_ships))


def _as_launched(raid: Raid) -> Raid:
    """What the raider ordered himself."""
    return Raid(
        turn=raid.turn,
        side=raid.side,
        area=raid.area,
        place=raid.place,
        force=raid.force,
        flagship=raid.flagship,
        objective=raid.objective,
        command_point=raid.command_point,
        fight=raid.fight,
        search=raid.search,
        left=raid.left,
        going=raid.going,
    )


def _as_noticed(state: State, raid: Raid) -> Raid:
    """The notice: area, place, force, flagship, objective unless it is secret, points left."""
    objective = "" if state.options.objective_secret else raid.objective
    ordered = _as_launched(raid)
    return change(
        ordered, objective=objective, command_point=False, fight=1, search=Search(), going={}
    )


def _division(raid: Raid) -> dict[str, object]:
    """What the defender has to know to name the near force."""
    return {
        "reacting": raid.reacting,
        "excused": raid.excused,
        "group_die": raid.group_die,
        "initial": raid.initial,
        "forces": raid.forces,
        "sizes": raid.sizes,
        "joins_near": raid.joins_near,
        "survey_ships": raid.survey_ships,
    }


def _as_met(raid: Raid, options: Options) -> Raid:
    """The result as the raider is told it: numbers of all forces, names of those that he met."""
    waiting = told_waiting(raid, options)
    joined = {number for name, number in _waiting(raid) if name in waiting}
    came = tuple(
        _without(force, raid.excused) if n in joined else force
        for n, force in enumerate(raid.forces, 1)
    )
    told = {raid.initial, *joined}
    forces = tuple(force if n in told else () for n, force in enumerate(came, 1))
    joins = _without(raid.joins_near, raid.excused) if "near" in waiting else ()
    known = {name for force in forces for name in force} | {*raid.with_objective, *joins}
    return change(
        raid,
        forces=forces,
        sizes=_sizes(change(raid, forces=came), hidden="near" not in waiting),
        joins_near=joins,
        survey_ships=raid.survey_ships if "far" in waiting else (),
        reacting={name: at for name, at in raid.reacting.items() if name in known},
        excused=(),
    )


def _without(names: tuple[UnitName, ...], out: tuple[UnitName, ...]) -> tuple[UnitName, ...]:
    """Who stayed out has not been met."""
    return tuple(name for name in names if name not in out)


def _waiting(raid: Raid) -> tuple[tuple[str, int], ...]:
    return ("near", raid.near), ("far", raid.far)


def _sizes(raid: Raid, *, hidden: bool) -> tuple[int, ...]:
    """How many ships each force has; a body that joins the near one, its names hidden, counts.

    Where nothing is divided such a body is all that is waiting.
    """
    body = len(raid.joins_near) if hidden else 0
    if not raid.forces:
        return (body,) if body else ()
    return tuple(len(f) + (body if n == raid.near else 0) for n, f in enumerate(raid.forces, 1))


def _own(raid: Raid, role: Role) -> dict[Role, str]:
    """A dispute is a word to the Gamesmaster alone."""
    return {role: raid.disputes[role]} if role in raid.disputes else {}
