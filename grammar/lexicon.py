"""The words of one letter: keywords of the game and names that its writer may know.

A line goes to the parser with its names marked: `$Phoenix` is a ship, `@Pearl` a place, `%Zane` a
player. A sign that the player types himself is a word of its own and so never marks anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.ruleset import Vocabulary
from grammar.names import Nearest

MARKS: Mapping[str, str] = {"ship": "$", "island": "@", "player": "%"}

_MARKS = frozenset(MARKS.values())
_WORD = re.compile(r"[-=]{0,2}>|--|[^\W_](?:[\w?]|['-](?=\w))*|\?[\w?]*|\S")
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
#: Signs that end a sentence or set a name off, and mean nothing in an order.
_DECORATION = dict.fromkeys(".!\"'*", "")
_HYPHENS = re.compile(r"-+>?|>")


@dataclass(frozen=True, slots=True)
class Candidate:
    """What an unknown word may be meant for."""

    #: As marked for the parser; two words where one hyphen stood between them.
    marked: str
    #: What the writer should be told; empty for a mere beginning of a name.
    remark: str = ""


class Lexicon:
    """Marks the words of a line, and says what unknown ones may be meant for."""

    def __init__(self, words: Vocabulary, keywords: frozenset[str], kinds: tuple[str, ...]) -> None:
        self.words = words
        self._keywords = keywords
        self._marked: dict[str, str] = {word: word for word in keywords} | _DECORATION
        names = [
            (name, MARKS[kind]) for kind in reversed(kinds) for name in words.names.get(kind, ())
        ]
        self._marked |= {name.casefold(): mark + _bound(name) for name, mark in names}
        self._long = _longer_names([name for name, _ in names])
        self._names = Nearest({name: None for name, _ in reversed(names)})
        self._either = Nearest(
            {name: None for name, _ in reversed(names)} | dict.fromkeys(keywords)
        )

    def mark(self, line: str) -> list[str]:
        """The words of the line; known names marked, keywords in small letters, others as typed."""
        if not line.isascii():
            line = line.translate(_TYPOGRAPHY)
        marked = self._marked
        if self._long is None:
            return [
                found if (found := marked.get(word)) is not None else self._known(word)
                for word in _WORD.findall(line)
            ]
        return list(self._mark_long(line, self._long))

    def knows(self, marked: str) -> bool:
        """Is it a name, a keyword or a sign, and not a word left as typed?"""
        return not marked[:1].isalnum() or marked in self._keywords

    def is_word(self, marked: str) -> bool:
        """Is it a name or a keyword, or holds a structure?"""
        return marked[0] in _MARKS or marked in self._keywords or not marked.isalpha()

    def candidates(self, word: str) -> tuple[Candidate, ...]:
        """What a word that is not known may be meant for, the likeliest first."""
        found = [*self._split(word), *self._beginnings(word), *self._corrections(word)]
        return tuple({candidate.marked: candidate for candidate in reversed(found)}.values())[::-1]

    def nearest(self, word: str, kind: str) -> tuple[str, ...]:
        """Names of this kind that the word begins or comes near to."""
        among = set(self.words.names.get(kind, ()))
        near = self._names.begun(word) or self._names.near(word)
        return tuple(name for name in near if name in among)

    def _known(self, word: str) -> str:
        return self._marked.get(word.casefold(), word)

    def _mark_long(self, line: str, longer: re.Pattern[str]) -> Iterator[str]:
        """Names of several words first, then the words between them."""
        end = 0
        for found in longer.finditer(line):
            yield from map(self._known, _WORD.findall(line[end : found.start()]))
            yield self._marked[" ".join(found[0].split()).casefold()]
            end = found.end()
        yield from map(self._known, _WORD.findall(line[end:]))

    def _split(self, word: str) -> Iterator[Candidate]:
        """`Pearl?`, `Phoenix-Pearl`: signs written without a space."""
        bare = self._known(word.rstrip("?"))
        if word.endswith("?") and self.knows(bare):
            yield Candidate(bare)
        left, hyphen, right = word.partition("-")
        if hyphen and self.knows(self._known(left)) and self.knows(self._known(right)):
            yield Candidate(f"{self._known(left)} - {self._known(right)}")

    def _beginnings(self, word: str) -> Iterator[Candidate]:
        if self.words.abbreviations and len(begun := self._names.begun(word)) == 1:
            yield Candidate(self._known(begun[0]))

    def _corrections(self, word: str) -> Iterator[Candidate]:
        if len(near := self._either.near(word)) == 1:
            yield Candidate(self._known(near[0]), f"I read “{word}” as {near[0]}.")


def name_of(marked: str) -> str:
    """The name without its mark.

    >>> name_of("$Phoenix")
    'Phoenix'
    """
    return marked[1:].replace("\xa0", " ")


def _bound(name: str) -> str:
    return name.replace(" ", "\xa0")


def _longer_names(names: list[str]) -> re.Pattern[str] | None:
    """Finds names of several words; None where there are none, which is the usual case."""
    several = sorted((name for name in names if " " in name), key=len, reverse=True)
    if not several:
        return None
    spelled = "|".join(r"\s+".join(map(re.escape, name.split())) for name in several)
    return re.compile(rf"(?<!\w)(?:{spelled})(?!\w)", re.IGNORECASE)
