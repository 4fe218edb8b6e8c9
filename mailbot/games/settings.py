"""A game as the service holds it: its row, its rules, its position."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role, Stage, When
from mailbot.config import GameConfig
from mailbot.deadlines import Schedule, read_schedule
from mailbot.errors import Refused
from mailbot.rulesets import Rules, rules_named
from mailbot.storage.tables import Game, Phase, SeatRow


class Settings(msgspec.Struct, frozen=True):
    """What of a game's config is the service's own; copied into its row when it is created."""

    title: str
    schedule: str
    zone: str
    open: bool = True
    start: str = "full"
    trust: str = "token"
    late: str = "refuse"
    #: As the config names it; the game keeps the board that it was created with.
    board: str = ""
    release: str = "at once"
    hold_missing: int = 0
    hold_odd: bool = False
    hold_release: str = "gm"
    undo: str = "unsent"
    holidays: tuple[str, ...] = ()
    early: bool = False
    remind_hours: int = 0
    grace_hours: int = 0
    grace_per_player: int = 2
    grace_cap_hours: int = 72
    caretaker_after: int = 0
    replace_after: int = 0
    refill_first: bool = False
    vacations: str = "note"
    waiting_list: bool = False
    press: str = "signed"
    press_gm_copy: bool = False
    press_per_day: int = 20
    press_longest: int = 10_000
    observers: str = "none"


def settings_from(config: GameConfig, service_zone: str) -> Settings:
    given = {name: getattr(config, name) for name in Settings.__struct_fields__}
    named = {
        "title": config.title or config.name.capitalize(),
        "zone": config.zone or service_zone,
    }
    return Settings(**{**given, **named})


def zone_of(seat: SeatRow, settings: Settings) -> ZoneInfo:
    """The zone that a player has chosen, else that of his game."""
    return ZoneInfo(seat.zone or settings.zone)


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game read from the database: everything that deciding about it needs."""

    row: Game
    rules: Rules
    settings: Settings
    state: Any
    stage: Stage

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.settings.zone)

    @property
    def schedule(self) -> Schedule:
        return read_schedule(self.settings.schedule, self.zone, self.settings.holidays)

    @property
    def closes(self) -> datetime | None:
        """Until when letters of this stage count, also while it is about to run early."""
        if self.row.closed is not None:
            return self.row.closed
        due, slot = self.row.due, self.row.slot
        return due if due is None or slot is None else max(due, slot)

    @property
    def signing_up(self) -> bool:
        return self.row.phase == Phase.SIGN_UP

    @property
    def over(self) -> bool:
        return self.row.phase == Phase.OVER

    def when(self, stage: int) -> When:
        """A stage of this game as its players speak of it."""
        return self.rules.ruleset.when(self.state, stage)

    def view(self, role: Role) -> Any:
        return self.rules.ruleset.view(self.state, role)


def read_settings(row: Game) -> Settings:
    return msgspec.convert(row.settings, Settings)


def live(row: Game) -> LiveGame:
    """A game with its rules and its position."""
    rules = rules_named(row.ruleset)
    state = rules.ruleset.load(row.position)
    return LiveGame(row, rules, read_settings(row), state, rules.ruleset.stage(state))


def takes_names(row: Game) -> bool:
    """May anybody ask to join it by mail, for a seat or for the waiting list?"""
    settings = read_settings(row)
    waits = settings.waiting_list and row.phase != Phase.OVER
    return settings.open and (waits or row.phase == Phase.SIGN_UP)


def find_game(session: Session, name: str) -> Game:
    """The row of that game. Raises `Refused` with the names that exist."""
    row = session.get(Game, name)
    if row is None:
        names = ", ".join(session.scalars(select(Game.name).order_by(Game.name))) or "none yet"
        raise Refused(f"there is no game {name!r}; there are: {names}")
    return row


def seats(session: Session, game: str) -> tuple[SeatRow, ...]:
    """The taken seats: those ready first, in the order in which they were, then by joining."""
    rows = session.scalars(select(SeatRow).where(SeatRow.game == game)).all()
    never = datetime.max.replace(tzinfo=UTC)
    return tuple(
        sorted(
            rows,
            key=lambda seat: (
                seat.ready or never,
                seat.taken,
                seat.id,
            ),
        )
    )


def seat_of(session: Session, game: str, role: str) -> SeatRow:
    """The seat of a role. Raises `Refused` with the roles that exist."""
    rows = {row.role.lower(): row for row in seats(session, game)}
    if role.lower() not in rows:
        names = ", ".join(row.role for row in rows.values()) or "none yet"
        raise Refused(f"{game} has no player {role!r}; it has: {names}")
    return rows[role.lower()]
