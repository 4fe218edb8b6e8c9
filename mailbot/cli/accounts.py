"""`mailbot oauth`, and the visits to the mail servers that `mailbot check` makes."""

from __future__ import annotations

import time
from pathlib import Path

import click

from mailbot.accounts import ImapAccount, SmtpAccount
from mailbot.cli.common import as_json, config_of, tell
from mailbot.config import Config, OAuthConfig
from mailbot.errors import PostError, Refused

#: Seconds that `mailbot check` waits for a server.
PATIENCE = 15.0


@click.command()
@click.argument("name", required=False)
@as_json
@click.pass_context
def oauth(ctx: click.Context, name: str | None, json: bool) -> None:
    """Sign in at a provider that takes no passwords, once, for the table [oauth.NAME].

    What the provider gives is kept in the table's token_file, which only its owner may read.
    """
    from mailbot.consent import Person, sign_in
    from mailbot.oauth import SignInAway, keep_token

    config = config_of(ctx)
    table = _table(config, name)
    if table.refresh_token:
        raise Refused(
            f"[oauth.{table.name}] has its refresh_token from the config or the environment: take "
            "that out first"
        )
    person = Person(
        say=lambda words: click.echo(words, err=True),
        read=lambda what: click.prompt(what, err=True),
        sleep=time.sleep,
    )
    try:
        token = sign_in(table, person)
    except SignInAway as error:
        raise PostError(str(error)) from error
    file = config.path(table.token_file)
    keep_token(file, token)
    words = f"signed in; {file} keeps it. Next: `mailbot check`"
    tell(json, words, {"oauth": table.name, "token_file": str(file)})


def _table(config: Config, name: str | None) -> OAuthConfig:
    """The table that is meant; the only one need not be named."""
    known = ", ".join(config.oauth) or "none yet: docs/mail.md says what to write"
    if name is None and len(config.oauth) == 1:
        return next(iter(config.oauth.values()))
    if name is None or name not in config.oauth:
        raise Refused(f"name one of the tables [oauth.NAME]; there are: {known}")
    return config.oauth[name]


def signed_in(config: Config, name: str) -> None:
    """Raise `SignInRefused` if nobody has signed in for this table."""
    from mailbot.oauth import read_token

    table = config.oauth[name]
    if not table.refresh_token:
        read_token(config.path(table.token_file), name)


def visit_folder(path: Path) -> None:
    """Raise `PostError` unless letters can be taken out of the Maildir."""
    from mailbot.clock import SystemClock
    from mailbot.inbound.maildir import Maildir

    folder = Maildir(path, SystemClock().now)
    try:
        folder.check()
    finally:
        folder.close()


def visit_mailbox(account: ImapAccount) -> None:
    """Log in and open the folder. Raises `PostError` that says what would help."""
    from mailbot.advice import advice
    from mailbot.inbound.imap_link import (
        MailboxError,
        connect,
        log_out,
        lost_when_broken,
        select_folder,
    )

    try:
        client = connect(account, PATIENCE, PATIENCE)
        try:
            with lost_when_broken(account.host):
                select_folder(client, account.folder)
        finally:
            log_out(client)
    except MailboxError as error:
        raise PostError(advice(account, error)) from error


def visit_relay(account: SmtpAccount, envelope: str) -> None:
    """Log in, name the sender, and send nothing. Raises `PostError` that says what would help."""
    import asyncio

    from aiosmtplib.errors import SMTPSenderRefused

    from mailbot.advice import advice
    from mailbot.outbox.transport import TROUBLE, try_login

    try:
        asyncio.run(try_login(account, PATIENCE, envelope))
    except SMTPSenderRefused as error:
        raise PostError(
            f"{account.host} does not let us send as {envelope} ({error.code} {error.message}): "
            "set verp = false under [smtp] if it has a + in it, else sender or bounces to an "
            "address that this account may send as"
        ) from error
    except TROUBLE as error:
        raise PostError(advice(account, error)) from error
