"""What is said of a name does not tell whether it exists (OFF-3.9)."""

from __future__ import annotations

import pytest

from tests.grammar.offmap.table import BLIND, codes, problems, read, written

HIDDEN, NEVER = "Halberd", "Qwerty"
LINES = [
    "raid Deeps from Rim with Anvil, {} objective Marl",
    "raid Deeps from Rim with {}",
    "raid Deeps from Rim with Anvil flagship {}",
    "raid Deeps from Rim with Anvil objective {}",
    "move Yoke, {} to Ford",
    "guard {} with Yoke",
    "report crippled {}",
    "cancel {}",
    "{} to Ford",
]


@pytest.mark.parametrize("line", LINES)
def test_a_hidden_name_gets_the_answer_of_one_that_never_was(line: str) -> None:
    hidden, never = (read(line.format(name), BLIND) for name in (HIDDEN, NEVER))
    assert written(hidden).replace(HIDDEN, NEVER) == written(never)
    assert [p.text.replace(HIDDEN, NEVER) for p in problems(hidden)] == [
        p.text for p in problems(never)
    ]


def test_an_objective_that_he_cannot_know_is_kept_as_he_writes_it() -> None:
    parsed = read("raid Deeps from Rim with Anvil objective Halberd", BLIND)
    assert written(parsed) == "raid Deeps from Rim with Anvil objective Halberd"
    assert problems(parsed) == ()


def test_nothing_is_corrected_towards_a_hidden_name() -> None:
    parsed = read("move Yoke, Halbrd to Ford", BLIND)
    assert codes(parsed) == ["E-UNIT"]
    assert "Halberd" not in problems(parsed)[0].text


def test_an_enemy_that_he_knows_is_left_to_the_rules() -> None:
    """(E-NOT-YOURS)"""
    assert written(read("raid Deeps with Anvil, Bastion", BLIND)) == (
        "raid Deeps with Anvil, Bastion"
    )
