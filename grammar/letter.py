"""From the own text of a letter to what it says: one slip costs one line.

Quotes and signatures are gone before a line gets here (MAIL-B13). This is the same for all games;
what a line orders is for the `LineReader` of the game to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from engine.core.ruleset import Cancel, Problem, Severity, Vocabulary
from grammar import mistakes
from grammar.commands import CommandLine, End, PressHead, SeedLine, TurnLine, Word, read_command
from grammar.reading import Command, Line, Parsed, Press

MOST_TEXT = 256 * 1024
MOST_LINES = 2000
LONGEST_LINE = 1000
LONGEST_WRAP = 3
#: Words in the name under a farewell.
LONGEST_NAME = 3

Order = TypeVar("Order")
GivenOrder = TypeVar("GivenOrder", covariant=True)

_ECHO = re.compile(r"\s*>*\s*\d+\| ?")
_BULLET = re.compile(r"(?:[-*•·+o]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//).*$")
_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|evening|afternoon|day)|salut|hallo|gday|g'day|"
    r"ahoy|thanks|thank you|here (?:are|is|come)|my orders|orders|these are|sorry)\b",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"(?:thanks|thank you|cheers|regards|best|kind regards|yours|good luck|bye|goodbye|see you|"
    r"sincerely|have fun|all the best|with best|many thanks|ta|greetings|sent from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reading(Generic[Order]):
    """What a game makes of one line; neither orders nor problems: a form line not filled in."""

    orders: tuple[Order | Cancel, ...] = ()
    problems: tuple[Problem, ...] = ()
    #: Written for a whole group.
    group: bool = False
    #: It ends in a comma or so, and may go on in the next line.
    unfinished: bool = False

    @property
    def refused(self) -> bool:
        return any(problem.refused for problem in self.problems)

    @property
    def blank(self) -> bool:
        return not (self.orders or self.problems)


class LineReader(Protocol[Order]):
    """How one game reads the orders of one role."""

    def exact(self, line: str) -> Reading[Order] | None:
        """The line as it stands, nothing corrected; None if it does not read wholly so."""

    def read(self, line: str) -> Reading[Order] | None:
        """The line with slips corrected or refused; None if it is no order at all."""

    def orderly(self, line: str) -> bool:
        """Does it have something of an order, so that it is no greeting?"""

    def suggest(self, line: str) -> str:
        """A line near to it that would work; empty if there is none."""

    def subject(self, order: Order) -> str:
        """What the order is about: only the last one about it counts (RAID-R63)."""


def read_letter(text: str, words: Vocabulary, reader: LineReader[Order]) -> Parsed[Order]:
    """Everything that the own text of a letter says."""
    desk = _Desk(words, reader)
    for number, line in enumerate(text[:MOST_TEXT].split("\n"), 1):
        desk.take(number, line.rstrip("\r"))
    if len(text) > MOST_TEXT:
        desk.problems.append(_too_much(f"more than {MOST_TEXT // 1024} KiB of text"))
    return desk.result()


@dataclass(slots=True)
class _OpenPress:
    """Press whose end has not come yet."""

    head: PressHead
    line: int
    texts: list[str] = field(default_factory=list)
    #: Lines in it that read as orders.
    orders: list[int] = field(default_factory=list)

    @property
    def inline(self) -> bool:
        return bool(self.head.text)


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Order]):
    """One piece of a letter that was tried as an order."""

    number: int
    text: str
    #: None: not an order.
    reading: Reading[Order] | None
    #: How many lines of the letter it takes up.
    wrapped: int = 1

    @property
    def good(self) -> bool:
        return self.reading is not None and not self.reading.refused

    @property
    def breaks_off(self) -> bool:
        """Does it say nothing without the next line?"""
        said = self.reading is not None and bool(self.reading.orders) and self.good
        return not said and self.text.rstrip().endswith((",", "&", " and"))

    @property
    def may_go_on(self) -> bool:
        """May the next line belong to it?"""
        if self.reading is None or not self.good or self.wrapped > 1:
            return True
        return self.reading.unfinished or self.reading.blank


class _Desk(Generic[Order]):
    """Where the lines of a letter are sorted, one after the other."""

    def __init__(self, words: Vocabulary, reader: LineReader[Order]) -> None:
        self._words = words
        self._reader = reader
        self._entries: list[_Entry[Order]] = []
        self._joinable = 0
        self._tried = 0
        self._open: _OpenPress | None = None
        self._elsewhere: int | None = None
        self._quoted = 0
        self.press: list[Press] = []
        self.commands: list[Command] = []
        self.problems: list[Problem] = []
        self.stage: int | None = None
        self.seed: str | None = None

    def take(self, number: int, line: str) -> None:
        """Sort one physical line."""
        stripped = line.strip()
        if self._open is not None and self._into_press(number, line, stripped):
            return
        if not stripped:
            self._joinable = 0
        elif _ECHO.match(line) is None:
            self._sort(number, stripped)

    def _sort(self, number: int, line: str) -> None:
        if line[0] == ">":
            self._quoted = self._quoted or number
            return
        if "#" in line or "//" in line:
            line = _COMMENT.sub("", line).rstrip()
        if line[:1] == ";" or not line:
            return
        if (said := self._command(line)) is not None:
            self._joinable = 0
            self._obey(number, said)
        else:
            self._order_line(number, line)

    def _command(self, line: str) -> CommandLine | None:
        said = read_command(line, self._words)
        if said is None and (bullet := _BULLET.match(line)):
            said = read_command(line[bullet.end() :], self._words)
        return said

    def _obey(self, number: int, said: CommandLine) -> None:
        match said:
            case PressHead():
                self._open = _OpenPress(said, number)
                self._note_orders(number, said.text)
            case TurnLine(stage, rest):
                self._turn(stage)
                if rest:
                    self._sort(number, rest)
            case SeedLine(text):
                self.seed = text or self.seed
            case Word(word, arguments):
                self.commands.append(Command(word, arguments, number))
            case End():
                pass

    def _turn(self, stage: int) -> None:
        """A letter is for one stage; what is for another must not be taken for this one."""
        if self.stage is None:
            self.stage = stage
        self._elsewhere = None if stage == self.stage else stage

    # Press.

    def _into_press(self, number: int, line: str, stripped: str) -> bool:
        """Does the line belong to the press that is open? If not, that press is closed."""
        press = self._open
        if press is None:
            return False
        said = self._command(stripped) if stripped else None
        if isinstance(said, End):
            self._close()
            return True
        if press.inline and (not stripped or said is not None or self._is_order(stripped)):
            self._close()
            return False
        press.texts.append(line.rstrip())
        self._note_orders(number, stripped)
        return True

    def _note_orders(self, number: int, line: str) -> None:
        if self._open is not None and line and self._is_order(line):
            self._open.orders.append(number)

    def _is_order(self, line: str) -> bool:
        return reads_as_order(line, self._reader)

    def _close(self) -> None:
        press, self._open = self._open, None
        if press is None:
            return
        head = press.head
        self.problems += [problem.on_line(press.line) for problem in head.problems]
        text = "\n".join([head.text, *press.texts] if head.text else press.texts).strip("\n")
        if text and not any(problem.refused for problem in head.problems):
            self.press.append(Press(head.audience, text, press.line, head.to))
        if press.orders:
            self.problems.append(_orders_in_press(press.orders))

    # Orders.

    def _order_line(self, number: int, line: str) -> None:
        if len(line) > LONGEST_LINE:
            self._entries.append(_Entry(number, line[:LONGEST_LINE], Reading((), (_too_long(),))))
        elif self._elsewhere is not None:
            problem = _two_turns(self.stage, self._elsewhere)
            self._entries.append(_Entry(number, line, Reading((), (problem,))))
        elif ";" in line:
            for piece in filter(None, map(str.strip, line.split(";"))):
                self._piece(number, piece)
        else:
            self._piece(number, line)

    def _piece(self, number: int, line: str) -> None:
        """One order, or what should be one; several may stand on a line (MAIL-B12)."""
        self._tried += 1
        if self._tried > MOST_LINES:
            return
        entry = _Entry(number, line, self._read(line))
        wrapped = not entry.good or (self._joinable and self._entries[-1].breaks_off)
        if not wrapped or not self._joined(entry):
            self._entries.append(entry)
            self._joinable = min(self._joinable + 1, LONGEST_WRAP - 1) if entry.may_go_on else 0

    def _read(self, line: str) -> Reading[Order] | None:
        """The line, without its bullet if it reads only so (MAIL-B10)."""
        whole = self._reader.read(line)
        if whole is not None and not whole.refused:
            return whole
        if (bullet := _BULLET.match(line)) is None:
            return whole
        return self._reader.read(line[bullet.end() :]) or whole

    def _joined(self, entry: _Entry[Order]) -> bool:
        """Does it read together with the lines before it, which did not read (MAIL-B10)?"""
        for count in range(1, self._joinable + 1):
            before = self._entries[-count:]
            text = " ".join([*(one.text for one in before), entry.text])
            if len(text) > LONGEST_LINE or before[0].number + count < entry.number - 1:
                continue
            reading = self._read(text)
            if reading is None or reading.refused or reading.blank:
                continue
            first = before[0].number
            remark = _joined_remark(first, entry.number)
            whole = replace(reading, problems=(*reading.problems, remark))
            self._entries[-count:] = [_Entry(first, text, whole, wrapped=2)]
            self._joinable = 1
            return True
        return False

    # The result.

    def result(self) -> Parsed[Order]:
        self._close()
        if self._tried > MOST_LINES:
            self.problems.append(_too_much(f"more than {MOST_LINES} orders"))
        if self._quoted:
            self.problems.append(mistakes.quoted(self._quoted))
        entries = self._without_pleasantries()
        return Parsed(
            lines=_last_counts([self._line(entry) for entry in entries], self._reader.subject),
            press=tuple(self.press),
            commands=tuple(self.commands),
            problems=tuple(self.problems),
            stage=self.stage,
            seed=self.seed,
        )

    def _without_pleasantries(self) -> list[_Entry[Order]]:
        """All but form lines left empty and greetings, which get one remark together (MAIL-B10)."""
        entries = [e for e in self._entries if e.reading is None or not e.reading.blank]
        read = [place for place, entry in enumerate(entries) if entry.reading is not None]
        if read:
            before, after = entries[: read[0]], entries[read[-1] + 1 :]
            idle = [*filter(self._greets, before), *self._farewells(after)]
        else:
            idle = [entry for entry in entries if _GREETING.match(entry.text)]
        if idle:
            self.problems.append(_pleasantries([entry.number for entry in idle]))
        gone = set(map(id, idle))
        return [entry for entry in entries if id(entry) not in gone]

    def _greets(self, entry: _Entry[Order]) -> bool:
        return bool(_GREETING.match(entry.text)) or not self._reader.orderly(entry.text)

    def _farewells(self, rest: Sequence[_Entry[Order]]) -> Iterator[_Entry[Order]]:
        """Farewells, and the name or two words under one."""
        leaving = False
        for entry in rest:
            leaves = bool(_FAREWELL.match(entry.text))
            name = len(entry.text.split()) <= LONGEST_NAME and not self._reader.orderly(entry.text)
            if leaves or (leaving and name):
                yield entry
            leaving = leaving or leaves

    def _line(self, entry: _Entry[Order]) -> Line[Order]:
        reading = entry.reading
        if reading is None:
            suggestion = self._reader.suggest(entry.text)
            problem = mistakes.not_understood(entry.text, suggestion).on_line(entry.number)
            return Line(entry.number, entry.text, problems=(problem,))
        orders = () if reading.refused else reading.orders
        problems = tuple(problem.on_line(entry.number) for problem in reading.problems)
        return Line(entry.number, entry.text, orders, problems, reading.group)


def reads_as_order(line: str, reader: LineReader[Order]) -> bool:
    """Does the line read wholly as an order, nothing corrected?"""
    pieces = [piece for piece in map(str.strip, _COMMENT.sub("", line).split(";")) if piece]
    return bool(pieces) and all(_exact(piece, reader) for piece in pieces)


def _exact(piece: str, reader: LineReader[Order]) -> bool:
    reading = reader.exact(piece)
    if reading is None and (bullet := _BULLET.match(piece)):
        reading = reader.exact(piece[bullet.end() :])
    return reading is not None and bool(reading.orders)


def _last_counts(
    lines: Sequence[Line[Order]], subject: Callable[[Order], str]
) -> tuple[Line[Order], ...]:
    """Of several orders about one thing the last one stays, with a remark (RAID-R63)."""
    last: dict[str, int] = {}
    kept: list[Line[Order]] = []
    for line in reversed(lines):
        over: dict[str, int] = {}
        orders: list[Order | Cancel] = []
        for order in reversed(line.orders):
            about = "" if isinstance(order, Cancel) else subject(order)
            if about and about in last:
                over[about] = last[about]
            else:
                orders.append(order)
                if about:
                    last[about] = line.number
        remarks = tuple(_replaced(about, by).on_line(line.number) for about, by in over.items())
        kept.append(
            replace(line, orders=tuple(reversed(orders)), problems=line.problems + remarks)
            if over
            else line
        )
    return tuple(reversed(kept))


def _replaced(subject: str, by: int) -> Problem:
    text = f"Line {by} orders {subject} again; that one counts, and this one does not."
    return mistakes.remark("replaced", text, "RAID-R63")


def _joined_remark(first: int, last: int) -> Problem:
    return mistakes.remark("joined", f"I read lines {first} to {last} as one.", "MAIL-B10")


def _pleasantries(numbers: Sequence[int]) -> Problem:
    lines = mistakes.listed([str(number) for number in numbers], "and")
    text = f"I took line{'s' * (len(numbers) > 1)} {lines} for a greeting and read no order there."
    return mistakes.remark("greeting", text, "MAIL-B10").on_line(numbers[0])


def _orders_in_press(numbers: Sequence[int]) -> Problem:
    lines = mistakes.listed([str(number) for number in numbers], "and")
    text = (
        f"Line{'s' * (len(numbers) > 1)} {lines} of your message would read as an order. It goes "
        "out as part of the message and is not carried out. To order it too, put end before it."
    )
    return Problem("orders-in-press", text, Severity.WARNED, line=numbers[0])


def _two_turns(ours: int | None, other: int) -> Problem:
    text = (
        f"This letter is for turn {ours}, and this line for turn {other}. "
        "Please send the orders of another turn in a letter of their own."
    )
    return Problem("two-turns", text)


def _too_long() -> Problem:
    text = f"This line is longer than {LONGEST_LINE} characters and was not read."
    return Problem("too-long", text, rule="MAIL-B12")


def _too_much(what: str) -> Problem:
    return Problem("too-long", f"The letter has {what}; the rest was not read.", rule="MAIL-B12")
