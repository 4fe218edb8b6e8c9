"""How far a deadline moves because orders are missing: the rungs of absence, pure (FEAT-T2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mailbot.deadlines import Schedule, after_holidays, next_deadline
from mailbot.games.settings import Settings


@dataclass(frozen=True, slots=True)
class Absentee:
    """Somebody who owes orders at the deadline and has sent nothing."""

    role: str
    #: How often a deadline was moved for his sake.
    graces: int = 0
    #: The end of the vacation that he is on.
    away_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """A deadline that moves, for whom, and why."""

    #: `refill`, `wait` or `grace`.
    why: str
    due: datetime
    roles: tuple[str, ...]


def may_move(settings: Settings) -> bool:
    """Is any rung of this game turned on?"""
    return settings.refill_first or settings.vacations == "wait" or settings.grace_hours > 0


def moved(
    settings: Settings,
    schedule: Schedule,
    due: datetime,
    absent: Sequence[Absentee],
    *,
    first: bool,
    others_wait: bool,
) -> Moved | None:
    """What a deadline that has come is moved to; None: the turn runs.

    `first`: it is that of the first turn; `others_wait`: there is somebody on the waiting list.
    Holidays come on top of the cap.
    """
    here = [each for each in absent if each.away_until is None]
    if settings.refill_first and first and others_wait and here:
        return Moved("refill", next_deadline(schedule, due), _roles(here))
    cap = due + timedelta(hours=settings.grace_cap_hours)
    backs = [each.away_until for each in absent if each.away_until is not None]
    if settings.vacations == "wait" and backs:
        after = after_holidays(schedule, min(next_deadline(schedule, max(backs)), cap))
        gone = [each for each in absent if each.away_until is not None]
        return Moved("wait", after, _roles(gone)) if after > due else None
    spared = [each for each in here if each.graces < settings.grace_per_player]
    if settings.grace_hours and spared:
        later = after_holidays(schedule, min(due + timedelta(hours=settings.grace_hours), cap))
        return Moved("grace", later, _roles(spared)) if later > due else None
    return None


def _roles(absent: Sequence[Absentee]) -> tuple[str, ...]:
    return tuple(each.role for each in absent)
