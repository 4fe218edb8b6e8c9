"""Letters of at most so many bytes: what is left out, and that it is said (MAIL-O10).

A letter that comes back should not be too large to be read, nor one that goes out for anybody's
mailbox. The text always stays: the rest only says the same in another form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from html import escape

from mailbot.mail.outgoing import Attachment, Outgoing, compose

#: What programs read goes first, then what can be read in the tables too, then the order page.
FOR_PROGRAMS = "application/json"
_SHOWN = re.compile(r'<img\b[^<>]{0,2000}\bsrc="cid:[^"]{0,200}"[^<>]{0,2000}>', re.IGNORECASE)


def fit(outgoing: Outgoing, date: datetime, largest: int) -> tuple[Outgoing, bytes]:
    """The letter and its final bytes, without what would make it too large."""
    raw = compose(outgoing, date)
    left_out: list[str] = []
    for smaller, names in _smaller(outgoing):
        if len(raw) <= largest:
            break
        left_out += names
        outgoing = _saying(smaller, left_out)
        raw = compose(outgoing, date)
    return outgoing, raw


def _smaller(whole: Outgoing) -> Iterator[tuple[Outgoing, list[str]]]:
    """The letter with less and less in it, and what has gone each time."""
    letter = whole
    data = [each for each in letter.attachments if each.media_type == FOR_PROGRAMS]
    if data:
        letter = replace(letter, attachments=_without(letter.attachments, data))
        yield letter, _names(data)
    if letter.pictures:
        names = [each.name for each in letter.pictures]
        html = _SHOWN.sub("", letter.html or "")
        letter = replace(letter, pictures=(), html=html)
        yield letter, names
    if letter.attachments:
        names = _names(letter.attachments)
        letter = replace(letter, attachments=())
        yield letter, names
    if letter.html is not None:
        yield replace(letter, html=None), ["the letter as HTML"]


def _saying(letter: Outgoing, left_out: list[str]) -> Outgoing:
    said = f"Left out, or this letter would be too large for mail: {', '.join(left_out)}."
    html = letter.html
    if html is not None:
        before, body, after = html.rpartition("</body>")
        words = f"<p>{escape(said)}</p>"
        html = f"{before}{words}{body}{after}" if body else html + words
    return replace(letter, text=f"{letter.text.rstrip()}\n\n{said}\n", html=html)


def _without(attachments: tuple[Attachment, ...], gone: list[Attachment]) -> tuple[Attachment, ...]:
    return tuple(each for each in attachments if each not in gone)


def _names(attachments: list[Attachment] | tuple[Attachment, ...]) -> list[str]:
    return [each.name for each in attachments]
