"""The envelope sender: an address for each letter, which only the service can make (MAIL-O3).

What comes back to it is about that letter, whatever is left of the letter itself.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode

from mailbot.mail.tokens import LENGTH, token

#: Random bytes that name a letter; beside them and the proof 33 characters of an address are left.
LOT_BYTES = 8

_DETAIL = re.compile(rf"([a-z2-7]{{13}})\.([a-z2-7]{{{LENGTH}}})")


def bounce_address(base: str, lot: bytes, key: bytes) -> str:
    """`bounce+<lot>.<mac>@example.org`, for a base address of `bounce@example.org`."""
    if len(lot) != LOT_BYTES:
        raise ValueError(f"a letter is named by {LOT_BYTES} random bytes")
    local, _, domain = base.rpartition("@")
    name = b32encode(lot).decode("ascii").rstrip("=").lower()
    return f"{local}+{name}.{_mac(key, name)}@{domain}"


def is_bounce_address(address: str, base: str) -> bool:
    """Has it the form of such an address? Nobody writes orders to one."""
    return _detail(address, base) is not None


def is_genuine(address: str, base: str, key: bytes) -> bool:
    """Did we make this address?"""
    found = _detail(address, base)
    return found is not None and hmac.compare_digest(found[2], _mac(key, found[1]))


def _detail(address: str, base: str) -> re.Match[str] | None:
    local, _, domain = base.rpartition("@")
    said, _, at = address.lower().rpartition("@")
    if at != domain or not said.startswith(f"{local}+"):
        return None
    return _DETAIL.fullmatch(said.removeprefix(f"{local}+"))


def _mac(key: bytes, name: str) -> str:
    # No game is called nothing, so no player's token is ever the same.
    return token(key, "", name, 0)
