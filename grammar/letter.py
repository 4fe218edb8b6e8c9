"""From the own text of a letter to what it says: one slip costs one line.

Quotes and signatures are gone before a line gets here (MAIL-B13). This is the same for all games;
what a line orders is for the `LineReader` of the game to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.core.ruleset import Problem, Vocabulary
from grammar import mistakes
from grammar.commands import CommandLine, End, PressHead, SeedLine, TurnLine, Word, read_command
from grammar.lines import (
    LineReader,
    Reading,
    is_echo,
    pieces,
    reads_as_order,
    without_aside,
    without_bullet,
    without_comment,
)
from grammar.pleasantries import farewells, greetings, greets
from grammar.press import OpenPress
from grammar.reading import Command, Line, Parsed, Press
from grammar.twice import last_counts

MOST_TEXT = 256 * 1024
MOST_ORDERS = 2000
LONGEST_LINE = 1000
LONGEST_WRAP = 3

Order = TypeVar("Order")


def read_letter(text: str, words: Vocabulary, reader: LineReader[Order]) -> Parsed[Order]:
    """Everything that the own text of a letter says."""
    desk = _Desk(words, reader)
    for number, line in enumerate(text[:MOST_TEXT].split("\n"), 1):
        desk.take(number, line.rstrip("\r"))
    if len(text) > MOST_TEXT:
        desk.problems.append(mistakes.too_much(f"more than {MOST_TEXT // 1024} KiB of text"))
    return desk.result()


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Order]):
    """One piece of a letter that was tried as an order."""

    number: int
    text: str
    #: None: not an order.
    reading: Reading[Order] | None
    #: It is more than one line of the letter.
    wrapped: bool = False

    @property
    def good(self) -> bool:
        return self.reading is not None and not self.reading.refused

    @property
    def breaks_off(self) -> bool:
        """Does it say nothing without the next line?"""
        says = self.good and self.reading is not None and bool(self.reading.orders)
        return not says and self.text.endswith((",", "&", " and"))

    @property
    def may_go_on(self) -> bool:
        """May the next line belong to it?"""
        if self.reading is None or self.reading.refused or self.wrapped:
            return True
        return self.reading.unfinished


class _Desk(Generic[Order]):
    """Where the lines of a letter are sorted, one after the other."""

    def __init__(self, words: Vocabulary, reader: LineReader[Order]) -> None:
        self._words = words
        self._reader = reader
        self._entries: list[_Entry[Order]] = []
        #: How many of the last entries the next line may belong to.
        self._joinable = 0
        self._tried = 0
        self._open: OpenPress | None = None
        #: Another stage than the letter's, whose orders are not taken.
        self._elsewhere: int | None = None
        self._quoted: list[int] = []
        self.press: list[Press] = []
        self.commands: list[Command] = []
        self.problems: list[Problem] = []
        self.stage: int | None = None
        self.seed: str | None = None

    def take(self, number: int, line: str) -> None:
        """Sort one physical line."""
        stripped = line.strip()
        if self._open is not None and self._into_press(self._open, number, line, stripped):
            return
        if not stripped:
            self._joinable = 0
        elif not is_echo(line):
            self._sort(number, stripped)

    def _sort(self, number: int, line: str) -> None:
        if line[0] == ">":
            self._quoted.append(number)
            return
        line = without_comment(line)
        if line and not self._obeyed(number, line):
            for piece in self._pieces(line):
                if piece is line or not self._obeyed(number, piece):
                    self._piece(number, piece)

    def _pieces(self, line: str) -> list[str]:
        """The orders on a line; `Phoenix; Pearl; X` is one order with its fields set apart."""
        found = pieces(line)
        if len(found) > 1 and not reads_as_order(found[0], self._reader):
            commas = ", ".join(found)
            if reads_as_order(commas, self._reader):
                return [commas]
        return found

    # Words to the service.

    def _obeyed(self, number: int, line: str) -> bool:
        said = self._command(line)
        if said is None:
            return False
        self._joinable = 0
        match said:
            case PressHead():
                self._open = OpenPress(said, number)
                self._note_order(number, said.text)
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
        return True

    def _command(self, line: str) -> CommandLine | None:
        said = read_command(line, self._words)
        if said is None and (bare := without_bullet(line)):
            said = read_command(bare, self._words)
        return said

    def _turn(self, stage: int) -> None:
        """A letter is for one stage; what is for another must not be taken for this one."""
        if self.stage is None:
            self.stage = stage
        self._elsewhere = None if stage == self.stage else stage

    # Press.

    def _into_press(self, press: OpenPress, number: int, line: str, stripped: str) -> bool:
        """Does the line belong to the press that is open? If not, that press is closed."""
        said = self._command(stripped) if stripped else None
        if isinstance(said, End):
            self._close(press)
            return True
        if press.inline and (not stripped or said is not None or self._ends_press(stripped)):
            self._close(press)
            return False
        press.texts.append(line.rstrip())
        self._note_order(number, stripped)
        return True

    def _ends_press(self, line: str) -> bool:
        """An order does; but a word alone, such as `clear`, may be the end of a sentence."""
        return " " in line and reads_as_order(line, self._reader)

    def _note_order(self, number: int, line: str) -> None:
        if self._open and line and reads_as_order(line, self._reader):
            self._open.orders.append(number)

    def _close(self, press: OpenPress) -> None:
        self._open = None
        sent = press.sent()
        self.press += [sent] if sent else []
        self.problems += press.problems()

    # Orders.

    def _piece(self, number: int, line: str) -> None:
        """One order, or what should be one."""
        self._tried += 1
        if self._tried > MOST_ORDERS:
            return
        if len(line) > LONGEST_LINE:
            self._refuse(number, line[:LONGEST_LINE], mistakes.too_long(LONGEST_LINE))
        elif self._elsewhere is not None:
            self._refuse(number, line, mistakes.two_turns(self.stage, self._elsewhere))
        else:
            self._enter(_Entry(number, line, self._read(line)))

    def _refuse(self, number: int, line: str, problem: Problem) -> None:
        self._entries.append(_Entry(number, line, Reading((), (problem,))))

    def _enter(self, entry: _Entry[Order]) -> None:
        wrapped = not entry.good or (self._joinable and self._entries[-1].breaks_off)
        if not wrapped or not self._joined(entry):
            self._entries.append(entry)
            self._joinable = min(self._joinable + 1, LONGEST_WRAP - 1) if entry.may_go_on else 0

    def _read(self, line: str) -> Reading[Order] | None:
        """The line, or what is left of it without a bullet or aside if that reads better."""
        whole = self._reader.read(line)
        if whole is not None and not whole.refused:
            return whole
        if bare := without_bullet(line):
            return self._reader.read(bare) or whole
        if plain := without_aside(line):
            reading = self._reader.read(plain)
            if reading is not None and not reading.refused and not reading.blank:
                remark = mistakes.left_out(line[len(plain) :].strip())
                return replace(reading, problems=(*reading.problems, remark))
        return whole

    def _joined(self, entry: _Entry[Order]) -> bool:
        """Does it read together with the lines before it, which did not read (MAIL-B10)?"""
        for count in range(1, self._joinable + 1):
            before = self._entries[-count:]
            text = " ".join([*(one.text for one in before), entry.text])
            reading = self._read(text) if len(text) <= LONGEST_LINE else None
            if (
                before[0].number == entry.number
                or reading is None
                or reading.refused
                or reading.blank
            ):
                continue
            first = before[0].number
            remark = mistakes.joined(first, entry.number)
            whole = replace(reading, problems=(*reading.problems, remark))
            self._entries[-count:] = [_Entry(first, text, whole, wrapped=True)]
            self._joinable = 1
            return True
        return False

    # The result.

    def result(self) -> Parsed[Order]:
        if self._open is not None:
            self._close(self._open)
        if self._tried > MOST_ORDERS:
            self.problems.append(mistakes.too_much(f"more than {MOST_ORDERS} orders"))
        if self._quoted:
            self.problems.append(mistakes.quoted(self._quoted))
        entries = self._without_pleasantries()
        return Parsed(
            lines=last_counts([self._line(entry) for entry in entries], self._reader.subject),
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
        texts = [entry.text for entry in entries]
        if read:
            after = read[-1] + 1
            idle = {*greetings(texts[: read[0]], self._reader.orderly)}
            idle |= {after + place for place in farewells(texts[after:], self._reader.orderly)}
        else:
            idle = {place for place, text in enumerate(texts) if greets(text)}
        if idle:
            numbers = [entries[place].number for place in sorted(idle)]
            self.problems.append(mistakes.pleasantries(numbers))
        return [entry for place, entry in enumerate(entries) if place not in idle]

    def _line(self, entry: _Entry[Order]) -> Line[Order]:
        reading, number, text = entry.reading, entry.number, entry.text
        if reading is None:
            hint, better = self._reader.hint(text), self._reader.suggest(text)
            problem = mistakes.not_understood(text, hint, better)
            return Line(number, text, problems=(problem.on_line(number),))
        orders = () if reading.refused else reading.orders
        problems = tuple(self._told(problem, entry) for problem in reading.problems)
        return Line(number, text, orders, problems, reading.group)

    def _told(self, problem: Problem, entry: _Entry[Order]) -> Problem:
        """The problem at its line, with a line that would work (FEAT-O5)."""
        if problem.refused:
            better = problem.suggestion
            if not better or not reads_as_order(better, self._reader):
                better = self._reader.suggest(entry.text)
            problem = replace(problem, suggestion=better)
        return problem.on_line(entry.number)
