"""`mailbot game …`: create, show, start, move deadlines, pause, run."""

from __future__ import annotations

import click
from sqlalchemy import select

from engine.core.ruleset import GmEdit
from engine.core.wording import enumeration
from mailbot.app import Service
from mailbot.cli.common import (
    WHO,
    as_json,
    ask,
    asks_first,
    changing,
    config_of,
    service_of,
    shown,
    table,
    tell,
)
from mailbot.errors import ConfigError, Refused
from mailbot.games.amending import amend as correct
from mailbot.games.amending import value_of
from mailbot.games.members import create_game, scenario_of
from mailbot.games.overview import facts_of, told
from mailbot.games.settings import find_game, live
from mailbot.games.warning import before_amend
from mailbot.log import Story
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.tables import Game, Phase

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
        facts = facts_of(session, created)
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
        facts = [facts_of(session, live(row)) for row in session.scalars(chosen)]
    rows = [["game", "rules", "phase", "stage", f"due ({service.zone})", "players", "orders"]]
    rows += [
        [
            each["game"],
            each["ruleset"],
            each["phase"],
            each["stage_name"],
            shown(each["due"], service.zone),
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
        facts = facts_of(session, found)
    words = told(found, facts)
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
@asks_first
@as_json
@click.pass_context
def amend(
    ctx: click.Context,
    name: str,
    what: str,
    value: str,
    why: str,
    quiet: bool,
    yes: bool,
    json: bool,
) -> None:
    """Correct the position of NAME, or rule on what waits for you.

    WHAT is a path in the position, such as `ship/Phoenix/structure`; a wrong one is answered with
    those that there are. VALUE is a word, or JSON. The change is logged and replayed with the game.
    """
    if not why and not quiet:
        raise Refused("say what the players are to be told with --why, or give --quiet")
    service = service_of(ctx, logs=True)
    edit = GmEdit(what, value_of(value), why, quiet)
    with service.store.reading() as session:
        words = before_amend(find_game(session, name), edit)
    ask(yes, words)
    with changing(service) as session:
        row = find_game(session, name)
        if row.phase == Phase.OVER:
            raise Refused(f"{name} is over")
        correct(session, row, edit, service.office.desk, service.clock.now(), WHO)
    tell_one(service, name, json)


def tell_one(service: Service, name: str, json: bool) -> None:
    with service.store.reading() as session:
        found = live(find_game(session, name))
        facts = facts_of(session, found)
    tell(json, told(found, facts), facts)
