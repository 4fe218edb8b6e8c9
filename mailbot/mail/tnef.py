"""Outlook's `winmail.dat`: the text inside it, where there is any (MAIL-H5)."""

from __future__ import annotations

import logging

from tnefparse import TNEF

from mailbot.mail.charset import decode
from mailbot.mail.markup import to_text
from mailbot.mail.rtf import rtf_text

_SIGNATURE = b"\x78\x9f\x3e\x22"
_LARGEST = 512 * 1024
_MOST_OBJECTS = 500
_HEAD, _FRAME = 6, 11

# It warns about every oddity of a letter; none of them is news to us.
logging.getLogger("tnefparse").setLevel(logging.ERROR)


def tnef_text(data: bytes) -> str:
    """The letter inside; empty if there is none that can be read."""
    if not data.startswith(_SIGNATURE) or len(data) > _LARGEST or not _few_objects(data):
        return ""
    try:
        letter = TNEF(data)
        plain, html, rich = letter.body, letter.htmlbody, letter.rtfbody
    except Exception:  # noqa: BLE001 - the library raises whatever its input makes it raise
        return ""
    if text := _said(plain).strip():
        return text
    if text := to_text(_said(html)).strip():
        return text
    return rtf_text(rich) if isinstance(rich, bytes) else ""


def _said(body: object) -> str:
    if isinstance(body, bytes):
        return decode(body, "")[0].strip("\x00")
    return body.strip("\x00") if isinstance(body, str) else ""


def _few_objects(data: bytes) -> bool:
    """The library copies the rest of the file for every object, so a file of crumbs is refused."""
    at = _HEAD
    for _ in range(_MOST_OBJECTS):
        if at + _FRAME >= len(data):
            return True
        at += _FRAME + int.from_bytes(data[at + 5 : at + 9], "little")
    return False
