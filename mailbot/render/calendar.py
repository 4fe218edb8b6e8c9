"""A deadline as a file that calendars take (RFC 5545, RFC 5546)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from mailbot.render.words import clean

#: Octets of a line, without its end (RFC 5545, 3.1).
LONGEST = 75
#: Early enough for an evening's orders, late enough to be news.
ALARM = "-PT12H"


@dataclass(frozen=True, slots=True)
class Appointment:
    """When orders are due, in words for a calendar."""

    #: The same as long as it is about one stage, so that a moved deadline replaces the old one.
    uid: str
    #: Higher whenever the deadline may have moved.
    sequence: int
    due: datetime
    summary: str
    description: str
    #: Who sets the deadline, and the address that orders go to.
    service: str
    address: str


def calendar(appointment: Appointment, now: datetime) -> bytes:
    """The file, to be published and not to be answered (FEAT-T9)."""
    lines = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//mailbot//deadlines//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_text(appointment.uid)}",
        f"SEQUENCE:{appointment.sequence}",
        f"DTSTAMP:{_utc(now)}",
        f"DTSTART:{_utc(appointment.due)}",
        f"SUMMARY:{_text(appointment.summary)}",
        f"DESCRIPTION:{_text(appointment.description)}",
        f'ORGANIZER;CN="{_quoted(appointment.service)}":mailto:{appointment.address}',
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(appointment.summary)}",
        f"TRIGGER:{ALARM}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line.encode()))


def _utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    r"""A value of type TEXT (RFC 5545, 3.3.11).

    >>> _text("Orders; for all, or none")
    'Orders\\; for all\\, or none'
    """
    plain = clean(text).replace("\\", "\\\\")
    return plain.replace(";", "\\;").replace(",", "\\,")


def _quoted(text: str) -> str:
    """A value of a parameter, which knows no quotation marks (RFC 5545, 3.1)."""
    return clean(text).replace('"', "'")


def _folded(line: bytes) -> Iterator[bytes]:
    """Lines of at most 75 octets, never broken within a letter."""
    room, blank = LONGEST, b""
    while len(line) > room:
        cut = next(cut for cut in range(room, 0, -1) if line[cut] & 0xC0 != 0x80)
        yield blank + line[:cut]
        line, room, blank = line[cut:], LONGEST - 1, b" "
    yield blank + line
