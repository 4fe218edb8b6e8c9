"""What players of every game order, as lines: drawn from games that the simulated ones played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random

from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Vocabulary
from grammar.reading import AnyGrammar
from mailbot.rulesets import RULES, Rules, read_board, read_scenario

_STAGES = 12
_MOST_LINES = 12
_GAMES = 3


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in one position: his language, the names that he may use, what he ordered."""

    grammar: AnyGrammar
    words: Vocabulary
    lines: tuple[str, ...]

    @property
    def reads_as_order(self) -> Callable[[str], bool]:
        return lambda line: self.grammar.reads_as_order(line, self.words)

    def some(self, random: Random) -> list[str]:
        """A few of his orders in any order."""
        return random.sample(self.lines, min(len(self.lines), random.randint(1, _MOST_LINES)))


@cache
def seats(ruleset: str) -> tuple[Seat, ...]:
    """Everybody who ordered anything in the first stages of a few games."""
    return tuple(seat for game in range(_GAMES) for seat in _seats(RULES[ruleset], game))


def _seats(rules: Rules, game: int) -> Iterator[Seat]:
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    seating = board.seating
    roles = seating.roles or tuple(Role(f"Player{n}") for n in range(1, seating.least + 1))
    bots = dict(zip(roles, islice(cycle(rules.bots.values()), len(roles)), strict=True))
    dice = fair_dice(bytes(32), f"letters {game}")
    record, turns = play(rules.ruleset, board, bots, dice, stages=_STAGES)
    for turn, given in zip(turns, record.orders, strict=False):
        for role, dumped in given.items():
            words = rules.ruleset.vocabulary(rules.ruleset.view(turn.state, role))
            lines = tuple(map(rules.grammar.write, rules.ruleset.load_orders(dumped)))
            if lines:
                yield Seat(rules.grammar, words, lines)
