"""Which orders of a letter count, and everything to be said about them: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ruleset import AnyRuleset, Cancel, Problem, Severity
from grammar.reading import Parsed


@dataclass(frozen=True, slots=True)
class Weighed:
    """A letter's orders after all questions have been asked."""

    #: Orders and cancellations that count, in written order.
    accepted: tuple[Any, ...]
    #: The standing set with them.
    after: tuple[Any, ...]
    #: By line; those about the set as a whole come last.
    problems: tuple[Problem, ...]


def weigh(ruleset: AnyRuleset, view: Any, before: Sequence[Any], parsed: Parsed[Any]) -> Weighed:
    """Refused orders are left out, so what stood before them stands (RAID-R45)."""
    written = [
        _Written(order, line.number, line.group) for line in parsed.lines for order in line.orders
    ]
    problems = [
        problem if problem.line is not None else problem.on_line(line.number)
        for line in parsed.lines
        for problem in line.problems
    ]
    problems += parsed.problems
    written, refused = _refuse(ruleset, view, written)
    problems += refused
    after = ruleset.merge(before, [item.order for item in written])
    about_set, lost = _look_over(ruleset, view, after, written)
    if lost:
        written = [item for item in written if item not in lost]
        after = ruleset.merge(before, [item.order for item in written])
    problems += about_set
    return Weighed(
        accepted=tuple(item.order for item in written),
        after=after,
        problems=tuple(sorted(_once(problems), key=_by_line)),
    )


@dataclass(frozen=True, slots=True)
class _Written:
    order: Any
    line: int
    group: bool


def _refuse(
    ruleset: AnyRuleset, view: Any, written: list[_Written]
) -> tuple[list[_Written], list[Problem]]:
    """What cannot be done whatever else is ordered."""
    asked = [item for item in written if not isinstance(item.order, Cancel)]
    found = ruleset.why_not(view, [item.order for item in asked])
    refused = [problem for problem in found if problem.refused and problem.order is not None]
    out = {id(asked[problem.order]) for problem in refused if problem.order is not None}
    told = [_told(problem, asked[problem.order or 0]) for problem in refused]
    return [item for item in written if id(item) not in out], told


def _told(problem: Problem, item: _Written) -> Problem:
    """A ship of a group that cannot obey is listed, and no slip of the writer's (RAID-R62)."""
    severity = Severity.REMARK if item.group else problem.severity
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
    return list({(each.code, each.line, each.text): each for each in problems}.values())


def _by_line(problem: Problem) -> tuple[bool, int]:
    return problem.line is None, problem.line or 0
