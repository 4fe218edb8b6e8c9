"""A glance in words: for `mailbot status`, and for the daily letter."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.wording import number
from mailbot.games.times import left, local
from mailbot.lookout.glance import GameGlance, Glance
from mailbot.lookout.troubles import Trouble, size, when
from mailbot.storage.tables import Phase


def summary(glance: Glance, found: tuple[Trouble, ...]) -> str:
    """One line: `all is well; 3 games` or how much is not."""
    games = number(sum(not game.over for game in glance.games), "game")
    alarms = sum(trouble.alarm for trouble in found)
    if alarms:
        return f"{number(alarms, 'thing')} wrong with the service; {games}"
    if found:
        return f"the service is well, {number(len(found), 'matter')} for you; {games}"
    return f"all is well; {games}"


def told(glance: Glance, found: tuple[Trouble, ...], zone: ZoneInfo) -> str:
    """What is wrong first, then the games, then the service."""
    parts = [
        [f"{'WRONG' if each.alarm else 'YOU'}: {each.words}" for each in found],
        [line for game in glance.games for line in _game(game, glance, zone)] or ["no games"],
        list(_service(glance, zone)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def _game(game: GameGlance, glance: Glance, zone: ZoneInfo) -> Iterator[str]:
    phase = "" if game.phase in (Phase.RUNNING, game.stage_name) else f", {game.phase}"
    yield f"{game.title} ({game.name}, {game.rules}): {game.stage_name}{phase}"
    if game.held:
        yield f"  held: {game.held}"
    if game.to_be_held:
        yield f"  its next result will wait for your release: {game.to_be_held}"
    if game.due is not None and not game.over:
        rest = f" (in {left(game.due, glance.now)})" if game.due > glance.now else ""
        yield f"  due {local(game.due, zone)}{rest}"
    if game.leased_by:
        yield f"  being run by {game.leased_by}"
    if game.over:
        return
    here, lacks = ("ready", "not ready") if game.phase == Phase.SIGN_UP else ("in", "missing")
    if game.sent:
        yield f"  {here}: {', '.join(game.sent)}"
    if game.missing:
        yield f"  {lacks}: {', '.join(game.missing)}"
    if game.away:
        yield f"  on vacation: {', '.join(game.away)}"
    if game.free:
        yield f"  free seats: {', '.join(game.free)}"
    if not game.players:
        yield "  no players yet"


def _service(glance: Glance, zone: ZoneInfo) -> Iterator[str]:
    for worker in glance.workers:
        if not worker.ended:
            seen = when(worker.seen, zone)
            yield f"service {worker.name}: since {when(worker.since, zone)}, last seen {seen}"
    if glance.mailbox:
        by = f" by {glance.reader}" if glance.reader else ""
        yield f"mailbox {glance.mailbox}: last read {when(glance.polled, zone)}{by}"
    yield f"letters in: {_queue(glance, glance.letters_in.letters, glance.letters_in.oldest)}"
    if glance.failed or glance.quarantined:
        yield (
            f"  set aside: {glance.failed}; waiting for their owner's word: {glance.quarantined}"
        )
    yield f"letters out: {_queue(glance, glance.letters_out.letters, glance.letters_out.oldest)}"
    yield f"  within a day: {glance.undelivered} not delivered, {number(glance.bounced, 'bounce')}"
    errors = "; ".join(glance.errors) or "none"
    yield f"errors within a day: {errors}"
    yield f"database {size(glance.database_bytes)}, disk free {size(glance.disk_free)}"


def _queue(glance: Glance, letters: int, oldest: datetime | None) -> str:
    if not letters or oldest is None:
        return "none waits"
    return f"{letters} waiting, the oldest for {left(glance.now, oldest)}"
