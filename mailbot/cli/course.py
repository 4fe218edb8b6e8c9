"""`mailbot game …`: the course of a game - start, deadlines, pauses, looking first, taking back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
from sqlalchemy.orm import Session

from engine.core.wording import enumeration
from grammar.steering_forms import near_moment
from mailbot.app import Service
from mailbot.cli.common import WHO, as_json, ask, asks_first, changing, service_of, tell
from mailbot.cli.game import game, tell_one
from mailbot.errors import Refused
from mailbot.games import steering, undoing, warning
from mailbot.games.settings import find_game, live
from mailbot.games.steering import Hand
from mailbot.storage.tables import Game, Phase

Command = Callable[..., Any]


def why(command: Command) -> Command:
    return click.option("--why", default="", help="What the players are told of it.")(command)


FORM = "%Y-%m-%d %H:%M"
"""Of a moment in the game's own zone."""


class Moment(click.ParamType[datetime]):
    """A day and an hour; what cannot be read is answered with how it is written."""

    name = "moment"

    def convert(self, value: Any, param: Any, ctx: Any) -> datetime:
        try:
            return datetime.strptime(value.replace("T", " "), FORM)  # noqa: DTZ007 - as above
        except ValueError:
            meant = near_moment(value) or "2026-12-06 20:00"
            hint = f"write day and hour in quotes, such as '{meant}'"
            self.fail(f"there is no such day and hour as '{value}': {hint}", param, ctx)


@contextmanager
def at(service: Service, name: str, reason: str = "") -> Iterator[tuple[Session, Game, Hand]]:
    """The game, and the hand of whoever sits at the command line."""
    with changing(service) as session:
        hand = Hand(WHO, service.clock.now(), service.office.desk, reason)
        yield session, find_game(session, name), hand


@game.command()
@click.argument("name")
@asks_first
@as_json
@click.pass_context
def start(ctx: click.Context, name: str, yes: bool, json: bool) -> None:
    """Close the sign-up of NAME: its first turn opens and the first sheets go out."""
    service = service_of(ctx, logs=True)
    with service.store.reading() as session:
        words = warning.before_start(session, find_game(session, name))
    ask(yes, words)
    with at(service, name) as (session, row, hand):
        steering.start(session, row, hand)
    _work(service)
    _tell_run(service, name, 0, json)


@game.command()
@click.argument("name")
@click.argument(
    "until",
    type=Moment(),
    required=False,
    metavar="[UNTIL]",
)
@why
@as_json
@click.pass_context
def extend(ctx: click.Context, name: str, until: datetime | None, why: str, json: bool) -> None:
    """Move the deadline of NAME to UNTIL (`2026-12-06 20:00`, in the game's zone), or by one slot.

    The players are told. After that the schedule goes on as it was. A result that waits to be
    released is given up, and orders are taken again.
    """
    service = service_of(ctx, logs=True)
    with at(service, name, why) as (session, row, hand):
        steering.extend(session, row, hand, _at(until, live(row).zone) if until else None)
    tell_one(service, name, json)


@game.command()
@click.argument("name")
@why
@as_json
@click.pass_context
def pause(ctx: click.Context, name: str, why: str, json: bool) -> None:
    """Stop the clock of NAME: no turn runs until it is resumed; orders are still taken."""
    do(ctx, steering.pause, name, why, json)


@game.command()
@click.argument("name")
@why
@as_json
@click.pass_context
def resume(ctx: click.Context, name: str, why: str, json: bool) -> None:
    """Let NAME go on after a pause or after it was held."""
    do(ctx, steering.resume, name, why, json)


@game.command("run")
@click.argument("name")
@asks_first
@as_json
@click.pass_context
def run_now(ctx: click.Context, name: str, yes: bool, json: bool) -> None:
    """Run the open turn of NAME now instead of at its deadline."""
    service = service_of(ctx, logs=True)
    with service.store.reading() as session:
        row = find_game(session, name)
        words, stage = warning.before_run(session, row), row.stage
        missing = warning.missing_orders(session, row)
    ask(yes, words)
    with at(service, name) as (session, row, hand):
        if row.stage != stage:
            raise Refused(f"stage {stage} of {name} has been run meanwhile")
        steering.run_now(session, row, hand, missing)
    _work(service)
    _tell_run(service, name, stage, json)


@game.command()
@click.argument("name")
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="Write the sheets there.")
@as_json
@click.pass_context
def preview(ctx: click.Context, name: str, folder: Path | None, json: bool) -> None:
    """What the open turn of NAME would give with the orders as they stand: for your eyes only."""
    shown = service_of(ctx).preview(name)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for role, sheet in shown.sheets.items():
            (folder / f"{name}-{role}.txt").write_text(sheet + "\n", encoding="utf-8")
    words = shown.summary
    if folder is not None:
        words += f"\n{enumeration([*shown.sheets])}: the sheets are in {folder}"
    tell(json, words, {"summary": shown.summary, "sheets": dict(shown.sheets)})


@game.command()
@click.argument("name")
@click.option("--why", default="", help="For yourself: it is not told to the players.")
@as_json
@click.pass_context
def hold(ctx: click.Context, name: str, why: str, json: bool) -> None:
    """Keep the next result of NAME back until you release it."""
    do(ctx, steering.hold, name, why, json)


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def release(ctx: click.Context, name: str, json: bool) -> None:
    """Send out the result of NAME that waits for you, as it was shown to you."""
    service = service_of(ctx, logs=True)
    with at(service, name) as (session, row, hand):
        stage = row.stage
        waited = steering.let_go(session, row, hand)
    if waited:
        _work(service)
        _tell_run(service, name, stage, json)
        return
    tell_one(service, name, json)
    if not json:
        click.echo("the hold is called off: the next result goes out as always")


@game.command()
@click.argument("name")
@why
@asks_first
@as_json
@click.pass_context
def undo(ctx: click.Context, name: str, why: str, yes: bool, json: bool) -> None:
    """Take back the turn of NAME that was run last; `rerun` runs it again with the same dice.

    Sheets that have gone out can be taken back only where the game allows it, and the players are
    told why.
    """
    service = service_of(ctx, logs=True)
    with service.store.reading() as session:
        words = warning.before_undo(session, find_game(session, name), why)
    ask(yes, words or f"The last turn of {name} is taken back; no sheet of it has gone out.")
    with at(service, name, why) as (session, row, hand):
        lost = undoing.corrections_lost(undoing.undo(session, row, hand))
    tell_one(service, name, json)
    if lost and not json:
        click.echo(lost.strip())


@game.command()
@click.argument("name")
@why
@asks_first
@as_json
@click.pass_context
def cancel(ctx: click.Context, name: str, why: str, yes: bool, json: bool) -> None:
    """End NAME for good where it is not played on; the players are told."""
    with service_of(ctx).store.reading() as session:
        words = warning.before_cancel(session, find_game(session, name))
    ask(yes, words)
    do(ctx, steering.cancel, name, why, json)


@game.command()
@click.argument("name")
@click.option("--send", is_flag=True, help="Send the result out without looking at it first.")
@as_json
@click.pass_context
def rerun(ctx: click.Context, name: str, send: bool, json: bool) -> None:
    """Run again a turn of NAME that was taken back; the result waits for `release`."""
    service = service_of(ctx, logs=True)
    with at(service, name) as (session, row, hand):
        stage = row.stage
        undoing.rerun(session, row, hand, look_first=not send)
    _work(service)
    _tell_run(service, name, stage, json)


def do(
    ctx: click.Context,
    deed: Callable[[Session, Game, Hand], object],
    name: str,
    why: str,
    json: bool,
) -> None:
    """A deed that is done at once, and the game as it stands after it."""
    service = service_of(ctx, logs=True)
    with at(service, name, why) as (session, row, hand):
        deed(session, row, hand)
    tell_one(service, name, json)


def _work(service: Service) -> None:
    """What is due runs here if the mail has been read; else the running service does it."""
    service.take_in_once()
    service.run_due()


def _tell_run(service: Service, name: str, stage: int, json: bool) -> None:
    """The game after its stage was to be run, with a word if that is left to the service."""
    with service.store.reading() as session:
        row = find_game(session, name)
        waits = row.stage == stage and row.phase != Phase.HELD
    tell_one(service, name, json)
    if waits and not json:
        click.echo("the running service runs it as soon as it has read the mailbox to its end")


def _at(local_time: datetime, zone: ZoneInfo) -> datetime:
    return local_time.replace(tzinfo=zone).astimezone(UTC)
