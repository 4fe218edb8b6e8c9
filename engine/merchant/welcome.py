"""What somebody who signs up is told: the sea, the products, and what is still needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.plane import grid
from engine.core.ruleset import Problem
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Row, Table
from engine.core.structure import shorten
from engine.core.wording import enumeration, problem_words
from engine.merchant.scene import scene
from engine.merchant.state import CARGO_SHIP, LARGEST, SMALLEST, YARD_SHIP
from engine.merchant.tables import products
from engine.merchant.view import KnownIsland, View


def welcome(view: View, problems: Sequence[Problem]) -> Iterator[Block]:
    """The sheet of sign-up; `problems` say what this applicant has not yet given."""
    yield Paragraph(
        f"You have a seat in this game of Merchant Raider as {view.role}. To begin you need an "
        f"ally, an island to start at, and eight ships: four cargo ships ({shorten(CARGO_SHIP)}) "
        f"and two shipyards ({shorten(YARD_SHIP)}), which only need names, and two specials of "
        f"your own design with {SMALLEST} to {LARGEST} modules each."
    )
    yield Paragraph(
        'Write "ship 1: Argo" to "ship 6: Slipway" for the first six and "ship 7: Wolf '
        '2A2B5E4G4C3R" for a special: two armour, two buoyancy, five engines and so on. The first '
        "letter marks a ship on the chart, so let the eight begin differently."
    )
    yield from _missing(view, problems)
    yield Heading("Who has joined")
    yield Paragraph(f"So far: {enumeration(list(view.applicants))}.")
    yield Heading("The game in brief")
    yield Items(_rules(view))
    yield Heading("Products")
    yield products()
    yield Heading("Islands")
    islands = view.islands.values()
    rows = tuple(Row(_island(view, island)) for island in islands)
    yield Table(("Island", "Grid", "Makes", "Start"), rows)
    yield Heading("Chart")
    yield Figure(
        scene(view, title="Sign-up"), "The sea, north up; beside each name what the island makes."
    )


def _missing(view: View, problems: Sequence[Problem]) -> Iterator[Block]:
    yield Heading("Your sign-up")
    if view.home is not None:
        yield Paragraph(f"Your start at {view.home} is held for you.")
    if view.ally is not None:
        yield Paragraph(f"You and {view.ally} are allies.")
    if problems:
        yield Items(tuple(map(problem_words, problems)))
    else:
        yield Paragraph("It is complete. You can change any part of it until the game begins.")


def _rules(view: View) -> tuple[str, ...]:
    options = view.options
    return (
        "A turn is a week in steps of five minutes. Each ship has one mission and sails by it.",
        "Two players form an alliance for good. They never fight and share what they see by radar.",
        (
            "Factories make modules and supplies. Cargo ships carry them; a shipyard builds from "
            "what lies in the stores of its island, at the end of the week."
        ),
        "Any ship may land, load and build anywhere; islands belong to nobody.",
        (
            "Armed ships fire at the nearest enemy in range that your alliance has on radar, "
            "whatever else they are about."
        ),
        (
            "A ship sinks when her ruptures outnumber her sound buoyancy, or when fewer than "
            f"{SMALLEST} sound modules are left."
        ),
        "A ship that is caught by an enemy with a tow order is his. Shipyards cannot run away.",
        (
            f"You get {options.vp_island_visited} for each island visited and "
            f"{options.vp_ship_sunk} for each enemy ship sunk. The game ends after the turn in "
            f"which somebody has {options.vp_end} points."
        ),
    )


def _island(view: View, island: KnownIsland) -> tuple[str, str, str, str]:
    taken = island.name in view.taken
    start = ("taken" if taken else "free") if island.home else ""
    return island.name, grid(island.point), " ".join(island.factories), start
