"""`mailbot game …`: create, show, start, move deadlines, pause, run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import click
import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import GmEdit, Json
from engine.core.wording import enumeration
from mailbot.app import Service
from mailbot.cli.common import as_json, config_of, service_of, table, tell
from mailbot.deadlines import next_deadline, write_schedule
from mailbot.errors import ConfigError, Refused
from mailbot.games.amending import amend as correct
from mailbot.games.members import create_game, may_start, scenario_of
from mailbot.games.settings import LiveGame, find_game, live, seats
from mailbot.games.standing import roles_with_orders
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.tables import Deed, Game, OutRow, OutState, Phase

story = Story("games")

WHO = "command line"


@click.group()
def game() -> None:
    """Games: make one, look at it, move its deadlines."""


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def create(ctx: click.Context, name: str, json: bool) -> None:
    """Make the game NAME from its table [games.NAME] and open its sign-up."""
    config = config_of(ctx)
    if name not in config.games:
        known = ", ".join(config.games) or "none"
        raise ConfigError(f"the config has no table [games.{name}]; it has: {known}")
    service = service_of(ctx, logs=True)
    settings = config.games[name]
    board = read_board(rules_named(settings.ruleset), settings.board, config.folder)
    with service.store.writing() as session:
        created = create_game(
            session,
            settings,
            board,
            config.service.zone,
            service.keys,
            service.office.desk,
            service.clock.now(),
        )
        facts = _facts(session, created)
        roles = scenario_of(created).seating.roles
    sender = service.office.desk.sender
    ways = [f"`join {name} as {role}`" for role in roles or ("THEIR-NAME",)]
    words = f"{name} is open: players join by writing {enumeration(ways, 'or')} to {sender}"
    tell(json, words, facts)


@game.command("list")
@as_json
@click.pass_context
def list_games(ctx: click.Context, json: bool) -> None:
    """All games and where they stand."""
    service = service_of(ctx)
    with service.store.reading() as session:
        facts = [
            _facts(session, live(row)) for row in session.scalars(select(Game).order_by(Game.name))
        ]
    rows = [["game", "rules", "phase", "stage", "due (UTC)", "players", "orders"]]
    rows += [
        [
            each["game"],
            each["ruleset"],
            each["phase"],
            each["stage_name"],
            each["due"] or "-",
            str(len(each["players"])),
            str(sum(player["orders"] for player in each["players"])),
        ]
        for each in facts
    ]
    tell(json, table(rows) if facts else "no game yet: `mailbot game create NAME`", facts)


@game.command()
@click.argument("name")
@click.option("--position", is_flag=True, help="Also the whole position, hidden things included.")
@as_json
@click.pass_context
def show(ctx: click.Context, name: str, position: bool, json: bool) -> None:
    """One game: its settings, players, and who has sent orders."""
    service = service_of(ctx)
    with service.store.reading() as session:
        found = live(find_game(session, name))
        facts = _facts(session, found)
    words = _told(found, facts)
    if position:
        facts["position"] = found.row.position
        words += f"\n\n{found.rules.ruleset.draw(found.state).rstrip()}"
    tell(json, words, facts)


@game.command()
@click.argument("name")
@click.argument("what")
@click.argument("value")
@click.option("--why", default="", help="What the players are told.")
@click.option("--quiet", is_flag=True, help="Do not tell the players.")
@as_json
@click.pass_context
def amend(
    ctx: click.Context, name: str, what: str, value: str, why: str, quiet: bool, json: bool
) -> None:
    """Correct the position of NAME, or rule on what waits for you.

    WHAT is a path in the position, such as `ship/Phoenix/structure`; a wrong one is answered with
    those that there are. VALUE is a word, or JSON. The change is logged and replayed with the game.
    """
    if not why and not quiet:
        raise Refused("say what the players are to be told with --why, or give --quiet")
    service = service_of(ctx, logs=True)
    edit = GmEdit(what, _value(value), why, quiet)
    with service.store.writing() as session:
        row = find_game(session, name)
        if row.phase == Phase.OVER:
            raise Refused(f"{name} is over")
        correct(session, row, edit, service.office.desk, service.clock.now(), "command line")
    _tell_one(service, name, json)


def _value(text: str) -> Json:
    """JSON if it is some, else the words as they stand."""
    try:
        value: Json = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def start(ctx: click.Context, name: str, json: bool) -> None:
    """Close the sign-up of NAME: its first turn opens and the first sheets go out."""
    service = service_of(ctx, logs=True)
    with service.store.writing() as session:
        row = find_game(session, name)
        if row.phase != Phase.SIGN_UP:
            raise Refused(f"{name} has begun already: it is at stage {row.stage}")
        if reason := may_start(session, row):
            raise Refused(f"{name} cannot start: {reason}")
        row.due = service.clock.now()
        _note(service, session, name, "start", {})
    _run_now(service)
    _tell_run(service, name, 0, json)


@game.command()
@click.argument("name")
@click.argument(
    "until",
    type=click.DateTime(["%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M"]),
    required=False,
    metavar="[UNTIL]",
)
@as_json
@click.pass_context
def extend(ctx: click.Context, name: str, until: datetime | None, json: bool) -> None:
    """Move the deadline of NAME to UNTIL (`2026-12-06 20:00`, in the game's zone), or by one slot.

    The day after that the schedule goes on as it was.
    """
    service = service_of(ctx, logs=True)
    with service.store.writing() as session:
        row = find_game(session, name)
        found = live(row)
        if row.phase != Phase.RUNNING or row.due is None:
            raise _not_running(row)
        due = _at(until, found.zone) if until else next_deadline(found.schedule, row.due)
        if due <= service.clock.now():
            raise Refused("the new deadline lies in the past: to run a turn now use `game run`")
        _note(service, session, name, "extend", {"from": row.due, "to": due})
        story.tell("deadline moved", game=name, stage=row.stage, due=due)
        row.due = due
    _tell_one(service, name, json)


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def pause(ctx: click.Context, name: str, json: bool) -> None:
    """Stop the clock of NAME: no turn runs until it is resumed; orders are still taken."""
    service = service_of(ctx, logs=True)
    with service.store.writing() as session:
        row = find_game(session, name)
        if row.phase != Phase.RUNNING:
            raise _not_running(row)
        row.phase = Phase.PAUSED
        story.tell("game paused", game=name, who=WHO)
        _note(service, session, name, "pause", {})
    _tell_one(service, name, json)


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def resume(ctx: click.Context, name: str, json: bool) -> None:
    """Let NAME go on after a pause or after it was held."""
    service = service_of(ctx, logs=True)
    now = service.clock.now()
    with service.store.writing() as session:
        row = find_game(session, name)
        if row.phase not in (Phase.PAUSED, Phase.HELD):
            raise Refused(f"{name} does not wait: it is in phase {row.phase}")
        was_paused = row.phase == Phase.PAUSED
        row.phase = Phase.SIGN_UP if row.stage == 0 else Phase.RUNNING
        row.held = ""
        if was_paused and row.due is not None and row.due < now:
            row.due = next_deadline(live(row).schedule, now)
        _note(service, session, name, "resume", {})
        story.tell("game resumed", game=name, who=WHO)
    _tell_one(service, name, json)


@game.command("run")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_context
def run_now(ctx: click.Context, name: str, yes: bool, json: bool) -> None:
    """Run the open turn of NAME now instead of at its deadline."""
    service = service_of(ctx, logs=True)
    with service.store.reading() as session:
        row = find_game(session, name)
        missing = [
            role
            for role in live(row).stage.owes
            if role not in roles_with_orders(session, name, row.stage)
        ]
        if row.phase != Phase.RUNNING:
            raise _not_running(row)
    if not yes:
        without = f"; no orders from {', '.join(missing)}" if missing else ""
        click.confirm(f"Run {live(row).stage.name} of {name} now{without}?", abort=True)
    stage = row.stage
    with service.store.writing() as session:
        row = find_game(session, name)
        if row.stage != stage:
            raise Refused(f"stage {stage} of {name} has been run meanwhile")
        row.due = service.clock.now()
        _note(service, session, name, "run", {"without": missing})
    _run_now(service)
    _tell_run(service, name, stage, json)


def _not_running(row: Game) -> Refused:
    """What it is instead, and what would make it run."""
    remedy = {
        Phase.SIGN_UP: f"is in sign-up: `mailbot game start {row.name}` begins it",
        Phase.PAUSED: f"is paused: `mailbot game resume {row.name}` lets it go on",
        Phase.HELD: f"is held ({row.held}): `mailbot game resume {row.name}` lets it go on",
    }
    return Refused(f"{row.name} {remedy.get(Phase(row.phase), 'is over')}")


def _run_now(service: Service) -> None:
    """What is due runs here if the mail has been read; else the running service does it."""
    if service.mailbox_name is not None:
        mailbox = service.open_mailbox()
        try:
            service.take_in(mailbox)
        finally:
            mailbox.close()
    service.run_due()


def _tell_run(service: Service, name: str, stage: int, json: bool) -> None:
    """The game after its stage was to be run, with a word if that is left to the service."""
    with service.store.reading() as session:
        waits = find_game(session, name).stage == stage
    _tell_one(service, name, json)
    if waits and not json:
        click.echo("the running service runs it as soon as it has read the mailbox to its end")


def _at(local_time: datetime, zone: ZoneInfo) -> datetime:
    return local_time.replace(tzinfo=zone).astimezone(UTC)


def _note(
    service: Service, session: Session, name: str, what: str, details: dict[str, Any]
) -> None:
    told = {key: str(value) for key, value in details.items()}
    session.add(Deed(at=service.clock.now(), game=name, who=WHO, what=what, details=told))


def _tell_one(service: Service, name: str, json: bool) -> None:
    with service.store.reading() as session:
        found = live(find_game(session, name))
        facts = _facts(session, found)
    tell(json, _told(found, facts), facts)


def _facts(session: Session, found: LiveGame) -> dict[str, Any]:
    row = found.row
    with_orders = roles_with_orders(session, row.name, row.stage)
    waiting = session.scalar(
        select(func.count())
        .select_from(OutRow)
        .where(OutRow.game == row.name, OutRow.state.not_in((OutState.SENT, OutState.DROPPED)))
    )
    return {
        "game": row.name,
        "title": found.settings.title,
        "ruleset": row.ruleset,
        "phase": row.phase,
        "stage": row.stage,
        "stage_name": found.stage.name,
        "due": None if row.due is None else f"{row.due:%Y-%m-%d %H:%M}",
        "schedule": write_schedule(found.schedule),
        "held": row.held,
        "commitment": row.commitment,
        "letters_waiting": waiting or 0,
        "players": [
            {
                "role": seat.role,
                "address": seat.address,
                "ready": seat.ready is not None,
                "orders": seat.role in with_orders,
            }
            for seat in seats(session, row.name)
        ],
    }


def _told(found: LiveGame, facts: dict[str, Any]) -> str:
    row = found.row
    due = "no deadline" if row.due is None else f"due {local(row.due, found.zone)}"
    phase = row.phase if row.phase == found.stage.name else f"{row.phase}, {found.stage.name}"
    where = f"{phase}, {due}"
    lines = [
        f"{facts['title']} ({row.name}): {found.rules.ruleset.title}, {where}",
        f"schedule: {facts['schedule']}; letters waiting to be sent: {facts['letters_waiting']}",
    ]
    if row.held:
        lines.append(f"held: {row.held}")
    signing_up = row.phase == Phase.SIGN_UP
    heads = ["player", "address", "ready" if signing_up else "orders"]
    rows = [
        [
            player["role"],
            player["address"] or "-",
            "yes" if player["ready" if signing_up else "orders"] else "no",
        ]
        for player in facts["players"]
    ]
    return "\n".join(lines + ([table([heads, *rows])] if rows else ["no players yet"]))
