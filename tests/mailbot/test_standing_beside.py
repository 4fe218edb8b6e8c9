"""A later letter may build on what stands already."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engine.core.ruleset import Problem, Severity
from engine.offmap import checks, merging
from engine.offmap.seeing import everything
from grammar.reading import Line, Parsed
from mailbot.games.weighing import weigh
from tests.engine.offmap.deeps import PACT, deeps, orders

RULES: Any = SimpleNamespace(why_not=checks.why_not, merge=merging.merge)


def letter(text: str) -> Parsed[Any]:
    return Parsed(lines=(Line(1, text, orders(text)),))


def test_a_raid_may_start_where_an_earlier_letter_has_moved_the_ships() -> None:
    view = everything(deeps(), PACT)
    first = weigh(RULES, view, (), letter("move Anvil to Ford"))
    raid = "raid Deeps from Ford with Anvil objective Loam"
    second = weigh(RULES, view, first.after, letter(raid))
    assert second.problems == ()
    assert second.after == orders(f"move Anvil to Ford; {raid}")


def test_what_the_letter_replaces_does_not_help_it() -> None:
    view = everything(deeps(), PACT)
    first = weigh(RULES, view, (), letter("move Anvil to Ford"))
    raid = "raid Deeps from Ford with Anvil objective Loam"
    second = weigh(RULES, view, first.after, letter(f"move Anvil to Kest; {raid}"))
    assert second.after == orders("move Anvil to Kest")


def test_what_the_language_has_said_the_rules_do_not_say_again() -> None:
    about = {"name": "Pile"}
    remark = Problem("unknown", "Pile? Or Pike?", Severity.REMARK, arguments=about)
    again = Problem("unknown", "Pile?", Severity.REMARK, order=0, arguments=about)
    other = Problem("unknown", "Pole?", Severity.REMARK, order=0, arguments={"name": "Pole"})
    rules: Any = SimpleNamespace(
        why_not=lambda _view, orders: (again, other) if orders else (), merge=merging.merge
    )
    line = Line(1, "move Anvil to Ford", orders("move Anvil to Ford"), (remark,))
    weighed = weigh(rules, None, (), Parsed(lines=(line,)))
    assert [problem.text for problem in weighed.problems] == ["Pile? Or Pike?", "Pole?"]
