"""The tables of a sheet: scores, ships, contacts, islands."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.plane import grid
from engine.core.ruleset import Role
from engine.core.sheet import Mark, Row, Span, Table, Words
from engine.merchant.fit import fit
from engine.merchant.products import PRODUCTS
from engine.merchant.view import AllyShip, Contact, KnownIsland, OwnShip, Standing, View
from engine.merchant.voyage import stretch_words, stretches
from engine.merchant.wording import (
    LEVELS,
    cargo_words,
    fuel_words,
    mission_words,
    place_words,
    player_mark,
    player_words,
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
    """Own ships as they are; what they are about stands in `errands`."""
    columns = ("Ship", "Structure", "Where", "km/h", "Fuel", "Shells", "Torp.", "Cargo", "Kills")
    rows = tuple(Row(_own(ship)) for ship in view.ships.values())
    return Table(columns, rows, align="lllrlrrlr")


def _own(ship: OwnShip) -> tuple[Words, ...]:
    able = fit(ship.structure)
    return (
        Span(ship.name, Mark.OWN),
        ship.structure,
        place_words(ship.point, ship.island),
        str(able.kmh),
        fuel_words(ship.fuel) if able.engines else "-",
        f"{ship.ammo}" if able.guns else "-",
        f"{ship.torpedoes}" if able.tubes else "-",
        cargo_words(ship.cargo) or ("empty" if able.holds else "-"),
        f"{ship.kills}",
    )


def errands(view: View) -> tuple[Words, ...]:
    """Mission, what is left of it, and engagement option of each own ship."""
    return tuple(_errand(view, ship) for ship in view.ships.values())


def _errand(view: View, ship: OwnShip) -> Words:
    parts = [mission_words(ship.mission) if ship.mission else "no mission, holds"]
    parts += [stretch_words(view, one) for one in stretches(view, ship, ship.mission, ship.leg)]
    if ship.towing:
        parts.append(f"towing {ship.towing}")
    if ship.towed:
        parts.append("in tow")
    doing = "; ".join(parts)
    return Span(ship.name, Mark.OWN), f": {doing}; {ship.engagement.name}."


def ally_fleet(view: View) -> Table:
    rows = tuple(Row(_allied(ship), Mark.ALLY) for ship in view.ally_ships.values())
    return Table(("Ship", "Structure", "Where"), rows)


def _allied(ship: AllyShip) -> tuple[Words, ...]:
    return ship.name, ship.structure, place_words(ship.point, ship.island)


def contact_report(view: View) -> Table:
    """Enemy ships in sight at the end of the turn (MER-19.2)."""
    rows = tuple(Row(_contact(view, one), Mark.ENEMY) for one in view.contacts)
    return Table(("", "Grid", "Level", "Ship", "Owner", "Structure"), rows)


def _contact(view: View, one: Contact) -> tuple[Words, ...]:
    owner: Words = player_words(view, one.owner) if one.owner else ""
    where = grid(one.point)
    return one.label, where, LEVELS[one.level], one.name or "", owner, one.structure or ""


def islands(view: View) -> Table:
    """All islands, with stores where they are known and how old that is (MER-19.7)."""
    rows = tuple(Row(_island(view, island)) for island in view.islands.values())
    return Table(("Island", "Grid", "Makes", "Visited", "Stores", "Seen"), rows)


def _island(view: View, island: KnownIsland) -> tuple[Words, ...]:
    visited = "yes" if island.visited else ""
    common = (island.name, grid(island.point), " ".join(island.factories), visited)
    if island.seen is None:
        return *common, "not known", ""
    age = "now" if island.seen.turn >= view.turn - 1 else f"turn {island.seen.turn}"
    return *common, stores_words(island.seen.stores) or "none", age


def products() -> Table:
    """Codes and uses of all products (MER-3.1)."""
    rows = tuple(Row((p.code, p.name, p.does)) for p in PRODUCTS.values())
    return Table(("Code", "Product", "One of them"), rows)
