"""What somebody who signs up is told: the board, the modules, and what is still needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Problem
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Row, Table
from engine.core.wording import enumeration, problem_words
from engine.raider.form import legal_starts
from engine.raider.modules import TABLE, product
from engine.raider.scene import scene
from engine.raider.state import FLEET, LARGEST, SMALLEST, IslandName
from engine.raider.view import KnownIsland, View


def welcome(view: View, problems: Sequence[Problem]) -> Iterator[Block]:
    """The sheet of sign-up; `problems` say what this applicant has not yet given."""
    yield Paragraph(
        f"You have a seat in this game of Raider as {view.role}. To begin you need {FLEET} ships "
        f"of {SMALLEST} to {LARGEST} modules each, and an island to start at."
    )
    yield Paragraph(
        "Write a ship as `ship 1: Phoenix 3E3G2B2A`: three engines, three guns, two buoyancy, two "
        "armour."
    )
    yield from _missing(view, problems)
    yield Heading("Who has joined")
    yield Paragraph(f"So far: {enumeration(list(view.standings))}.")
    yield Heading("The game in brief")
    yield Items(_rules(view))
    yield Heading("Modules")
    yield Table(("Letter", "Module", "What it does"), tuple(Row(module[:3]) for module in TABLE))
    yield Heading("Where to start")
    yield from _starts(view)
    yield Heading("Islands")
    islands = sorted(view.islands.values(), key=lambda island: (island.group, island.name))
    rows = tuple(Row(_island(island)) for island in islands)
    yield Table(("Group", "Island", "Place", "Makes"), rows)
    yield Heading("Map")
    yield Figure(
        scene(view, title="Sign-up"), "The board; the letter above a name is what the island makes."
    )


def _missing(view: View, problems: Sequence[Problem]) -> Iterator[Block]:
    yield Heading("Your sign-up")
    if view.home is not None:
        yield Paragraph(f"Your start at {view.home} is held for you.")
    if problems:
        yield Items(tuple(map(problem_words, problems)))
    else:
        yield Paragraph("It is complete. You can change any part of it until the game begins.")


def _rules(view: View) -> tuple[str, ...]:
    last = view.options.last_turn
    return (
        f"All ships sail at once, then enemies at the same island fight; {last} turns are played.",
        "A ship sails to an island within her reach. What lies between does not matter.",
        "Guns fire first, then torpedoes, then marines board. Nobody chooses targets.",
        (
            "A ship sinks when her ruptures outnumber her sound buoyancy, or when fewer than "
            f"{SMALLEST} sound modules are left."
        ),
        (
            "Ships that survive dock. There they can be broken up or refitted from the stores, and "
            "launch a new ship where you have launch rights."
        ),
        "Every island makes modules at the end of each turn.",
        "You get one point for each island visited and one for each enemy ship sunk.",
        (
            "You are allied with your overlord, with your vassals, and with those who share your "
            "overlord. Everybody else is an enemy and is fought wherever you meet."
        ),
        "Of an island you know owner, stores and ships once a ship of yours has docked there.",
    )


def _starts(view: View) -> Iterator[Block]:
    yield Paragraph(
        "You may start at any free island that does not make engines"
        + (" and is recommended." if view.options.start_islands == "listed" else ".")
    )
    free = legal_starts(view)
    rows = (
        ("Recommended and free", [_named(island) for island in free if island.listed]),
        ("Also free", [_named(island) for island in free if not island.listed]),
        ("No longer free", _taken(view)),
    )
    yield Items(tuple(f"{title}: {', '.join(names)}." for title, names in rows if names))


def _taken(view: View) -> list[str]:
    """Starts held by others; not by whom (RAID-R2)."""
    taken: list[IslandName] = sorted(view.taken)
    return list(taken)


def _named(island: KnownIsland) -> str:
    return f"{island.name} ({product(island.speciality)})"


def _island(island: KnownIsland) -> tuple[str, str, str, str]:
    place = f"{island.hex.q},{island.hex.r}"
    return island.group, island.name, place, product(island.speciality)
