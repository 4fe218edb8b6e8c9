"""What the commands share: opening the service, and telling a result as words or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import click
import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.app import Service, open_service
from mailbot.config import Config, read_config
from mailbot.errors import StorageError
from mailbot.games.overview import table as table
from mailbot.games.times import local
from mailbot.log import start_log
from mailbot.storage.store import Store, one_at_a_time
from mailbot.storage.tables import Game

F = TypeVar("F", bound=Callable[..., Any])

WHO = "command line"
"""Who did it, in the log of a game."""

as_json = click.option("--json", "json", is_flag=True, help="Print the result as JSON.")


def config_of(ctx: click.Context) -> Config:
    """The config file, read and checked."""
    file: Path = ctx.obj
    return read_config(file)


def games_made(config: Config) -> list[Game]:
    """The games that exist, by name; none before the database does."""
    store = Store(config.database)
    try:
        store.check()
        with store.reading() as session:
            return list(session.scalars(select(Game).order_by(Game.name)))
    except StorageError:
        return []
    finally:
        store.close()


def service_of(ctx: click.Context, *, logs: bool = False) -> Service:
    """The service of the config, its story told on standard error if wanted."""
    config = config_of(ctx)
    if logs:
        start_log(config.log.format, config.log.level)
    lookup = None
    if config.trust.dkim:
        from mailbot.dns import txt_records

        lookup = txt_records
    service = open_service(config, lookup=lookup)
    ctx.call_on_close(service.store.close)
    return service


@contextmanager
def changing(service: Service) -> Iterator[Session]:
    """A transaction for a command, beside which no letter is acted on and no other command works.

    What it asks, such as whether a name is free, is so until its commit.
    """
    with service.store.writing() as session:
        one_at_a_time(session, "letters")
        yield session


asks_first = click.option("--yes", is_flag=True, help="Do not ask.")


def ask(yes: bool, words: str) -> None:
    """What cannot be undone is said first, and done when that is what is wanted."""
    if not yes and words:
        click.confirm(f"{words} Shall it be done?", abort=True)


def shown(moment: datetime | None, zone: ZoneInfo) -> str:
    """`2026-12-06 20:00` there, for a column of a table that names the zone; `-` for none."""
    return "-" if moment is None else f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def listed(facts: Mapping[str, Any], zone: ZoneInfo) -> list[str]:
    """What there is of these, a line each."""
    return [f"{key}: {in_words(value, zone)}" for key, value in facts.items() if value]


def in_words(value: Any, zone: ZoneInfo) -> str:
    return local(value, zone) if isinstance(value, datetime) else str(value)


def tell(json: bool, words: str, facts: Any) -> None:
    """The result, for a person or for a program."""
    if json:
        click.echo(to_json(facts))
    elif words:
        click.echo(words)


def to_json(facts: Any) -> str:
    return msgspec.json.encode(facts, enc_hook=str, order="sorted").decode()
