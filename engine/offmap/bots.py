"""A bold player for either side: raids where the odds are fair, answers every raid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core.dice import Dice, pick
from engine.offmap.checks import verbs, why_not
from engine.offmap.form import form
from engine.offmap.names import key
from engine.offmap.orders import (
    Agree,
    Assign,
    Commit,
    Guard,
    Move,
    Names,
    Near,
    Order,
    Pass,
    Raid,
    React,
    Report,
    Shelter,
    Shift,
)
from engine.offmap.phases import Phase
from engine.offmap.preview import odds
from engine.offmap.raids import Raid as UnderWay
from engine.offmap.state import FORCES, SUBS, Area, Unit
from engine.offmap.strike import raid as raid_with
from engine.offmap.strike import strikes, targets
from engine.offmap.view import View

FAIR = 3
"""Faces of six from which he likes an objective."""

KEPT = 5
"""Movement points that he reckons with when he chooses an objective."""


def bold(view: View, dice: Dice) -> tuple[Order, ...]:
    """What he orders; nothing that he could be refused."""
    if not verbs(view) or view.stage == 0:
        return ()
    orders = tuple(_PLAYS[view.phase](view, dice))
    for _ in orders:
        bad = {problem.order for problem in why_not(view, orders) if problem.refused}
        if not bad:
            break
        orders = tuple(order for n, order in enumerate(orders) if n not in bad)
    return orders or (Pass(),)


def _declare(view: View, dice: Dice) -> Iterator[Order]:
    if not view.raiding:
        yield from _plan(view, dice)
        return
    raids = [
        raid
        for area in view.areas.values()
        if area.side != view.role and _pays(view, dice, area)
        for raid in _strike(view, dice, area)
    ]
    yield from raids or _gather(view, dice)


def _pays(view: View, dice: Dice, area: Area) -> bool:
    """Two times in three, if he can pay for it."""
    enough = view.sides[view.role].ep >= view.options.cost_ep
    return enough and dice.below(3, f"raid {area.id}") > 0


def _strike(view: View, dice: Dice, area: Area) -> Iterator[Raid]:
    forces = strikes(view, area)
    if not forces:
        return
    place, force = pick(dice, forces, f"place {area.id}")
    if view.options.zones == "seven":
        avoid = tuple(sorted(area.found)) if len(area.found) < len(SUBS) else ()
        again = dice.below(2, "avoid") == 0
        yield Raid(area.id, _names(force), from_=place, avoid=avoid if again else ())
        return
    if objective := _objective(view, dice, area):
        yield raid_with(place, area, force, objective)


def _objective(view: View, dice: Dice, area: Area) -> str:
    """One that is fairly sure to be reached, else any."""
    among = targets(view, area)
    fair = [name for name in among if _winning(view, area, name) >= FAIR]
    return pick(dice, fair or among, "objective") if among else ""


def _winning(view: View, area: Area, target: str) -> int:
    chance = odds(view, area.id, target, KEPT)
    return chance.winning if chance else 0


def _gather(view: View, dice: Dice) -> Iterator[Order]:
    """Where he launches no raid, a stack moves along a link, once in four turns."""
    for place in view.places.values():
        ships = [unit for unit in view.own_units if unit.at == place.id]
        if ships and place.links and dice.below(4, f"move {place.id}") == 0:
            to = pick(dice, sorted(place.links), f"to {place.id}")
            yield Move(_names(ships[: 1 + dice.below(len(ships), f"how many {place.id}")]), to)


def _plan(view: View, dice: Dice) -> Iterator[Order]:
    """Standing orders, as the options of the game have them."""
    if dice.below(5, "standing") == 0:
        yield Near(pick(dice, ("strongest", "weakest", (2, 3, 1)), "near"))
    here = [unit for unit in view.own_units if unit.at in view.areas]
    warships = [u for u in here if view.of_class(u).kind == "warship" and u.zone == "near"]
    fixed = [unit for unit in here if view.of_class(unit).immobile]
    if (view.options.guards or view.options.defence == "chosen") and warships and fixed:
        some = warships[: 1 + dice.below(len(warships), "guards")]
        yield Guard(pick(dice, fixed, "guard").name, _names(some))
    weak = [u for u in here if view.of_class(u).kind == "dock" or (u.crippled and u not in fixed)]
    if view.options.shelter and weak and fixed:
        yield Shelter(_names(weak), pick(dice, fixed, "shelter").name)
    if view.options.zones != "none" and here and dice.below(3, "shift") == 0:
        away = "far" if view.options.zones == "near_far" else "survey"
        unit = pick(dice, here, "shift who")
        yield Shift((unit.name,), away if unit.zone == "near" else "near")


def _react(view: View, dice: Dice) -> Iterator[Order]:
    yield pick(dice, (React("all"), React("all"), React()), "react")
    if view.options.zones == "seven":
        yield Assign("rest", pick(dice, tuple(SUBS), "assign"))
    elif dice.below(5, "near") == 0:
        yield Near(FORCES)


def _designate(view: View, dice: Dice) -> Iterator[Order]:
    initial = {raid.initial for raid in view.raids.values()}
    yield Near((pick(dice, [n for n in FORCES if n not in initial], "near"),))


def _battle(view: View, dice: Dice) -> Iterator[Order]:
    """The raider reports, the defender agrees with what he says."""
    if not view.raiding:
        if dice.below(3, "commit") == 0:
            yield Commit(pick(dice, ("near", "far"), "which"))
        yield Agree()
        return
    for raid in view.raids.values():
        yield from _account(view, dice, raid)
    ways = [line for line in form(view, ()).lines if line.subject == "retrograde"]
    if dice.below(3, "way home") == 0 and ways and ways[0].choices:
        yield pick(dice, ways[0].choices, "home").order


def _account(view: View, dice: Dice, raid: UnderWay) -> Iterator[Report]:
    """A few of those who met, by lot."""
    met = {*raid.force, *raid.with_objective, *(name for force in raid.forces for name in force)}
    crippled, destroyed, devastated = [], [], []
    for name in sorted(met & set(view.units), key=key):
        unit, lot = view.units[name], dice.below(6, f"lost {name}")
        if view.of_class(unit).kind == "planet":
            devastated += [name] if lot == 0 and not unit.crippled else []
        elif lot == 0:
            destroyed.append(name)
        elif lot == 1 and not unit.crippled:
            crippled.append(name)
    yield Report(tuple(crippled), tuple(destroyed), tuple(devastated))


def _names(units: list[Unit] | tuple[Unit, ...]) -> Names:
    return tuple(unit.name for unit in units)


_PLAYS: Mapping[Phase, Callable[[View, Dice], Iterator[Order]]] = {
    Phase.DECLARE: _declare,
    Phase.REACT: _react,
    Phase.DESIGNATE: _designate,
    Phase.BATTLE: _battle,
}
