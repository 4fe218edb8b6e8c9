"""The map of Raider as people see it: crowded, on a telephone, in a letter."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import msgspec
import pytest

from engine.core.dice import QuickDice
from engine.core.ruleset import Turn
from engine.core.scene import Disc, Label, Scene, Sign
from engine.core.vacant import Box, boxed
from engine.raider.hearing import heard
from engine.raider.knowledge import view
from engine.raider.scene import scene
from engine.raider.state import State
from mailbot.render.letter import PICTURE_WIDTH
from mailbot.render.paint import PALETTE
from mailbot.render.png import svg_png
from mailbot.render.svg import scene_svg
from mailbot.render.typeface import width
from tests.architecture.project import ROOT
from tests.benchmarks.game import PLAYERS, RULES, orders_for, position

SVG = "{http://www.w3.org/2000/svg}"
TELEPHONE = 390
"""Pixels."""
LEGIBLE, NAMES = 7.0, 9.0
"""Heights of letters in pixels of a telephone, which has two or three dots in each."""
LARGEST = 260_000
"""Bytes of a picture."""


@cache
def of_a_crowd(seed: int) -> Scene:
    """Eighty ships have moved and fought; a player in two has been everywhere."""
    before, role = position(), PLAYERS[seed % len(PLAYERS)]
    if seed % 2:
        been = msgspec.structs.replace(before.players[role], visited=frozenset(before.islands))
        before = msgspec.structs.replace(before, players={**before.players, role: been})
    turn: Turn[State] = RULES.adjudicate(before, orders_for(before, seed), QuickDice(seed))
    return scene(view(turn.state, role), heard(turn.events, turn.state, role), "Turn 5")


def written(label: Label) -> Box:
    """Where its letters stand, small ones without tails."""
    wide = width(label.text, label.size, bold=PALETTE[label.paint].bold)
    wide = min(wide, label.room or wide)
    if PALETTE[label.paint].spaced:
        wide += 0.25 * label.size * len(label.text)
    left = label.at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[label.anchor]
    return Box(left, label.at[1] - 0.73 * label.size, left + wide, label.at[1])


def overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )


@pytest.mark.parametrize("seed", range(6))
def test_no_name_lies_on_another_or_on_a_sign(seed: int) -> None:
    shapes = of_a_crowd(seed).shapes
    letters = [written(shape) for shape in shapes if isinstance(shape, Label)]
    small = [boxed(s.at, 0.9 * s.size, 0.6 * s.size) for s in shapes if isinstance(s, Sign)]
    bursts = [
        boxed(s.centre, 1.4 * s.radius, 1.4 * s.radius) for s in shapes if isinstance(s, Disc)
    ]
    assert not [pair for pair in combinations(letters, 2) if overlap(*pair)]
    assert not [pair for pair in combinations((*small, *bursts), 2) if overlap(*pair)]
    assert not [(a, b) for a in letters for b in (*small, *bursts) if overlap(a, b)]


def islands() -> set[str]:
    return set(position().islands)


@pytest.mark.parametrize("seed", range(6))
def test_names_can_be_read_on_a_telephone(seed: int) -> None:
    root = ET.fromstring(scene_svg(of_a_crowd(seed)))
    scale = TELEPHONE / float(root.get("width", "0"))
    sizes = {
        text.text or "": float(text.get("font-size", "0")) * scale
        for text in root.iter(f"{SVG}text")
    }
    assert islands() <= sizes.keys()
    assert min(sizes[name] for name in islands()) >= NAMES
    assert min(sizes.values()) >= LEGIBLE


@pytest.mark.parametrize("seed", range(2))
def test_a_picture_is_small_enough_for_mail(seed: int) -> None:
    assert len(svg_png(scene_svg(of_a_crowd(seed)), PICTURE_WIDTH)) <= LARGEST


def test_the_picture_of_the_handbook_is_what_players_see(
    golden: Callable[[str, str], None],
) -> None:
    picture = scene_svg(of_a_crowd(4), smooth=True)
    golden(str(ROOT / "docs" / "pictures" / "raider-map.svg"), picture + "\n")
