"""The sketch of off-map raids: every way and its cost can be told from the others."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from math import dist

from engine.core.scene import Disc, Label, Paint, Path
from engine.offmap.knowledge import view
from engine.offmap.layout import RADIUS, away
from engine.offmap.scene import scene
from mailbot.render.svg import scene_svg
from tests.architecture.project import ROOT
from tests.helpers.offmap_games import PACT
from tests.helpers.offmap_tellings import declared
from tests.render.test_raider_map import LEGIBLE, NAMES, SVG, TELEPHONE

SEEN = view(declared().state, PACT)
DRAWN = scene(SEEN, declared().events, "Turn 1")
LINKS = [each for each in DRAWN.shapes if isinstance(each, Path) and each.paint is Paint.NEUTRAL]
PLACES = [each.centre for each in DRAWN.shapes if isinstance(each, Disc) and each.radius == RADIUS]


def test_no_link_runs_below_a_place_that_it_does_not_lead_to() -> None:
    assert len(PLACES) == len(SEEN.places)
    for link in LINKS:
        between = [spot for spot in PLACES if spot not in link.points]
        assert min(away(spot, *link.points) for spot in between) > RADIUS


def test_every_way_has_its_cost_beside_it_and_beside_no_other() -> None:
    figures = [
        label.at
        for label in DRAWN.shapes
        if isinstance(label, Label) and label.paint is Paint.QUIET and label.text.isdigit()
    ]
    ways = sum(len(place.links) + len(place.entry) for place in SEEN.places.values())
    assert len(figures) == ways
    for link in LINKS:
        assert sum(away(figure, *link.points) < 8 for figure in figures) == 1
    assert all(dist(a, b) > 20 for a in figures for b in figures if a != b)


def test_names_can_be_read_on_a_telephone() -> None:
    root = ET.fromstring(scene_svg(DRAWN))
    scale = TELEPHONE / float(root.get("width", "0"))
    texts = [
        (text.text, float(text.get("font-size", "0")) * scale) for text in root.iter(f"{SVG}text")
    ]
    assert min(size for _, size in texts) >= LEGIBLE
    named = [size for text, size in texts if (text or "").rstrip("*") in SEEN.places]
    assert min(named) >= NAMES
    assert len(named) == len(SEEN.places)


def test_the_picture_of_the_handbook_is_what_players_see(
    golden: Callable[[str, str], None],
) -> None:
    picture = scene_svg(DRAWN, smooth=True)
    golden(str(ROOT / "docs" / "pictures" / "offmap-map.svg"), picture + "\n")
