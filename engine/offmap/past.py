"""What a side's earlier sheets said, by turns: a turn has many stages, and the last one counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.history import told_in
from engine.core.sheet import Sheet
from engine.offmap.options import Options
from engine.offmap.phases import turn_of


@dataclass(frozen=True, slots=True)
class Past:
    """The last facts of every turn, the newest first, and all events told."""

    turns: Sequence[tuple[int, Mapping[str, Any]]]
    #: With their turns, in the order in which they were told.
    events: Sequence[tuple[int, Mapping[str, Any]]]


def past_of(history: Sequence[Sheet], options: Options) -> Past:
    """`history` are the reader's sheets, the new one last."""
    last = {turn_of(sheet.stage, options): sheet.facts for sheet in history}
    turns = sorted(last.items(), key=lambda told: -told[0])
    return Past(turns, tuple(_events(history, options)))


def told_of(past: Past, kind: str, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What was said of one thing, the newest first."""
    for turn, facts in past.turns:
        things = facts.get(kind)
        known = things.get(name) if isinstance(things, Mapping) else None
        if isinstance(known, Mapping):
            yield turn, known


def units_at(past: Past, where: str) -> Iterator[tuple[int, Sequence[Mapping[str, Any]]]]:
    """The units known to have been at a place or in an area."""
    for turn, facts in past.turns:
        units = facts.get("units")
        there = units.values() if isinstance(units, Mapping) else ()
        yield turn, [unit for unit in there if unit.get("at") == where]


def _events(history: Sequence[Sheet], options: Options) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for sheet in history:
        for stage, event in told_in([sheet], "events"):
            yield turn_of(stage, options), event
