"""What one side may not know after a stage, changed row by row of the table (OFF-3.7).

Nothing here uses `view`, `intelligence` or `heard`: a hole there is to be found, not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.offmap import events as happened
from engine.offmap.ids import AreaName, ClassName, PlaceName, UnitName
from engine.offmap.orders import Near
from engine.offmap.phases import Phase, other
from engine.offmap.raids import Raid, Search
from engine.offmap.state import Plans, State, Unit

Mutation = Callable[[Turn[State], Role, Random], Turn[State]]
change = msgspec.structs.replace


def purse(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """EP, income and command points of the other side."""
    state, foe = turn.state, other(role, turn.state.sides)
    side = change(
        state.sides[foe],
        ep=random.randrange(30),
        income=random.randrange(5),
        command_points=random.randrange(5),
    )
    return _with(turn, sides={**state.sides, foe: side})


def plans(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Guards, shelters, assignments and near orders of the other side."""
    areas = dict(turn.state.areas)
    for area in areas.values():
        if area.side != role:
            names = _names(turn.state, area.side)
            new = Plans(
                near=random.choice((None, Near("weakest"), Near((3, 1, 2)))),
                guards={random.choice(names): (random.choice(names),)},
                shelters={random.choice(names): random.choice(names)},
                assigned={random.choice(names): random.randrange(1, 7)},
                rest=random.randrange(7),
            )
            areas[area.id] = change(area, plans=new)
    return _with(turn, areas=areas)


def lurkers(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """With `intel` fixed: class and condition of what was never met."""
    kinds = [kind for kind in turn.state.classes.values() if not kind.immobile]

    def another(unit: Unit) -> Unit:
        crippled = random.random() < 0.5
        kind = ClassName(random.choice(kinds).id)
        return change(unit, type=kind, crippled=crippled, began_crippled=crippled)

    return _with_units(turn, [another(unit) for unit in _unmet(turn.state, role)])


def names(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """With `intel` fixed: what those are called who were never met."""
    hidden = list(_unmet(turn.state, role))
    called = {unit.name: UnitName(f"Veil{random.randrange(10**6)}") for unit in hidden}
    units = {
        called.get(n, n): change(u, name=called.get(n, n)) for n, u in turn.state.units.items()
    }
    raids = {area: _renamed(raid, called) for area, raid in turn.state.raids.items()}
    return _with(turn, units=units, raids=raids)


def crowds(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """With `intel` fixed: how many ships there are that were never met."""
    if turn.state.options.intel == "open":
        return turn
    there = [area for area in turn.state.areas.values() if area.side != role]
    new = [
        Unit(UnitName(f"Crowd{n}"), ClassName("DD"), area.side, area.id)
        for area in there
        for n in range(random.randrange(1, 4))
    ]
    return _with_units(turn, new)


def marks(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Carrier groups, reserves, zones, sub-areas, shifts and points of what is in the area."""
    seven, changed = turn.state.options.zones == "seven", []
    for unit in _there(turn.state, role):
        fixed = turn.state.classes[unit.type].immobile
        zone = unit.zone if fixed else random.choice(("near", "far"))
        found = unit.sub in turn.state.areas[AreaName(unit.at)].found
        sub = unit.sub if not seven or (fixed and found) else _unfound(turn.state, unit, random)
        changed.append(
            change(
                unit,
                group=random.choice(("", "G1", "G2")),
                reserve=random.random() < 0.5,
                zone=zone,
                sub=sub,
                spent=random.randrange(6),
                shifting=random.choice(("", "near", "far")),
            )
        )
    return _with_units(turn, changed)


def waiting(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Who is in the near and far force, who came from the map, who was left out."""
    raids = dict(turn.state.raids)
    for area, raid in raids.items():
        if raid.side == role and not _joined(turn.state, raid):
            raids[area] = _shuffled(turn.state, raid, random)
    return _with(turn, raids=raids)


def pending(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Before the result: dice and forces from the raider, the objective die from the defender."""
    raids = dict(turn.state.raids)
    if _out(turn.state):
        return turn
    for area, raid in raids.items():
        mine = raid.side == role
        dice: dict[str, Any] = {
            "objective_die": random.randrange(1, 7) if raid.objective_die else 0,
            "modifiers": (("points", random.randrange(6)),),
            "reached": random.random() < 0.5,
            "with_objective": (random.choice(raid.force),),
            "police_die": random.randrange(7),
        }
        ships = _names(turn.state, other(raid.side, turn.state.sides))
        if mine:
            dice |= {
                "reacting": {random.choice(ships): PlaceName("Gate")},
                "forces": tuple((random.choice(ships),) for _ in range(3)),
                "sizes": tuple(random.randrange(5) for _ in range(3)),
                "group_die": random.randrange(1, 7),
                "initial": random.randrange(1, 4),
                "survey_ships": (random.choice(ships),),
                "joins_near": (random.choice(ships),),
                "excused": (random.choice(ships),),
            }
        raids[area] = change(raid, **dice)
    return _with(turn, raids=raids)


def purposes(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """From the defender: how the raid searches, how long it fights, where it goes home to."""
    raids = dict(turn.state.raids)
    for area, raid in raids.items():
        if raid.side != role:
            hidden: dict[str, Any] = {
                "command_point": random.random() < 0.5,
                "going": {random.choice(raid.force): PlaceName("Kest")},
            }
            if not _out(turn.state):
                hidden |= {"fight": random.randrange(1, 4)}
                hidden |= (
                    {"search": Search(avoid=(random.randrange(1, 7),))} if not raid.sub else {}
                )
            raids[area] = change(raid, **hidden)
    return _with(turn, raids=raids)


def objectives(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """From the defender, when it is a secret: what the raid is for."""
    state = turn.state
    if not state.options.objective_secret or _out(state):
        return turn
    raids, areas = dict(state.raids), dict(state.areas)
    events = list(turn.events)
    for area, raid in raids.items():
        if raid.side != role and raid.objective:
            to = random.choice(_names(state, role))
            if raid.objective_die:
                counts = dict(areas[area].raids)
                counts[raid.objective] -= 1
                counts[to] = counts.get(to, 0) + 1
                kept = {target: count for target, count in counts.items() if count}
                areas[area] = change(areas[area], raids=kept)
            raids[area] = change(raid, objective=to)
            events = [_aimed(event, area, to) for event in events]
    return replace(_with(turn, raids=raids, areas=areas), events=tuple(events))


def disputes(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What the other side wrote to the Gamesmaster."""
    foe = other(role, turn.state.sides)
    words = f"They lie, {random.randrange(1000)}"
    raids = {
        area: change(raid, disputes={**raid.disputes, foe: words})
        for area, raid in turn.state.raids.items()
    }
    return _with(turn, raids=raids)


def finds(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Which of his own units the other side has met."""
    own = [unit for unit in turn.state.units.values() if unit.side == role]
    return _with_units(turn, [change(unit, found=random.random() < 0.5) for unit in own])


def events(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What happened out of his sight: another's income, shifts, voided raids, reactions."""
    foe = other(role, turn.state.sides)
    secret: list[Event] = [
        happened.Income(foe, random.randrange(9), random.randrange(99)),
        happened.Shifted(random.choice(_names(turn.state, foe)), foe, "far"),
        happened.Correction("side/ep", random.randrange(9), "a secret", quiet=True),
    ]
    for area in turn.state.areas.values():
        if area.side == foe:
            ships = (random.choice(_names(turn.state, foe)),)
            secret.append(happened.Reacted(foe, area.id, ships))
            secret.append(
                happened.Divided(foe, area.id, (ships, (), ()), (random.randrange(9), 0, 0))
            )
            secret.append(happened.Home(foe, area.id, PlaceName("Gate"), ships))
        else:
            secret.append(happened.Voided(foe, area.id, ("E-OBJ-AREA",), random.randrange(9)))
    told = [_costs(event, role, random) for event in turn.events]
    return replace(turn, events=(*told, *secret))


def throws(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """The faces thrown in REACT, before the result is out."""
    if _out(turn.state) or turn.state.phase is not Phase.DESIGNATE:
        return turn

    def again(event: Event) -> Event:
        if isinstance(event, happened.ObjectiveRoll):
            return change(event, die=random.randrange(1, 7), total=random.randrange(9))
        if isinstance(event, happened.SearchRoll | happened.PoliceRoll):
            return change(event, side=event.side, **_die(event, random))
        if isinstance(event, happened.GroupRoll) and event.side == role:
            return change(event, die=random.randrange(1, 7))
        return event

    return replace(turn, events=tuple(map(again, turn.events)))


def slips(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What was wrong with the other side's orders."""
    problem = Problem("E-EMPTY", f"Nothing was left, {random.randrange(1000)}.")
    problems = {**turn.problems, other(role, turn.state.sides): (problem,)}
    return replace(turn, problems=problems)


def keeping(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Side channel: the order in which a position is kept."""

    def shuffled(kept: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return dict(random.sample(list(kept.items()), len(kept)))

    state = turn.state
    return _with(
        turn,
        areas=shuffled(state.areas),
        places=shuffled(state.places),
        classes=shuffled(state.classes),
        units=shuffled(state.units),
        raids=shuffled(state.raids),
    )


MUTATIONS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        purse,
        plans,
        lurkers,
        names,
        crowds,
        marks,
        waiting,
        pending,
        purposes,
        objectives,
        disputes,
        finds,
        events,
        throws,
        slips,
        keeping,
    )
}


def _out(state: State) -> bool:
    return state.stage == 0 or state.phase in (Phase.BATTLE, Phase.END)


def _names(state: State, side: Role) -> list[UnitName]:
    return sorted(unit.name for unit in state.units.values() if unit.side == side)


def _there(state: State, role: Role) -> Iterator[Unit]:
    """The other side's units in its areas."""
    for unit in state.units.values():
        area = state.areas.get(AreaName(unit.at))
        if unit.side != role and area is not None and area.side != role:
            yield unit


def _unmet(state: State, role: Role) -> Iterator[Unit]:
    """Those of which a raider knows nothing: not fixed, not met before, not met now."""
    if state.options.intel == "open":
        return
    met = {
        name
        for raid in state.raids.values()
        if raid.side == role and _out(state)
        for name in _met(state, raid)
    }
    aimed = {raid.objective for raid in state.raids.values()}
    for unit in _there(state, role):
        fixed = state.classes[unit.type].immobile
        if not (fixed or unit.found or unit.name in met or unit.name in aimed):
            yield unit


def _met(state: State, raid: Raid) -> Iterator[UnitName]:
    if _joined(state, raid):
        yield from (name for force in raid.forces for name in force)
        yield from (*raid.survey_ships, *raid.joins_near)
    elif raid.initial:
        yield from raid.forces[raid.initial - 1]
    yield from raid.with_objective


def _joined(state: State, raid: Raid) -> bool:
    """May the raider know more of the waiting forces than their numbers?"""
    fought = max(len(raid.rounds), (raid.result and raid.result.rounds) or 0)
    at_once = 1 in (state.options.near_round, state.options.far_round)
    return bool(raid.committed) or at_once or fought > 1 or state.options.reveal == "all"


def _unfound(state: State, unit: Unit, random: Random) -> int:
    found = state.areas[AreaName(unit.at)].found
    return random.choice([sub for sub in range(1, 7) if sub not in found] or [0])


def _shuffled(state: State, raid: Raid, random: Random) -> Raid:
    """Other ships in the forces that he has not met, as many as before."""
    if len(raid.forces) != 3:
        return change(raid, excused=(UnitName("Halberd"),))
    two = [n for n in (1, 2, 3) if n != raid.initial]
    ships = [name for n in two for name in raid.forces[n - 1]]
    random.shuffle(ships)
    size = len(raid.forces[two[0] - 1])
    dealt = {two[0]: tuple(ships[:size]), two[1]: tuple(ships[size:])}
    met = {*raid.forces[raid.initial - 1], *raid.with_objective}
    owner = other(raid.side, state.sides)
    return change(
        raid,
        forces=tuple(dealt.get(n, raid.forces[n - 1]) for n in (1, 2, 3)),
        survey_ships=tuple(random.sample(_names(state, owner), 1)),
        excused=(random.choice(_names(state, owner)),),
        reacting={name: at for name, at in raid.reacting.items() if name in met},
    )


def _renamed(raid: Raid, called: Mapping[UnitName, UnitName]) -> Raid:
    def new(names_: tuple[UnitName, ...]) -> tuple[UnitName, ...]:
        return tuple(called.get(name, name) for name in names_)

    return change(
        raid,
        forces=tuple(map(new, raid.forces)),
        with_objective=new(raid.with_objective),
        joins_near=new(raid.joins_near),
        survey_ships=new(raid.survey_ships),
        excused=new(raid.excused),
    )


def _aimed(event: Event, area: AreaName, to: str) -> Event:
    if isinstance(event, happened.Launched | happened.ObjectiveRoll) and event.area == area:
        return change(event, objective=to)
    return event


def _costs(event: Event, role: Role, random: Random) -> Event:
    if isinstance(event, happened.Launched) and event.side != role:
        return change(event, cost=random.randrange(9), counted=random.randrange(9), limit=99)
    return event


def _die(event: happened.SearchRoll | happened.PoliceRoll, random: Random) -> dict[str, Any]:
    face = random.randrange(1, 7)
    return {"dice": (face,)} if isinstance(event, happened.SearchRoll) else {"die": face}


def _with(turn: Turn[State], **changed: Any) -> Turn[State]:
    return replace(turn, state=change(turn.state, **changed))


def _with_units(turn: Turn[State], new: list[Unit]) -> Turn[State]:
    units = {**turn.state.units, **{unit.name: unit for unit in new}}
    return _with(turn, units=units)
