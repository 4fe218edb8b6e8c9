"""Island tasks: visit, drop ruptures, disband, refit, launch, production (RAID-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from engine.core.dice import Dice
from engine.core.structure import expand, shorten, wanted
from engine.raider.events import Disband, Production, Refit, Visit
from engine.raider.orders import Task
from engine.raider.sea import Hull, Sea, priority
from engine.raider.state import LARGEST, LETTERS, SMALLEST, IslandName, sorted_structure

PLENTY = 20
SPECIAL_OUTPUT = 8
GENERAL_OUTPUT = 5


def visit(sea: Sea) -> None:
    """Every ship afloat docks, and her present owner scores the island (RAID-7.1)."""
    for island, fleet in sea.docked():
        for owner in sorted({hull.owner for hull in fleet}):
            if island not in sea.visited[owner]:
                sea.visited[owner].add(island)
                sea.events.append(Visit(island, owner))


def drop_ruptures(sea: Sea) -> None:
    """They are gone for good, and nothing of them reaches the stores (RAID-7.2, RAID-R89)."""
    for _, fleet in sea.docked():
        for hull in fleet:
            hull.ruptures = 0


def disband(sea: Sea) -> None:
    """Ships become stores (RAID-7.3)."""
    for island, fleet in sea.docked():
        for hull in fleet:
            if hull.does(Task.DISBAND):
                add(sea.stores[island], hull.structure)
                sea.events.append(Disband(island, hull.name, hull.owner, hull.structure))
                sea.remove(hull)


def refit(sea: Sea) -> None:
    """Ships are rebuilt one at a time, most priority first (RAID-7.4)."""
    for island, fleet in sea.docked():
        queue = [hull for hull in fleet if hull.does(Task.REFIT)]
        for hull in sea.queue(queue, priority, f"refit/{island}"):
            _rebuild(sea, island, hull)


def produce(sea: Sea) -> None:
    """Every island makes modules that can be used from the next turn on (RAID-7.6)."""
    for island in sorted(sea.stores):
        speciality = sea.before.islands[island].speciality
        made = output(sea.stores[island], speciality, sea.dice, f"production/{island}")
        add(sea.stores[island], made)
        sea.events.append(Production(island, dict(Counter(made))))


def output(stores: Mapping[str, int], speciality: str, dice: Dice, purpose: str) -> str:
    """Eight of the speciality below twenty in stock, else five of anything (RAID-R128)."""
    if stores.get(speciality, 0) < PLENTY:
        return speciality * SPECIAL_OUTPUT
    draws = range(1, GENERAL_OUTPUT + 1)
    return "".join(LETTERS[dice.below(len(LETTERS), f"{purpose}/{draw}")] for draw in draws)


def add(stores: dict[str, int], modules: str) -> None:
    for letter in modules:
        stores[letter] = stores.get(letter, 0) + 1


def lacking(stores: Mapping[str, int], signs: str) -> str:
    """What is missing to build this, in short: `2G`, or `3?` if it is only the number."""
    named, _ = wanted(signs)
    missing = "".join(letter * max(0, named[letter] - stores.get(letter, 0)) for letter in LETTERS)
    if not missing:
        missing = "?" * max(0, len(signs) - sum(stores.values()))
    return shorten(missing)


def right_size(signs: str) -> bool:
    """Five to ten modules (RAID-5.7)."""
    return SMALLEST <= len(signs) <= LARGEST


def take(stores: dict[str, int], signs: str, dice: Dice, purpose: str) -> str:
    """The modules for a ship out of the stores, which are known to hold enough.

    Wildcards are drawn one by one from what the explicit letters leave, each single module equally
    likely (RAID-5.6, RAID-R75, RAID-R77).
    """
    named, wild = wanted(signs)
    for letter, number in named.items():
        stores[letter] -= number
    drawn = "".join(_draw(stores, dice, f"{purpose}/wild {n}") for n in range(1, wild + 1))
    return sorted_structure("".join(named.elements()) + drawn)


def _draw(stores: dict[str, int], dice: Dice, purpose: str) -> str:
    there = [letter for letter in LETTERS if stores.get(letter, 0)]
    letter = there[0]
    if len(there) > 1:
        place = dice.below(sum(stores.values()), purpose)
        for letter in there:
            place -= stores[letter]
            if place < 0:
                break
    stores[letter] -= 1
    return letter


def _rebuild(sea: Sea, island: IslandName, hull: Hull) -> None:
    """All or nothing: a refit that cannot be done changes nothing at all (RAID-R79)."""
    signs = expand(hull.order.structure, LETTERS)
    if not right_size(signs):
        sea.fail(hull, "size", size_text(hull.name, signs), "RAID-5.7")
        return
    pool = dict(sea.stores[island])
    add(pool, hull.structure)
    if missing := lacking(pool, signs):
        text = f"{hull.name} was not refitted: with her own modules {island} still lacked {missing}"
        sea.fail(hull, "stores-short", f"{text} when her turn came.", "RAID-7.4")
        return
    before = hull.structure
    hull.structure = take(pool, signs, sea.dice, f"refit/{island}/{hull.name}")
    sea.stores[island] = pool
    sea.events.append(Refit(island, hull.name, hull.owner, before, hull.structure))


def size_text(ship: str, signs: str) -> str:
    few_or_many = "few" if len(signs) < SMALLEST else "many"
    return f"{len(signs)} modules are too {few_or_many} for {ship}: a ship has 5 to 10."
