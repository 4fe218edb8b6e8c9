"""The first letters that the handbook shows are a game that can be played."""

from __future__ import annotations

from typing import Any

from engine.core.dice import FairDice, stage_seed
from engine.core.ruleset import NOTHING, Role, Seat
from mailbot.rulesets import RULES, read_board, read_scenario
from tests.architecture.project import ROOT, fenced

ZANE, PAUL = Role("Zane"), Role("Paul")
RAIDER = RULES["raider"]
HANDBOOK = (ROOT / "docs" / "rules-raider.md").read_text(encoding="utf-8")
(SIGN_UP,) = fenced(HANDBOOK, "sign-up")
(FIRST_TURN,) = fenced(HANDBOOK, "orders")


def understood(state: Any, role: Role, text: str) -> tuple[Any, ...]:
    """The orders in a letter, none of which may be refused."""
    view = RAIDER.ruleset.view(state, role)
    parsed = RAIDER.grammar.parse(text, RAIDER.ruleset.vocabulary(view))
    spoken = [*parsed.problems, *(problem for line in parsed.lines for problem in line.problems)]
    spoken += RAIDER.ruleset.why_not(view, parsed.orders)
    assert [problem for problem in spoken if problem.refused] == []
    return parsed.orders


def dice(stage: int) -> FairDice:
    return FairDice(stage_seed(b"handbook", "pentarchy", stage, NOTHING))


def test_the_letters_of_the_handbook_launch_the_gull() -> None:
    scenario = read_scenario(RAIDER, read_board(RAIDER, "pentarchy", ROOT), {})
    other = SIGN_UP.replace("Agnes", "Pearl")
    for number, name in enumerate(("Phoenix", "Eden", "Volen", "Skua", "Tern", "Hulk"), 1):
        other = other.replace(f": {name}", f": Paula{'abcdef'[number - 1]}")
    seats = [Seat(ZANE), Seat(PAUL)]
    signing = RAIDER.ruleset.setup(scenario, seats, dice(0)).state
    designs = {
        ZANE: understood(signing, ZANE, SIGN_UP),
        PAUL: understood(signing, PAUL, other),
    }
    seats = [Seat(role, orders) for role, orders in designs.items()]
    signed = RAIDER.ruleset.setup(scenario, seats, dice(0)).state
    begun = RAIDER.ruleset.adjudicate(signed, designs, dice(0)).state
    orders = understood(begun, ZANE, FIRST_TURN)
    played = RAIDER.ruleset.adjudicate(begun, {ZANE: orders}, dice(1))
    assert played.problems.get(ZANE, ()) == ()
    assert "Gull" in RAIDER.ruleset.vocabulary(RAIDER.ruleset.view(played.state, ZANE)).places
