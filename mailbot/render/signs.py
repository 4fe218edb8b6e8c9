"""Small drawings of a map: ships, stars, shields, flags, bursts, and the rose.

Whose a ship is can be told without colours: own ones are dark all over, of allied ones the hull
is, hostile ones are light with bars, and those of unknown owners are empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from markupsafe import escape

from engine.core.scene import Paint, Point, Sign
from mailbot.render.paint import INK, ON_DISC, PALETTE, PAPER

#: Outlines in halves of the sign's width around its middle.
HULL = ((-1.0, 0.06), (1.0, -0.06), (0.74, 0.56), (-0.8, 0.56))
WORKS = (
    (-0.5, 0.06), (-0.5, -0.26), (-0.1, -0.26), (-0.1, -0.7), (0.16, -0.7), (0.16, -0.26),
    (0.46, -0.26), (0.46, 0.0),
)  # fmt: skip
BARS = (-0.42, 0.0, 0.42)
SHIELD = (
    (-0.84, -1.0), (0.84, -1.0), (0.84, 0.2), (0.5, 0.74), (0.0, 1.06), (-0.5, 0.74), (-0.84, 0.2),
)  # fmt: skip
FLAG = ((-0.6, -1.0), (0.95, -0.75), (0.5, -0.42), (0.95, -0.1), (-0.6, 0.1))


def drawn(sign: Sign, x: float, y: float, half: float) -> str:
    """The inside of a group for a sign around this point of the page."""
    return "".join(_DRAW[sign.kind](sign, x, y, half))


def burst(x: float, y: float, radius: float) -> Iterator[Point]:
    """A star of eight rays, so that a battle is no disc even without colours."""
    return _rays(x, y, radius, radius * 0.5, 8)


def cross(x: float, y: float, radius: float) -> str:
    """Laid over a burst where somebody was sunk."""
    r = radius * 0.42
    strokes = (
        f"M{x - r:.1f} {y - r:.1f}l{2 * r:.1f} {2 * r:.1f}m{-2 * r:.1f} 0l{2 * r:.1f} {-2 * r:.1f}"
    )
    return (
        f'<path d="{strokes}" fill="none" stroke="{PAPER}" stroke-width="{radius * 0.5:.1f}"/>'
        f'<path d="{strokes}" fill="none" stroke="{INK}" stroke-width="{radius * 0.26:.1f}"/>'
    )


def inside(paint: Paint, discs: Iterable[tuple[Point, float]]) -> str:
    """What tells counters that are too small for a number from others in black and white."""
    if paint is Paint.ALLY:
        return _filled(PAPER, (_half(x, y, radius * 0.7) for (x, y), radius in discs))
    if paint is Paint.ENEMY:
        return _filled(INK, (_dot(x, y, radius * 0.3) for (x, y), radius in discs))
    return ""


def _filled(colour: str, outlines: Iterable[str]) -> str:
    drawn = "".join(outlines)
    return f'<path d="{drawn}" fill="{colour}" stroke="none"/>' if drawn else ""


def _half(x: float, y: float, r: float) -> str:
    return f"M{x:.1f} {y - r:.1f}a{r:.1f} {r:.1f} 0 0 1 0 {2 * r:.1f}z"


def _dot(x: float, y: float, r: float) -> str:
    r = round(r, 1)  # a round dot is twice as wide as what stands there
    arc = f"a{r:.1f} {r:.1f} 0 0 1"
    return f"M{x - r:.1f} {y:.1f}{arc} {2 * r:.1f} 0{arc}{-2 * r:.1f} 0"


def _ship(sign: Sign, x: float, y: float, half: float) -> Iterator[str]:
    ink = PALETTE[sign.paint]
    works = PAPER if sign.paint is Paint.ALLY else ink.fill
    yield f'<polygon points="{_at(WORKS, x, y, half)}" fill="{works}"/>'
    yield f'<polygon points="{_at(HULL, x, y, half)}"/>'
    if sign.paint is Paint.ENEMY:
        bars = "".join(f"M{x + bar * half:.1f} {y:.1f}v{half * 0.56:.1f}" for bar in BARS)
        yield f'<path d="{bars}"/>'


def _star(_: Sign, x: float, y: float, half: float) -> Iterator[str]:
    yield f'<polygon points="{_joined(_rays(x, y, half, half * 0.42, 5))}"/>'


def _shield(sign: Sign, x: float, y: float, half: float) -> Iterator[str]:
    """In the colour of its owner, with a letter."""
    line = PALETTE[sign.paint].line if sign.paint is not Paint.OWN else INK
    yield f'<polygon points="{_at(SHIELD, x, y, half)}" stroke="{line}"/>'
    if sign.letter:
        size = half * 1.56
        colour = ON_DISC.get(sign.paint, PALETTE[sign.paint].text)
        yield (
            f'<text x="{x:.1f}" y="{y + size * 0.32:.1f}" font-size="{size:.1f}" '
            f'font-weight="bold" stroke="none" '
            f'fill="{colour}">{escape(sign.letter)}</text>'
        )


def _flag(sign: Sign, x: float, y: float, half: float) -> Iterator[str]:
    line = PALETTE[sign.paint].line
    yield f'<polygon points="{_at(FLAG, x, y, half)}" fill="{line}" stroke="{PAPER}"/>'
    yield f'<path d="M{x - 0.6 * half:.1f} {y - half:.1f}v{2 * half:.1f}" stroke-width="3"/>'


def _rose(sign: Sign, x: float, y: float, half: float) -> Iterator[str]:
    """Eight rays, one side of each dark, and the north."""
    ink = PALETTE[sign.paint]
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{half * 0.62:.1f}" fill="none"/>'
    for ray in (1, 3, 5, 7, 0, 2, 4, 6):
        long = half * (0.86 if ray % 2 == 0 else 0.5)
        tip, left, right = (
            _polar(x, y, long, ray),
            _polar(x, y, half * 0.16, ray - 1),
            _polar(x, y, half * 0.16, ray + 1),
        )
        yield f'<polygon points="{_joined(((x, y), left, tip))}" fill="{ink.line}"/>'
        yield f'<polygon points="{_joined(((x, y), tip, right))}"/>'
    size = half * 0.34
    yield (
        f'<text x="{x:.1f}" y="{y - half * 0.9:.1f}" font-size="{size:.1f}" stroke="none" '
        f'font-weight="bold" fill="{ink.text}">N</text>'
    )


_DRAW = {"ship": _ship, "star": _star, "shield": _shield, "flag": _flag, "rose": _rose}


def _polar(x: float, y: float, away: float, eighth: int) -> Point:
    return x + away * sin(pi * eighth / 4), y - away * cos(pi * eighth / 4)


def _rays(x: float, y: float, far: float, near: float, rays: int) -> Iterator[Point]:
    for corner in range(2 * rays):
        reach = near if corner % 2 else far
        yield x + reach * sin(pi * corner / rays), y - reach * cos(pi * corner / rays)


def _at(outline: Iterable[Point], x: float, y: float, half: float) -> str:
    return _joined((x + a * half, y + b * half) for a, b in outline)


def _joined(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
