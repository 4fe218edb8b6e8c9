"""What each paint of a map looks like: on a phone, in print, and without colours.

Own, allied and hostile things differ in lightness as well as in hue, so that they stay apart in
black and white and for the colour-blind (RAID-R157).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.core.scene import Paint

PAPER = "#f6f1e3"
INK = "#22201c"
#: Letters on dark and on light discs.
ON_DISC = {
    Paint.OWN: "#ffffff",
    Paint.ALLY: INK,
    Paint.ENEMY: INK,
    Paint.NEUTRAL: INK,
}
HALO = "#ffffff"
COASTS = frozenset((Paint.LAND, Paint.HOME, Paint.FOG))
#: Shallow water, from the deep to the coast: how far it reaches from the land, and its colour.
SHALLOWS = ((26.0, "#bfd8e2"), (17.0, "#cee2e8"), (8.5, "#e0eeee"))
FONT = "DejaVu Sans, Verdana, sans-serif"


@dataclass(frozen=True, slots=True)
class Ink:
    """Fill and outline of areas and discs, the colour of lines and the colour of letters."""

    fill: str
    line: str
    #: Of the line, on a map 1000 wide.
    width: float
    text: str = INK
    bold: bool = False
    #: Outlines of areas: an unknown coast is dashed, as on charts.
    dashed: bool = False
    #: Of areas away from their coast.
    inland: str = ""
    #: Lines across areas.
    hatch: str = ""
    #: Letters stand apart, as names of seas do.
    spaced: bool = False
    #: Areas and lines are drawn without smooth edges where the picture should be small.
    crisp: bool = False


PALETTE = {
    Paint.SEA: Ink("#b4d0dd", "#a2c2d1", 1.1, "#1f4a63", spaced=True),
    Paint.FOG: Ink("#e9e7df", "#85827a", 1.8, "#54504a", dashed=True, hatch="#d0cdc2", crisp=True),
    Paint.LAND: Ink("#e8d9ac", "#75643f", 1.8, inland="#f3e9c9", crisp=True),
    Paint.HOME: Ink("#f0bb6c", "#8a3b12", 3.0, "#7c2b08", bold=True, inland="#fbdfa8", crisp=True),
    Paint.GRID: Ink("none", "#9fc0d0", 1.1, crisp=True),
    Paint.SHEET: Ink("#fbf8ee", "#fbf8ee", 1.0),
    Paint.PLATE: Ink("#fbf6e6", "#5d4a2a", 1.8, "#4a3a1e", bold=True),
    Paint.BADGE: Ink("#fffaf0", "#75643f", 1.6, "#4a3a1e", bold=True),
    Paint.OWN: Ink("#163f73", "#ffffff", 1.8, "#163f73", bold=True),
    Paint.ALLY: Ink("#52b086", "#0d3b2a", 1.8, "#085039", bold=True),
    Paint.ENEMY: Ink("#f8d93a", "#4d3b00", 2.6, "#664a00", bold=True),
    Paint.NEUTRAL: Ink("#ffffff", "#55504a", 1.8, "#4a4640"),
    Paint.REACH: Ink("none", "#163f73", 2.2, "#163f73", crisp=True),
    Paint.TRACK: Ink("none", "#163f73", 3.4, "#163f73"),
    Paint.BATTLE: Ink("#f0988a", "#a31f14", 2.2, "#8f1a10", bold=True),
    Paint.SINKING: Ink("#e4574a", "#6d0f08", 2.2, "#8f1a10", bold=True),
    Paint.CAPTURE: Ink("#ffffff", "#5a2a6e", 2.2, "#5a2a6e", bold=True),
    Paint.TEXT: Ink(INK, "none", 0.0, INK),
    Paint.STARRED: Ink("#9c3208", "#fff4dc", 1.4, "#7c2b08", bold=True),
    Paint.QUIET: Ink("#6b665c", "none", 0.0, "#4f4b43"),
}
