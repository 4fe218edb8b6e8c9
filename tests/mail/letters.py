"""Letters for tests: a test names only what it is about."""

from __future__ import annotations

import re
from base64 import encodebytes
from quopri import encodestring

from mailbot.mail.body import Reading, read_body

_ORDER = re.compile(r"\w+(, \w+)* (to|at) \w+", re.IGNORECASE)
FROM_ANNA = "From: Anna <anna@example.org>\nTo: orders@example.net\n"


def is_order(line: str) -> bool:
    """`Phoenix to Pearl`, in place of a grammar."""
    return _ORDER.fullmatch(line.strip()) is not None


def read(raw: bytes, *, ours: frozenset[str] = frozenset()) -> Reading:
    return read_body(raw, reads_as_order=is_order, ours=ours)


def letter(
    text: str,
    *,
    kind: str = "text/plain",
    charset: str = "utf-8",
    how: str = "8bit",
    headers: str = FROM_ANNA,
) -> bytes:
    return headers.encode() + part(text, kind=kind, charset=charset, how=how)


def part(
    text: str, *, kind: str = "text/plain", charset: str = "utf-8", how: str = "8bit"
) -> bytes:
    data = text.encode(charset)
    coded = {"8bit": data, "base64": encodebytes(data), "quoted-printable": encodestring(data)}[how]
    head = f"Content-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {how}\n\n"
    return head.encode() + coded


def multipart(subtype: str, *parts: bytes, boundary: str = "b1") -> bytes:
    head = f'Content-Type: multipart/{subtype}; boundary="{boundary}"\n\n'.encode()
    return (
        head
        + b"".join(f"--{boundary}\n".encode() + p + b"\n" for p in parts)
        + (f"--{boundary}--\n".encode())
    )


def codes(reading: Reading) -> set[str]:
    return {remark.code for remark in reading.remarks}


def own(text: str) -> str:
    """The own text of a plain letter."""
    return read(letter(text)).text
