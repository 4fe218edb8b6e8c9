"""Letters that we send, as the bytes of every attempt (MAIL-O1 to O5)."""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from enum import StrEnum
from hashlib import sha256

from mailbot.mail.address import Address
from mailbot.mail.encoding import (
    base64_lines,
    field,
    filename,
    ids_field,
    mailbox,
    text_part,
    unbroken,
)
from mailbot.mail.marks import ORDERS_ABOVE as ORDERS_ABOVE
from mailbot.mail.marks import slug
from mailbot.mail.parts import parse

LONGEST_SUBJECT = 150
MOST_REFERENCES = 20
LONGEST_REFERENCES = 900
RANDOM_BYTES = 16

_END_OF_HEAD = b"MIME-Version: 1.0\r\n"
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_OWN_ID = re.compile(
    r"<([a-z]+)\.([a-z0-9-]{1,40})\.(\d{1,6})\.([a-z0-9-]{1,40})\.[a-z2-7]{26}@([^<>@\s]+)>"
)
_MEDIA_TYPE = re.compile(r"[a-z0-9]+/[a-z0-9.+-]+(; [a-z]+=[A-Za-z0-9-]+){0,2}")
_CID = re.compile(r"[A-Za-z0-9._-]{1,100}(@[A-Za-z0-9.-]{1,100})?")
_REPLY_SIGN = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|antw|antwort|odp|rif|res|ref|r|fwd?|wg|tr|rv|enc|i|doorst|vl)"
    r"(?:\[\d{1,3}\])?\s?[:：]|\[[^\[\]]{1,60} T\d{1,4}\]|\[k:[a-z2-7]{16}\])",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\[k:[^\[\]]{0,40}\]", re.IGNORECASE)


class Kind(StrEnum):
    """What a letter of ours is about."""

    RECEIPT = "receipt"
    SHEET = "sheet"
    NOTICE = "notice"
    #: What one player writes to another.
    PRESS = "press"
    CONFIRMATION = "confirmation"
    HELP = "help"


ANSWERS = frozenset({Kind.RECEIPT, Kind.CONFIRMATION, Kind.HELP})
"""What a letter is answered with (RFC 3834); sheets, news and press are no answers."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture inside the HTML, shown by `<img src="cid:…">`."""

    cid: str
    name: str
    png: bytes


@dataclass(frozen=True, slots=True)
class Attachment:
    name: str
    #: `application/json`, `text/html; charset=utf-8`.
    media_type: str
    content: bytes


def text_file(name: str, text: str) -> Attachment:
    return Attachment(name, "text/plain; charset=utf-8", text.encode())


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A letter before it is written down; to one registered address (MAIL-O3)."""

    kind: Kind
    to: Address
    from_: Address
    subject: str
    text: str
    message_id: str
    #: What X-Game-Loop says, so that two services never answer each other for ever.
    instance: str
    #: Where the player's token travels; empty if replies go to `from_`.
    reply_to: str = ""
    html: str | None = None
    pictures: tuple[Picture, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    #: `pentarchy.games.example.org` for letters that go to all players of a game (RFC 2919).
    list_id: str = ""
    #: Where a click on `unsubscribe` writes to: a mailto link (RFC 2369).
    unsubscribe: str = ""


@dataclass(frozen=True, slots=True)
class OwnId:
    """What one of our Message-IDs tells when it comes back in a reply or a bounce."""

    kind: Kind
    #: Simplified as `slug` does it, like the role.
    game: str
    stage: int
    role: str


def compose(outgoing: Outgoing, date: datetime) -> bytes:
    """The final bytes, the same at every attempt. `date` has a zone.

    Raises ValueError for an address or an id that cannot be written.
    """
    boundaries = _boundaries(outgoing.message_id)
    entity = text_part(outgoing.text, "plain")
    if outgoing.html is not None:
        entity = _multi("alternative", (entity, _rich(outgoing, boundaries)), next(boundaries))
    if outgoing.attachments:
        parts = (entity, *map(_attached, outgoing.attachments))
        entity = _multi("mixed", parts, next(boundaries))
    return _head(outgoing, date).encode("ascii") + entity


def new_message_id(kind: Kind, game: str, stage: int, role: str, domain: str, random: bytes) -> str:
    """`<sheet.pentarchy.4.zane.<random>@example.org>`, from 16 random bytes (MAIL-O2)."""
    if len(random) != RANDOM_BYTES:
        raise ValueError(f"a Message-ID takes {RANDOM_BYTES} random bytes")
    lot = b32encode(random).decode("ascii").rstrip("=").lower()
    return f"<{kind}.{slug(game)}.{stage}.{slug(role)}.{lot}@{domain}>"


def text_alone(raw: bytes) -> bytes:
    """A letter of ours as its text and nothing else: no HTML, pictures or files (MAIL-O10)."""
    head, last, _ = raw.partition(_END_OF_HEAD)
    text = next((part for part in parse(raw).walk() if part.media_type == "text/plain"), None)
    if text is None or not last:
        return raw
    return head + last + text_part(text.text()[0].replace("\r\n", "\n"), "plain")


def read_message_id(message_id: str, domain: str) -> OwnId | None:
    """What one of our own Message-IDs says; None for anybody else's. It proves nothing."""
    found = _OWN_ID.fullmatch(message_id.strip().lower())
    if not found or found[5] != domain.lower() or found[1] not in set(Kind):
        return None
    return OwnId(Kind(found[1]), found[2], int(found[3]), found[4])


def reply_subject(subject: str, tag: str) -> str:
    """`Re: [pentarchy T4] …`: one Re, our tag once, no token, one line (MAIL-O2, MAIL-O3)."""
    rest = _TOKEN.sub("", unbroken(subject[:2000]).replace(tag, "") if tag else subject[:2000])
    while found := _REPLY_SIGN.match(rest):
        rest = rest[found.end() :]
    start = f"Re: {tag} " if tag else "Re: "
    return (start + " ".join(unbroken(rest).split()))[:LONGEST_SUBJECT].rstrip()


def without_token(subject: str) -> str:
    """The subject as anybody may see it: in lists, in the log (MAIL-O3)."""
    return _TOKEN.sub("", subject).rstrip()


def reply_references(message_id: str, references: Sequence[str]) -> tuple[str, ...]:
    """The References of an answer: the letter's own, then its id, the last ones that fit."""
    sane = [one for one in (*references, message_id) if _ID.fullmatch(one)]
    kept: list[str] = []
    room = LONGEST_REFERENCES
    for one in reversed(list(dict.fromkeys(sane))[-MOST_REFERENCES:]):
        room -= len(one) + 1
        if room < 0:
            break
        kept.append(one)
    return tuple(reversed(kept))


def _head(outgoing: Outgoing, date: datetime) -> str:
    submitted = "auto-replied" if outgoing.kind in ANSWERS else "auto-generated"
    if not _ID.fullmatch(outgoing.message_id):
        raise ValueError(f"not a Message-ID: {outgoing.message_id!r}")
    lines = [
        field("Date", format_datetime(date)),
        f"From: {mailbox(outgoing.from_.address, outgoing.from_.name)}\r\n",
        f"To: {mailbox(outgoing.to.address, outgoing.to.name)}\r\n",
    ]
    if outgoing.reply_to:
        lines.append(f"Reply-To: {mailbox(outgoing.reply_to)}\r\n")
    lines.append(field("Subject", unbroken(outgoing.subject)[:LONGEST_SUBJECT].strip()))
    lines.append(f"Message-ID: {outgoing.message_id}\r\n")
    if _ID.fullmatch(outgoing.in_reply_to):
        lines.append(f"In-Reply-To: {outgoing.in_reply_to}\r\n")
        lines.append(
            ids_field("References", reply_references(outgoing.in_reply_to, outgoing.references))
        )
    if outgoing.list_id:
        lines.append(f"List-Id: <{outgoing.list_id}>\r\n")
    if outgoing.unsubscribe:
        lines.append(f"List-Unsubscribe:\r\n <{outgoing.unsubscribe}>\r\n")
    lines.append(f"Auto-Submitted: {submitted}\r\n")
    lines.append("X-Auto-Response-Suppress: All\r\n")
    lines.append(field("X-Game-Loop", unbroken(outgoing.instance)))
    lines.append(_END_OF_HEAD.decode("ascii"))
    return "".join(lines)


def _rich(outgoing: Outgoing, boundaries: Iterator[str]) -> bytes:
    """The HTML with the pictures it shows."""
    html = text_part(outgoing.html or "", "html")
    if not outgoing.pictures:
        return html
    return _multi("related", (html, *map(_shown, outgoing.pictures)), next(boundaries))


def _multi(subtype: str, parts: Iterable[bytes], boundary: str) -> bytes:
    line = f"--{boundary}".encode("ascii")
    head = f'Content-Type: multipart/{subtype}; boundary="{boundary}"\r\n\r\n'
    body = b"".join(line + b"\r\n" + part + b"\r\n" for part in parts)
    return head.encode("ascii") + body + line + b"--\r\n"


def _boundaries(message_id: str) -> Iterator[str]:
    """Lines that no part can contain: `=_` stands in none of them unencoded."""
    seed = sha256(message_id.encode("utf-8", "replace")).hexdigest()[:24]
    return iter([f"=_{seed}_{number}" for number in range(3)])


def _shown(picture: Picture) -> bytes:
    if not _CID.fullmatch(picture.cid):
        raise ValueError(f"not a Content-ID: {picture.cid!r}")
    head = (
        "Content-Type: image/png\r\n"
        "Content-Transfer-Encoding: base64\r\n"
        f"Content-ID: <{picture.cid}>\r\n"
        f"Content-Disposition: inline;\r\n {filename(picture.name)}\r\n\r\n"
    )
    return head.encode("ascii") + base64_lines(picture.png)


def _attached(attachment: Attachment) -> bytes:
    if not _MEDIA_TYPE.fullmatch(attachment.media_type):
        raise ValueError(f"not a media type: {attachment.media_type!r}")
    head = (
        f"Content-Type: {attachment.media_type}\r\n"
        "Content-Transfer-Encoding: base64\r\n"
        f"Content-Disposition: attachment;\r\n {filename(attachment.name)}\r\n\r\n"
    )
    return head.encode("ascii") + base64_lines(attachment.content)
