"""`#orders … #end`: a player's own fence around his orders (MAIL-B3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_BEGIN = re.compile(r"\s{0,20}#\s?orders\b[ \t:]*(.{0,100})$", re.IGNORECASE)
_END = re.compile(r"\s{0,20}#\s?end\b", re.IGNORECASE)
_LINK = re.compile(r"\s{0,5}<(?:mailto|https?):[^<>\s]{0,1000}>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a frame begins and ends in the lines given: the fence lines themselves."""

    begin: int
    end: int
    #: Whose orders, as written after `#orders`, in lower case; usually empty.
    side: str


def frames(lines: Sequence[str | None]) -> tuple[Frame, ...]:
    """Every frame that is opened and closed; a new `#orders` opens the frame afresh."""
    found: list[Frame] = []
    opened: tuple[int, str] | None = None
    for number, line in enumerate(lines):
        if line is None or "#" not in line:
            continue
        if begin := _BEGIN.match(line):
            opened = (number, " ".join(begin[1].lower().split()))
        elif opened and _END.match(line):
            found.append(Frame(opened[0], number, opened[1]))
            opened = None
    return tuple(found)


def counting(all_frames: Sequence[Frame]) -> tuple[Frame, ...]:
    """The last frame of each side."""
    return tuple({frame.side: frame for frame in all_frames}.values())


def is_fence(line: str) -> bool:
    """Is this one of the two lines of a frame?"""
    return "#" in line and (_BEGIN.match(line) or _END.match(line)) is not None


def without_links(line: str) -> str:
    """The line without the link that a program set behind an address or a word."""
    return _LINK.sub("", line) if "<" in line else line
