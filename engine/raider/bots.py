"""A cautious player: explores, keeps away from stronger enemies, grows where he can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core.dice import Dice, pick, shuffled
from engine.core.hexes import distance
from engine.core.structure import shorten
from engine.raider.checks import why_not
from engine.raider.fleets import DESIGNS, NAMES
from engine.raider.islands import add
from engine.raider.orders import Design, Order, Pledge, ShipOrder, Start
from engine.raider.signing import may_start
from engine.raider.state import FLEET, LETTERS, SMALLEST, IslandName, ShipName, sorted_structure
from engine.raider.view import KnownIsland, KnownShip, View

_away = lru_cache(maxsize=4096)(distance)

WISHES = "EBGEBAETBGMEBAPTSB"
"""The modules that he puts into a ship, in this order as long as they last."""

SMALL = 7
"""Ships of fewer modules are refitted where that makes them bigger."""

LIKED = 8


def cautious(view: View, dice: Dice) -> tuple[Order, ...]:
    """What he orders; nothing that he could be refused."""
    if view.over:
        return ()
    if view.turn == 0:
        return _sign_up(view, dice)
    orders: tuple[Order, ...] = (*_fleet(view, dice), *_pledge(view, dice))
    bad = {problem.order for problem in why_not(view, orders) if problem.refused}
    return tuple(order for n, order in enumerate(orders) if n not in bad)


def _sign_up(view: View, dice: Dice) -> tuple[Order, ...]:
    """Six ready designs under names drawn by lot, and starts in an order drawn by lot."""
    names = shuffled(dice, NAMES, "names")[:FLEET]
    designs = [
        Design(ShipName(name), structure, slot)
        for slot, (name, structure) in enumerate(zip(names, DESIGNS, strict=True), 1)
    ]
    free = [
        island
        for island in view.islands.values()
        if may_start(island, view.options) and island.name not in view.taken
    ]
    best = [island.name for island in free if island.listed] or [island.name for island in free]
    return (*designs, Start(shuffled(dice, sorted(best), "start")))


def _new_names(view: View, dice: Dice) -> Iterator[str]:
    """Ready names that no ship he knows has, from a place in the list drawn by lot."""
    used = {name.casefold() for name in view.ships}
    first = dice.below(len(NAMES), "names")
    return (name for name in NAMES[first:] + NAMES[:first] if name.casefold() not in used)


def _fleet(view: View, dice: Dice) -> Iterator[ShipOrder]:
    """Ship by ship, so that no two go to explore the same island."""
    going: set[IslandName] = set()
    chart = _Chart.of(view)
    stores: dict[IslandName, dict[str, int]] = {
        name: dict(island.inside.stores) for name, island in view.islands.items() if island.inside
    }
    names = _new_names(view, dice)
    for ship in sorted(view.own_ships, key=lambda ship: ship.name):
        to = _destination(view, chart, ship, going, dice)
        going.add(to.name)
        yield _work(view, ship, to, stores.get(to.name), names)


@dataclass(frozen=True, slots=True)
class _Chart:
    """What he looks up again and again: where strength lies, and how near something new is."""

    #: Guns, tubes and marines that he can see, of himself and of his enemies.
    own: Counter[IslandName]
    enemies: Counter[IslandName]
    #: 2 next to an island never visited, 1 two hexes away, else 0.
    news: Mapping[IslandName, int]

    @classmethod
    def of(cls, view: View) -> _Chart:
        own: Counter[IslandName] = Counter()
        enemies: Counter[IslandName] = Counter()
        for ship in view.ships.values():
            if ship.owner == view.role:
                own[ship.island] += _arms(ship)
            elif not view.ally(ship.owner):
                enemies[ship.island] += _arms(ship)
        new = [island.hex for island in view.islands.values() if island.inside is None]
        news = {
            name: max(0, 3 - min((_away(island.hex, other) for other in new), default=3))
            for name, island in view.islands.items()
        }
        return cls(own, enemies, news)


def _destination(
    view: View, chart: _Chart, ship: KnownShip, going: set[IslandName], dice: Dice
) -> KnownIsland:
    """The best island within her reach: new, safe, useful; equals by lot."""
    worth = {
        island.name: _worth(view, chart, ship, island, going) for _, island in view.reachable(ship)
    }
    best = max(worth.values())
    equals = sorted(name for name in worth if worth[name] == best)
    return view.islands[pick(dice, equals, f"{ship.name}/destination")]


def _worth(
    view: View, chart: _Chart, ship: KnownShip, island: KnownIsland, going: set[IslandName]
) -> int:
    if island.inside is None:
        return 6 - island.ships // 2 - (4 if island.name in going else 0)
    with_her = chart.own[island.name] + (_arms(ship) if island.name != ship.island else 0)
    risk = 10 if chart.enemies[island.name] > with_her else 0
    home = 2 if view.may_launch(island.name) and sum(island.inside.stores.values()) > SMALL else 0
    return home + chart.news[island.name] - risk


def _arms(ship: KnownShip) -> int:
    return sum(ship.structure.count(letter) for letter in "GTM")


def _work(
    view: View,
    ship: KnownShip,
    to: KnownIsland,
    stores: dict[str, int] | None,
    names: Iterator[str],
) -> ShipOrder:
    """Refit a small ship, else launch a new one, if the stores as last seen allow it."""
    if stores is None:
        return ShipOrder(ship.name, to.name)
    if len(ship.structure) < SMALL:
        pool = dict(stores)
        add(pool, ship.structure)
        if len(better := designed(pool)) > len(ship.structure):
            return ShipOrder(ship.name, to.name, shorten(better))
    if view.may_launch(to.name) and (new := designed(stores)):
        for letter in new:
            stores[letter] -= 1
        return ShipOrder(ship.name, to.name, shorten(new), next(names, "Nameless"))
    return ShipOrder(ship.name, to.name)


def designed(pool: Mapping[str, int]) -> str:
    """A ship that can move, of what is there; empty if it is not enough for one."""
    left = dict(pool)
    chosen = ""
    for letter in WISHES + LETTERS * LIKED:
        if len(chosen) < LIKED and left.get(letter, 0):
            left[letter] -= 1
            chosen += letter
    return sorted_structure(chosen) if len(chosen) >= SMALLEST and "E" in chosen else ""


def _pledge(view: View, dice: Dice) -> Iterator[Pledge]:
    """Under a leader far ahead he goes once, and leaves him in the last two turns."""
    mine = view.standings[view.role].points
    best = max(view.standings.values(), key=lambda row: (row.points, row.player))
    independent = view.overlord == view.role
    last = view.turn > view.options.last_turn - 2
    if independent and not last and best.points > mine + 3 and not view.vassals:
        if dice.below(3, "pledge") == 0:
            yield Pledge(best.player)
    elif not independent and last:
        yield Pledge(view.role)
