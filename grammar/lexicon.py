"""The words of one letter: keywords of the game and names that its writer may know.

To the parser goes the shape of a line, in which a sign stands for each name and each word of the
player's own: `$` for a ship, `@` for a place, `%` for a player. A sign that the player types
himself is an ordinary word, so nobody can forge one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from engine.core.ruleset import NOTHING, Vocabulary
from grammar.names import Nearest

#: Kinds of names in a vocabulary, and the sign of each.
SIGNS: Mapping[str, str] = {
    "ship": "$",
    "own": "$",
    "unit": "$",
    "island": "@",
    "place": "@",
    "area": "@",
    "player": "%",
}
WORD, MIXED, NUMBER, STRANGE = "~", "^", "0", "\\"

_PIECE = re.compile(r"[-=]{0,2}>|--|[^\W_](?:[\w?]|['-](?=\w))*|\?[\w?]*|\S")
_TYPOGRAPHY = str.maketrans(
    {
        **dict.fromkeys("‘’‚′`´", "'"),
        **dict.fromkeys("„“”«»″", '"'),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys("→⇒➔➜►", ">"),
        "…": " ",
        "¿": " ",
    }
)


#: Letters that are typed for digits.
_DIGITS = str.maketrans("OoIl", "0011")


class Word(NamedTuple):
    """A word of a line and what it counts as."""

    #: What stands for it in the shape: a keyword itself, or the sign of its kind.
    sign: str
    #: The name as it is known, or the word as typed.
    text: str

    @property
    def unknown(self) -> bool:
        """A word of the player's own: a new name, a slip, or prose."""
        return self.sign == WORD or self.sign == MIXED


#: Signs that end a sentence or set a name off, and mean nothing in an order.
_DECORATION = {sign: Word("", sign) for sign in ".!\"'*"}
_PUNCTUATION = {sign: Word(sign, sign) for sign in (",", "&", ":", "=", ">", "-", "--", "->", "=>")}
_PUNCTUATION |= {sign: Word(",", ",") for sign in "|/+"}
_PUNCTUATION |= {")": Word(":", ")"), "-->": Word("->", "->"), "==>": Word("=>", "=>")}


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an unknown word may be meant for."""

    #: Several where signs were written without a space.
    words: tuple[Word, ...]
    #: What the writer should be told; empty for a mere beginning of a name.
    remark: str = ""


class Lexicon:
    """Tells names, keywords and other words apart, and says what unknown ones may be meant for."""

    def __init__(
        self,
        words: Vocabulary,
        keywords: frozenset[str],
        kinds: tuple[str, ...],
        same: Mapping[str, str] = NOTHING,
    ) -> None:
        """`kinds` are the kinds of names that lines may hold, the most likely one first.

        `same` tells which keywords mean the same, such as `gun` and `guns`: a word between them is
        not between two meanings.
        """
        self.words = words
        self._same = same
        self._keywords = keywords
        self._known = _meanings(keywords) | {
            name.casefold(): Word(SIGNS[kind], name)
            for kind in reversed(kinds)
            for name in words.names.get(kind, ())
        }
        names = (name for kind in kinds for name in words.names.get(kind, ()))
        self._names = tuple(dict.fromkeys(names))
        self._long = _longer_names(self._names)

    def mark(self, line: str) -> list[Word]:
        """The words of the line with what they count as."""
        if not line.isascii():
            line = line.translate(_TYPOGRAPHY)
        if self._long is not None:
            return list(self._mark_long(line, self._long))
        known = self._known
        return [
            known.get(piece) or known.get(piece.casefold()) or _own(piece)
            for piece in _PIECE.findall(line)
        ]

    def names(self, name: str, kind: str) -> bool:
        """Is there something of this kind by that name?"""
        known = self._known.get(name.casefold())
        return known is not None and known.sign == SIGNS[kind]

    def near(self, word: str) -> tuple[Candidate, ...]:
        """All names and keywords that the word comes nearest to, where they are several."""
        near = self._nearest_word.near(word)
        return tuple(map(partial(self._as, word), near)) if len(near) > 1 else ()

    def candidates(self, word: str, *, boldly: bool = False) -> tuple[Candidate, ...]:
        """What an unknown word may be meant for, the likeliest first.

        Of several names as near none is chosen, unless for a mere suggestion (MER-L6.2).
        """
        found = [
            *self._split(word),
            *self._beginnings(word, boldly=boldly),
            *self._corrections(word, boldly=boldly),
        ]
        if boldly and not word.isalpha():
            found.append(Candidate((_own(word.translate(_DIGITS)),)))
        return tuple({candidate.words: candidate for candidate in reversed(found)}.values())[::-1]

    def nearest(self, word: str, kind: str) -> tuple[str, ...]:
        """Names of this kind that the word begins or comes near to."""
        among = set(self.words.names.get(kind, ()))
        near = self._nearest_name.begun(word) or self._nearest_name.near(word)
        return tuple(name for name in near if name in among)

    def begun(self, word: str, kind: str) -> tuple[str, ...]:
        """Names of this kind that the word may stand for as their beginning."""
        if not self.words.abbreviations:
            return ()
        among = set(self.words.names.get(kind, ()))
        return tuple(name for name in self._nearest_name.begun(word) if name in among)

    @cached_property
    def _nearest_name(self) -> Nearest:
        return Nearest(self._names)

    @cached_property
    def _nearest_word(self) -> Nearest:
        """Names and keywords, each once: a word between two of them is not corrected."""
        names = {name.casefold() for name in self._names}
        return Nearest((*self._names, *sorted(self._keywords - names)))

    def _word(self, piece: str) -> Word:
        return self._known.get(piece.casefold()) or _own(piece)

    def _mark_long(self, line: str, longer: re.Pattern[str]) -> Iterator[Word]:
        """Names of several words first, then the words between them."""
        end = 0
        for found in longer.finditer(line):
            yield from map(self._word, _PIECE.findall(line[end : found.start()]))
            yield self._known[" ".join(found[0].split()).casefold()]
            end = found.end()
        yield from map(self._word, _PIECE.findall(line[end:]))

    def _split(self, word: str) -> Iterator[Candidate]:
        """`Pearl?`, `Phoenix-Pearl`: signs written without a space."""
        bare = word.rstrip("?")
        if bare and bare != word and not (known := self._word(bare)).unknown:
            yield Candidate((known,))
        left, hyphen, right = word.partition("-")
        if hyphen and left and right:
            parts = (self._word(left), Word("-", "-"), self._word(right))
            if not any(part.unknown for part in parts):
                yield Candidate(parts)

    def _beginnings(self, word: str, *, boldly: bool) -> Iterator[Candidate]:
        begun = self._nearest_name.begun(word) if self.words.abbreviations or boldly else ()
        if len(begun) == 1 or (begun and boldly):
            yield Candidate((self._word(begun[0]),))

    def _corrections(self, word: str, *, boldly: bool) -> Iterator[Candidate]:
        near = self._nearest_word.near(word)
        if len({self._same.get(one, one) for one in near}) == 1 or (near and boldly):
            yield self._as(word, near[0])

    def _as(self, word: str, name: str) -> Candidate:
        return Candidate((self._word(name),), f"I read “{word}” as {name}.")


_MEANINGS: dict[frozenset[str], dict[str, Word]] = {}


def _meanings(keywords: frozenset[str]) -> dict[str, Word]:
    """Keywords and signs, which are the same for every letter of a game."""
    if keywords not in _MEANINGS:
        words = {keyword: Word(keyword, keyword) for keyword in keywords}
        _MEANINGS[keywords] = words | _DECORATION | _PUNCTUATION
    return _MEANINGS[keywords]


def _own(piece: str) -> Word:
    """A word that is no name and no keyword, by its letters."""
    if piece.isalpha():
        return Word(WORD, piece)
    if piece.isascii() and piece.isdigit():
        return Word(NUMBER, piece)
    if piece[0].isalnum() or piece[0] == "?":
        return Word(WORD if piece.replace("-", "").replace("'", "").isalpha() else MIXED, piece)
    return Word(STRANGE, piece)


def _longer_names(names: tuple[str, ...]) -> re.Pattern[str] | None:
    """Finds names that are more than one piece; None where there are none, as is usual."""
    several = sorted((one for one in names if not _PIECE.fullmatch(one)), key=len, reverse=True)
    if not several:
        return None
    spelled = "|".join(r"\s+".join(map(re.escape, name.split())) for name in several)
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)
