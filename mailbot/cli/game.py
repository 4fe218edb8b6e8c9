"""`mailbot game …`: create, show, start, move deadlines, pause, run."""

from __future__ import annotations

from typing import Any

import click
import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import GmEdit, Json
from engine.core.wording import enumeration
from mailbot.app import Service
from mailbot.cli.common import WHO, as_json, changing, config_of, service_of, table, tell
from mailbot.deadlines import write_schedule
from mailbot.errors import ConfigError, Refused
from mailbot.games.amending import amend as correct
from mailbot.games.members import create_game, scenario_of
from mailbot.games.presence import has_ordered
from mailbot.games.settings import LiveGame, find_game, live, seats
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.tables import Game, OutRow, OutState, Phase

story = Story("games")


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
    with changing(service) as session:
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
@click.option("--all", "everything", is_flag=True, help="Also games that were put away.")
@as_json
@click.pass_context
def list_games(ctx: click.Context, everything: bool, json: bool) -> None:
    """All games and where they stand."""
    service = service_of(ctx)
    chosen = select(Game).order_by(Game.name)
    if not everything:
        chosen = chosen.where(Game.archived.is_(None))
    with service.store.reading() as session:
        facts = [_facts(session, live(row)) for row in session.scalars(chosen)]
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
    with changing(service) as session:
        row = find_game(session, name)
        if row.phase == Phase.OVER:
            raise Refused(f"{name} is over")
        correct(session, row, edit, service.office.desk, service.clock.now(), WHO)
    tell_one(service, name, json)


def _value(text: str) -> Json:
    """JSON if it is some, else the words as they stand."""
    try:
        value: Json = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    return value


def tell_one(service: Service, name: str, json: bool) -> None:
    with service.store.reading() as session:
        found = live(find_game(session, name))
        facts = _facts(session, found)
    tell(json, _told(found, facts), facts)


def _facts(session: Session, found: LiveGame) -> dict[str, Any]:
    row = found.row
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
                "orders": has_ordered(session, row.name, row.stage, seat.role),
                "done": seat.done == row.stage,
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
    heads = ["player", "address", *(("ready",) if signing_up else ("orders", "said ready"))]
    rows = [
        [
            player["role"],
            player["address"] or "-",
            "yes" if player["ready" if signing_up else "orders"] else "no",
            *(() if signing_up else ("yes" if player["done"] else "no",)),
        ]
        for player in facts["players"]
    ]
    return "\n".join(lines + ([table([heads, *rows])] if rows else ["no players yet"]))
