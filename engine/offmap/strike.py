"""The best raiding force that may leave a place: for the order form and for bots."""

from __future__ import annotations

from collections.abc import Iterator

from engine.offmap.force import current_power, flagship_of, points_of, size_of
from engine.offmap.geography import distance
from engine.offmap.ids import PlaceName
from engine.offmap.names import key
from engine.offmap.orders import Raid
from engine.offmap.state import SURVEY, Area, Unit
from engine.offmap.view import View


def targets(view: View, area: Area) -> tuple[str, ...]:
    """What could be the objective, as far as the reader knows; survey points last."""
    there = (u for u in view.units.values() if u.at == area.id and u.side == area.side)
    names = [unit.name for unit in there if view.of_class(unit).kind != "survey"]
    survey = [SURVEY] if area.survey_points or view.options.intel == "fixed" else []
    return (*sorted(names, key=key), *survey)


def strikes(view: View, area: Area) -> tuple[tuple[PlaceName, tuple[Unit, ...]], ...]:
    """The force of every place from which one can go, the strongest first."""
    forces = [(place, strike_force(view, place, area)) for place in view.places]
    able = [(place, force) for place, force in forces if force]
    return tuple(sorted(able, key=lambda pair: (-_power(view, pair[1]), pair[0])))


def strike_force(view: View, place: PlaceName, area: Area) -> tuple[Unit, ...]:
    """A flagship, free slots filled, then the strongest up to the limit (OFF-3.4.2)."""
    able = ready(view, place, area)
    if not able:
        return ()
    flagship = flagship_of(able, view.classes)
    force = [unit for unit in able if unit.name == flagship]
    for unit in sorted(able, key=lambda unit: _rank(view, unit)):
        if unit.name != flagship:
            larger = [*force, unit]
            if size_of(larger, flagship, view.classes, view.options).legal:
                force = larger
    return tuple(sorted(force, key=lambda unit: key(unit.name)))


def ready(view: View, place: PlaceName, area: Area) -> list[Unit]:
    """Ships there that may raid and have the points to enter, in supply."""
    fast = list(_fast(view, place))
    if not fast or distance(view.places, place, area.id) is None:
        return []
    points = points_of(fast, view.classes, view.places, view.role, place, area.id)
    node = points.node
    return [
        unit
        for unit in fast
        if points.left[unit.name] >= 0 and node is not None and node <= view.of_class(unit).move
    ]


def raid(place: PlaceName, area: Area, force: tuple[Unit, ...], objective: str) -> Raid:
    """The order that sends this force."""
    names = tuple(unit.name for unit in force)
    return Raid(area.id, names, from_=place, objective=objective)


def _fast(view: View, place: PlaceName) -> Iterator[Unit]:
    for unit in view.own_units:
        kind = view.of_class(unit)
        whole = view.options.crippled_may_raid or not unit.crippled
        if unit.at == place and whole and not (kind.slow or kind.immobile):
            yield unit


def _rank(view: View, unit: Unit) -> tuple[bool, int, str]:
    """Scouts and drone ships first, which may sit in free slots, then by power."""
    special = bool({"scout", "drone"} & view.of_class(unit).tags)
    return not special, -current_power(unit, view.classes), key(unit.name)


def _power(view: View, force: tuple[Unit, ...]) -> int:
    return sum(current_power(unit, view.classes) for unit in force)
