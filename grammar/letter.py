"""From the own text of a letter to what it says: one slip costs one line.

Quotes and signatures are gone before a line gets here (MAIL-B13). This is the same for all games;
what a line orders is for the `LineReader` of the game to say.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from engine.core.ruleset import Problem, Vocabulary
from grammar import mistakes
from grammar.commands import (
    CommandLine,
    End,
    PressHead,
    Repeat,
    SeedLine,
    TurnLine,
    Word,
    read_command,
)
from grammar.entries import LONGEST_LINE, Entries
from grammar.lines import (
    LineReader,
    is_echo,
    pieces,
    reads_as_order,
    without_bullet,
    without_comment,
)
from grammar.press import OpenPress
from grammar.reading import Command, Later, Parsed, Press
from grammar.twice import last_counts

MOST_TEXT = 256 * 1024
MOST_ORDERS = 2000

Order = TypeVar("Order")


def read_letter(text: str, words: Vocabulary, reader: LineReader[Order]) -> Parsed[Order]:
    """Everything that the own text of a letter says."""
    desk = _Desk(words, reader)
    for number, line in enumerate(text[:MOST_TEXT].split("\n"), 1):
        desk.take(number, line.rstrip("\r"))
    if len(text) > MOST_TEXT:
        desk.problems.append(mistakes.too_much(f"more than {MOST_TEXT // 1024} KiB of text"))
    return desk.result()


class _Desk(Generic[Order]):
    """Where the lines of a letter are sorted, one after the other."""

    def __init__(self, words: Vocabulary, reader: LineReader[Order]) -> None:
        self._words = words
        self._reader = reader
        self._entries = Entries[Order](reader)
        self._tried = 0
        self._open: OpenPress | None = None
        #: Another turn than the letter's, whose orders are not taken.
        self._elsewhere: int | None = None
        #: A turn that has not begun, for which the lines are; and each line for one (FEAT-O10).
        self._later: int | None = None
        self._for_later: dict[int, list[tuple[int, str]]] = {}
        #: Are the lines for every turn (FEAT-O11)?
        self._repeats = False
        self._always: list[tuple[int, str]] = []
        self._quoted: list[int] = []
        self.press: list[Press] = []
        self.commands: list[Command] = []
        self.problems: list[Problem] = []
        self.turn: int | None = None
        self.seed: str | None = None

    def take(self, number: int, line: str) -> None:
        """Sort one physical line."""
        stripped = line.strip()
        if self._open is not None and self._into_press(self._open, number, line, stripped):
            return
        if not stripped:
            self._pause(number)
        elif not is_echo(line):
            self._sort(number, stripped)

    def _pause(self, number: int) -> None:
        """A blank line ends a list of what repeats; other turns go on to the next `turn`."""
        self._entries.pause()
        self._repeats = False
        if self._later is not None:
            self._for_later[self._later].append((number, ""))

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
        """The orders on a line; `Phoenix; Pearl; X` is one order with its fields set apart.

        So is `Argo sail to Yap; attack`, which does not read in pieces and does as a whole.
        """
        found = pieces(line)
        if len(found) > 1 and not all(reads_as_order(one, self._reader) for one in found):
            commas = ", ".join(found)
            said = any(self._command(one) is not None for one in found)
            if not said and reads_as_order(commas, self._reader):
                return [commas]
        return found

    # Words to the service.

    def _obeyed(self, number: int, line: str) -> bool:
        said = self._command(line)
        if said is None or self._is_prose(said):
            return False
        self._entries.pause()
        match said:
            case PressHead():
                self._open = OpenPress(said, number)
                self._note_order(number, said.text)
            case TurnLine(turn, rest):
                self._turn(turn)
                if rest:
                    self._sort(number, rest)
            case Repeat(rest):
                self._repeat(number, rest)
            case SeedLine(text):
                self.seed = text or self.seed
            case Word(word, arguments):
                self.commands.append(Command(word, arguments, number))
            case End():
                self._later, self._repeats = None, False
        return True

    def _repeat(self, number: int, rest: str) -> None:
        """What stands on its line is meant alone; else the lines below it, to a blank one."""
        self._repeats = True
        if rest:
            for piece in self._pieces(rest):
                self._piece(number, piece)
            self._repeats = False

    def _command(self, line: str) -> CommandLine | None:
        said = read_command(line, self._words)
        if said is None and (bare := without_bullet(line)):
            said = read_command(bare, self._words)
        return said

    def _is_prose(self, said: CommandLine) -> bool:
        """`Always yours` and `every turn counts` order nothing."""
        if not isinstance(said, Repeat) or said.colon:
            return False
        return not said.rest or self._reader.read(said.rest) is None

    def _turn(self, turn: int) -> None:
        """A letter is for one turn; what is for another must not be taken for this one."""
        now, self._repeats, self._later = self._words.turn, False, None
        if now is not None and turn > now:
            self._later = turn
            self._for_later.setdefault(turn, [])
            return
        if self.turn is None:
            self.turn = turn
        self._elsewhere = None if turn == self.turn else turn

    # Press.

    def _into_press(self, press: OpenPress, number: int, line: str, stripped: str) -> bool:
        """Does the line belong to the press that is open? If not, that press is closed."""
        said = self._command(stripped) if stripped else None
        if isinstance(said, End):
            self._close(press)
            return True
        if press.inline and (not stripped or self._ends_press(stripped, said)):
            self._close(press)
            return False
        press.texts.append(line.rstrip())
        self._note_order(number, stripped)
        return True

    def _ends_press(self, line: str, said: CommandLine | None) -> bool:
        """An order does; but a word alone, such as `clear`, may be the end of a sentence."""
        if isinstance(said, Repeat):
            return reads_as_order(said.rest, self._reader) if said.rest else said.colon
        return said is not None or (" " in line and reads_as_order(line, self._reader))

    def _note_order(self, number: int, line: str) -> None:
        said = self._command(line) if line else None
        order = said.rest if isinstance(said, Repeat) and said.rest else line
        if self._open and order and reads_as_order(order, self._reader):
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
        if self._repeats:
            self._always.append((number, line))
        elif self._later is not None:
            self._for_later[self._later].append((number, line))
        elif self._elsewhere is not None and len(line) <= LONGEST_LINE:
            self._entries.refuse(number, line, mistakes.two_turns(self.turn, self._elsewhere))
        else:
            self._entries.take(number, line)

    # The result.

    def result(self) -> Parsed[Order]:
        if self._open is not None:
            self._close(self._open)
        if self._tried > MOST_ORDERS:
            self.problems.append(mistakes.too_much(f"more than {MOST_ORDERS} orders"))
        if self._quoted:
            self.problems.append(mistakes.quoted(self._quoted))
        lines, remarks = self._entries.told(self._words.me)
        return Parsed(
            lines=last_counts(lines, self._reader.subject),
            whole=lines,
            subject=self._reader.subject,
            press=tuple(self.press),
            commands=tuple(self.commands),
            later=tuple(Later(turn, tuple(each)) for turn, each in self._for_later.items()),
            always=tuple(self._always),
            problems=(*self.problems, *remarks),
            turn=self.turn,
            seed=self.seed,
        )
