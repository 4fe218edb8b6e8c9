"""Every position can be drawn and read back."""

from __future__ import annotations

import pytest

from engine.core.ruleset import BadPosition
from engine.offmap.drawing import draw
from engine.offmap.drawn import read
from tests.engine.offmap.deeps import deeps, run
from tests.helpers.offmap_games import random_game

RAID = "raid Deeps from Rim with Anvil, Bellows objective Bastion"


def test_a_position_reads_as_a_few_lines() -> None:
    text = draw(run(deeps("Cedar.crippled = true", guards=True), pact=RAID).state)
    for line in (
        "turn 1, react, Orrin Pact raids | stage 2 | first pact | guards true",
        "class DN: dreadnought | warship | power 12 | crippled 6 | command 10 | move 6",
        "area Deeps: the Vael Deeps of reach | survey 27",
        "  reach: Fir CA (reserve), Lance BC (reserve), Sorrel CL (reserve)",
        "place Rim | entry Deeps 1 | links Ford 1, Kest 2",
        "raid Deeps from Rim: Anvil, Bellows",
        "  objective Bastion",
    ):
        assert line in text.splitlines()
    assert "Cedar CA (crippled)" in text


@pytest.mark.parametrize("seed", range(20))
def test_every_stage_of_a_campaign_is_read_back_as_it_was_drawn(seed: int) -> None:
    for played in random_game(seed):
        assert read(draw(played.turn.state)) == played.turn.state, played.turn.stage


def test_equal_positions_look_equal() -> None:
    assert draw(deeps()) == draw(deeps())
    assert draw(deeps()) != draw(deeps("pact.ep = 1"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("survey 27", "survey x", "line 22 cannot be read: area Deeps"),
        ("Alder CA", "Alder", "cannot be read"),
        ("Alder CA", "Alder XX", "units.Alder.type: there is no class XX"),
        ("place Farpost", "plaza Farpost", "cannot be read: plaza Farpost"),
        ("  reach: Gorse CA", "  guard: Gorse CA", "there is no side guard"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_line(old: str, new: str, said: str) -> None:
    text = draw(deeps())
    assert old in text
    with pytest.raises(BadPosition, match=said):
        read(text.replace(old, new))
