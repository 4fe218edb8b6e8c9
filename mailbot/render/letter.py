"""A turn sheet in its letter: text and HTML with the same words, and the pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from engine.core.ruleset import NOTHING
from engine.core.sheet import Figure, Sheet
from mailbot.render.cover import FORM
from mailbot.render.cover import Cover as Cover
from mailbot.render.html import sheet_html
from mailbot.render.png import svg_png
from mailbot.render.svg import scene_svg
from mailbot.render.text import WIDTH, sheet_text, title
from mailbot.render.words import clean, wrap

#: Sharp on a phone, small enough for mail.
PICTURE_WIDTH = 900


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the HTML of its letter shows."""

    #: Content-ID without its brackets.
    cid: str
    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class TurnLetter:
    """The parts of a letter, ready for the composer of mails."""

    text: str
    html: str
    pictures: tuple[Picture, ...]
    #: The sheet alone, without what the letter says around it.
    sheet: str


def turn_letter(sheet: Sheet, cover: Cover, drawn: tuple[Picture, ...] | None = None) -> TurnLetter:
    """The letter that brings a sheet to its reader.

    `drawn` are the pictures, if they were drawn elsewhere or if none are wanted.
    """
    drawn = pictures(sheet) if drawn is None else drawn
    sources = {number: f"cid:{picture.cid}" for number, picture in enumerate(drawn, 1)}
    told = sheet_text(sheet)
    html = sheet_html(sheet, sources, cover)
    return TurnLetter(_around(told, cover), html, drawn, told)


def letter_text(sheet: Sheet, cover: Cover) -> str:
    """The letter for readers without HTML."""
    return _around(sheet_text(sheet), cover)


def _around(told: str, cover: Cover) -> str:
    parts = [cover.marker, _lines(cover.opening), told]
    if cover.template:
        parts.append(f"{title(FORM, '-')}\n{cover.template}")
    parts.append(_lines(cover.footer))
    return "\n\n".join(filter(None, parts)) + "\n"


def drawings(sheet: Sheet) -> tuple[str, ...]:
    """The figures of a sheet in their order, as SVG."""
    return tuple(scene_svg(block.scene) for block in sheet.blocks if isinstance(block, Figure))


def pictures(sheet: Sheet) -> tuple[Picture, ...]:
    """The figures of a sheet in their order; a name tells nothing but the number."""
    return pictured(drawings(sheet))


def pictured(svgs: Sequence[str], drawn: Mapping[str, bytes] = NOTHING) -> tuple[Picture, ...]:
    """Pictures of these drawings; `drawn` has those that were made elsewhere, by their SVG."""
    return tuple(
        _picture(number, drawn.get(svg) or svg_png(svg, PICTURE_WIDTH))
        for number, svg in enumerate(svgs, 1)
    )


def _picture(number: int, png: bytes) -> Picture:
    return Picture(f"{sha256(png).hexdigest()[:24]}@figure{number}", f"map-{number}.png", png)


def _lines(texts: tuple[str, ...]) -> str:
    return "\n".join(line for text in texts for line in wrap(clean(text), WIDTH))
