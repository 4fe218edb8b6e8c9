"""Scenes as SVG and PNG."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Shape
from mailbot.render.paint import INK, PALETTE
from mailbot.render.png import svg_png
from mailbot.render.svg import scene_svg
from mailbot.render.words import wrap
from tests.render import sample

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = ((10.0, 10.0), (90.0, 10.0), (90.0, 90.0), (10.0, 90.0))


def svg(*shapes: Shape, legend: tuple[tuple[Paint, str], ...] = ()) -> str:
    return scene_svg(Scene((0, 0, 100, 50), shapes, legend))


def picture(drawn: str, width: int = 512) -> Image.Image:
    return Image.open(BytesIO(svg_png(drawn, width))).convert("RGB")


def grey(colour: str) -> float:
    """Lightness of a colour in black and white, from 0 to 255."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_the_sample_is_drawn_as_it_was(golden: Callable[[str, str], None]) -> None:
    golden("map.svg", scene_svg(sample.scene()))


def test_every_name_and_every_sign_is_on_the_map() -> None:
    root = ET.fromstring(scene_svg(sample.scene()))
    words = [element.text for element in root.iter(f"{SVG}text")]
    for island in sample.islands():
        assert {island.name, f"{island.name}*"} & set(words)
    assert {meaning for _, meaning in sample.LEGEND} <= set(words)


def test_a_name_with_a_privilege_is_starred_and_bold() -> None:
    drawn = svg(Label((50, 25), "Agnes", Paint.STARRED))
    assert ">Agnes*</text>" in drawn
    assert 'font-weight="bold"' in drawn


def test_names_of_players_are_escaped() -> None:
    drawn = svg(Label((1, 1), "<b>&\x00"), Polygon(SQUARE, Paint.LAND, "<script>"))
    root = ET.fromstring(drawn)
    assert [element.text for element in root.iter(f"{SVG}text")] == ["<b>& "]
    assert [element.text for element in root.iter(f"{SVG}title")] == ["<script>"]


@given(st.text())
def test_a_map_is_well_formed_whatever_people_write(text: str) -> None:
    disc, label = Disc((1, 1), 1, Paint.OWN, text), Label((1, 1), text, Paint.STARRED)
    ET.fromstring(svg(disc, label, legend=((Paint.SEA, text),)))


def test_a_battle_is_a_burst_and_a_ship_a_disc() -> None:
    drawn = svg(Disc((50, 25), 5, Paint.BATTLE), Disc((20, 25), 5, Paint.OWN))
    assert drawn.count("<circle") == 1
    assert drawn.count("<polygon") == 1


def test_an_arrow_has_its_head_at_the_end() -> None:
    drawn = svg(Path(((0, 0), (50, 25)), Paint.TRACK, arrow=True))
    assert '<polygon points="512.0,262.0 ' in drawn


def test_a_path_to_where_it_began_has_an_arrow_too() -> None:
    assert "nan" not in svg(Path(((5, 5), (5, 5)), Paint.TRACK, arrow=True))


def test_shallow_water_lies_below_all_land() -> None:
    drawn = svg(Polygon(SQUARE, Paint.LAND), Polygon(SQUARE, Paint.HOME))
    water, land, home = (
        drawn.index(f'<g fill="{fill}"') for fill in ("#a3c8da", "#efe3bd", "#f7cf8a")
    )
    assert water < land < home


def test_the_size_of_the_page_depends_on_box_and_legend_alone() -> None:
    """What a reader may not know cannot be read off the frame of his map."""
    assert svg().partition(">")[0] == svg(Disc((900, 900), 5, Paint.ENEMY)).partition(">")[0]


def test_own_allied_and_hostile_ships_differ_without_colours() -> None:
    shades = sorted(grey(PALETTE[p].fill) for p in (Paint.OWN, Paint.ALLY, Paint.ENEMY))
    assert shades[1] - shades[0] > 50
    assert shades[2] - shades[1] > 50


def test_a_long_meaning_takes_several_lines() -> None:
    words = "other islands that you have visited, with their most numerous modules"
    root = ET.fromstring(svg(legend=((Paint.LAND, words), (Paint.FOG, "never visited"))))
    lines = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert lines == [*wrap(words, 39), "never visited"]


def test_a_number_on_a_counter_can_be_read() -> None:
    own, foe = (svg(Disc((50, 25), 8, p), Label((50, 28), "2")) for p in (Paint.OWN, Paint.ENEMY))
    assert 'fill="#ffffff" stroke="none" font-weight="bold">2</text>' in own
    assert f'fill="{INK}" stroke="none" font-weight="bold">2</text>' in foe


def test_a_name_that_has_its_star_gets_no_other() -> None:
    assert ">Agnes*</text>" in svg(Label((50, 25), "Agnes*", Paint.STARRED))


@pytest.mark.parametrize("paint", Paint)
def test_every_paint_can_be_anything(paint: Paint) -> None:
    """Letters keep a contrast to the land they stand on."""
    shapes = (
        Polygon(SQUARE, paint),
        Disc((5, 5), 2, paint),
        Path(SQUARE, paint),
        Label((9, 9), "a", paint),
    )
    ET.fromstring(svg(*shapes, legend=((paint, "sign"),)))
    assert abs(grey(PALETTE[paint].text) - grey(PALETTE[Paint.LAND].fill)) > 100


def test_the_picture_is_as_wide_as_wanted_and_not_blank() -> None:
    image = picture(scene_svg(sample.scene()), 640)
    assert image.width == 640
    assert len(image.getcolors(1 << 20) or ()) > 20


def test_letters_are_drawn_with_the_fonts_that_we_ship() -> None:
    blank = picture(svg())
    assert picture(svg(Label((50, 25), "Agnes"))).tobytes() != blank.tobytes()
    plain, bold = (picture(svg(Label((50, 25), "Agnes", p))) for p in (Paint.TEXT, Paint.STARRED))
    assert dark(bold) > dark(plain) > 100


def test_the_same_picture_is_drawn_once_and_always_the_same() -> None:
    drawn = svg(Label((50, 25), "Twice"))
    first = svg_png(drawn, 300)
    assert svg_png(drawn, 300) is first
    svg_png.cache_clear()
    assert svg_png(drawn, 300) == first


def dark(image: Image.Image) -> int:
    """How many dots are nearer to ink than to paper."""
    return sum(image.convert("L").histogram()[:128])
