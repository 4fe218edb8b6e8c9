"""Who may hear of an event, and in which form (OFF-3.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from engine.core.ruleset import Event, Role
from engine.offmap.events import (
    Committed,
    Correction,
    Designated,
    Disputed,
    Divided,
    GroupRoll,
    Home,
    Income,
    Launched,
    Moved,
    NoBattle,
    NoRaid,
    ObjectiveRoll,
    PoliceRoll,
    QuickRound,
    Reacted,
    Result,
    SearchRoll,
    Shifted,
    Voided,
)
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.intelligence import result_is_out
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid
from engine.offmap.state import State

change = msgspec.structs.replace


def heard(events: Sequence[Event], state: State, role: Role) -> tuple[Event, ...]:
    """The events of a stage that this side is told of, in the form in which it is told.

    `state` is the position after the stage. The dice for a raid are thrown in REACT and told with
    the result, which is out when DESIGNATE is over: they come first then.
    """
    dice = [] if state.stage == 0 or state.phase is not Phase.BATTLE else list(_dice(state))
    told = (_told(event, state, role) for event in (*dice, *events))
    return tuple(event for event in told if event is not None)


def _told(event: Event, state: State, role: Role) -> Event | None:
    match event:
        case Launched():
            return event if event.side == role else _as_noticed(event, state)
        case Voided() | Shifted() | Income():
            return event if event.side == role else None
        case Moved() | NoRaid() | NoBattle() | QuickRound() | Committed() | Result() | Disputed():
            return event
        case Home():  # of ships that reacted the raider does not know that they were away
            return event if role in (event.side, state.areas[event.area].side) else None
        case Reacted() | Divided():
            return event if role == state.areas[event.area].side else None
        case GroupRoll():
            owner = role == state.areas[event.area].side
            return event if owner or _resolved(state, event.area) else None
        case ObjectiveRoll() | SearchRoll() | PoliceRoll() | Designated():
            return event if _resolved(state, event.area) else None
        case Correction():  # that it was made is told, what it was may be a secret
            return None if event.quiet else change(event, what="", value=None)
        case _:
            return None


def _resolved(state: State, area: AreaName) -> bool:
    """Is the result out? A raid that is no longer on its way has been resolved, and more."""
    return area not in state.raids or result_is_out(state)


def _as_noticed(event: Launched, state: State) -> Launched:
    """The notice tells who comes, not what it cost (OFF-H28)."""
    objective = "" if state.options.objective_secret else event.objective
    return change(event, objective=objective, counted=0, limit=0, cost=0, command_point=False)


def _dice(state: State) -> Iterator[Event]:
    """The dice of the raids under way, as their records have them."""
    for area, raid in sorted(state.raids.items()):
        if raid.objective_die:
            yield _objective_roll(raid, state)
        if raid.sub:
            yield SearchRoll(raid.side, area, raid.search_dice, raid.sub)
        if raid.group_die:
            yield GroupRoll(raid.side, area, raid.group_die, raid.initial)
        if raid.police_die:
            owner = state.areas[area].side
            yield PoliceRoll(owner, area, raid.police_die, _police(raid, state))


def _objective_roll(raid: Raid, state: State) -> ObjectiveRoll:
    return ObjectiveRoll(
        side=raid.side,
        area=raid.area,
        objective=raid.objective,
        die=raid.objective_die,
        modifiers=raid.modifiers,
        total=raid.total,
        reached=raid.reached,
        raids=state.areas[raid.area].raids.get(raid.objective, 0),
    )


def _police(raid: Raid, state: State) -> UnitName | None:
    """The police ship that turned up, if one did (OFF-3.14)."""
    there = (state.units.get(name) or state.wrecks.get(name) for name in raid.with_objective)
    police = (unit.name for unit in there if unit and "police" in state.classes[unit.type].tags)
    return next(police, None)
