"""The names in an order of off-map raids: which one is meant, and what is said of strange ones.

What a word may name is told by its place in the order. A name that the writer cannot know gets one
answer, whether it exists or not (OFF-3.9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from engine.core.ruleset import Problem, Vocabulary
from engine.offmap.names import is_name
from engine.offmap.state import AreaName, PlaceName, UnitName
from grammar import offmap_mistakes
from grammar.mistakes import Slip
from grammar.names import Nearest

#: The kinds under which a vocabulary lists names; `unit` holds the writer's own units too.
OWN, UNIT, AREA, PLACE = "own", "unit", "area", "place"

FEW = 3


class Known:
    """The names of one kind that a writer may know."""

    def __init__(self, names: Iterable[str], *, begun: bool) -> None:
        self._spelled = {name.casefold(): name for name in names}
        self._nearest = Nearest(self._spelled.values())
        self._begun = begun

    def __bool__(self) -> bool:
        return bool(self._spelled)

    def few(self) -> tuple[str, ...]:
        """All of them, if that is no more than one reads at a glance."""
        return tuple(self._spelled.values()) if len(self._spelled) <= FEW else ()

    def exact(self, word: str) -> str | None:
        return self._spelled.get(word.casefold())

    def near(self, word: str) -> tuple[str, ...]:
        """The names that the word begins, else those it comes nearest to (MER-L6.2)."""
        return (self._nearest.begun(word) if self._begun else ()) or self._nearest.near(word)


class Names:
    """All names that the writer of one letter may know."""

    def __init__(self, words: Vocabulary) -> None:
        own = words.names.get(OWN, ())
        begun = words.abbreviations
        self.own = Known(own, begun=begun)
        self.others = Known(set(words.names.get(UNIT, ())).difference(own), begun=begun)
        self.areas = Known(words.names.get(AREA, ()), begun=begun)
        self.places = Known(words.names.get(PLACE, ()), begun=begun)
        #: Nothing is known of the position: any name will do.
        self.unheard = not (own or words.names.get(UNIT))


@dataclass(slots=True)
class Finder:
    """Finds the names of one line, and keeps what is to be said of them."""

    names: Names
    #: May mistyped words be corrected? Not where so many are strange that it is prose.
    corrects: bool = True
    problems: list[Problem] = field(default_factory=list)
    #: Some name was not written out as it is.
    touched: bool = False

    def units(self, words: Sequence[str]) -> tuple[UnitName, ...]:
        """The units of these names, each once; unknown ones are left out (E-UNIT, W-DUP)."""
        found: dict[str, None] = {}
        for word in words:
            name = self.unit(word)
            if name in found:
                self.problems.append(offmap_mistakes.named_twice(name))
            elif name:
                found[name] = None
        return tuple(map(UnitName, found))

    def unit(self, word: str) -> str:
        """Own units come first, since most orders are for them; empty if it is none (E-UNIT)."""
        own, others = self.names.own, self.names.others
        if self.names.unheard and is_name(word):
            return word
        name = own.exact(word) or others.exact(word) or self._meant(word, own, others)
        if not name:
            near = self._near(word, own, others)
            self.problems.append(offmap_mistakes.no_unit(word, near))
            self.touched = True
        return name

    def objective(self, word: str) -> str:
        """A unit that is known, or any name: that one is tried if it is there (OFF-3.9).

        Raises `Slip`.
        """
        own, others = self.names.own, self.names.others
        name = others.exact(word) or own.exact(word) or self._meant(word, others)
        if not name and not is_name(word):
            raise offmap_mistakes.no_objective(word)
        return name or word

    def area(self, words: Sequence[str]) -> AreaName:
        """Raises `Slip` (E-AREA)."""
        return AreaName(self._one(words, self.names.areas, offmap_mistakes.no_area))

    def place(self, words: Sequence[str]) -> PlaceName:
        """Raises `Slip` (E-PLACE)."""
        return PlaceName(self._one(words, self.names.places, offmap_mistakes.no_place))

    def _one(
        self, words: Sequence[str], known: Known, strange: Callable[[str, Sequence[str]], Slip]
    ) -> str:
        """The one name among these words: `Vael Deeps` is Deeps."""
        said = " ".join(words)
        if not known and len(words) == 1:
            return said
        found = {name for word in words if (name := known.exact(word))} or {
            name for word in words if (name := self._meant(word, known))
        }
        if len(found) != 1 or (len(words) > 1 and self._several(words, known)):
            raise strange(said, sorted(found) or self._near(words[0], known) or known.few())
        (name,) = found
        if len(words) > 1:
            self._remark(said, name)
        return name

    def _several(self, words: Sequence[str], known: Known) -> bool:
        """Do other names stand among the words?"""
        names = self.names
        others = (one for one in (names.own, names.others, names.areas, names.places))
        return any(one.exact(word) for one in others if one is not known for word in words)

    def _meant(self, word: str, *among: Known) -> str:
        """The one name that the word is short for or near to; empty if there is not one."""
        for known in among:
            near = self._near(word, known)
            if len(near) == 1:
                short = near[0].casefold().startswith(word.casefold())
                self.touched = True
                if not short:
                    self._remark(word, near[0])
                return near[0]
            if near:
                return ""
        return ""

    def _near(self, word: str, *among: Known) -> tuple[str, ...]:
        if not self.corrects:
            return ()
        return next((near for known in among if (near := known.near(word))), ())

    def _remark(self, said: str, name: str) -> None:
        self.touched = True
        self.problems.append(offmap_mistakes.read_as(said, name))
