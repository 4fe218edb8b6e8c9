"""Other ways to put a line that does not read, for a suggestion only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grammar.lexicon import SIGNS, Word
from grammar.merchant_structures import plainly
from grammar.merchant_words import GRID, ISLAND, OTHER, SHIP, spelled

_SHIP, _PLACE = SIGNS[SHIP], SIGNS[ISLAND]
_NAMES = frozenset({_SHIP, OTHER, _PLACE, GRID})
_MISSIONS = spelled(
    *("SAIL", "CARRY", "UNLOAD", "DISBAND", "BUILD", "REBUILD", "TOW", "HOLD", "CONTINUE")
)
_DEEDS = _MISSIONS | spelled("IGNORE", "ATTACK", "SHADOW", "AVOID")
_MAKES, _USES = spelled("BUILD", "REBUILD"), spelled("WITH") | {"=", "to"}
_CARRY, _LEGS = spelled("CARRY"), spelled("FROM", "TO", "AT")


def reworded(line: Sequence[Word]) -> Iterator[Sequence[Word]]:
    """The likeliest first; none of them loses a name or a number."""
    yield _ship_first(line)
    yield _apart(line)
    yield _with(line)
    plain = _legs(_to_the_point(line))
    yield plain
    for end in range(len(plain) - 1, 1, -1):
        if _tells(plain[end]) or plain[end].sign in _DEEDS:
            return
        yield plain[:end]


def _tells(word: Word) -> bool:
    text = word.text.strip(".!?")
    return word.sign in _NAMES or (bool(text) and not text.isalpha())


def _ship_first(line: Sequence[Word]) -> Sequence[Word]:
    """`sail Argo to Corsica` the right way round; as it is if it is not that."""
    for place, word in enumerate(line[:2]):
        if word.sign == _SHIP:
            return [word, *line[:place], *line[place + 1 :]]
    return line


def _apart(line: Sequence[Word]) -> Sequence[Word]:
    """`Argo Wolf sail to Yap` with the comma between the ships that order together."""
    ships = next((n for n, word in enumerate(line) if word.sign != _SHIP), len(line))
    comma = Word(",", ",")
    return [*(one for word in line[:ships] for one in (word, comma)), *line[ships:]]


def _with(line: Sequence[Word]) -> Sequence[Word]:
    """`Slipway build Nemesis 3E3G4?` with what stands before the modules."""
    verb = next((n for n, word in enumerate(line) if word.sign in _MAKES), len(line))
    after = [n for n in range(verb + 2, len(line)) if plainly(line[n].text)]
    if not after or any(word.sign in _USES for word in line[verb:]):
        return line
    before = [word for word in line[: after[0]] if word.sign not in (":", ",")]
    return [*before, Word("with", "with"), *line[after[0] :]]


def _to_the_point(line: Sequence[Word]) -> Sequence[Word]:
    """`I would like Argo to sail to Yap` from the ship on, and on with what she is to do."""
    first = next((n for n, word in enumerate(line) if word.sign == _SHIP), 0)
    verb = next(
        (n for n, word in enumerate(line) if n > first and word.sign in _MISSIONS), first + 1
    )
    skipped = [*line[:first], *line[first + 1 : verb]]
    if any(map(_tells, skipped)):
        return line
    return [*line[first : first + 1], *line[verb:]]


def _legs(line: Sequence[Word]) -> Sequence[Word]:
    """`Argo carry 11 engines Yap Corsica` with what stands before the places."""
    places = [n for n, word in enumerate(line) if word.sign == _PLACE]
    carries = any(word.sign in _CARRY for word in line)
    if not carries or len(places) != 2 or any(word.sign in _LEGS for word in line):
        return line
    whence, where = places
    between = [word for word in line[whence + 1 : where] if _tells(word) and word.text.isalnum()]
    if between:
        return line
    return [
        *line[:whence],
        *(Word("from", "from"), line[whence], Word("to", "to"), line[where]),
        *line[where + 1 :],
    ]
