"""A map before it has a format: shapes, labels and what they stand for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

Point: TypeAlias = "tuple[float, float]"


class Paint(StrEnum):
    """What a shape stands for; the renderer's palette decides its colours."""

    SEA = "sea"
    #: Never visited.
    FOG = "fog"
    LAND = "land"
    #: Land where the reader has a privilege, such as launch rights.
    HOME = "home"
    GRID = "grid"
    #: The ground of a chart of figures.
    SHEET = "sheet"
    OWN = "own"
    ALLY = "ally"
    ENEMY = "enemy"
    NEUTRAL = "neutral"
    REACH = "reach"
    TRACK = "track"
    BATTLE = "battle"
    #: A battle in which somebody was sunk.
    SINKING = "sinking"
    CAPTURE = "capture"
    #: The ground of titles, and the scale.
    PLATE = "plate"
    #: What a place is known for, in a word or a letter.
    BADGE = "badge"
    TEXT = "text"
    #: Text of a name with a privilege.
    STARRED = "starred"
    QUIET = "quiet"


@dataclass(frozen=True, slots=True)
class Polygon:
    points: tuple[Point, ...]
    paint: Paint
    #: What it is, for readers who point at it.
    title: str = ""
    #: The card of what it is, for readers who pick it.
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Disc:
    centre: Point
    radius: float
    paint: Paint
    title: str = ""
    thing: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    points: tuple[Point, ...]
    paint: Paint
    arrow: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    at: Point
    text: str
    paint: Paint = Paint.TEXT
    #: Height in scene units.
    size: float = 10.0
    anchor: Literal["start", "middle", "end"] = "middle"
    #: The greatest width; letters of a longer text are drawn narrower. 0: as wide as it is.
    room: float = 0.0
    #: A light edge around the letters, where lines may run below them.
    halo: bool = True


@dataclass(frozen=True, slots=True)
class Sign:
    """A small drawing; in black and white too it tells whose or what it is."""

    at: Point
    kind: Literal["ship", "star", "shield", "flag", "rose"]
    #: Its width.
    size: float
    paint: Paint
    #: One letter on a shield.
    letter: str = ""
    title: str = ""
    thing: str = ""


Shape: TypeAlias = "Polygon | Disc | Path | Label | Sign"


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture in its own units; y grows downwards, shapes are drawn in order."""

    #: The corner with the smallest x and y, then width and height.
    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...]
    #: What the signs mean, in the order of the legend.
    legend: tuple[tuple[Paint, str], ...] = ()
