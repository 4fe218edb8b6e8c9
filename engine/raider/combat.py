"""Combat at an island: armour, gunfire, torpedoes, boarding, once a turn (RAID-6)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.dice import pick
from engine.raider.events import Capture, Deflection, Hit, Sinking, Weapon
from engine.raider.orders import Task
from engine.raider.sea import STAYS, Hull, Sea, priority
from engine.raider.state import SMALLEST, IslandName

POINTS_PER_ARMOUR = 2

DEEDS = {Task.DISBAND: "be broken up", Task.REFIT: "be refitted", Task.LAUNCH: "launch"}


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the two kinds of shooting."""

    phase: str
    weapon: Weapon
    letter: str
    stopped_by_armour: bool


GUNS = Arm("gunfire", "gun", "G", stopped_by_armour=True)
TUBES = Arm("torpedoes", "tube", "T", stopped_by_armour=False)


def give_armour(sea: Sea) -> None:
    """Protection points for this turn's guns, from armour sound before them (RAID-6.2)."""
    for _, fleet in sea.battles():
        for hull in fleet:
            hull.armour = POINTS_PER_ARMOUR * hull.count("A")


def gunfire(sea: Sea) -> None:
    """All guns, most priority first (RAID-6.3)."""
    for island, fleet in sea.battles():
        _salvoes(sea, island, fleet, GUNS)


def torpedoes(sea: Sea) -> None:
    """All tubes of the ships that the guns left afloat (RAID-6.4)."""
    for island, fleet in sea.battles():
        _salvoes(sea, island, fleet, TUBES)


def boarding(sea: Sea) -> None:
    """Ships with marines take ships with fewer, fewest marines first (RAID-6.5)."""
    for island, fleet in sea.battles():
        boarders = [hull for hull in fleet if hull.count("M")]
        for boarder in sea.queue(boarders, lambda hull: -hull.count("M"), f"boarding/{island}"):
            _board(sea, island, boarder, fleet)


def least_stealthy(hulls: list[Hull]) -> list[Hull]:
    """The ships that can be seen best (RAID-R98)."""
    lowest = min(hull.count("S") for hull in hulls)
    return [hull for hull in hulls if hull.count("S") == lowest]


def _salvoes(sea: Sea, island: IslandName, fleet: list[Hull], arm: Arm) -> None:
    armed = [hull for hull in fleet if hull.count(arm.letter)]
    for hull in sea.queue(armed, priority, f"{arm.phase}/{island}"):
        for shot in range(1, hull.count(arm.letter) + 1):
            enemies = sea.enemies(hull, fleet)
            if not enemies:
                break  # no target, no shot (RAID-R96)
            purpose = f"{arm.phase}/{island}/{hull.name}/{arm.weapon} {shot}"
            target = pick(sea.dice, least_stealthy(enemies), f"{purpose}/target")
            _strike(sea, hull, target, arm, purpose)


def _strike(sea: Sea, by: Hull, target: Hull, arm: Arm, purpose: str) -> None:
    """Armour takes it, or a module is ruptured, and perhaps she sinks."""
    if arm.stopped_by_armour and target.armour:
        target.armour -= 1
        sea.events.append(
            Deflection(target.island, target.name, target.owner, by.name, by.owner, arm.weapon)
        )
        return
    module = _rupture(sea, target, f"{purpose}/module")
    sea.events.append(
        Hit(target.island, target.name, target.owner, by.name, by.owner, arm.weapon, module)
    )
    if _sinks(target):
        _sink(sea, target, by)


def _rupture(sea: Sea, target: Hull, purpose: str) -> str:
    """One of her sound modules, each equally likely, becomes a rupture (RAID-6.3)."""
    sound = target.structure
    place = sea.dice.below(len(sound), purpose)
    target.structure = sound[:place] + sound[place + 1 :]
    target.ruptures += 1
    return sound[place]


def _sinks(hull: Hull) -> bool:
    """More ruptures than sound buoyancy, or fewer than five sound modules (RAID-6.1)."""
    return hull.ruptures > hull.count("B") or len(hull.structure) < SMALLEST


def _sink(sea: Sea, target: Hull, by: Hull) -> None:
    """The kill goes to the ship whose hit it was, and to her owner (RAID-R106)."""
    by.kills += 1
    sea.kills[by.owner] += 1
    sea.events.append(Sinking(target.island, target.name, target.owner, by.name, by.owner))
    _lapse(sea, target, "sunk", "RAID-7.1")
    sea.remove(target)


def _lapse(sea: Sea, hull: Hull, fate: str, rule: str) -> None:
    """What she was to do at the island is not done, and her owner is told (FEAT-T8)."""
    if (task := hull.order.task) is not Task.MOVE:
        text = f"{hull.name} was {fate} at {hull.island} before she could {DEEDS[task]}."
        sea.fail(hull, f"{fate}-first", text, rule)
    hull.given = STAYS


def _board(sea: Sea, island: IslandName, boarder: Hull, fleet: list[Hull]) -> None:
    marines = boarder.count("M")
    weaker = [hull for hull in sea.enemies(boarder, fleet) if hull.count("M") < marines]
    if not weaker:
        return
    prize = pick(sea.dice, least_stealthy(weaker), f"boarding/{island}/{boarder.name}/target")
    sea.events.append(Capture(island, prize.name, prize.owner, boarder.owner, boarder.name))
    _lapse(sea, prize, "captured", "RAID-R118")
    prize.owner = boarder.owner
