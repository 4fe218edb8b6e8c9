"""Colours as programs turn them for the dark, and how far letters stand out (WCAG 2.2, 1.4.3)."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Mapping
from typing import TypeAlias

Colour: TypeAlias = "tuple[float, float, float]"
"""Red, green and blue between 0 and 1."""

#: WCAG AA for letters of any size.
ENOUGH = 4.5


def ratio(one: Colour, other: Colour) -> float:
    """From 1, the same lightness, to 21, black on white.

    >>> round(ratio((0, 0, 0), (1, 1, 1)))
    21
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def inverted(colour: Colour) -> Colour:
    """The complement, with its hue turned back as good programs do: a rough full inversion."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*colour)
    return colorsys.hls_to_rgb(hue, 1 - lightness, saturation)


def complement(colour: Colour) -> Colour:
    red, green, blue = colour
    return 1 - red, 1 - green, 1 - blue


def by_luminance(colour: Colour) -> Colour:
    """Light to dark by what the eye sees, on a ground that is not quite black."""
    had = _luminance(colour) ** (1 / 3)
    grey = tuple(0.07 + 0.93 * (1 - had) + 0.3 * (part - had) for part in colour)
    red, green, blue = (min(1.0, max(0.0, part)) for part in grey)
    return red, green, blue


INVERSIONS: Mapping[str, Callable[[Colour], Colour]] = {
    "lightness": inverted,
    "complement": complement,
    "luminance": by_luminance,
}
"""What programs that ask nobody do; each in its own way, all of them near one of these."""


def _luminance(colour: Colour) -> float:
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)
