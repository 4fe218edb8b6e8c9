"""`vacation …`: a player is away, and the game knows it; nobody else does (FEAT-T2)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from grammar.vacation import FORMS, NONE, Days, read_days
from mailbot.games.settings import zone_of
from mailbot.games.times import day_of
from mailbot.inbound.asking import Request
from mailbot.log import Story
from mailbot.storage.tables import SeatRow

story = Story("letters")

LONGEST = timedelta(days=92)


def take_vacation(request: Request) -> None:
    """Note it, confirm the days, and let the Gamesmaster know; `vacation none` ends it."""
    said = " ".join(request.command.arguments).strip(" .!:")
    zone = zone_of(request.seat, request.game.settings)
    today = request.now.astimezone(zone).date()
    if not request.is_proven():
        return
    if not said:
        away = standing(request.seat, zone, request.now)
        request.remark(away or f"You are not away. Write {FORMS}.")
    elif said.lower() in NONE:
        _end(request, zone)
    elif (days := read_days(said, today)) is None:
        told = f"I cannot tell from “{said[:60]}” when you are away. Write {FORMS}."
        request.refuse("no-days", told)
    elif why := _why_not(days, today):
        request.refuse("no-vacation", why)
    else:
        _begin(request, days, zone)


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


def _begin(request: Request, days: Days, zone: ZoneInfo) -> None:
    seat = request.seat
    seat.away_from = _midnight(days.first, zone)
    seat.away_until = _midnight(days.last + timedelta(days=1), zone)
    turns = (
        "Deadlines wait for you as far as the game allows"
        if request.game.settings.vacations == "wait"
        else "Turns run meanwhile; a deputy (`deputy ann@example.net`) can give your orders"
    )
    away = standing(seat, zone, request.now)
    request.remark(
        f"{away} You get no reminders then, and no turn counts as missed. "
        f"{turns}. Only the Gamesmaster is told. `vacation none` ends it."
    )
    _tell(request, away[8:-1])


def _end(request: Request, zone: ZoneInfo) -> None:
    seat = request.seat
    was = standing(seat, zone, request.now)
    seat.away_from = seat.away_until = None
    if not was:
        request.remark("You are not away, so there was nothing to end.")
        return
    request.remark("Your vacation is over: you are reminded again, and turns count.")
    _tell(request, "back")


def _tell(request: Request, what: str) -> None:
    game, role = request.game, request.seat.role
    title = f"{game.settings.title}: {role} is {what}"
    told = "The player wrote so; nobody else was told."
    request.office.tell_gm_once(request.session, title, told, request.now)
    request.note("vacation", {"role": role, "is": what})
    story.tell("vacation", game=game.name, role=role)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
