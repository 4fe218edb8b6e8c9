"""A letter's envelope: who, to whom, what about (MAIL-D1, MAIL-H2)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256

from mailbot.mail.address import addresses, sender
from mailbot.mail.headers import LONGEST_VALUE, Headers, parameters, words
from mailbot.mail.parts import Part, parse

#: Where a token may stand, most trustworthy first (MAIL-S2).
RECIPIENT_FIELDS = (
    "x-original-to",
    "delivered-to",
    "x-gm-original-to",
    "envelope-to",
    "x-envelope-to",
    "x-forwarded-to",
    "to",
    "cc",
)

_ID = re.compile(r"<[^<>\s]{1,250}>")
_MOST_REFERENCES = 100
_METHOD = re.compile(rb"^METHOD[:;]\s{0,5}([A-Za-z]{1,20})", re.MULTILINE | re.IGNORECASE)
_LONGEST_CALENDAR_HEAD = 4000


@dataclass(frozen=True, slots=True)
class Envelope:
    """What a letter's headers say; reading one never raises (MAIL-H1)."""

    #: With its angle brackets, case kept; made up from the bytes where it is missing (MAIL-D1).
    message_id: str
    #: Lower case, domain in ASCII; None if missing or open to two readings (MAIL-H2).
    sender: str | None
    display_name: str
    subject: str
    #: Addresses it was sent to, those that the delivering server noted first.
    recipients: tuple[str, ...]
    #: Message-IDs it answers, In-Reply-To first.
    references: tuple[str, ...]
    headers: Headers
    #: The media types of all its parts, from the outside in.
    media_types: tuple[str, ...]
    #: A calendar says yes or no to an invitation here.
    answers_invitation: bool = False


def read_envelope(raw: bytes) -> Envelope:
    """Everything that a letter says about itself outside its text."""
    whole = parse(raw)
    headers = whole.headers
    writer = sender(headers.all("from"))
    return Envelope(
        message_id=_message_id(headers, raw),
        sender=writer.address if writer else None,
        display_name=writer.name if writer else "",
        subject=words(headers.first("subject")),
        recipients=_recipients(headers),
        references=_references(headers),
        headers=headers,
        media_types=_media_types(whole),
        answers_invitation=any(map(_answers_invitation, whole.walk())),
    )


def body_key(text: str, writer: str | None) -> str:
    """What makes two letters the same one sent twice: own text and writer (MAIL-D2)."""
    return sha256(f"{text.strip()}\x00{writer or ''}".encode("utf-8", "replace")).hexdigest()


def _message_id(headers: Headers, raw: bytes) -> str:
    found = _ID.search(headers.first("message-id")[:LONGEST_VALUE])
    return found[0] if found else f"<{sha256(raw).hexdigest()}@missing.local>"


def _media_types(whole: Part) -> tuple[str, ...]:
    """As said of the whole, even if it is not so, then as found in its parts."""
    said, _ = parameters(whole.headers.first("content-type"))
    _, *inside = whole.walk()
    return (said or whole.media_type, *(part.media_type for part in inside))


def _answers_invitation(part: Part) -> bool:
    if part.media_type != "text/calendar":
        return False
    method = part.parameters.get("method", "").lower()
    if not method and (found := _METHOD.search(part.content()[:_LONGEST_CALENDAR_HEAD])):
        method = found[1].decode("ascii").lower()
    return method in {"reply", "counter", "declinecounter"}


def _recipients(headers: Headers) -> tuple[str, ...]:
    found = (
        address
        for name in RECIPIENT_FIELDS
        for value in headers.all(name)
        for address in addresses(value)
    )
    return tuple(dict.fromkeys(found))


def _references(headers: Headers) -> tuple[str, ...]:
    values = (*headers.all("in-reply-to"), *headers.all("references"))
    ids = (found for value in values for found in _ID.findall(value))
    return tuple(dict.fromkeys(ids))[:_MOST_REFERENCES]
