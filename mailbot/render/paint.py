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
    Paint.ALLY: "#ffffff",
    Paint.ENEMY: INK,
    Paint.NEUTRAL: INK,
}
HALO = "#ffffff"
#: The water along a coast.
SHALLOWS = "#a3c8da"
COASTS = frozenset((Paint.LAND, Paint.HOME, Paint.FOG))
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


PALETTE = {
    Paint.SEA: Ink("#c9e0ea", "#aecbd9", 1.0, "#4a7187"),
    Paint.FOG: Ink("#e6e6df", "#8d8a80", 1.8, "#5f5a50", dashed=True),
    Paint.LAND: Ink("#efe3bd", "#7a6a45", 1.8),
    Paint.HOME: Ink("#f7cf8a", "#8a3b12", 3.6),
    Paint.GRID: Ink("none", "#aecbd9", 1.0),
    Paint.SHEET: Ink("#fbf8ee", "#fbf8ee", 1.0),
    Paint.OWN: Ink("#163f73", "#ffffff", 1.8, "#163f73", bold=True),
    Paint.ALLY: Ink("#378f66", "#0d3b2a", 1.8, "#0b5f43", bold=True),
    Paint.ENEMY: Ink("#f8d93a", "#4d3b00", 2.6, "#755400", bold=True),
    Paint.NEUTRAL: Ink("#ffffff", "#55504a", 1.8, "#55504a"),
    Paint.REACH: Ink("none", "#163f73", 3.2, "#163f73"),
    Paint.TRACK: Ink("none", "#163f73", 3.4, "#163f73"),
    Paint.BATTLE: Ink("#f0988a", "#a31f14", 2.2, "#a31f14", bold=True),
    Paint.TEXT: Ink(INK, "none", 0.0, INK),
    Paint.STARRED: Ink("#8a3b12", "none", 0.0, "#8a2f08", bold=True),
    Paint.QUIET: Ink("#6b665c", "none", 0.0, "#5f5a50"),
}
