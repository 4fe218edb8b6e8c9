"""The sign by which a player's reply is known: in the address that we gave him (MAIL-S2)."""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass

from mailbot.mail.letter import Envelope
from mailbot.mail.marks import slug

LENGTH = 16
#: RFC 5321, 4.5.3.1.1.
LONGEST_LOCAL_PART = 64

_IN_ADDRESS = re.compile(r"[^@]{1,64}\+([a-z0-9-]{1,40})\.([a-z0-9-]{1,40})\.([a-z2-7]{16})@.*")
_IN_SUBJECT = re.compile(r"\[k:([a-z2-7]{16})\]", re.IGNORECASE)
_TAG = re.compile(r"\[([^\[\]\n]{1,60}) T(\d{1,4})\]")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as found in a letter: a claim, until `check` has confirmed it."""

    mac: str
    #: Hints: what `slug` makes of the names, the role shortened; empty if from the subject.
    game: str = ""
    role: str = ""


def token(key: bytes, game: str, role: str, stage: int, hands: int = 0) -> str:
    """16 lower-case base32 characters (80 bits) that only the service can make.

    `hands`: how many have held the seat before; each of them has had tokens of his own.
    """
    held = f"\x00{hands}" if hands else ""
    message = f"{game}\x00{role}\x00{stage}{held}".encode("utf-8", "surrogatepass")
    return b32encode(hmac.digest(key, message, "sha256"))[:LENGTH].decode("ascii").lower()


def reply_address(base: str, game: str, role: str, stage: int, key: bytes, hands: int = 0) -> str:
    """`orders+pentarchy.zane.<mac>@example.org`, for a base address of `orders@example.org`."""
    return _address(base, game, role, token(key, game, role, stage, hands))


def pen_token(key: bytes, game: str, pen: str, role: str, hands: int = 0) -> str:
    """What an answer of this role to a letter of that name in character carries (FEAT-P1).

    No role has a `>` in its name, so that it never stands for a seat.
    """
    return token(key, game, f"{slug(pen)}>{role}", 0, hands)


def pen_address(base: str, game: str, pen: str, role: str, key: bytes, hands: int = 0) -> str:
    """`orders+pentarchy.the-raven.<mac>@example.org`: what this role writes there goes to him."""
    return _address(base, game, pen, pen_token(key, game, pen, role, hands))


def _address(base: str, game: str, role: str, mac: str) -> str:
    local, _, domain = base.rpartition("@")
    room = LONGEST_LOCAL_PART - len(f"{local}+..{mac}")
    if room < 2:
        raise ValueError(f"{base}: too long to carry a token, please choose a shorter address")
    # The game is what is looked up; the player's name is only for people.
    name = slug(game)[: room - 1]
    player = slug(role)[: room - len(name)]
    return f"{local}+{name}.{player}.{mac}@{domain}"


def gm_token(key: bytes, address: str, day: int) -> str:
    """What proves an answer of the Gamesmaster at this address to a letter of that day (MAIL-S6).

    It names no game, so that it can be no player's.
    """
    return token(key, "", f"gm {address}", day)


def gm_reply_address(base: str, address: str, day: int, key: bytes) -> str:
    """`orders+gm.desk.<mac>@example.org`."""
    local, _, domain = base.rpartition("@")
    return f"{local}+gm.desk.{gm_token(key, address, day)}@{domain}"


def tokens_in(envelope: Envelope) -> tuple[Token, ...]:
    """Tokens of the recipients, in their order, then of the subject; quoted text never counts."""
    found = [
        Token(match[3], match[1], match[2])
        for address in envelope.recipients
        if (match := _IN_ADDRESS.fullmatch(address))
    ]
    found += [Token(mac.lower()) for mac in _IN_SUBJECT.findall(envelope.subject)]
    return tuple(dict.fromkeys(found))


def carry(tokens: Iterable[Token], genuine: str) -> bool:
    """Is one of these the genuine one?"""
    return any(hmac.compare_digest(found.mac, genuine) for found in tokens)


def check(
    found: Token,
    key: bytes,
    game: str,
    roles: Iterable[str],
    stages: Iterable[int],
    hands: int = 0,
) -> tuple[str, int] | None:
    """The role and stage of this game that a token was made for; None if it is not genuine.

    Every candidate is compared, so that the time taken tells nothing.
    """
    candidates = [(role, stage) for stage in stages for role in roles]
    matching = [
        candidate
        for candidate in candidates
        if hmac.compare_digest(token(key, game, *candidate, hands), found.mac)
    ]
    return matching[0] if matching else None


def tag(game: str, stage: int) -> str:
    """What stands in subjects: `[pentarchy T4]`, the stage that orders are asked for (MAIL-O2)."""
    return f"[{game} T{stage}]"


def tag_in(subject: str) -> tuple[str, int] | None:
    """The game and stage that a subject names."""
    found = _TAG.search(subject)
    return (found[1], int(found[2])) if found else None


def named_in(subject: str) -> tuple[str, ...]:
    """Games that a player's own subject may name: `[pentarchy] orders`, `game pentarchy`.

    >>> named_in("Re: [pentarchy] orders"), named_in("Game deeps")
    (('pentarchy',), ('deeps',))
    """
    return tuple(
        (bracketed or named).lower() for bracketed, named in _NAMES.findall(subject[:_LONGEST])
    )


_NAMES = re.compile(
    r"\[([a-z][a-z0-9-]{1,29})\]|\bgame\s+([a-z][a-z0-9-]{1,29})\b", re.IGNORECASE | re.ASCII
)
_LONGEST = 400
