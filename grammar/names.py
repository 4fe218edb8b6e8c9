"""Which known name a mistyped or shortened word means (MER-L6.2, RAID-R62)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

SHORTEST_BEGINNING = 3
SHORTEST_CORRECTED = 4
LONG = 6


def allowance(word: str) -> int:
    """How many slips are forgiven in a word of this length."""
    if len(word) < SHORTEST_CORRECTED:
        return 0
    return 2 if len(word) >= LONG else 1


def slips(a: str, b: str, most: int) -> int:
    """Letters missed, added, wrong or swapped with a neighbour; above `most` only that it is more.

    >>> slips("pheonix", "phoenix", 2)
    1
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        twice, before, row = before, row, [i]
        for j, right in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and right == a[i - 2]:
                cost = min(cost, twice[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


class Nearest:
    """Finds the names close to a word among those given, in any spelling of capitals.

    Each answer is kept, since the same slip is looked at several times while a line is read.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [_looked_at(name) for name in names]
        self._found: dict[str, tuple[str, ...]] = {}
        self._begun: dict[str, tuple[str, ...]] = {}

    def near(self, word: str) -> tuple[str, ...]:
        """The nearest names within the allowance of the word: none, one, or several as near."""
        if word not in self._found:
            self._found[word] = self._search(word.casefold())
        return self._found[word]

    def begun(self, word: str) -> tuple[str, ...]:
        """The names that begin so; none for a word of fewer than three letters."""
        if word not in self._begun:
            start = word.casefold()
            self._begun[word] = tuple(
                name
                for name, folded, _ in self._names
                if len(start) >= SHORTEST_BEGINNING and folded.startswith(start)
            )
        return self._begun[word]

    def _search(self, word: str) -> tuple[str, ...]:
        most = allowance(word)
        if not most:
            return ()
        letters = _letters(word)
        close = [
            (slips(word, folded, most), name)
            for name, folded, others in self._names
            if (letters ^ others).bit_count() <= 2 * most
            and abs(len(folded) - len(word)) <= most
            and len(folded) >= SHORTEST_CORRECTED
        ]
        least = min((count for count, _ in close), default=most + 1)
        return tuple(name for count, name in close if count == least) if least <= most else ()


@lru_cache(maxsize=4096)
def _looked_at(name: str) -> tuple[str, str, int]:
    """The name, in small letters, and its letters as bits; keywords come up with every letter."""
    folded = name.casefold()
    return name, folded, _letters(folded)


def _letters(word: str) -> int:
    """Which letters occur, as bits: a slip changes two of them at most."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 31)
    return bits
