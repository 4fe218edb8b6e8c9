"""Names: what a unit, place or area may be called, and the nearest of several."""

from __future__ import annotations

import re

_WORDS = """
    a agree all and apply area assign at attacker avoid cancel clear command commit
    confirm crippled declare defender deputy designate destroyed devastated dispute end
    everyone excuse far fight flagship for force forget from gamemaster gamesmaster gm guard help
    incur incursion into join lost me message move my near none objective ok okay order orders pass
    please point points public raid react ready referee report resend resign rest
    retrograde rounds rules search seed sheet shelter shift start status strongest survey target
    the to turn using weakest with withdrew
"""

RESERVED = frozenset(_WORDS.split())
"""Words of the order language that nothing may be called (OFF-3.2)."""

_UNIT = re.compile(r"[A-Za-z][A-Za-z0-9'-]{1,15}", re.ASCII)

RULE = "a letter, then letters, digits, ' or -, 2 to 16 in all"


def is_name(name: str) -> bool:
    """May something be called so, reserved words aside (OFF-3.2)?

    >>> is_name("O'Hara-2"), is_name("X"), is_name("2nd")
    (True, False, False)
    """
    return _UNIT.fullmatch(name) is not None


def key(name: str) -> str:
    """What names and tags are compared by (OFF-3.4.6)."""
    return name.upper()
