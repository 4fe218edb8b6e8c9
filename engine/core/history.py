"""How things were before, from the facts of a reader's own earlier sheets.

Nothing else tells cards and charts of the past, so that they can say nothing that he was not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from engine.core.sheet import Row, Sheet

Told: TypeAlias = "tuple[int, tuple[str, ...]]"
"""A turn, and the cells of a table that tell of it."""

MOST = 12
"""Spells that a card tells of; who wants to know more has the older sheets."""


def told_of(
    history: Sequence[Sheet], kind: str, name: str
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """What the sheets said of one thing, each with its stage, the newest first."""
    for sheet in reversed(history):
        things = sheet.facts.get(kind)
        known = things.get(name) if isinstance(things, Mapping) else None
        if isinstance(known, Mapping):
            yield sheet.stage, known


def told_in(history: Sequence[Sheet], kind: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Everything in a list of the facts, each with its stage, the newest sheet first."""
    for sheet in reversed(history):
        listed = sheet.facts.get(kind)
        if isinstance(listed, Sequence):
            yield from ((sheet.stage, one) for one in listed if isinstance(one, Mapping))


def spells(told: Iterable[Told]) -> tuple[Row, ...]:
    """A row for each spell in which a thing stayed as it was, the newest first: `3-5`, `2`.

    Turns of which nothing was told end a spell.
    """
    rows: list[tuple[int, int, tuple[str, ...]]] = []
    for turn, cells in told:
        if rows and rows[-1][2] == cells and rows[-1][1] - turn <= 1:
            rows[-1] = (rows[-1][0], turn, cells)
        elif len(rows) == MOST:
            break
        else:
            rows.append((turn, turn, cells))
    return tuple(
        Row((f"{first}-{last}" if first < last else f"{last}", *cells))
        for last, first, cells in rows
    )


def unless_alike(told: Iterable[Told], place: int) -> Iterator[Told]:
    """The cells of one place emptied if all of them say the same."""
    rows = list(told)
    alike = len({cells[place] for _, cells in rows}) == 1
    for turn, cells in rows:
        yield turn, (*cells[:place], "" if alike else cells[place], *cells[place + 1 :])


def figures(history: Sequence[Sheet], kind: str, name: str, key: str) -> Mapping[int, float]:
    """A figure by stage, where the sheets gave one; of sheets of one stage the last counts."""
    told = [(stage, known.get(key)) for stage, known in told_of(history, kind, name)]
    return {stage: figure for stage, figure in reversed(told) if isinstance(figure, int)}
