"""Mail addresses: lists of them read tolerantly, a sender read strictly (MAIL-H2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mailbot.mail.headers import LONGEST_VALUE, words

_TOKEN = re.compile(r'"(?:[^"\\]|\\.){0,500}+"|<[^<>]{0,1000}+>|[(),;:]|[^"<>(),;:]++|.', re.DOTALL)
_ADDRESS = re.compile(
    r'[^\s\x00-\x20\x7f"<>()\[\],;:\\@]{1,64}@[^\s\x00-\x20\x7f"<>()\[\],;:\\@]{1,253}'
)
_LONGEST_SENDER = 2000


@dataclass(frozen=True, slots=True)
class Address:
    """Somebody who can be written to."""

    #: Lower case, domain in ASCII (IDNA).
    address: str
    name: str = ""


def addresses(value: str) -> tuple[str, ...]:
    """Every usable address of a header value, in order, groups opened, names left out."""
    found = (_usable(entry.address) for entry in _entries(value[:LONGEST_VALUE]))
    return tuple(address for address in found if address)


def sender(values: tuple[str, ...]) -> Address | None:
    """The one address of the one From field; None if missing or open to two readings (MAIL-H2)."""
    if len(values) != 1 or len(values[0]) > _LONGEST_SENDER:
        return None
    entries = _entries(values[0])
    if len(entries) != 1 or not (address := _usable(entries[0].address)):
        return None
    [entry] = entries
    # Some programs repeat the very address as the name, without quotes or in single ones.
    doubled = entry.name.strip("'") == entry.address
    if not doubled and _at_signs(values[0]) > 1:
        return None
    return Address(address, words(entry.name))


def normal(address: str) -> str | None:
    """The form in which addresses are compared; None if it is none (MAIL-H2).

    >>> normal("Anna@Müller.example")
    'anna@xn--mller-kva.example'
    """
    return _usable(address.strip())


def _usable(address: str) -> str | None:
    if not _ADDRESS.fullmatch(address):
        return None
    local, _, domain = address.rpartition("@")
    try:
        ascii_domain = domain.rstrip(".").encode("idna").decode("ascii")
    except UnicodeError:
        return None
    return f"{local}@{ascii_domain}".lower() if ascii_domain else None


def _at_signs(value: str) -> int:
    return sum(piece[0].count("@") for piece in _TOKEN.finditer(value) if piece[0][0] != '"')


def _entries(value: str) -> list[Address]:
    """The list as written, cut at commas outside quotes, comments and groups."""
    entries: list[Address] = []
    loose: list[str] = []
    angle: str | None = None
    depth = 0
    for match in _TOKEN.finditer(value + ","):
        piece = match[0]
        if piece in "()":
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif depth:
            continue
        elif piece in ",;":
            text = "".join(loose).strip()
            if angle is not None or text:
                entries.append(Address(text) if angle is None else Address(angle, text))
            loose, angle = [], None
        elif piece == ":":
            loose = []
        elif piece[0] == "<" and len(piece) > 1:
            angle = piece[1:-1].strip() if angle is None else ""
        else:
            loose.append(_unquoted(piece))
    return entries


def _unquoted(piece: str) -> str:
    if len(piece) < 2 or piece[0] != '"':
        return piece
    return re.sub(r"\\(.)", r"\1", piece[1:-1])
