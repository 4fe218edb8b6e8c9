"""What a mail server or its like tells of a letter that did not arrive (MAIL-N1, MAIL-O8).

Reports of RFC 3464 say it in fields; qmail, Exchange, Notes and others only in words. Whether any
of it is true is for others to decide: here it is only read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mailbot.mail.address import addresses, normal
from mailbot.mail.charset import clean
from mailbot.mail.grades import Grade, grade
from mailbot.mail.headers import Headers, split
from mailbot.mail.headers import words as words_of
from mailbot.mail.marks import ORDERS_ABOVE
from mailbot.mail.markup import own_text
from mailbot.mail.parts import Part, parse

MOST_REPORTS = 20
LONGEST_SAID = 300
_LONGEST_TEXT = 20_000
_LONGEST_RETURNED = 200_000

_ID_LINE = re.compile(
    r"^[> \t]{0,20}Message-ID:\s{0,20}(<[^<>\s]{1,250}>)", re.IGNORECASE | re.MULTILINE
)
#: Told by whoever has got a letter: that it was read, or that it was taken for spam (RFC 5965).
_ARRIVED = ("message/feedback-report", "message/disposition-notification")
_RETURNED = ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global")
#: Where the words end and our own letter begins.
_COPY = re.compile(
    r"^[>\s*]{0,20}(?:(?:received|return-path|message-id|mime-version|dkim-signature|"
    r"x-game-loop|auto-submitted):|"
    r"-{2,}.{0,60}(?:copy of|original|returned|message header|undelivered|unsent|below this line)"
    r"|(?:original|returned|undelivered) message|transcript of session follows at end)"
    rf"|{re.escape(ORDERS_ABOVE)}",
    re.IGNORECASE | re.MULTILINE,
)
#: Who writes bounces in words; anybody else who says `no such user` may be a player.
_WRITER = re.compile(
    r"(?:mailer-?_?daemon|mdaemon|mail-?daemon|post-?_?master|mail-?delivery\S*|maildelivery|"
    r"bounces?|mmdf|mta|smtp|administrator|daemon)(?:[+._-][^@]{0,60})?@.{0,255}",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"mail (?:delivery|router|system|administrat)|postmaster|mailer.daemon", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Report:
    """What is told of one recipient."""

    grade: Grade
    #: In a line, as the server said it.
    said: str
    #: His addresses, as they are given: where it went at last, where it was meant to go.
    recipients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a letter tells of letters that did not arrive."""

    reports: tuple[Report, ...]
    #: Of the letter that comes back.
    message_ids: tuple[str, ...]


def read_bounce(raw: bytes) -> Bounce | None:
    """What it tells; None if it tells of no letter's fate. Raises on no input."""
    whole = parse(raw)
    parts = list(whole.walk())
    if any(part.media_type in _ARRIVED for part in parts):
        return None
    reports = [report for part in parts for report in _by_fields(part, parts)]
    if not reports and _writes_bounces(whole.headers):
        reports = list(_by_words(whole, parts))
    telling = tuple(each for each in reports if each.grade is not Grade.UNKNOWN)[:MOST_REPORTS]
    if not telling:
        return None
    return Bounce(telling, tuple(dict.fromkeys(_returned_ids(parts)))[:MOST_REPORTS])


def _by_fields(part: Part, parts: Sequence[Part]) -> Iterator[Report]:
    """The groups of a delivery report, one a recipient (RFC 3464, 2.3)."""
    if part.media_type not in ("message/delivery-status", "message/global-delivery-status"):
        return
    for group in re.split(rb"\r?\n[ \t]*\r?\n", part.content()[:_LONGEST_TEXT])[: MOST_REPORTS + 1]:
        fields, _ = split(group.strip() + b"\n\n")
        action = fields.first("action").split(" ")[0].split(";")[0].lower()
        status = fields.first("status")
        if not (action or status):
            continue
        diagnostic = _after_kind(fields.first("diagnostic-code"))
        words = diagnostic or _explanation(parts)
        yield Report(
            grade=grade(words, status, action),
            said=_line(f"{status.split('(')[0].strip()} {diagnostic}" if diagnostic else words),
            recipients=_named(fields),
        )


def _named(fields: Headers) -> tuple[str, ...]:
    said = (fields.first(name) for name in ("final-recipient", "original-recipient"))
    found = (normal(_after_kind(value).strip("<> ")) for value in said if value)
    return tuple(dict.fromkeys(each for each in found if each))


def _after_kind(value: str) -> str:
    """`rfc822; anna@example.org` without its kind."""
    kind, semicolon, rest = value.partition(";")
    return rest.strip() if semicolon and " " not in kind.strip() else value.strip()


def _writes_bounces(headers: Headers) -> bool:
    """Is this a mail server's word, and not somebody's who is away (RFC 3834)?"""
    sender = headers.first("from")
    written_by = addresses(sender)
    if "x-failed-recipients" in headers or not written_by:
        return True
    return bool(_WRITER.fullmatch(written_by[0]) or _NAME.search(sender))


def _by_words(whole: Part, parts: Sequence[Part]) -> Iterator[Report]:
    words = f"{words_of(whole.headers.first('subject'))}\n{_explanation(parts)}"
    named = addresses(whole.headers.first("x-failed-recipients"))
    yield Report(grade(words), _line(_explanation(parts)), named)


def _explanation(parts: Sequence[Part]) -> str:
    """What the server says to people, up to the letter that it returns."""
    for part in parts:
        if part.media_type in ("text/plain", "text/html") and not part.children:
            text = part.text()[0][:_LONGEST_RETURNED]
            text = own_text(text)[0] if part.media_type == "text/html" else text
            text = clean(text)[:_LONGEST_TEXT]
            copy = _COPY.search(text)
            return text[: copy.start()] if copy else text
    return ""


def _returned_ids(parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        if part.media_type in _RETURNED:
            yield from _ID_LINE.findall(_head(part))
    if not any(part.media_type in _RETURNED for part in parts):
        for part in parts:
            if part.media_type == "text/plain":
                yield from _ID_LINE.findall(part.text()[0][:_LONGEST_RETURNED])


def _head(part: Part) -> str:
    """The headers of the returned letter, as they stand there."""
    said = split(part.content())[0].all("message-id")
    return "".join(f"Message-ID: {value}\n" for value in said)


def _line(text: str) -> str:
    """In a line, without what would steer a terminal or what no database takes."""
    return " ".join(clean(text).split())[:LONGEST_SAID]
