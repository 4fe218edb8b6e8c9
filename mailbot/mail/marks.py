"""Signs that our letters carry so that we know them again when they come back quoted."""

from __future__ import annotations

import re
import unicodedata

#: At the top of the body: a reply is written above it (MAIL-O5).
ORDERS_ABOVE = "==ORDERS-ABOVE-THIS-LINE=="

_ECHO = re.compile(r"[\s>]{0,200}\d{1,6}\|(?:\s|$)")
_SLUG = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
_BARE_MARK = ORDERS_ABOVE.strip("=").lower()
_BETWEEN = re.compile(r"<[^<>]{0,200}>|[>\s]+")


def is_echo(line: str) -> bool:
    """Is this an echoed line, quoted or not?"""
    return "|" in line and _ECHO.match(line) is not None


def is_orders_above(line: str) -> bool:
    """Is this the mark above which orders are written, through quotes and HTML (MAIL-O5)?"""
    return "above" in line.lower() and _BARE_MARK in _BETWEEN.sub("", line).lower()


def is_quoted(line: str) -> bool:
    """Is the line marked as somebody else's?"""
    return line.lstrip().startswith(">")


def fold(line: str) -> str:
    """A line as it is compared with what we mailed: spaces of any number are one (MAIL-B8)."""
    return " ".join(line.split())


def slug(name: str) -> str:
    """A name in letters, digits and hyphens that every mail program leaves alone.

    >>> slug("Großer Jäger")
    'grosser-jager'
    """
    if _SLUG.fullmatch(name):
        return name
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40] or "x"
