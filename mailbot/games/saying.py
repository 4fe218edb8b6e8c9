"""The Gamesmaster's own words: to players, to the record, and the record itself (FEAT-G3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.wording import enumeration
from mailbot.errors import Refused
from mailbot.games.settings import read_settings, seat_of, seats
from mailbot.games.steering import Hand, note
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Page, post, to_seat
from mailbot.storage.tables import Deed, Game

story = Story("games")

MOST_TOLD = 200
"""So many of the latest entries of a record are shown where nobody asks for more."""


def say(
    session: Session, row: Game, hand: Hand, roles: Sequence[str], text: str
) -> tuple[str, ...]:
    """Write to these players, or to all of them; returns who was written to."""
    if not text.strip():
        raise Refused("there is nothing to say")
    named = [seat_of(session, row.name, role) for role in roles] or seats(session, row.name)
    readers = [seat for seat in named if seat.address]
    if not readers:
        whom = f"nobody plays {enumeration(roles, 'or')}" if roles else "nobody plays"
        raise Refused(f"{whom} in {row.name} now, so that nobody can be written to")
    title = read_settings(row).title
    # Marked as a quote: no line of it is an order of its reader when it comes back (MAIL-B7).
    words = "".join(f"> {line}".rstrip() + "\n" for line in text.strip().splitlines())
    whole = f"The Gamesmaster writes{'' if roles else ' to all'}:\n\n{words}"
    page = Page(
        f"{title}: a word from the Gamesmaster",
        f"{whole}\nTo answer, write `to gm:` and then your words.\n",
    )
    for seat in readers:
        to = to_seat(seat, row.stage)
        post(session, [hand.desk.write(Kind.PRESS, to, page, hand.now)])
    told = tuple(seat.role for seat in readers)
    note(session, row, hand, "say", {"to": enumeration(told) if roles else "all", "text": text})
    story.tell("gm said", game=row.name, who=hand.who, to=len(told))
    return told


def write_down(session: Session, row: Game, hand: Hand, text: str) -> None:
    """A note that only the record of the game holds."""
    if not text.strip():
        raise Refused("there is nothing to note")
    note(session, row, hand, "note", {"text": text.strip()})


def record(session: Session, row: Game, most: int = MOST_TOLD) -> Iterator[str]:
    """What was done to a game, by whom and why, oldest first; times are the game's."""
    zone = ZoneInfo(read_settings(row).zone)
    found = session.scalars(
        select(Deed).where(Deed.game == row.name).order_by(Deed.at.desc(), Deed.id.desc())
    ).all()
    if len(found) > most:
        yield f"{len(found) - most} earlier entries are left out."
    for deed in reversed(found[:most]):
        known = (deed.details or {}).items()
        shown = ((key, _told(value, zone)) for key, value in known)
        details = "; ".join(f"{key}: {_short(value)}" for key, value in shown if value)
        yield f"{local(deed.at, zone)}  {deed.who}  {deed.what}  {details}".rstrip()


def _told(value: object, zone: ZoneInfo) -> str:
    """A moment as the game's clock shows it, a setting as the config writes it."""
    if isinstance(value, list):
        return ", ".join(_told(each, zone) or "-" for each in value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        return local(datetime.fromisoformat(value), zone)
    return "" if value is None else str(value)


_MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00:00")


def _short(value: str, most: int = 200) -> str:
    text = " ".join(value.split())
    return text if len(text) <= most else text[: most - 1] + "…"
