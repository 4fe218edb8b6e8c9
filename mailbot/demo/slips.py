"""Lines as they go wrong under a player's hands, found by asking the order language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.ruleset import Problem
from mailbot.demo.show import Plan

_AFTERTHOUGHTS = ("whatever the weather", "at full speed", "if you can", "under cover of night")


@dataclass(frozen=True, slots=True)
class Slip:
    """A line gone wrong, the order that it was meant for, and what is said about it."""

    order: object
    line: str
    problem: Problem


def typos(plan: Plan) -> Iterator[Slip]:
    """Lines with one pair of letters swapped that read right, with one remark."""
    for order in plan.orders:
        line = plan.game.rules.grammar.write(order)
        for typed in _swapped(line):
            parsed = plan.game.rules.grammar.parse(typed, plan.words)
            said = [one for each in parsed.lines for one in each.problems]
            if parsed.orders == (order,) and len(said) == 1 and not said[0].refused:
                yield Slip(order, typed, said[0])


def refusals(plan: Plan) -> Iterator[Slip]:
    """Lines that are refused with a suggestion that is just what was meant."""
    grammar = plan.game.rules.grammar
    for order in plan.orders:
        for thought in _AFTERTHOUGHTS:
            line = f"{grammar.write(order)} {thought}"
            parsed = grammar.parse(line, plan.words)
            said = [one for each in parsed.lines for one in each.problems]
            if parsed.orders or len(said) != 1 or not said[0].suggestion:
                continue
            if grammar.parse(said[0].suggestion, plan.words).orders == (order,):
                yield Slip(order, line, said[0])


def _swapped(line: str) -> Iterator[str]:
    words = line.split(" ")
    for place in range(len(words) - 1, -1, -1):
        word = words[place]
        if len(word) > 4 and word.isalpha():
            typed = f"{word[:2]}{word[3]}{word[2]}{word[4:]}"
            if typed != word:
                yield " ".join((*words[:place], typed, *words[place + 1 :]))
