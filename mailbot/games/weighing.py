"""Which orders of a letter count, and everything to be said about them: pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ruleset import AnyRuleset, Cancel, Problem, Severity
from grammar.reading import Line, Parsed
from grammar.twice import last_counts


@dataclass(frozen=True, slots=True)
class Weighed:
    """A letter's orders after all questions have been asked."""

    #: Orders and cancellations that count, in written order.
    accepted: tuple[Any, ...]
    #: The standing set with them.
    after: tuple[Any, ...]
    #: The lines of this letter where these stand; None for what stood before.
    lines: tuple[int | None, ...]
    #: By line; those about the set as a whole come last.
    problems: tuple[Problem, ...]


def weigh(ruleset: AnyRuleset, view: Any, before: Sequence[Any], parsed: Parsed[Any]) -> Weighed:
    """Refused orders are left out, so what stood before them stands (RAID-R45)."""
    lines, refused = _refuse(ruleset, view, before, parsed)
    written = _orders(lines)
    problems = [
        problem if problem.line is not None else problem.on_line(line.number)
        for line in lines
        for problem in line.problems
    ]
    problems += parsed.problems
    problems += refused
    after = ruleset.merge(before, [item.order for item in written])
    about_set, lost = _look_over(ruleset, view, after, written)
    if lost:
        written = [item for item in written if item not in lost]
        after = ruleset.merge(before, [item.order for item in written])
    problems += about_set
    where = {item.order: item.line for item in written}
    return Weighed(
        accepted=tuple(item.order for item in written),
        after=after,
        lines=tuple(where.get(order) for order in after),
        problems=tuple(sorted(_once(problems), key=_by_line)),
    )


@dataclass(frozen=True, slots=True)
class _Written:
    order: Any
    line: int
    group: bool


def _orders(lines: Sequence[Line[Any]]) -> list[_Written]:
    return [_Written(order, line.number, line.group) for line in lines for order in line.orders]


def _refuse(
    ruleset: AnyRuleset, view: Any, before: Sequence[Any], parsed: Parsed[Any]
) -> tuple[Sequence[Line[Any]], list[Problem]]:
    """The lines without what cannot be done, whatever else is ordered beside what stands already.

    An order counts unless a later one of the letter does that is not refused (RAID-R63, RAID-R45).
    """
    whole: Sequence[Line[Any]] = parsed.whole or parsed.lines
    told: list[Problem] = []
    while True:
        lines = last_counts(whole, parsed.subject)
        asked = [item for item in _orders(lines) if not isinstance(item.order, Cancel)]
        letter = [item.order for item in asked]
        beside = _beside(ruleset.merge(before, letter), before, letter)
        found = ruleset.why_not(view, [*beside, *letter])
        about = [
            (problem, asked[problem.order - len(beside)])
            for problem in found
            if problem.order is not None and problem.order >= len(beside)
        ]
        out = {(item.line, item.order) for problem, item in about if problem.refused}
        if not out:
            return lines, told
        # Also what is no reason by itself: each ship left out, where none is left.
        told += [_told(problem, item) for problem, item in about if (item.line, item.order) in out]
        whole = [_without(line, out) for line in whole]


def _beside(after: Sequence[Any], before: Sequence[Any], letter: Sequence[Any]) -> list[Any]:
    """What stands already and is left alone by the letter."""
    return [order for order in after if order in before and order not in letter]


def _without(line: Line[Any], out: Collection[tuple[int, Any]]) -> Line[Any]:
    kept = tuple(order for order in line.orders if (line.number, order) not in out)
    return replace(line, orders=kept)


def _told(problem: Problem, item: _Written) -> Problem:
    """A ship of a group that cannot obey is listed, and no slip of the writer's (RAID-R62).

    Nor is what goes with a refusal said to be accepted.
    """
    severity = Severity.REMARK if item.group or not problem.refused else problem.severity
    return replace(problem, line=item.line, order=None, severity=severity)


def _look_over(
    ruleset: AnyRuleset, view: Any, after: Sequence[Any], written: list[_Written]
) -> tuple[list[Problem], list[_Written]]:
    """What is to be said of the set as it would stand; orders of this letter that spoil it."""
    by_order = {item.order: item for item in written if not isinstance(item.order, Cancel)}
    told, lost = [], []
    for problem in ruleset.why_not(view, after):
        item = by_order.get(after[problem.order]) if problem.order is not None else None
        if problem.refused and item is not None:
            lost.append(item)
        told.append(replace(problem, line=item.line if item else None, order=None))
    return told, lost


def _once(problems: list[Problem]) -> list[Problem]:
    """What the language has said already, the rules need not say again."""
    said: dict[tuple[str, int | None, str], Problem] = {}
    for each in problems:
        about = repr(sorted(each.arguments.items())) if each.arguments else each.text
        said.setdefault((each.code, each.line, about), each)
    return list(said.values())


def _by_line(problem: Problem) -> tuple[bool, int]:
    return problem.line is None, problem.line or 0
