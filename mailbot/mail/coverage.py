"""What of a letter a signature must cover, so that nobody adds to it (MAIL-S4, RFC 6376 8.15).

A signature speaks for the lowest field of a name; readers take the highest. So whoever brings a
signed letter here could write another subject, or another way to read the body, on top of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from mailbot.mail.charset import clean, decode
from mailbot.mail.headers import Headers, parameters
from mailbot.mail.parts import Part, first_boundary

#: No letter has two of one of these (RFC 5322 3.6, RFC 2045).
SINGLE = (
    "from",
    "sender",
    "reply-to",
    "to",
    "cc",
    "subject",
    "date",
    "message-id",
    "in-reply-to",
    "references",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "content-disposition",
)
_WAYS_TO_READ = ("content-type", "content-transfer-encoding")
_BASE64 = re.compile(rb"[A-Za-z0-9+/=\s]*")


def is_single(headers: Headers) -> bool:
    """Does every field that a letter has once at most stand there once at most?"""
    return all(len(headers.all(name)) <= 1 for name in SINGLE)


def covers(signed: Collection[str], whole: Part) -> bool:
    """Do these signed fields, with the body, leave nothing open of what the letter says?

    Gmail signs no Content-Type, others no Content-Transfer-Encoding: what is not signed is
    believed where the signed body bears it out.
    """
    if not is_single(whole.headers) or "from" not in signed:
        return False
    if "subject" in whole.headers and "subject" not in signed:
        return False
    return all(name in signed for name in _WAYS_TO_READ) or _borne_out(whole)


def _borne_out(whole: Part) -> bool:
    """Is the body of the kind that the letter says, by its own looks?

    Else the same signed bytes would be cut at other places: at a line of dashes or a tag in what
    somebody is quoted with, or at a sign that is a line's end in another spelling only.
    """
    said, more = parameters(whole.headers.first("content-type"))
    boundary = more.get("boundary") if said.startswith("multipart/") else None
    if boundary != first_boundary(whole.body):
        return False
    if boundary is not None:
        return True
    if (said == "text/html") != whole.content().lstrip().startswith(b"<"):
        return False
    if whole.encoding == "base64":
        return _BASE64.fullmatch(whole.body) is not None
    return _lines(whole.text()[0]) <= _lines(decode(whole.body, "utf-8")[0])


def _lines(text: str) -> int:
    return clean(text).count("\n")
