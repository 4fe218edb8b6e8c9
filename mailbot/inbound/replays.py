"""Signed letters in the wrong hands, brought once more (MAIL-S4).

A signature proves who wrote a letter, not who brings it: whoever got one of a player's letters, as
a friend in its Cc does, could bring it here later.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Iterator, Mapping
from hashlib import sha256

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from mailbot.mail.authenticity import aligned
from mailbot.mail.letter import Envelope
from mailbot.storage.tables import Signature

#: Bytes; Ed25519 makes 64, RSA 128 and more.
SHORTEST = 64


def came_signed(session: Session, envelope: Envelope, letter: int) -> bool:
    """Has another letter been obeyed that has a signature of this one?"""
    seen = exists().where(Signature.value.in_(_values(envelope)), Signature.letter != letter)
    return bool(session.scalar(select(seen)))


def note_signatures(session: Session, envelope: Envelope, letter: int) -> None:
    """Remember a letter that is obeyed by its signatures: nobody else can make the same ones."""
    values = _values(envelope)
    if values:
        known = session.scalars(select(Signature.value).where(Signature.value.in_(values)))
        new = values - set(known)
        session.add_all(Signature(value=value, letter=letter) for value in sorted(new))


def signatures(envelope: Envelope) -> Iterator[Mapping[str, str]]:
    """The tags of those of the sender's domain (RFC 6376, 3.5)."""
    domain = (envelope.sender or "").rpartition("@")[2]
    for value in envelope.headers.all("dkim-signature"):
        pairs = (piece.partition("=") for piece in value.split(";"))
        tags = {name.strip().lower(): "".join(text.split()) for name, _, text in pairs}
        if aligned(tags.get("d", ""), domain):
            yield tags


def _values(envelope: Envelope) -> frozenset[str]:
    """What can only be of this letter; a signature that is none is not."""
    found = (
        (tags.get("d", "").lower().encode(), _decoded(tags.get("b", "")))
        for tags in signatures(envelope)
    )
    return frozenset(sha256(domain + made).hexdigest() for domain, made in found if made)


def _decoded(text: str) -> bytes:
    """The same signature can be spelt in several ways; empty if it is too short to be one."""
    try:
        made = b64decode(text + "==")
    except ValueError:
        return b""
    return made if len(made) >= SHORTEST else b""
