"""How one line of off-map raids is read: as it stands, else with slips corrected, else refused."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.ruleset import Problem, Vocabulary
from engine.offmap.orders import Agree, Commit, Dispute, Guard, Near, Order, Pass, React
from grammar import offmap_mistakes
from grammar.lexicon import MIXED, SIGNS, Candidate, Lexicon, Word
from grammar.lines import Reading
from grammar.mistakes import Slip
from grammar.offmap_names import AREA, OWN, PLACE, UNIT, Finder, Names
from grammar.offmap_orders import VERBS, ordered
from grammar.offmap_raid import CLAUSES
from grammar.offmap_slots import OPENING, slots_of
from grammar.offmap_write import write_all
from grammar.shapes import shape_reader
from grammar.shared import keywords, load, spellings

PARSER = load("offmap.lark", "turn")
_SHAPE = shape_reader(PARSER, "turn")
_KEYWORDS = keywords(PARSER)
_DISPUTE = re.compile(
    rf"(?:{'|'.join(spellings(PARSER, 'DISPUTE'))})(?:[:,\s]+(.*))?$", re.IGNORECASE | re.DOTALL
)


def _spelled(*terminals: str) -> frozenset[str]:
    return frozenset().union(*(spellings(PARSER, terminal) for terminal in terminals))


_VERBS = _spelled(*(verb.upper() for verb in VERBS))
_CLAUSES = _spelled(*(word for slot in CLAUSES for word in OPENING[slot]))
_REPORT = _spelled("REPORT")
#: The words that begin a part of a report.
_PARTS = _spelled("CRIPPLED", "DESTROYED", "DEVASTATED", "SURVEY", "ROUNDS", "WITHDREW")
_JOINTS = frozenset({",", *spellings(PARSER, "AND")})
_FILLER = spellings(PARSER, "FILLER") | {"", ":", "=", "-", "--"}
#: Signs that prose has not.
_TELLING = frozenset({SIGNS[UNIT], MIXED, "->", "=>"})

#: A line with more words that are not known is prose, and its words are not searched for slips.
MOST_UNKNOWN = 8


class OffmapReader:
    """Reads lines with the words of one side; see `grammar.lines.LineReader`."""

    def __init__(self, words: Vocabulary) -> None:
        self._names = Names(words)
        self._lexicon = Lexicon(words, _KEYWORDS, (OWN, UNIT, PLACE, AREA))

    def exact(self, line: str) -> Reading[Order] | None:
        if (disputed := _disputed(line)) is not None:
            return disputed
        finder = Finder(self._names)
        try:
            reading = self._judged(self._lexicon.mark(line), finder)
        except Slip:
            return None
        return None if finder.touched else reading

    def read(self, line: str) -> Reading[Order] | None:
        if (disputed := _disputed(line)) is not None:
            return disputed
        marked = self._lexicon.mark(line)
        if self._prose(marked):
            return None
        plain = self._plainly(marked)
        if plain is not None and not plain.refused and not _strange(plain):
            return plain
        return self._corrected(marked, plain) or plain

    def orderly(self, line: str) -> bool:
        marked = self._lexicon.mark(line)
        telling = any(word.sign in _TELLING for word in marked)
        begins = any(word.sign in _VERBS | _CLAUSES for word in marked[:1])
        return telling or begins or bool(self.suggest(line))

    def suggest(self, line: str) -> str:
        """The line with the likeliest word for each that is strange."""
        marked = self._lexicon.mark(line)
        if _unknown(marked) > MOST_UNKNOWN:
            return ""
        reading = self._with(marked, self._meant(marked, boldly=True))
        good = reading is not None and not reading.refused and not _strange(reading)
        return write_all(reading.orders) if good and reading is not None else ""

    def unread(self, line: str) -> Problem:
        first = {word.sign for word in self._lexicon.mark(line)[:1]}
        verb = next((verb for verb in VERBS if first & spellings(PARSER, verb.upper())), "")
        return offmap_mistakes.ignored(line, verb, self.suggest(line))

    def continues(self, line: str, above: str) -> bool:
        """Clauses go on with a raid, parts with a report, lists with any order."""
        said = self._lexicon.mark(line)
        marked = [word for word in said if word.sign not in _FILLER]
        if not marked:  # `points`, broken off from `survey` above
            return bool(above) and any(word.text.isalpha() for word in said)
        if marked[0].sign in _VERBS:
            return False
        if marked[0].sign in _CLAUSES:
            return True
        if marked[0].sign in _PARTS:
            return any(word.sign in _REPORT for word in self._lexicon.mark(above)[:1])
        if not above:
            return False
        ends = any(word.sign in _JOINTS for word in self._lexicon.mark(above)[-1:])
        return marked[0].sign in _JOINTS or (ends and self.orderly(line))

    def subject(self, order: Order) -> str:
        """Parts of a report add up, and so do orders to different units."""
        match order:
            case Near():
                return "the near force"
            case React():
                return "the reaction"
            case Guard():
                return f"the guard of {order.target}"
            case Commit():
                return f"the {order.force} force"
            case Agree() | Dispute():
                return "the answer to the report"
            case Pass():
                return "the pass"
        return ""

    def _prose(self, line: Sequence[Word]) -> bool:
        """Are most of its words strange, and many? Where no name is known, none is strange."""
        strange, joints = _unknown(line), sum(1 for word in line if word.sign in _JOINTS)
        most = strange > MOST_UNKNOWN and 2 * strange > len(line) - joints
        return most and not self._names.unheard

    def _judged(self, line: Sequence[Word], finder: Finder) -> Reading[Order] | None:
        """None if the line does not read; raises `Slip` if it reads and makes no sense."""
        shape = _SHAPE(" ".join([word.sign for word in line]))
        if shape is None or not shape.parts:
            return None
        finder.corrects = _unknown(line) <= MOST_UNKNOWN
        return ordered(slots_of(shape, line), finder)

    def _plainly(self, line: Sequence[Word]) -> Reading[Order] | None:
        """What the line says, with the names in it corrected; a slip is its answer."""
        finder = Finder(self._names)
        try:
            return self._judged(line, finder)
        except Slip as slip:
            if not finder.corrects:
                return None
            raid = any(word.sign in spellings(PARSER, "RAID") for word in line)
            return Reading((), (*finder.problems, slip.problem), open=raid)

    # Slips in other words than names.

    def _corrected(
        self, line: Sequence[Word], plain: Reading[Order] | None
    ) -> Reading[Order] | None:
        """The line with mistyped words of the language put right, if it reads better so."""
        changes = self._meant(line, boldly=False)
        better = self._with(line, changes) if changes else None
        if better is None or better.refused or not better.orders:
            return None
        if plain is not None and not plain.refused and _strange(better) >= _strange(plain):
            return None
        remarks = [
            offmap_mistakes.read_as(line[place].text, " ".join(word.text for word in found.words))
            for place, found in changes.items()
            if found.remark
        ]
        return replace(better, problems=(*remarks, *better.problems))

    def _meant(self, line: Sequence[Word], *, boldly: bool) -> Mapping[int, Candidate]:
        """What strange words may be meant for: words of the language, or names run together."""
        unknown = [place for place, word in enumerate(line) if word.unknown]
        if len(unknown) > MOST_UNKNOWN:
            return {}
        found: dict[int, Candidate] = {}
        for place in unknown:
            for candidate in self._lexicon.candidates(line[place].text, boldly=boldly):
                if boldly or self._of_the_language(candidate):
                    found[place] = candidate
                    break
        return found

    def _of_the_language(self, candidate: Candidate) -> bool:
        return len(candidate.words) > 1 or candidate.words[0].sign in _KEYWORDS

    def _with(
        self, line: Sequence[Word], changes: Mapping[int, Candidate]
    ) -> Reading[Order] | None:
        changed = [
            new
            for place, word in enumerate(line)
            for new in (changes[place].words if place in changes else (word,))
        ]
        return self._plainly(changed)


def _disputed(line: str) -> Reading[Order] | None:
    """The words after it go to the Gamesmaster as they are."""
    found = _DISPUTE.match(line)
    if found is None:
        return None
    return Reading((Dispute(" ".join((found[1] or "").split())),))


def _unknown(line: Sequence[Word]) -> int:
    return sum(1 for word in line if word.unknown)


def _strange(reading: Reading[Order]) -> int:
    """How many names in it are of no unit."""
    return sum(1 for problem in reading.problems if problem.code == "E-UNIT")
