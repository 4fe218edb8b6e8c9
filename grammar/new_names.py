"""Names that players give: what stands against one."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from grammar.lexicon import Lexicon
from grammar.mistakes import Slip


@dataclass(frozen=True, slots=True)
class NameRules:
    """What a ship of one game may be called, and where its rules say so."""

    shape: re.Pattern[str]
    #: What fits the shape, in words.
    fits: str
    longest: int
    reserved: Callable[[str], bool]
    #: Rules on foreign letters, on the shape, on the length, and on words that are taken.
    letters_rule: str
    shape_rule: str
    length_rule: str
    taken_rule: str

    def checked(self, name: str, lexicon: Lexicon) -> str:
        """The name if a ship may bear it. Raises `Slip`."""
        if not name.isascii():
            raise bad_name(
                name, "only the letters A to Z and hyphens are possible", self.letters_rule
            )
        if not self.shape.fullmatch(name):
            raise bad_name(name, self.fits, self.shape_rule)
        if len(name) > self.longest:
            why = f"it has {len(name)} letters, and {self.longest} fit"
            raise bad_name(name, why, self.length_rule)
        if self.reserved(name):
            raise bad_name(name, "that is a word of the order language", self.taken_rule)
        if lexicon.names(name, "island"):
            raise bad_name(name, "an island has that name", self.taken_rule)
        return name


def bad_name(name: str, why: str, rule: str) -> Slip:
    return Slip("bad-name", f"A ship cannot be called {name}: {why}.", rule)
