"""The pieces of a letter that were tried as orders, and which of them belong together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from engine.core.ruleset import Problem
from grammar import mistakes
from grammar.lines import LineReader, Reading, reads_as_order, without_aside, without_bullet
from grammar.pleasantries import (
    farewells,
    greetings,
    greets,
    is_addressed,
    is_courtesy,
    is_polite,
    may_sign,
    signs,
    takes_leave,
)
from grammar.reading import Line

LONGEST_LINE = 1000
LONGEST_WRAP = 3

Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Order]):
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
    def says(self) -> bool:
        return self.good and self.reading is not None and bool(self.reading.orders)

    @property
    def breaks_off(self) -> bool:
        """Does it say nothing without the next line?"""
        return not self.says and self.text.endswith((",", "&", " and"))

    @property
    def may_go_on(self) -> bool:
        """May the next line belong to it?"""
        if self.reading is None or self.reading.refused or self.wrapped:
            return True
        return self.reading.unfinished


class Entries(Generic[Order]):
    """What the lines of a letter order, one after the other; some go on with those above."""

    def __init__(self, reader: LineReader[Order]) -> None:
        self._reader = reader
        self._entries: list[Entry[Order]] = []
        #: How many of the last entries the next line may belong to by a hard wrap.
        self._joinable = 0
        #: Nothing else stands between the last entry and the next line.
        self._adjacent = False
        #: The last order that later lines may go on with.
        self._open: int | None = None

    def pause(self) -> None:
        """A blank line or a word to the service: what follows is no wrap of what stands above."""
        self._joinable, self._adjacent = 0, False

    def refuse(self, number: int, line: str, problem: Problem) -> None:
        self._append(Entry(number, line, Reading((), (problem,))))

    def take(self, number: int, line: str) -> None:
        """One piece of a line."""
        if len(line) > LONGEST_LINE:
            self.refuse(number, line[:LONGEST_LINE], mistakes.too_long(LONGEST_LINE))
            return
        entry = Entry(number, line, self._read(line))
        if self._goes_on(entry):
            return
        wrapped = not entry.good or (self._joinable and self._entries[-1].breaks_off)
        if not wrapped or not self._joined(entry):
            self._append(entry)
            self._joinable = min(self._joinable + 1, LONGEST_WRAP - 1) if entry.may_go_on else 0

    def _append(self, entry: Entry[Order]) -> None:
        self._entries.append(entry)
        self._adjacent = True
        if entry.reading is not None and entry.reading.open:
            self._open = len(self._entries) - 1

    def _read(self, line: str) -> Reading[Order] | None:
        """The line, or what is left of it without a bullet or aside if that reads better."""
        if is_courtesy(line) or (is_addressed(line) and not reads_as_order(line, self._reader)):
            return None
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

    # Lines that go on as the language of the game lets them.

    def _goes_on(self, entry: Entry[Order]) -> bool:
        """Does it go on with the line above it, or with an order further up that is open?"""
        last = len(self._entries) - 1
        above = self._entries[last].text if self._adjacent else ""
        goes_on = above and self._reader.continues(entry.text, above)
        if not goes_on and (self._open is None or not self._reader.continues(entry.text, "")):
            return False
        if takes_leave(entry.text) or greets(entry.text):
            return False
        if goes_on and self._extended(last, entry):
            return True
        if self._open is None or not self._reader.continues(entry.text, ""):
            return False
        return self._extended(self._open, entry) or self._spoils(self._open, entry)

    def _extended(self, place: int, entry: Entry[Order]) -> bool:
        """The order at that place with this line added, if nothing is lost by it."""
        before = self._entries[place]
        if before.reading is None:
            return False
        whole = self._with(before, entry)
        if whole is None or (whole.refused and (before.says or not before.reading.open)):
            return False
        text = f"{before.text} {entry.text}"
        self._entries[place] = Entry(before.number, text, whole, wrapped=before.wrapped)
        self._joinable, self._adjacent = int(whole.unfinished), place == len(self._entries) - 1
        return True

    def _spoils(self, place: int, entry: Entry[Order]) -> bool:
        """The order stands without the line, which is told what is wrong with it."""
        whole = self._with(self._entries[place], entry)
        if whole is None:
            return False
        problems = tuple(problem for problem in whole.problems if problem.refused)
        self._append(Entry(entry.number, entry.text, Reading((), problems)))
        self._joinable = 0
        return True

    def _with(self, before: Entry[Order], entry: Entry[Order]) -> Reading[Order] | None:
        text = f"{before.text} {entry.text}"
        if len(text) > LONGEST_LINE:
            return Reading((), (mistakes.too_long(LONGEST_LINE),))
        return self._reader.read(text)

    # Lines that a mail program broke.

    def _joined(self, entry: Entry[Order]) -> bool:
        """Does it read together with the lines before it, which did not read (MAIL-B10)?"""
        if takes_leave(entry.text):
            return False
        for count in range(1, self._joinable + 1):
            before = self._entries[-count:]
            text = " ".join([*(one.text for one in before), entry.text])
            reading = self._read(text) if len(text) <= LONGEST_LINE else None
            if (
                before[0].number == entry.number
                or reading is None
                or reading.doubtful
                or reading.blank
            ):
                continue
            first = before[0].number
            remark = mistakes.joined(first, entry.number)
            whole = replace(reading, problems=(*reading.problems, remark))
            del self._entries[-count:]
            if self._open is not None and self._open >= len(self._entries):
                self._open = None
            self._append(Entry(first, text, whole, wrapped=True))
            self._joinable = 1
            return True
        return False

    # The result.

    def told(self, me: str) -> tuple[tuple[Line[Order], ...], tuple[Problem, ...]]:
        """The lines that say something, and one remark for all pleasantries of the writer `me`.

        Form lines left empty say nothing (MAIL-B10).
        """
        entries = [e for e in self._entries if e.reading is None or not e.reading.blank]
        idle = sorted(set(self._idle(entries, me)))
        lines = tuple(self._line(e) for place, e in enumerate(entries) if place not in idle)
        numbers = [entries[place].number for place in idle]
        return lines, (mistakes.pleasantries(numbers),) if idle else ()

    def _idle(self, entries: list[Entry[Order]], me: str) -> Iterator[int]:
        """Which entries are greetings, farewells and the writer's name."""
        read = [place for place, entry in enumerate(entries) if entry.reading is not None]
        texts = [entry.text for entry in entries]
        after = read[-1] + 1 if read else 0
        if read:
            yield from greetings(texts[: read[0]], self._reader.orderly)
        else:
            yield from (place for place, text in enumerate(texts) if greets(text))
        yield from (after + place for place in farewells(texts[after:], self._reader.orderly))
        if read and after < len(entries) and self._is_signature(texts[-1]):
            yield len(texts) - 1
        for place, entry in enumerate(entries):
            if entry.reading is None and (is_polite(entry.text) or signs(entry.text, me)):
                yield place

    def _is_signature(self, text: str) -> bool:
        return may_sign(text) and not self._reader.orderly(text)

    def _line(self, entry: Entry[Order]) -> Line[Order]:
        reading, number, text = entry.reading, entry.number, entry.text
        if reading is None:
            return Line(number, text, problems=(self._reader.unread(text).on_line(number),))
        orders = () if reading.refused else reading.orders
        problems = tuple(self._told(problem, entry) for problem in reading.problems)
        return Line(number, text, orders, problems, reading.group)

    def _told(self, problem: Problem, entry: Entry[Order]) -> Problem:
        """The problem at its line, with a line that would work (FEAT-O5)."""
        if problem.refused:
            better = problem.suggestion
            if not better or not reads_as_order(better, self._reader):
                better = self._reader.suggest(entry.text)
            problem = replace(problem, suggestion=better)
        return problem.on_line(entry.number)
