"""`mailbot init`, `check`, `run`, `feed`: the service itself."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import click
from sqlalchemy import func, select

from engine.core.wording import number
from mailbot.accounts import imap_account, smtp_account, tokens_of
from mailbot.app import Service
from mailbot.cli.accounts import signed_in, visit_folder, visit_mailbox, visit_relay
from mailbot.cli.common import as_json, config_of, games_made, service_of, tell
from mailbot.cli.secret_files import open_to_others
from mailbot.clock import SystemClock
from mailbot.config import Config, GameConfig, SmtpConfig
from mailbot.errors import ConfigError, KeyFileError, MailbotError, StorageError
from mailbot.games.changes import refused_changes
from mailbot.games.members import seat_in_config
from mailbot.games.sealed import wrong_key
from mailbot.keys import make_key_file, read_key_file
from mailbot.mail.domain import Finding
from mailbot.mail.verp import LOT_BYTES, bounce_address
from mailbot.origins import without_secrets
from mailbot.rulesets import read_board, read_scenario, rules_named, shipped
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Phase

EXIT_TEMPFAIL = 75
"""What mail servers take for `try again later` (sysexits)."""


@click.command()
@as_json
@click.pass_context
def init(ctx: click.Context, json: bool) -> None:
    """Make a config file, then its key file and database tables.

    The first time it writes an example config and stops: edit that file and call it again.
    """
    file: Path = ctx.obj
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        # A password may come to stand in it.
        file.touch(mode=0o600)
        file.write_text(_example(), encoding="utf-8")
        words = f"wrote {file}: edit it, then run `mailbot init` again"
        tell(json, words, {"config": str(file)})
        return
    config = config_of(ctx)
    made = []
    key = config.path(config.service.key_file)
    if not key.exists():
        _refuse_new_key(config, key)
        make_key_file(key)
        made.append(f"the key file {key} (keep a copy apart from the database)")
    store = Store(config.database)
    ctx.call_on_close(store.close)
    # Orders and addresses are nobody else's business on this machine.
    before = os.umask(0o077)
    try:
        store.upgrade()
    finally:
        os.umask(before)
    made.append("the tables of the database")
    tell(
        json,
        f"made {' and '.join(made)}; next: `mailbot check`",
        {"key_file": str(key), "database": without_secrets(store.url)},
    )


def _refuse_new_key(config: Config, key: Path) -> None:
    """A new key opens no game that was made with another, whatever version the database is of."""
    store = Store(config.database)
    try:
        if store.is_empty():
            return
        with store.reading() as session:
            games = session.scalar(select(func.count()).select_from(Game)) or 0
    finally:
        store.close()
    if games:
        raise KeyFileError(
            f"the key file {key} is missing, and the database has {number(games, 'game')} that "
            f"{'was' if games == 1 else 'were'} made with it: put its copy back"
        )


def _example() -> str:
    found = shipped("config.example.toml")
    if found is None:
        raise ConfigError("config.example.toml is missing from this installation: install it again")
    return found.read_text(encoding="utf-8")


@click.command()
@as_json
@click.option("--offline", is_flag=True, help="Leave the mail servers alone.")
@click.pass_context
def check(ctx: click.Context, json: bool, offline: bool) -> None:
    """Test the config, the key file, the database, the games, and both mail servers.

    What the DNS says of the domain that letters come from is looked at too; what is missing there
    is noted, with a record that would work.
    """
    config = config_of(ctx)
    key = config.path(config.service.key_file)
    results = [
        ("config", ""),
        ("key file", _trouble(lambda: _check_key(config, key))),
        ("database", _trouble(lambda: Store(config.database).check())),
        *((f"game {name}", _trouble(partial(_check_game, config, name))) for name in config.games),
        *_accounts(config),
    ]
    # A server is only visited by settings that make sense.
    if not offline and not any(trouble for what, trouble in results if "table [" in what):
        results += _servers(config)
    findings = () if offline else _domain(config)
    good = not any(trouble for _, trouble in results)
    lines = [_line(what, trouble) for what, trouble in results]
    lines += [f"{'note' if each.words else 'ok':7} {_about(each)}" for each in findings]
    if not config.service.gm:
        lines.append("note    service.gm is empty: nobody is told when something needs him")
    notes = [*open_to_others(ctx.obj, config), *_without_table(config)]
    lines += [f"note    {note}" for note in notes]
    words = "\n".join(lines)
    domain = {each.what: each.words for each in findings}
    tell(json, words, {"ok": good, "checks": dict(results), "domain": domain, "notes": notes})
    if not good:
        ctx.exit(1)


def _line(what: str, trouble: str) -> str:
    return f"WRONG   {what}: {trouble}" if trouble else f"ok      {what}"


def _accounts(config: Config) -> Iterator[tuple[str, str]]:
    """Do the settings of the mail accounts go together?"""
    if (folder := config.maildir) is not None:
        yield "maildir", _trouble(lambda: visit_folder(config.path(folder.path)))
    tokens = tokens_of(config, SystemClock())
    if (imap := config.imap) is not None:
        yield "table [imap]", _trouble(lambda: imap_account(imap, config.folder, tokens))
    if (smtp := config.smtp) is not None:
        yield "table [smtp]", _trouble(lambda: smtp_account(smtp, config.folder, tokens))
    for name in config.oauth:
        yield f"table [oauth.{name}]", _trouble(partial(signed_in, config, name))


def _servers(config: Config) -> Iterator[tuple[str, str]]:
    """What becomes of a visit to each mail server, in plain words (FEAT-G10)."""
    tokens = tokens_of(config, SystemClock())
    if (imap := config.imap) is not None:
        account = imap_account(imap, config.folder, tokens)
        yield "mailbox (IMAP)", _trouble(lambda: visit_mailbox(account))
    if (smtp := config.smtp) is not None:
        relay = smtp_account(smtp, config.folder, tokens)
        yield "mail server (SMTP)", _trouble(lambda: visit_relay(relay, _envelope(smtp)))


def _envelope(smtp: SmtpConfig) -> str:
    """An envelope sender of the kind that letters will have; this one proves nothing (MAIL-O3)."""
    base = (smtp.bounces or smtp.sender).lower()
    return (
        bounce_address(base, bytes(LOT_BYTES), b"") if smtp.plus_addresses and smtp.verp else base
    )


def _domain(config: Config) -> tuple[Finding, ...]:
    """Will other mail servers believe our letters (MAIL-O11)?"""
    from mailbot import dns
    from mailbot.cli.domain import look_at_domain

    return look_at_domain(config, config.smtp, dns.PublicDns()) if config.smtp else ()


def _about(finding: Finding) -> str:
    what = f"domain of the sender, {finding.what}"
    return f"{what}: {finding.words}" if finding.words else what


def _check_key(config: Config, key: Path) -> None:
    """Is it one, and does it open the games that there are?"""
    if wrong := wrong_key(games_made(config), read_key_file(key)):
        raise KeyFileError(wrong)


def _without_table(config: Config) -> Iterator[str]:
    """Games that nobody can edit (FEAT-G1)."""
    for row in games_made(config):
        if row.phase != Phase.OVER and row.name not in config.games:
            yield f"the game {row.name} has no table [games.{row.name}]: it plays by what it has"


def _check_game(config: Config, name: str) -> None:
    game = config.games[name]
    rules = rules_named(game.ruleset)
    read_scenario(rules, read_board(rules, game.board, config.folder), game.options)
    _check_made(config, game)
    for seat in game.seats:
        seat_in_config(name, seat)


def _check_made(config: Config, game: GameConfig) -> None:
    """A game that exists keeps what cannot change; without a database there is none yet."""
    for row in games_made(config):
        for refused in refused_changes(row, game) if row.name == game.name else ():
            raise ConfigError(f"{refused}, and that cannot change once the game is made")


def _trouble(attempt: Any) -> str:
    try:
        attempt()
    except MailbotError as error:
        return " ".join(str(error).split())
    return ""


@click.command()
@click.option("--once", is_flag=True, help="Read, run and send what is due now, then stop.")
@click.pass_context
def run(ctx: click.Context, once: bool) -> None:
    """Serve: read the mailbox, run turns at their deadlines, send letters."""
    from mailbot import scheduler
    from mailbot.rereading import ConfigFile

    source = ConfigFile(ctx.obj)
    service = service_of(ctx, logs=True)
    service.take_over_config()
    if once:
        scheduler.once(service)
        return
    stopping = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda *_: stopping.set())
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: source.asked.set())
    scheduler.serve(service, stopping, source)


@click.command()
@click.argument("files", nargs=-1, type=click.File("rb"))
@as_json
@click.pass_context
def feed(ctx: click.Context, files: tuple[BinaryIO, ...], json: bool) -> None:
    """Take letters from FILES, or one from standard input, as if they had come by IMAP.

    For a pipe or procmail: exit code 0 means that the letter is stored, 75 that it is not.
    """
    from mailbot.inbound.feeding import feed_letters, what_came_of
    from mailbot.inbound.reading_room import quick_room

    letters = [file.read() for file in files] or [sys.stdin.buffer.read()]
    try:
        service = _open_or_later(ctx)
        numbers = feed_letters(
            service.store, service.clock, letters, service.config.limits.letter_bytes
        )
    except StorageError as error:
        click.echo(f"mailbot: {' '.join(str(error).split())}", err=True)
        ctx.exit(EXIT_TEMPFAIL)
    service = replace(service, room=quick_room())
    try:
        service.reader.read_waiting()
    except Exception as error:  # noqa: BLE001 - it is stored: whatever this is, it must not bounce
        words = " ".join(f"{type(error).__name__}: {error}".split())
        click.echo(f"mailbot: stored, and to be read later ({words})", err=True)
    finally:
        service.room.close()
    if json:
        tell(json, "", what_came_of(service.store, numbers))


def _open_or_later(ctx: click.Context) -> Service:
    """A letter must not bounce because the service is not set up right: it can wait (75)."""
    try:
        return service_of(ctx)
    except MailbotError as error:
        raise StorageError(str(error)) from error
