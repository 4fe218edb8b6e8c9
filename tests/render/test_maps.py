"""Scenes as SVG and PNG."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene, Shape, Sign
from mailbot.render.coast import hatching
from mailbot.render.paint import INK, ON_DISC, PALETTE, PAPER, SHALLOWS
from mailbot.render.png import FONTS, svg_png
from mailbot.render.svg import scene_svg
from mailbot.render.typeface import width
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
    water = [drawn.index(f'<g fill="{colour}"') for _, colour in SHALLOWS]
    land, home = (drawn.index(f'<g fill="{PALETTE[p].fill}"') for p in (Paint.LAND, Paint.HOME))
    assert [*water, land, home] == sorted([*water, land, home])


def test_the_sea_lies_below_the_shallow_water() -> None:
    drawn = svg(Polygon(SQUARE, Paint.SEA), Path(SQUARE, Paint.GRID), Polygon(SQUARE, Paint.LAND))
    sea, grid = drawn.index("<polygon"), drawn.index("<polyline")
    assert sea < drawn.index(f'<g fill="{SHALLOWS[0][1]}"') < grid


def test_water_along_a_coast_grows_lighter() -> None:
    shades = [grey(PALETTE[Paint.SEA].fill), *(grey(colour) for _, colour in SHALLOWS)]
    assert shades == sorted(shades)
    assert all(after - before > 8 for before, after in pairwise(shades))


def test_land_that_was_never_visited_is_hatched() -> None:
    lines = f'stroke="{PALETTE[Paint.FOG].hatch}"'
    assert lines in svg(Polygon(SQUARE, Paint.FOG))
    assert lines not in svg(Polygon(SQUARE, Paint.LAND))


def test_a_hatching_stays_within_its_area() -> None:
    hollow = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (50.0, 20.0), (0.0, 100.0))
    lines = [[int(n) for n in re.findall(r"-?\d+", line)] for line in hatching([hollow]).split("M")]
    low = [line for line in lines if line and line[1] == 56]
    assert low == [[0, 56, 28], [72, 56, 100]]


def test_a_page_has_smooth_coasts_and_a_letter_rough_ones() -> None:
    scene = Scene((0, 0, 100, 50), (Polygon(SQUARE, Paint.LAND),))
    assert "crispEdges" in scene_svg(scene)
    assert "crispEdges" not in scene_svg(scene, smooth=True)


def test_the_size_of_the_page_depends_on_box_and_legend_alone() -> None:
    """What a reader may not know cannot be read off the frame of his map."""
    assert svg().partition(">")[0] == svg(Disc((900, 900), 5, Paint.ENEMY)).partition(">")[0]


def decks(paint: Paint) -> set[str]:
    """Of one ship: the fills given within her drawing, and whether there are bars."""
    (group,) = re.findall(
        r'<g fill="[^"]*" stroke="[^"]*" stroke-width="[^"]*">(.*?)</g>',
        (svg(Sign((50, 25), "ship", 20, paint)).split("M-999")[0]),
    )
    return {*re.findall(r'fill="(.*?)"', group), *re.findall("<path", group)}


def test_ships_tell_their_side_by_more_than_colours() -> None:
    own, ally, enemy, unknown = (
        decks(p) for p in (Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL)
    )
    assert own == {PALETTE[Paint.OWN].fill}
    assert ally == {PAPER}
    assert enemy == {PALETTE[Paint.ENEMY].fill, "<path"}
    assert unknown == {PALETTE[Paint.NEUTRAL].fill}


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
    assert 'fill="#ffffff" font-weight="bold">2</text>' in own
    assert f'fill="{INK}" font-weight="bold">2</text>' in foe


def test_a_small_counter_tells_its_side_by_more_than_its_colour() -> None:
    def inside(paint: Paint, *shapes: Shape) -> str:
        return svg(Disc((50, 25), 5, paint), *shapes)

    assert f'fill="{INK}" stroke="none"' in inside(Paint.ENEMY)
    assert "a35.0 35.0 0 0 1" in inside(Paint.ALLY)
    assert f'fill="{INK}" stroke="none"' not in inside(Paint.ENEMY, Label((50, 27), "2", size=6))


def test_a_long_name_is_drawn_narrower_and_a_short_one_is_not() -> None:
    def squeezed(text: str) -> bool:
        return "matrix(0." in svg(Label((50, 25), text, size=10, room=60))

    assert squeezed("Harmattan and more")
    assert not squeezed("Jade")


def test_a_narrowed_name_keeps_within_its_room() -> None:
    wide = width("Harmattan and more", 10)
    drawn = svg(Label((50, 25), "Harmattan and more", size=10, room=60))
    assert f"matrix({60 / wide:.3f} 0 0 1 512.0 262.0)" in drawn


def test_a_sinking_is_a_burst_with_a_cross() -> None:
    battle, sinking = (svg(Disc((50, 25), 5, p)) for p in (Paint.BATTLE, Paint.SINKING))
    assert sinking.count("<path") == battle.count("<path") + 2


def test_a_legend_shows_the_sign_that_is_on_the_map() -> None:
    flag = Sign((50, 25), "flag", 8, Paint.CAPTURE)
    alone, explained = svg(flag), svg(flag, legend=((Paint.CAPTURE, "captured"),))
    assert explained.count("<polygon") == 2 * alone.count("<polygon")


def contrast(one: str, other: str) -> float:
    """The ratio of brightness of two colours, as the guidelines for web pages reckon it."""

    def brightness(colour: str) -> float:
        parts = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
        red, green, blue = (
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


LAND = (Paint.LAND, Paint.HOME, Paint.FOG)
SHEETS = (Paint.SHEET, Paint.PLATE, Paint.BADGE)


@pytest.mark.parametrize("paint", Paint)
def test_letters_stand_out_from_every_ground(paint: Paint) -> None:
    inks = [PALETTE[ground] for ground in (Paint.SEA, *LAND, *SHEETS)]
    grounds = {ink.fill for ink in inks} | {ink.inland or ink.hatch or ink.fill for ink in inks}
    for ground in (*grounds, *(colour for _, colour in SHALLOWS)):
        assert contrast(PALETTE[paint].text, ground) >= 4.5


@pytest.mark.parametrize("paint", [Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL])
def test_a_letter_on_a_shield_or_counter_stands_out(paint: Paint) -> None:
    assert contrast(ON_DISC[paint], PALETTE[paint].fill) >= 4.5


@pytest.mark.parametrize("bold", [False, True])
def test_lines_are_as_wide_as_reckoned(bold: bool) -> None:
    file = FONTS[0] if bold else FONTS[1]
    assert ("Bold" in file) is bold
    for text in ("Harmattan", "26B 7E 6M", "Sankt Peter {1}"):
        real = ImageFont.truetype(file, 1000).getlength(text)
        assert width(text, 1000, bold=bold) == pytest.approx(real, rel=0.02)


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
