"""The news of a turn: battles told in order, totals before details (RAID-10.4, RAID-10.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from engine.core.ruleset import Event, Role
from engine.core.sheet import Block, Heading, Items, Paragraph, Span, Words
from engine.core.wording import enumeration, joined, number, sentence
from engine.raider.events import Capture, Deflection, Hit, Sinking
from engine.raider.hearing import FIGHTING, Present
from engine.raider.modules import module_name
from engine.raider.state import IslandName
from engine.raider.view import View
from engine.raider.wording import ship_words

Fight: TypeAlias = Hit | Deflection | Sinking | Capture


def news(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """Battle by battle, by the islands' names; `events` are those that the reader may hear."""
    fights = [event for event in events if isinstance(event, FIGHTING)]
    if not fights:
        yield Paragraph("You have heard of no battle this turn.")
    present = {event.island: event for event in events if isinstance(event, Present)}
    for island in sorted({event.island for event in fights}):
        here = [event for event in fights if event.island == island]
        yield from _battle(view, island, here, present.get(island))


def _battle(
    view: View, island: IslandName, fights: Sequence[Fight], present: Present | None
) -> Iterator[Block]:
    yield Heading(island_heading(view, island), 2)
    yield Paragraph(f"In all {_total(fights)}.")
    if present is not None:
        ships = [ship_words(view, ship, owner) for ship, owner in present.ships]
        yield Paragraph(sentence("Ships there: ", joined(ships, ", "), "."))
    yield Items(tuple(_sentence(view, together) for together in _volleys(fights)))


def island_heading(view: View, island: IslandName) -> str:
    """The name for places that take no marks, with a star for launch rights (RAID-R156)."""
    return f"{island}*" if view.may_launch(island) else island


TOTALS: tuple[tuple[type[Event], str, str], ...] = (
    (Hit, "hit", "hits"),
    (Deflection, "shell turned away", "shells turned away"),
    (Sinking, "ship sunk", "ships sunk"),
    (Capture, "ship captured", "ships captured"),
)


def _total(fights: Sequence[Event]) -> str:
    """What it came to, as far as the reader was told."""
    counts = [(sum(isinstance(e, kind) for e in fights), one, many) for kind, one, many in TOTALS]
    return enumeration([number(count, one, many) for count, one, many in counts if count])


def _volleys(fights: Sequence[Fight]) -> Iterator[list[Fight]]:
    """What belongs in one sentence: all shots that a ship fires in a row, with what they sink."""
    together: list[Fight] = []
    for event in fights:
        if together and not _goes_on(together, event):
            yield together
            together = []
        together.append(event)
    if together:
        yield together


def _goes_on(together: Sequence[Fight], event: Fight) -> bool:
    first = together[0]
    if isinstance(first, Capture | Sinking) or isinstance(event, Capture):
        return False
    if (first.by, first.by_owner) != (event.by, event.by_owner):
        return False
    return isinstance(event, Sinking) or event.weapon == first.weapon


def _sentence(view: View, together: Sequence[Fight]) -> Words:
    match first := together[0]:
        case Capture():
            captor = ship_words(view, first.by, first.to)
            victim = ship_words(view, first.ship, first.from_)
            return sentence(captor, " boards ", victim, " and takes her.")
        case Sinking():
            victim = ship_words(view, first.ship, first.owner)
            return sentence(victim, " is sunk by ", ship_words(view, first.by, first.by_owner), ".")
        case _:
            shooter = ship_words(view, first.by, first.by_owner)
            shots = [_shots(view, list(same)) for _, same in groupby(together, key=_target)]
            return sentence(shooter, f" with {first.weapon}s: ", joined(shots, "; "), ".")


def _target(event: Fight) -> tuple[type[Event], str]:
    return type(event), event.ship


def _shots(view: View, same: Sequence[Fight]) -> tuple[str | Span, ...]:
    """What a run of shots of one kind does to one ship."""
    victim = ship_words(view, same[0].ship, _owner(same[0]))
    modules = [module_name(event.module) for event in same if isinstance(event, Hit)]
    if modules:
        return sentence(victim, f" hit, losing {enumeration(modules)}")
    if isinstance(same[0], Deflection):
        return sentence(victim, f" turns away {number(len(same), 'shell')}")
    return sentence(victim, " sunk")


def _owner(event: Fight) -> Role:
    return event.from_ if isinstance(event, Capture) else event.owner
