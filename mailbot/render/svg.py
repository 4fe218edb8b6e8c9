"""A scene as SVG: a printed map 1000 units wide in its frame, the legend below."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import hypot

from markupsafe import escape

from engine.core.ruleset import NOTHING
from engine.core.scene import Disc, Label, Paint, Path, Point, Polygon, Scene, Shape, Sign
from mailbot.render import coast, signs
from mailbot.render.legend import BURSTS, legend
from mailbot.render.paint import COASTS, FONT, HALO, INK, ON_DISC, PALETTE, PAPER
from mailbot.render.typeface import width
from mailbot.render.words import STAR, clean

WIDTH = 1000.0
MARGIN = 12.0
HALO_LOOK = f' stroke="{HALO}" stroke-opacity="0.8" paint-order="stroke"'
#: The same with its width by a class, for a page that has it.
HALO_CLASS = ' class="halo"'
HALO_WIDTH = 0.22
DASHES = ' stroke-dasharray="10 7"'


def scene_svg(
    scene: Scene, overlays: Mapping[str, Sequence[Shape]] = NOTHING, *, smooth: bool = False
) -> str:
    """The picture of a scene; the same scene gives the same text.

    Labels stand on their point. Titles become tool tips. Overlays are drawn above the rest, each
    as a group by its key, for a page that shows one at a time. Coasts and water have rough edges,
    which nearly halves the PNG, unless all is to be `smooth`.
    """
    left, top, width, height = scene.box
    scale = WIDTH / width
    pen = _Pen(scale, MARGIN - left * scale, MARGIN - top * scale)
    high = height * scale
    key, below = legend(scene.legend, WIDTH, MARGIN, high + 2 * MARGIN, scene.shapes)
    parts = (
        _open(high + below + 2 * MARGIN),
        f'<rect width="100%" height="100%" fill="{PALETTE[Paint.SEA].fill}"/>',
        *_drawn(scene.shapes, pen),
        *(_overlay(key, shapes, pen) for key, shapes in overlays.items()),
        _frame(high),
        *_drawn(key, _Pen(1.0, 0.0, 0.0), dry=True),
        "</svg>",
    )
    drawn = "".join(parts)
    return drawn.replace(coast.CRISP, "") if smooth else drawn


def by_class(drawn: str) -> str:
    """The same without what the style of a page says of the edges of letters."""
    return re.sub(f'{HALO_LOOK} stroke-width="[0-9.]+"', HALO_CLASS, drawn)


def _overlay(key: str, shapes: Sequence[Shape], pen: _Pen) -> str:
    return f'<g class="overlay" data-for="{escape(key)}">{"".join(_drawn(shapes, pen))}</g>'


@dataclass(frozen=True, slots=True)
class _Pen:
    """From the units of a scene to those of the page."""

    scale: float
    right: float
    down: float

    def at(self, point: Point) -> Point:
        return point[0] * self.scale + self.right, point[1] * self.scale + self.down


def _open(height: float) -> str:
    width = WIDTH + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{FONT}" stroke-linejoin="round" '
        'text-anchor="middle">'
    )


def _frame(high: float) -> str:
    """Paper over all that sticks out of the map, much faster than clipping it; the scale on it."""
    inner = f"M{MARGIN:.0f} {MARGIN:.0f}h{WIDTH:.0f}v{high:.1f}h-{WIDTH:.0f}z"
    edge = f"M{MARGIN - 4:.0f} {MARGIN - 4:.0f}h{WIDTH + 8:.0f}v{high + 8:.1f}h-{WIDTH + 8:.0f}z"
    return (
        f'<path d="M-999-999h9999v9999h-9999z{inner}" fill="{PAPER}" fill-rule="evenodd"/>'
        f'<g fill="none"><path d="{edge}" stroke="{INK}" stroke-width="8"/>'
        f'<path d="{edge}" stroke="{PAPER}" stroke-width="5" stroke-dasharray="50"/></g>'
    )


def _drawn(shapes: Sequence[Shape], pen: _Pen, *, dry: bool = False) -> Iterator[str]:
    """The shapes in their order, those alike in one group; shallow water lies below all land."""
    numbers = _on_discs(shapes)
    numbered = frozenset(numbers.values())
    afloat = not dry
    for (kind, paint), run in groupby(shapes, lambda shape: (type(shape), shape.paint)):
        if afloat and not (kind is Polygon and paint is Paint.SEA):
            afloat = False
            yield _shallows(shapes, pen)
        yield _group(kind, paint)
        alike = tuple(run)
        for shape in alike:
            match shape:
                case Label():
                    yield _label(shape, pen, numbers.get(shape))
                case _:
                    yield DRAW[kind](shape, pen)
        plain = (each for each in alike if isinstance(each, Disc) and each not in numbered)
        yield signs.inside(
            paint, [(pen.at(each.centre), each.radius * pen.scale) for each in plain]
        )
        yield "</g>"
        if kind is Polygon:
            yield _texture(alike, paint, pen)


def _shallows(shapes: Sequence[Shape], pen: _Pen) -> str:
    land = [shape for shape in shapes if shape.paint in COASTS]
    coasts = [_moved(shape.points, pen) for shape in land if isinstance(shape, Polygon)]
    discs = [
        (pen.at(shape.centre), shape.radius * pen.scale)
        for shape in land
        if isinstance(shape, Disc)
    ]
    return coast.shallows(coasts, discs) if land else ""


def _texture(areas: Sequence[Shape], paint: Paint, pen: _Pen) -> str:
    """What is printed over areas of this paint."""
    ink = PALETTE[paint]
    points = [_moved(area.points, pen) for area in areas if isinstance(area, Polygon)]
    drawn = ""
    if ink.inland:
        drawn += f'<path d="{coast.inland(points)}" fill="{ink.inland}"{coast.CRISP}/>'
    if ink.hatch:
        lines = f'd="{coast.hatching(points)}" stroke="{ink.hatch}" stroke-width="1.6"'
        drawn += f"<path {lines}{coast.CRISP}/>"
    return drawn


def _group(kind: type[Shape], paint: Paint) -> str:
    ink = PALETTE[paint]
    if kind is Label:
        weight = ' font-weight="bold"' if ink.bold else ""
        return f'<g fill="{ink.text}"{weight}>'
    fill = "none" if kind is Path else ink.fill
    look = DASHES if ink.dashed and kind is Polygon else ""
    if ink.crisp and kind in (Polygon, Path):
        look += coast.CRISP
    return f'<g fill="{fill}" stroke="{ink.line}" stroke-width="{ink.width}"{look}>'


def _polygon(shape: Polygon, pen: _Pen) -> str:
    return _titled("polygon", f'points="{_points(shape.points, pen)}"', shape)


def _disc(shape: Disc, pen: _Pen) -> str:
    x, y = pen.at(shape.centre)
    radius = shape.radius * pen.scale
    if shape.paint in BURSTS:
        sign = _titled("polygon", f'points="{_joined(signs.burst(x, y, radius))}"', shape)
        return sign + signs.cross(x, y, radius) if shape.paint is Paint.SINKING else sign
    return _titled("circle", f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"', shape)


def _sign(shape: Sign, pen: _Pen) -> str:
    """Its drawing; what it stands for is told to those who point at it."""
    x, y = pen.at(shape.at)
    drawn = signs.drawn(shape, x, y, shape.size * pen.scale / 2)
    if not shape.title and not shape.thing:
        return drawn
    thing = f' data-thing="{escape(shape.thing)}"' if shape.thing else ""
    return f"<g{thing}><title>{escape(clean(shape.title))}</title>{drawn}</g>"


def _path(shape: Path, pen: _Pen) -> str:
    dashes = DASHES if shape.dashed else ""
    ink = PALETTE[shape.paint]
    points = [pen.at(point) for point in shape.points]
    line = f'<polyline points="{_joined(points)}"{dashes}/>'
    if not shape.arrow or len(points) < 2:
        return line
    head = _joined(_head(points[-2], points[-1]))
    return f'{line}<polygon points="{head}" fill="{ink.line}"/>'


def _label(shape: Label, pen: _Pen, on: Disc | None) -> str:
    x, y = pen.at(shape.at)
    size, ink = shape.size * pen.scale, PALETTE[shape.paint]
    look = f' fill="{ON_DISC[on.paint]}" font-weight="bold"' if on else ""
    if shape.halo and not on:
        look += f'{HALO_LOOK} stroke-width="{size * HALO_WIDTH:.1f}"'
    if ink.spaced:
        look += f' letter-spacing="{size * 0.25:.1f}"'
    star = STAR if shape.paint is Paint.STARRED and not shape.text.endswith(STAR) else ""
    text = clean(shape.text) + star
    anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
    return (
        f'<text {_placed(shape, text, x, y)} font-size="{size:.1f}"{anchor}{look}>'
        f"{escape(text)}</text>"
    )


def _placed(label: Label, text: str, x: float, y: float) -> str:
    """Where it stands; letters are drawn narrower if they would need more room than there is."""
    wide = width(text, label.size, bold=PALETTE[label.paint].bold)
    if not label.room or wide <= label.room:
        return f'x="{x:.1f}" y="{y:.1f}"'
    return f'transform="matrix({label.room / wide:.3f} 0 0 1 {x:.1f} {y:.1f})"'


def _on_discs(shapes: Sequence[Shape]) -> dict[Label, Disc]:
    """Numbers with the counters that they stand on."""
    discs = [shape for shape in shapes if isinstance(shape, Disc) and shape.paint in ON_DISC]
    return {
        shape: disc
        for shape in shapes
        if isinstance(shape, Label)
        for disc in discs
        if hypot(shape.at[0] - disc.centre[0], shape.at[1] - disc.centre[1]) < disc.radius
        and shape.size <= 2 * disc.radius
    }


#: How each kind of shape is drawn.
DRAW: dict[type[Shape], Callable[..., str]] = {
    Polygon: _polygon,
    Disc: _disc,
    Path: _path,
    Sign: _sign,
}


def _titled(tag: str, attributes: str, shape: Polygon | Disc) -> str:
    if shape.thing:
        attributes += f' data-thing="{escape(shape.thing)}"'
    if not shape.title:
        return f"<{tag} {attributes}/>"
    return f"<{tag} {attributes}><title>{escape(clean(shape.title))}</title></{tag}>"


def _points(points: Iterable[Point], pen: _Pen) -> str:
    return _joined(map(pen.at, points))


def _moved(points: Iterable[Point], pen: _Pen) -> list[Point]:
    return [pen.at(point) for point in points]


def _joined(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _head(before: Point, tip: Point) -> tuple[Point, ...]:
    """The three corners of an arrow head."""
    along, across = tip[0] - before[0], tip[1] - before[1]
    length = hypot(along, across) or 1.0
    along, across = along / length, across / length
    back = tip[0] - 16 * along, tip[1] - 16 * across
    return (
        tip,
        (back[0] - 7 * across, back[1] + 7 * along),
        (back[0] + 7 * across, back[1] - 7 * along),
    )
