"""`vacation …`: a player is away, and the game knows it; nobody else does (FEAT-T2)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from grammar.reading import Command
from grammar.vacation import FORMS, NONE, Days, read_days
from mailbot.games.receipts import zone_of
from mailbot.games.settings import LiveGame
from mailbot.games.times import day_of
from mailbot.inbound.asking import Asked, Writer
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.storage.tables import Deed, SeatRow

story = Story("letters")

LONGEST = timedelta(days=92)


def take_vacation(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """Note it, confirm the days, and let the Gamesmaster know; `vacation none` ends it."""
    said = " ".join(command.arguments).strip(" .!:")
    zone = zone_of(game, seat)
    today = now.astimezone(zone).date()
    if not writer.proven:
        told = "Your letter answers an earlier one of ours: answer this one instead, please."
        asked.refuse(command, "earlier-letter", told)
    elif not said:
        asked.remarks.append(standing(seat, zone, now) or f"You are not away. Write {FORMS}.")
    elif said.lower() in NONE:
        _end(session, office, game, seat, asked, now)
    elif (days := read_days(said, today)) is None:
        told = f"I cannot tell from “{said[:60]}” when you are away. Write {FORMS}."
        asked.refuse(command, "no-days", told)
    elif why := _why_not(days, today):
        asked.refuse(command, "no-vacation", why)
    else:
        _begin(session, office, game, seat, days, asked, now)


def standing(seat: SeatRow, zone: ZoneInfo, now: datetime) -> str:
    """The vacation that he is on, or will be; empty if none."""
    if seat.away_from is None or seat.away_until is None or seat.away_until <= now:
        return ""
    first = day_of(seat.away_from.astimezone(zone).date())
    last = day_of((seat.away_until - timedelta(seconds=1)).astimezone(zone).date())
    return f"You are away on {first}." if first == last else f"You are away from {first} to {last}."


def _why_not(days: Days, today: date) -> str:
    if days.last < today:
        return f"{day_of(days.last)} has passed already: which days do you mean?"
    if days.last - days.first > LONGEST or days.first - today > timedelta(days=366):
        return (
            "A vacation is of three months at most, and begins within a year: for a longer one "
            "write to the Gamesmaster, `to gm: …`."
        )
    return ""


def _begin(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    days: Days,
    asked: Asked,
    now: datetime,
) -> None:
    zone = zone_of(game, seat)
    seat.away_from = _midnight(days.first, zone)
    seat.away_until = _midnight(days.last + timedelta(days=1), zone)
    turns = (
        "Deadlines wait for you as far as the game allows"
        if game.settings.vacations == "wait"
        else "Turns run meanwhile; a deputy (`deputy ann@example.net`) can give your orders"
    )
    asked.remarks.append(
        f"{standing(seat, zone, now)} You get no reminders then, and no turn counts as missed. "
        f"{turns}. Only the Gamesmaster is told. `vacation none` ends it."
    )
    _tell(session, office, game, seat, standing(seat, zone, now)[8:-1], now)


def _end(
    session: Session, office: Office, game: LiveGame, seat: SeatRow, asked: Asked, now: datetime
) -> None:
    was = standing(seat, zone_of(game, seat), now)
    seat.away_from = seat.away_until = None
    if not was:
        asked.remarks.append("You are not away, so there was nothing to end.")
        return
    asked.remarks.append("Your vacation is over: you are reminded again, and turns count.")
    _tell(session, office, game, seat, "back", now)


def _tell(
    session: Session, office: Office, game: LiveGame, seat: SeatRow, what: str, now: datetime
) -> None:
    title = f"{game.settings.title}: {seat.role} is {what}"
    office.tell_gm_once(session, title, "The player wrote so; nobody else was told.", now)
    details = {"role": seat.role, "is": what}
    session.add(Deed(at=now, game=game.name, who="player", what="vacation", details=details))
    story.tell("vacation", game=game.name, role=seat.role)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
