"""Launches: new ships, and the names that they get (RAID-7.5, RAID-R26)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.ruleset import Problem, Role, Severity
from engine.core.structure import expand
from engine.raider.events import Launch
from engine.raider.islands import lacking, right_size, size_text, take
from engine.raider.names import settle, winners
from engine.raider.orders import Task
from engine.raider.sea import Hull, Sea, priority
from engine.raider.state import LETTERS, IslandName, ShipName, grants_rights


@dataclass(frozen=True, slots=True)
class _Newborn:
    """A ship built, before she has her name."""

    island: IslandName
    owner: Role
    structure: str
    asked: str
    by: ShipName
    index: int


def launch(sea: Sea) -> None:
    """New ships, most priority first; then they are named, all islands together (RAID-R26)."""
    _refuse_without_right(sea)
    _refuse_wrong_size(sea)
    if sea.before.options.name_clash == "fail":
        _refuse_names_taken(sea)
    built = [newborn for newborn in _build(sea) if newborn is not None]
    asked = {newborn.by: newborn.asked for newborn in built}
    names = settle(asked, names_taken(sea), sea.dice)
    for newborn in built:
        _christen(sea, newborn, ShipName(names[newborn.by]))


def names_taken(sea: Sea) -> frozenset[str]:
    """The names that no new ship can get, in small letters (RAID-R22)."""
    taken = {name.casefold() for name in sea.hulls}
    taken.update(name.casefold() for name in sea.before.islands)
    if sea.before.options.reuse_names == "never":
        taken |= sea.before.names_gone
        taken.update(name.casefold() for name in sea.before.ships)
    return frozenset(taken)


def _launchers(sea: Sea) -> Iterator[tuple[IslandName, list[Hull]]]:
    for island, fleet in sea.docked():
        if hulls := [hull for hull in fleet if hull.does(Task.LAUNCH)]:
            yield island, hulls


def _refuse_without_right(sea: Sea) -> None:
    for island, hulls in _launchers(sea):
        for hull in hulls:
            if not _has_rights(sea, hull.owner, island):
                text = f"{hull.name} could not launch: you have no launch rights at {island}."
                sea.fail(hull, "launch-rights", text, "RAID-2.5")


def _refuse_wrong_size(sea: Sea) -> None:
    """Before lots are drawn: what can never be built keeps no name from others (RAID-R27)."""
    for _, hulls in _launchers(sea):
        for hull in hulls:
            signs = expand(hull.order.structure, LETTERS)
            if not right_size(signs):
                sea.fail(hull, "size", size_text(hull.order.name, signs), "RAID-5.7")


def _has_rights(sea: Sea, player: Role, island: IslandName) -> bool:
    """By the overlords in force, docking in this very turn included (RAID-R39, RAID-R40)."""
    owner = sea.before.islands[island].owner
    visited = island in sea.visited[player]
    return grants_rights(sea.before.players, player, owner, visited=visited)


def _refuse_names_taken(sea: Sea) -> None:
    hulls = {hull.name: hull for _, fleet in _launchers(sea) for hull in fleet}
    asked = {name: hull.order.name for name, hull in hulls.items()}
    lucky = winners(asked, names_taken(sea), sea.dice)
    for name in sorted(set(asked) - lucky):
        text = f"{name} did not launch: the name {asked[name]} is taken."
        sea.fail(hulls[name], "name-taken", text, "RAID-R26")


def _build(sea: Sea) -> Iterator[_Newborn | None]:
    for island, hulls in _launchers(sea):
        for hull in sea.queue(hulls, priority, f"launch/{island}"):
            yield _lay_down(sea, island, hull)


def _lay_down(sea: Sea, island: IslandName, hull: Hull) -> _Newborn | None:
    """All modules must be in the stores, or nothing happens (RAID-7.5)."""
    order = hull.order
    signs = expand(order.structure, LETTERS)
    stores = sea.stores[island]
    if missing := lacking(stores, signs):
        text = f"{order.name} was not launched: {island} lacked {missing} when her turn came."
        sea.fail(hull, "stores-short", text, "RAID-7.5")
        return None
    structure = take(stores, signs, sea.dice, f"launch/{island}/{hull.name}")
    return _Newborn(island, hull.owner, structure, order.name, hull.name, hull.given.place)


def _christen(sea: Sea, new: _Newborn, name: ShipName) -> None:
    sea.hulls[name] = Hull(name, new.owner, new.island, new.structure)
    sea.events.append(Launch(new.island, name, new.owner, new.by, new.structure, new.asked))
    if name != new.asked:
        text = f"The name {new.asked} was taken: your new ship at {new.island} is called {name}."
        problem = Problem("renamed", text, Severity.REMARK, order=new.index, rule="RAID-R26")
        sea.tell(new.owner, problem)
