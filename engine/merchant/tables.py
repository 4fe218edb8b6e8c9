"""The tables of a sheet: scores, ships, contacts, islands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from engine.core.plane import grid
from engine.core.ruleset import Role
from engine.core.sheet import Mark, Paragraph, Row, Span, Table, Words
from engine.merchant.fit import fit
from engine.merchant.orders import Carry, Location, Sail
from engine.merchant.products import PRODUCTS
from engine.merchant.state import AT_ISLAND
from engine.merchant.structures import short
from engine.merchant.view import AllyShip, Contact, KnownIsland, OwnShip, Standing, View
from engine.merchant.voyage import Stretch, at_rest, goals, in_sight, moment, never, spot, stretches
from engine.merchant.wording import (
    LEVELS,
    cargo_words,
    fuel_words,
    km,
    mission_words,
    place_words,
    player_mark,
    player_words,
    product_name,
    stores_words,
)


def scores(view: View, before: Mapping[Role, int]) -> Table:
    """The score table, highest first; rows that are secret come last (MER-H123)."""
    rows = sorted(view.standings.values(), key=lambda row: (-_points(row), row.player))
    return Table(
        ("Player", "Alliance", "Points", "Since last", "Islands", "Sunk"),
        tuple(_score(view, row, before) for row in rows),
        align="llrrrr",
    )


def _points(row: Standing) -> int:
    return -1 if row.points is None else row.points


def _score(view: View, row: Standing, before: Mapping[Role, int]) -> Row:
    gained = ""
    if row.points is not None and row.player in before:
        gained = f"{row.points - before[row.player]:+d}"
    counts = ("?" if n is None else str(n) for n in (row.points, row.visits, row.sunk))
    points, visits, sunk = counts
    cells = (row.player, row.alliance, points, gained, visits, sunk)
    return Row(cells, player_mark(view, row.player))


def fleet(view: View) -> Table:
    """Own ships as they are; what they hold is in `aboard`, what they are about in `errands`."""
    rows = tuple(Row(_own(ship)) for ship in view.ships.values())
    return Table(("Ship", "Structure", "Where", "km/h", "Kills"), rows, align="lllrr")


def _own(ship: OwnShip) -> tuple[Words, ...]:
    where = place_words(ship.point, ship.island)
    speed = f"{fit(ship.structure).kmh}"
    return Span(ship.name, Mark.OWN), short(ship.structure), where, speed, f"{ship.kills}"


def aboard(view: View) -> Table:
    """What own ships with room for anything have in tanks, magazines and holds."""
    rows = (_aboard(ship) for ship in view.ships.values())
    filled = tuple(Row(cells) for cells in rows if any(cells[1:]))
    return Table(("Ship", "Fuel", "Shells", "Torpedoes", "Cargo"), filled, align="llrrl")


def _aboard(ship: OwnShip) -> tuple[Words, ...]:
    able = fit(ship.structure)
    return (
        Span(ship.name, Mark.OWN),
        fuel_words(ship.fuel) if able.engines else "",
        f"{ship.ammo}" if able.guns else "",
        f"{ship.torpedoes}" if able.tubes else "",
        cargo_words(ship.cargo) or ("empty" if able.holds else ""),
    )


def errands(view: View) -> tuple[Words, ...]:
    """What each own ship is about, with her name."""
    ships = view.ships.values()
    return tuple((Span(ship.name, Mark.OWN), f": {errand(view, ship)}") for ship in ships)


def errand(view: View, ship: OwnShip) -> str:
    """Mission, what is left of it, and engagement option."""
    parts = [_mission(view, ship)]
    if ship.towing:
        parts.append(f"towing {ship.towing}")
    if ship.towed:
        parts.append("in tow")
    return f"{'; '.join(parts)}; {ship.engagement.name}."


def _mission(view: View, ship: OwnShip) -> str:
    if ship.mission is None:
        return "no mission, holds"
    about = mission_words(ship.mission)
    if (end := at_rest(ship)) is not None:
        return f"{about}, done: {_resting(view, ship, end)}"
    several = len(goals(ship.mission)) > 1
    legs = stretches(view, ship, ship.mission, ship.leg)
    ways = [_way(view, leg, leg.to if several else "go") for leg in legs]
    if _waits(view, ship):
        ways[:1] = ["she waits there until there is enough"]
    return "; then ".join([": ".join([about, *ways[:1]]), *ways[1:]])


def _waits(view: View, ship: OwnShip) -> bool:
    """Has she found less than she is to load, in a game in which she waits (MER-H76)?"""
    mission = ship.mission
    if not view.options.carry_waits or not isinstance(mission, Carry) or ship.leg:
        return False
    here = ship.island is not None and ship.island.casefold() == mission.source.casefold()
    return here and bool(mission.product)


def _resting(view: View, ship: OwnShip, end: Location) -> str:
    """Who has sailed to a place keeps to it; others stay where they are (MER-H68)."""
    place = spot(view, end)
    away = ship.point.to(place) if place else 0.0
    if away <= AT_ISLAND:
        return "she stays there"
    return f"{km(away)} to go back there" if isinstance(ship.mission, Sail) else "she holds"


def _way(view: View, leg: Stretch, goal: str) -> str:
    """`697 km to Upolu, there on day 5 20:10 of turn 4`"""
    if leg.arrives == 0:
        return "she is there"
    way = f"{km(leg.distance)} to {goal}"
    if leg.arrives:
        return f"{way}, there on {moment(view, leg.arrives, always=True)}"
    return f"{way}, but {never(leg)}"


def ally_fleet(view: View) -> Table:
    rows = tuple(Row(_allied(ship), Mark.ALLY) for ship in view.ally_ships.values())
    return Table(("Ship", "Structure", "Where"), rows)


def _allied(ship: AllyShip) -> tuple[Words, ...]:
    return ship.name, short(ship.structure), place_words(ship.point, ship.island)


def contact_report(view: View) -> Table:
    """Enemy ships in sight at the end of the turn (MER-19.2)."""
    rows = tuple(Row(_contact(view, one), Mark.ENEMY) for one in view.contacts)
    return Table(("Contact", "Grid", "Level", "Ship", "Owner", "Structure"), rows)


def _contact(view: View, one: Contact) -> tuple[Words, ...]:
    owner: Words = player_words(view, one.owner) if one.owner else ""
    where = grid(one.point)
    structure = short(one.structure or "")
    return one.label, where, LEVELS[one.level], one.name or "", owner, structure


def codes() -> Paragraph:
    """What stands behind the names of islands, and in structures (MER-3.1)."""
    told = ", ".join(f"{code} {product_name(code)}" for code in PRODUCTS)
    return Paragraph(
        f"Behind a name stands what factories make there: {told}; a ? makes what is scarce. "
        "Ships are built of the modules, which have letters."
    )


def islands(view: View) -> Iterator[Table]:
    """All islands: those that were visited, others with stores as they were seen, the rest."""
    everywhere = view.islands.values()
    visited = [island for island in everywhere if island.visited]
    seen = [island for island in everywhere if island.seen and not island.visited]
    others = [island for island in everywhere if not (island.seen or island.visited)]
    if visited:
        yield _stores(view, visited, "Visited by you:")
    if seen:
        yield _stores(view, seen, "Seen by your alliance, not visited by you:")
    if others:
        yield _unseen(others)


def _stores(view: View, there: Sequence[KnownIsland], caption: str) -> Table:
    """With stores, and how old the news of them is (MER-19.7)."""
    rows = tuple(Row((*_island(one), _stored(view, one))) for one in there)
    return Table((*ISLAND, "Stores"), rows, caption=caption)


def _stored(view: View, island: KnownIsland) -> Words:
    if island.seen is None:
        return "not known"
    age = "now" if in_sight(view, island) else f"turn {island.seen.turn}"
    return Span(f"{age}: ", Mark.QUIET), stores_words(island.seen.stores) or "nothing"


def _unseen(there: Sequence[KnownIsland]) -> Table:
    """Two beside each other, down the left side first."""
    half = (len(there) + 1) // 2
    pairs = zip_longest(map(_island, there[:half]), map(_island, there[half:]))
    rows = tuple(Row((*left, *(right or ("", "")))) for left, right in pairs if left)
    return Table(ISLAND * 2, rows, caption="Not yet visited, stores unknown:")


ISLAND = ("Island", "Grid")


def _island(island: KnownIsland) -> tuple[str, str]:
    """As on the chart, so that two fit beside each other on a telephone."""
    return " ".join((island.name, *island.factories)), grid(island.point)


def products() -> Table:
    """Codes and uses of all products (MER-3.1)."""
    rows = tuple(Row((p.code, product_name(p.code), p.does)) for p in PRODUCTS.values())
    return Table(("Code", "Product", "One of them"), rows)
