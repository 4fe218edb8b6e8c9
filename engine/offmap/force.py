"""The raiding force: flagship, size and movement points left (OFF-3.4.2, OFF-3.4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.core.ruleset import Role
from engine.offmap.geography import Places, distance, node_distance
from engine.offmap.ids import AreaName, ClassName, PlaceName, UnitName
from engine.offmap.names import key
from engine.offmap.options import Options
from engine.offmap.state import ShipClass, Unit

Classes = Mapping[ClassName, ShipClass]


@dataclass(frozen=True, slots=True)
class Size:
    """How many ships count against the limit of the flagship."""

    flagship: UnitName
    size: int
    #: Ships in the free slots of scouts and drone ships.
    free: int
    limit: int
    legal: bool

    @property
    def counted(self) -> int:
        return self.size - 1 - self.free

    @property
    def largest(self) -> int:
        """The largest legal force of this make-up."""
        return 1 + self.free + self.limit


@dataclass(frozen=True, slots=True)
class Points:
    """Movement points of a force at its launch."""

    #: From the nearest supply node into the area; None: there is no node (OFF-H43).
    node: int | None
    #: From the launch place into the area.
    way: int
    left: Mapping[UnitName, int]
    in_supply: bool
    #: Those that cannot enter from where they are, the node aside.
    late: tuple[UnitName, ...]

    @property
    def remaining(self) -> int:
        """The lowest of the force."""
        return min(self.left.values())


def current_power(unit: Unit, classes: Classes) -> int:
    """Combat power as the unit is (OFF-3.2)."""
    kind = classes[unit.type]
    return kind.crippled_power if unit.crippled else kind.power


def flagship_of(force: Sequence[Unit], classes: Classes) -> UnitName:
    """The best flagship (OFF-H12)."""
    return min(force, key=lambda unit: _as_flagship(unit, classes)).name


def size_of(
    force: Sequence[Unit],
    flagship: UnitName,
    classes: Classes,
    options: Options,
    *,
    command_point: bool = False,
) -> Size:
    """How large the force is, and may be (OFF-3.4.2)."""
    tags = [classes[unit.type].tags for unit in force if unit.name != flagship]
    scouts = sum("scout" in each and "drone" not in each for each in tags)
    drones = sum("drone" in each and "scout" not in each for each in tags)
    both = sum("drone" in each and "scout" in each for each in tags)
    seated = min(scouts, options.free_scouts) + min(drones, options.drone_slots)
    slots = options.free_scouts + options.drone_slots
    free = seated + min(both, slots - seated)
    command = next(classes[unit.type].command for unit in force if unit.name == flagship)
    limit = command + options.extra_ships + command_point + options.admiral_bonus
    legal = options.size_rule == "any" or len(force) - 1 - free <= limit
    return Size(flagship, len(force), free, limit, legal)


def trimmed(
    force: Sequence[Unit],
    flagship: UnitName,
    classes: Classes,
    options: Options,
    *,
    command_point: bool = False,
) -> tuple[Unit, ...]:
    """As many as may go: of those that count the weakest stay, of equals the last by name."""
    by_name = sorted(force, key=lambda unit: key(unit.name), reverse=True)
    size = size_of(force, flagship, classes, options, command_point=command_point)
    kept = tuple(force)
    for unit in sorted(by_name, key=lambda unit: current_power(unit, classes)):
        fewer = tuple(each for each in kept if each is not unit)
        if size.legal or unit.name == flagship:
            continue
        after = size_of(fewer, flagship, classes, options, command_point=command_point)
        if after.counted < size.counted:
            kept, size = fewer, after
    return kept


def points_of(
    force: Sequence[Unit],
    classes: Classes,
    places: Places,
    side: Role,
    launch: PlaceName,
    area: AreaName,
) -> Points:
    """Points left after entering: from the place or the node, whichever is farther (OFF-H42)."""
    node = node_distance(places, side, area)
    way = distance(places, launch, area) or 0
    moves = {unit.name: classes[unit.type].move for unit in force}
    used = {unit.name: max(unit.spent + way, node or 0) for unit in force}
    left = {name: moves[name] - used[name] for name in moves}
    in_supply = node is not None and node <= min(moves.values())
    late = tuple(unit.name for unit in force if unit.spent + way > moves[unit.name])
    return Points(node, way, left, in_supply, late)


def _as_flagship(unit: Unit, classes: Classes) -> tuple[int, bool, int, str]:
    kind = classes[unit.type]
    special = bool({"scout", "drone"} & kind.tags)
    return -kind.command, special, -current_power(unit, classes), key(unit.name)
