"""Names by which whoever bears them would be taken for the Gamesmaster or the service."""

from __future__ import annotations

from collections.abc import Collection

from mailbot.mail.marks import slug

_OFFICES = frozenset(
    {"gm", "gms", "gamemaster", "gamemasters", "gamesmaster", "gamesmasters", "moderator"}
    | {"referee", "umpire", "admin", "administrator", "service", "gameservice", "mailbot"}
    | {"postmaster", "system"}
)


def compared(name: str) -> str:
    """`The Raven` and `the-raven` are one: nobody is to be taken for somebody else."""
    return slug(name).replace("-", "")


def runs_the_game(name: str, besides: Collection[str] = ()) -> bool:
    """Would a letter under that name seem to come from the Gamesmaster, or one of `besides`?"""
    said = compared(name).removeprefix("the")
    return said in _OFFICES or said in {compared(each).removeprefix("the") for each in besides}
