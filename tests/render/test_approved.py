"""Maps look as those that somebody has looked at and approved."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.scene import Scene
from engine.core.sheet import Figure
from engine.offmap.knowledge import view
from engine.offmap.scene import scene as sketch
from mailbot.render.png import svg_png
from mailbot.render.svg import scene_svg
from tests.helpers.offmap_games import PACT
from tests.helpers.offmap_tellings import declared
from tests.render.conftest import differs
from tests.render.sample import scene as sample
from tests.render.test_merchant_chart import a_week_at_sea
from tests.render.test_raider_map import TELEPHONE, of_a_crowd

Approved = Callable[[str, bytes], None]
DESK = 640
"""Pixels: what a page leaves for a map."""


def picture(drawn: Scene, width: int = DESK) -> bytes:
    return svg_png(scene_svg(drawn), width)


def test_a_map_of_raider(approved: Approved) -> None:
    approved("raider.png", picture(of_a_crowd(4)))


def test_a_map_of_raider_on_a_telephone(approved: Approved) -> None:
    approved("raider-telephone.png", picture(of_a_crowd(4), TELEPHONE))


def test_a_chart_of_merchant_raider(approved: Approved) -> None:
    (figure,) = (block for block in a_week_at_sea()[1].blocks if isinstance(block, Figure))
    approved("merchant.png", picture(figure.scene))


def test_a_sketch_of_off_map_raids(approved: Approved) -> None:
    seen = view(declared().state, PACT)
    approved("offmap.png", picture(sketch(seen, declared().events, "Turn 1")))


def test_a_sign_too_much_or_too_little_is_noticed() -> None:
    whole = sample()
    for shape in (whole.shapes[-1], whole.shapes[-6]):
        less = Scene(whole.box, tuple(s for s in whole.shapes if s != shape), whole.legend)
        with pytest.raises(AssertionError):
            differs(picture(whole), picture(less))
