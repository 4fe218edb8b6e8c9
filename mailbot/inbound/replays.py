"""Signed letters in the wrong hands: brought once more, or never written to us (MAIL-S4).

A signature proves who wrote a letter, not who brings it. Whoever got one of a player's letters, as
a friend in its Cc does, could bring it here later, or one that was never meant for us.
"""

from __future__ import annotations

import binascii
from base64 import b64decode
from collections.abc import Iterator, Mapping
from hashlib import sha256

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from mailbot.mail.address import addresses
from mailbot.mail.authenticity import aligned
from mailbot.mail.letter import Envelope
from mailbot.storage.tables import Signature

#: Where a letter says itself whom it is for; what servers note beside is not its writer's word.
_FIELDS = ("to", "cc")


def written_to(envelope: Envelope, ours: str) -> bool:
    """Does its writer name us among its readers?"""
    return bool(_fields_with(envelope, ours))


def signed_for(envelope: Envelope, ours: str) -> bool:
    """Do all signatures of the sender's domain hold the field that names us?"""
    named = _fields_with(envelope, ours)
    signed = [tags.get("h", "").lower().split(":") for tags in _signatures(envelope)]
    return bool(signed) and all(any(field in h for field in named) for h in signed)


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


def _fields_with(envelope: Envelope, ours: str) -> tuple[str, ...]:
    """The fields that stand once and name us; one that stands twice is signed only once."""
    found = {field: envelope.headers.all(field) for field in _FIELDS}
    return tuple(
        field
        for field, values in found.items()
        if len(values) == 1 and any(_bare(each) == ours for each in addresses(values[0]))
    )


def _bare(address: str) -> str:
    """Without the part that carries the token."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def _signatures(envelope: Envelope) -> Iterator[Mapping[str, str]]:
    """The tags of those of the sender's domain (RFC 6376, 3.5)."""
    domain = (envelope.sender or "").rpartition("@")[2]
    for value in envelope.headers.all("dkim-signature"):
        pairs = (piece.partition("=") for piece in value.split(";"))
        tags = {name.strip().lower(): "".join(text.split()) for name, _, text in pairs}
        if aligned(tags.get("d", ""), domain):
            yield tags


def _values(envelope: Envelope) -> frozenset[str]:
    found = ((tags.get("d", "").lower(), tags.get("b", "")) for tags in _signatures(envelope))
    return frozenset(sha256(domain.encode() + _decoded(text)).hexdigest() for domain, text in found)


def _decoded(text: str) -> bytes:
    """The same signature can be spelt in several ways."""
    try:
        return b64decode(text + "==")
    except (binascii.Error, ValueError):
        return text.encode("utf-8", "replace")
