"""Where the service learns what time it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, in UTC."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class HandClock:
    """A clock that its owner sets: for demonstrations and tests."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        return self._now

    def set(self, now: datetime) -> None:
        """Move to this moment, forwards or back."""
        self._now = now

    def advance(self, by: timedelta) -> None:
        self._now += by
