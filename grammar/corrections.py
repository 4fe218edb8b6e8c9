"""The search for slips in a line: as few words are changed as make it read (MER-L6.2, RAID-R62)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import prod
from typing import TypeAlias, TypeVar

from grammar.lexicon import WORD, Candidate, Lexicon, Word
from grammar.lines import Reading

Order = TypeVar("Order")

Changes: TypeAlias = Mapping[int, Candidate]
"""Which words of a line are read as what."""

#: Lines with more words are not searched for slips.
MOST_WORDS = 24
MOST_SLIPS = 3
MOST_WAYS = 8
#: A line with more words that are not known is prose.
MOST_UNKNOWN = 5
#: What sets orders apart that stand on one line.
JOINTS = frozenset({",", "and", "&", "then", ""})


def corrected(
    line: Sequence[Word],
    lexicon: Lexicon,
    read: Callable[[Changes], Reading[Order] | None],
    *,
    boldly: bool = False,
    fitting: bool = False,
) -> Iterator[Reading[Order]]:
    """The line with words corrected, as it then reads: the fewest changes first.

    Unless for a mere suggestion, no more words are corrected than are right. Of several names as
    near the one is taken that alone fits its place, if `fitting`.
    """
    unknown = sum(1 for word in line if word.unknown)
    if len(line) > MOST_WORDS or unknown > MOST_UNKNOWN:
        return
    options = {
        place: found[:1]
        for place, word in enumerate(line)
        if word.unknown and (found := lexicon.candidates(word.text, boldly=boldly))
    }
    if fitting:
        for place, word in enumerate(line):
            if word.unknown and place not in options and (near := lexicon.near(word.text)):
                options[place] = near
    right = sum(1 for word in line if word.sign not in ("", WORD))
    for places in _subsets(list(options)):
        wrong = sum(1 for place in places if options[place][0].remark)
        if boldly or wrong <= right:
            readings = list(_readings(options, places, read))
            if readings and all(one.orders == readings[0].orders for one in readings):
                yield readings[0]


def _readings(
    options: Mapping[int, Sequence[Candidate]],
    places: Sequence[int],
    read: Callable[[Changes], Reading[Order] | None],
) -> Iterator[Reading[Order]]:
    """The line with these words changed in each way that makes it read, if the ways are few."""
    if prod(len(options[place]) for place in places) > MOST_WAYS:
        return
    for way in product(*(options[place] for place in places)):
        reading = read(dict(zip(places, way, strict=True)))
        if reading is not None:
            yield reading


def changed(line: Sequence[Word], changes: Changes) -> list[Word]:
    """The line with these words in place of its own."""
    return [
        new
        for place, word in enumerate(line)
        for new in (changes[place].words if place in changes else (word,))
    ]


def several(
    line: Sequence[Word],
    begins: Collection[str],
    read: Callable[[Sequence[Word]], Reading[Order] | None],
) -> Reading[Order] | None:
    """Orders with no more than a comma or full stop between them, if all of them read.

    `begins` are the signs with which an order begins.
    """
    starts = [
        place + 1
        for place, word in enumerate(line[:-1])
        if word.sign in JOINTS and line[place + 1].sign in begins
    ]
    first, found = 0, list[Reading[Order]]()
    for end in [*starts, len(line)] if starts else ():
        reading = read(_trimmed(line[first:end]))
        if reading is not None:
            found.append(reading)
            first = end
    if first != len(line):
        return None
    return Reading(
        tuple(order for reading in found for order in reading.orders),
        tuple(problem for reading in found for problem in reading.problems),
    )


def _trimmed(line: Sequence[Word]) -> Sequence[Word]:
    """Without the comma or full stop at its end."""
    end = len(line)
    while end and line[end - 1].sign in JOINTS:
        end -= 1
    return line[:end]


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """One of the places, then two, then three."""
    for count in range(1, min(len(places), MOST_SLIPS) + 1):
        yield from combinations(places, count)
