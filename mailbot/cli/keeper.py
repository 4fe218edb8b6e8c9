"""`mailbot status`, `config`, `backup`, `restore`: for whoever keeps the service."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click
import msgspec
from sqlalchemy import select

from engine.core.wording import number
from mailbot.cli.common import as_json, config_of, games_made, service_of, table, tell
from mailbot.clock import SystemClock
from mailbot.config import Config, GameConfig
from mailbot.errors import KeyFileError, Refused, StorageError
from mailbot.games.sealed import wrong_key
from mailbot.games.settings import Settings, read_settings, settings_from
from mailbot.keys import read_key_file
from mailbot.lookout.glance import look
from mailbot.lookout.troubles import size, troubles
from mailbot.lookout.words import summary, told
from mailbot.origins import Setting, Source, lines_of, settings_of, without_secrets
from mailbot.storage.copying import at_work, back_up, copy_all, refuse_full, restore
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Phase


@click.command()
@as_json
@click.option(
    "--exit-code",
    "as_code",
    is_flag=True,
    help="Exit code 1 if the service does not do its work: for cron and monitoring.",
)
@click.pass_context
def status(ctx: click.Context, json: bool, as_code: bool) -> None:
    """Everything at a glance, what is wrong first: games, queues, mailbox, deadlines."""
    service = service_of(ctx)
    seen = look(service)
    found = troubles(seen)
    words = f"{summary(seen, found)}\n\n{told(seen, found, service.zone)}"
    facts = {
        "ok": not any(each.alarm for each in found),
        "troubles": [asdict(each) for each in found],
        **asdict(seen),
    }
    tell(json, words, facts)
    if as_code and not facts["ok"]:
        ctx.exit(1)


@click.group()
def config() -> None:
    """The config: what is in force, and where it comes from."""


@config.command("show")
@as_json
@click.pass_context
def show_config(ctx: click.Context, json: bool) -> None:
    """Every setting in force and where it comes from; secrets are not shown.

    A game that exists shows what it plays by, which may differ from its table in the file.
    """
    file: Path = ctx.obj
    found = config_of(ctx)
    text = file.read_text(encoding="utf-8")
    source = Source(file.name, tomllib.loads(text), lines_of(text))
    settings = [*_with_games(found, settings_of(found, source))]
    rows = [["setting", "value", "from"]]
    rows += [[each.key, _shown(each.value), each.origin] for each in settings]
    facts = {each.key: {"value": each.value, "from": each.origin} for each in settings}
    tell(json, table(rows), facts)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@as_json
@click.pass_context
def backup(ctx: click.Context, file: Path, json: bool) -> None:
    """Write the whole database into FILE while the service runs, and check what was written.

    The key file is not in it: keep a copy of that in another place.
    """
    found = config_of(ctx)
    store = Store(found.database)
    store.check()
    made = back_up(store, file)
    key = found.path(found.service.key_file)
    words = (
        f"wrote {file}: {number(made.games, 'game')}, {number(made.letters, 'letter')}, "
        f"{size(made.bytes)}, checked; keep a copy of the key file {key} in another place"
    )
    tell(json, words, {"file": str(file), **asdict(made)})


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--yes", is_flag=True, help="Even if the database is not empty: all in it is lost.")
@as_json
@click.pass_context
def restore_backup(ctx: click.Context, file: Path, yes: bool, json: bool) -> None:
    """Fill the database of the config from the backup FILE; SQLite and PostgreSQL alike."""
    found = config_of(ctx)
    store = Store(found.database)
    if yes:
        _refuse_at_work(store)
    made = restore(file, store, over=yes)
    words = f"restored {number(made.games, 'game')} and {number(made.letters, 'letter')}"
    wrong = _key_trouble(found, store)
    tell(json, f"{words}{wrong and f'; but {wrong}'}", {**asdict(made), "key_file": wrong})


@click.command("copy")
@click.option("--to", "url", required=True, help="The URL of an empty database.")
@click.option("--yes", is_flag=True, help="Even if that is not empty: all in it is lost.")
@as_json
@click.pass_context
def copy_database(ctx: click.Context, url: str, yes: bool, json: bool) -> None:
    """Move to another database, such as from SQLite to PostgreSQL: all rows are copied there.

    Stop the service first. Then set `database` in the config to the new URL, and start it again.
    """
    found = config_of(ctx)
    source, target = Store(found.database), Store(url)
    source.check()
    if source.url == target.url:
        raise Refused("that is the database of the config: give the URL of another one")
    _refuse_at_work(source)
    target.upgrade()
    refuse_full(target, over=yes)
    made = copy_all(source, target)
    words = (
        f"copied {number(made.games, 'game')} and {number(made.letters, 'letter')}, checked; now "
        f'set database = "{without_secrets(url)}" in the config, and run `mailbot check`'
    )
    tell(json, words, asdict(made))


def _refuse_at_work(store: Store) -> None:
    """What a service writes meanwhile would be lost."""
    try:
        store.check()
    except StorageError:
        return
    if name := at_work(store, SystemClock().now()):
        raise Refused(f"the service {name} is at work on this database: stop it first")


def _key_trouble(found: Config, store: Store) -> str:
    """Why games cannot go on with the key file that is here; empty if they can."""
    try:
        keys = read_key_file(found.path(found.service.key_file))
    except KeyFileError as error:
        return str(error)
    with store.reading() as session:
        return wrong_key(session.scalars(select(Game)), keys)


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _with_games(found: Config, settings: tuple[Setting, ...]) -> Iterator[Setting]:
    """The settings, those of games that exist as their rows have them."""
    rows = _rows(found)
    for name, row in rows.items():
        if name not in found.games:
            yield from _of_game_alone(row)
    for each in settings:
        table, _, rest = each.key.partition(".")
        name, _, key = rest.partition(".")
        if table != "games" or name not in rows:
            yield each
        else:
            yield _of_game(rows[name], found.games[name], found.service.zone, key, each)


def _of_game_alone(row: Game) -> Iterator[Setting]:
    """What a game plays by for which the config has no table."""
    origin, where = "the game; the config has no table for it", f"games.{row.name}"
    yield Setting(f"{where}.ruleset", row.ruleset, origin)
    settings = read_settings(row)
    for key in Settings.__struct_fields__:
        yield Setting(f"{where}.{key}", getattr(settings, key), origin)
    for key, value in row.options.items():
        yield Setting(f"{where}.options.{key}", value, origin)


def _of_game(row: Game, game: GameConfig, zone: str, key: str, each: Setting) -> Setting:
    if key == "seats":
        return replace(each, origin=f"{each.origin}; read when the game is made")
    wanted: Any
    value: Any
    if key == "ruleset":
        wanted, value = game.ruleset, row.ruleset
    elif key.startswith("options."):
        option = key.removeprefix("options.")
        wanted, value = game.options.get(option), row.options.get(option)
    else:
        wanted = getattr(settings_from(game, zone), key)
        value = getattr(read_settings(row), key)
    if value == wanted:
        return replace(each, value=value)
    return Setting(each.key, value, f"the game; {each.origin} says {_shown(wanted)}")


def _rows(found: Config) -> dict[str, Game]:
    """The games that exist; none before the database does."""
    rows = games_made(found)
    return {row.name: row for row in rows if row.name in found.games or row.phase != Phase.OVER}
