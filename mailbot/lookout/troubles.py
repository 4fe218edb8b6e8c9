"""What of a glance needs somebody: pure, the worst first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine.core.wording import number
from mailbot.games.times import left, local
from mailbot.lookout.glance import GameGlance, Glance, Waiting
from mailbot.storage.tables import Phase

DEAD = timedelta(minutes=15)
"""After so long without a sign of life, also from `run --once` by cron, no service is at work."""

UNREAD = timedelta(minutes=20)
"""The mailbox is read every five minutes."""

OVERDUE = timedelta(minutes=30)
"""A deadline that passed so long ago without a run is told of."""

STUCK = timedelta(hours=1)
"""Letters that wait so long are not just on their way."""

LITTLE = 500 * 1024 * 1024
"""Bytes of disk."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that needs somebody."""

    words: str
    #: The service does not do its work; else a game or a letter waits for the Gamesmaster.
    alarm: bool = False


def troubles(glance: Glance) -> tuple[Trouble, ...]:
    """All of it, alarms first."""
    return (*_alarms(glance), *_matters(glance))


def why_overdue(game: GameGlance, glance: Glance) -> str:
    """Why a stage whose deadline passed half an hour ago has not been run; empty if none has."""
    if game.due is None or glance.now - game.due < OVERDUE:
        return ""
    if game.phase == Phase.HELD:
        return "" if game.result_waits else f"it is held: {game.held}"
    if game.phase not in (Phase.RUNNING, Phase.SIGN_UP):
        return ""
    if glance.mailbox and (glance.polled is None or glance.polled < game.due):
        return f"the mailbox has not been read to its end since {when(glance.polled, glance.zone)}"
    if glance.letters_in.oldest is not None and glance.letters_in.oldest <= game.due:
        return "letters that came in time are still to be read"
    if game.leased_by:
        return f"{game.leased_by} began to run it and has not come to an end"
    return "nobody has run it: the log of the service says what went wrong"


def _alarms(glance: Glance) -> Iterator[Trouble]:
    seen = max((worker.seen for worker in glance.workers if not worker.ended), default=None)
    if seen is None or glance.now - seen > DEAD:
        last = max((worker.seen for worker in glance.workers), default=None)
        yield Trouble(
            f"no service is at work; the last sign of one: {when(last, glance.zone)}", alarm=True
        )
    if glance.mailbox and (glance.polled is None or glance.now - glance.polled > UNREAD):
        yield Trouble(
            f"{glance.mailbox} was last read to its end: {when(glance.polled, glance.zone)}",
            alarm=True,
        )
    if glance.wrong_key:
        yield Trouble(f"no turn can be run: {glance.wrong_key}", alarm=True)
    if glance.pause:
        yield Trouble(
            f"nothing is sent since {when(glance.paused, glance.zone)}: {glance.pause}", alarm=True
        )
    for game in glance.games:
        why = why_overdue(game, glance)
        if why and game.phase != Phase.HELD:
            yield Trouble(
                f"{game.name}: the deadline of {game.stage_name} passed {_ago(game.due, glance)} "
                f"ago: {why}",
                alarm=True,
            )
    for waiting, what in (
        (glance.letters_in, "to be read"),
        (glance.letters_out, "to be sent"),
    ):
        if _stuck(waiting, glance):
            letters = number(waiting.letters, "letter")
            since = _ago(waiting.oldest, glance)
            yield Trouble(f"{letters} {what}, the oldest for {since}", alarm=True)
    if glance.disk_free < LITTLE:
        yield Trouble(f"the disk is almost full: {size(glance.disk_free)} left", alarm=True)


def _matters(glance: Glance) -> Iterator[Trouble]:
    for game in glance.games:
        if game.phase == Phase.HELD:
            yield Trouble(f"{game.name} is held: {game.held}")
    if glance.failed:
        letters = number(glance.failed, "letter")
        yield Trouble(f"{letters} that could not be read: `mailbot letters list`")
    if glance.undelivered:
        letters = number(glance.undelivered, "letter")
        yield Trouble(f"{letters} of the last day not delivered: `mailbot outbox list`")
    if glance.bad_addresses:
        yield Trouble(f"addresses that do not work: {', '.join(glance.bad_addresses)}")


def size(count: int) -> str:
    """`512 MB`.

    >>> size(3 * 1024**3), size(700)
    ('3.0 GB', '1 KB')
    """
    if count >= 1024**3:
        return f"{count / 1024**3:.1f} GB"
    if count >= 1024**2:
        return f"{count / 1024**2:.0f} MB"
    return f"{max(1, round(count / 1024))} KB"


def _stuck(waiting: Waiting, glance: Glance) -> bool:
    return waiting.oldest is not None and glance.now - waiting.oldest > STUCK


def when(moment: datetime | None, zone: ZoneInfo) -> str:
    """A moment, if there was one."""
    return "never" if moment is None else local(moment, zone)


def _ago(moment: datetime | None, glance: Glance) -> str:
    return left(glance.now, moment) if moment is not None else "long"
