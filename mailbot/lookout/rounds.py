"""What the service does to be looked after: signs of life, the daily letter, the dead-man notice.

It is a step of its own beside running turns, so that it still speaks where those fail (FEAT-G2).
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy import delete
from sqlalchemy.orm import Session

from mailbot.app import Service
from mailbot.config import time_of_day
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.lookout.glance import GameGlance, Glance, glance
from mailbot.lookout.troubles import troubles, why_overdue
from mailbot.lookout.words import summary, told
from mailbot.storage.store import one_at_a_time
from mailbot.storage.tables import Beat
from mailbot.worker import WORKER

story = Story("service")

HEALTH = "health"
OVERDUE = "overdue "
DAY = timedelta(days=1)
EVERY = timedelta(minutes=1)
"""Between signs of life; whoever looks for them has patience for more."""

FORGOTTEN = timedelta(days=7)
"""A service that has shown no sign of life for so long is named no more."""


def watch_over(service: Service) -> None:
    """A round: a sign of life, and what the Gamesmaster is to be told."""
    now = service.clock.now()
    with service.store.writing() as session:
        if not beat(session, f"{WORKER}{service.worker}"[-120:], now, EVERY):
            return
        session.execute(delete(Beat).where(Beat.name != HEALTH, Beat.at < now - FORGOTTEN))
        one_at_a_time(session, "notices")
        seen = glance(session, service, now)
        for game in seen.games:
            if why := why_overdue(game, seen):
                _tell_overdue(session, service, game, why, now)
        _daily_letter(session, service, seen)


def beat(session: Session, name: str, now: datetime, every: timedelta) -> bool:
    """Note that something has happened, unless that was noted just now; was it noted?

    Whoever had to wait for another worker comes with a moment that lies before the one noted.
    """
    row = session.get(Beat, name, with_for_update=True)
    if row is None:
        session.add(Beat(name=name, since=now, at=now))
    elif abs(now - row.at) < every:
        return False
    else:
        row.at = now
    return True


def health_due(last: datetime | None, now: datetime, at: time, zone: ZoneInfo) -> bool:
    """Has this moment of the day come since the last letter?

    A service that has just been made says nothing until it comes.
    """
    there = now.astimezone(zone)
    slot = datetime.combine(there.date(), at, zone)
    if slot > there:
        slot = datetime.combine(there.date() - timedelta(days=1), at, zone)
    return last is not None and last < slot


def _daily_letter(session: Session, service: Service, seen: Glance) -> None:
    at = time_of_day(service.config.service.health_at, "service.health_at")
    if at is None:
        return
    zone, row = service.zone, session.get(Beat, HEALTH)
    if row is not None and not health_due(row.at, seen.now, at, zone):
        return
    if row is None:
        session.add(Beat(name=HEALTH, since=seen.now, at=seen.now))
        return
    row.at = seen.now
    found = troubles(seen)
    title = f"{summary(seen, found)} ({seen.now.astimezone(zone):%Y-%m-%d})"
    service.office.tell_gm(session, title, told(seen, found, zone), seen.now)


def _tell_overdue(
    session: Session, service: Service, game: GameGlance, why: str, now: datetime
) -> None:
    """A deadline has passed half an hour ago, and no turn was run: told once a day (FEAT-G2)."""
    if not beat(session, f"{OVERDUE}{game.name} {game.stage}", now, DAY):
        return
    due = "some time ago" if game.due is None else local(game.due, service.zone)
    story.warn("deadline passed", game=game.name, stage=game.stage, reason=why)
    service.office.tell_gm(
        session,
        f"{game.name}: the deadline of {game.stage_name} has passed, and no turn was run",
        f"It was due {due}: {why}.\n\n"
        f"`mailbot status` shows how everything stands, `mailbot game show {game.name}` this game, "
        "and `mailbot check` tests the service. Orders that came in time are kept and count.",
        now,
    )
