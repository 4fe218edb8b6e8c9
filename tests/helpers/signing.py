"""Letters with a DKIM signature of game.test, and the name server that has its key."""

from __future__ import annotations

from functools import cache

import dkim
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.helpers.got import DOMAIN

#: What large providers sign at least; whether Message-ID is among it differs.
FIELDS = (b"from", b"to", b"cc", b"subject", b"date")


def signed(raw: bytes, fields: tuple[bytes, ...] = FIELDS) -> bytes:
    """The letter with a signature on top that does not mind white space."""
    made: bytes = dkim.sign(
        raw,
        b"s",
        DOMAIN.encode(),
        _key()[0],
        include_headers=fields,
        canonicalize=(b"relaxed", b"relaxed"),
    )
    return made + raw


def names(_: str) -> bytes:
    """The TXT record under any name."""
    return b"v=DKIM1; k=rsa; p=" + _key()[1]


@cache
def _key() -> tuple[bytes, bytes]:
    key = rsa.generate_private_key(65537, 1024)
    form, plain = serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return (
        key.private_bytes(serialization.Encoding.PEM, form, plain),
        b"".join(public.split(b"\n")[1:-2]),
    )
