"""`mailbot game …`: words to players, notes, the record, orders entered for a player (FEAT-G3)."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mailbot.cli.common import as_json, service_of, tell
from mailbot.cli.course import at, why
from mailbot.cli.game import game
from mailbot.errors import Refused
from mailbot.games import saying
from mailbot.games.settings import find_game, seats
from mailbot.inbound.entering import enter_orders

__all__ = ["game"]


@game.command()
@click.argument("name")
@click.argument("words", nargs=-1, required=True, metavar="[PLAYER…] TEXT")
@as_json
@click.pass_context
def say(ctx: click.Context, name: str, words: tuple[str, ...], json: bool) -> None:
    """Write TEXT to the players of NAME, or to those that are named before it."""
    service = service_of(ctx, logs=True)
    roles = [word.strip(",") for word in words[:-1]]
    with at(service, name) as (session, row, hand):
        if words[-1].lower() in {seat.role.lower() for seat in seats(session, row.name)}:
            raise Refused(f"what is to be said to {words[-1]}? Write the text behind the names")
        readers = saying.say(session, row, hand, roles, words[-1])
    facts = {"game": name, "to": list(readers)}
    tell(json, f"queued for {', '.join(readers)}", facts)


@game.command()
@click.argument("name")
@click.argument("text")
@as_json
@click.pass_context
def note(ctx: click.Context, name: str, text: str, json: bool) -> None:
    """Write TEXT down in the record of NAME; nobody is told."""
    service = service_of(ctx)
    with at(service, name) as (session, row, hand):
        saying.write_down(session, row, hand, text)
    tell(json, f"noted in the record of {name}", {"game": name, "text": text})


@game.command()
@click.argument("name")
@click.option("--all", "everything", is_flag=True, help="Also what is older.")
@as_json
@click.pass_context
def log(ctx: click.Context, name: str, everything: bool, json: bool) -> None:
    """The record of NAME: what was done to it, by whom, when and why."""
    service = service_of(ctx)
    with service.store.reading() as session:
        most = sys.maxsize if everything else saying.MOST_TOLD
        lines = list(saying.record(session, find_game(session, name), most))
    tell(json, "\n".join(lines) or "nothing has been done to it yet", lines)


@game.command()
@click.argument("name")
@click.argument("role", metavar="PLAYER")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@why
@as_json
@click.pass_context
def orders(
    ctx: click.Context, name: str, role: str, file: Path | None, why: str, json: bool
) -> None:
    """Enter orders for PLAYER of NAME, from FILE or standard input, as he would write them.

    He gets the receipt, and is told that they were entered for him. If one line cannot be read or
    done, nothing is entered.
    """
    text = _read(file)
    service = service_of(ctx, logs=True)
    with at(service, name, why) as (session, row, hand):
        entered = enter_orders(session, service.office, row, hand, role, text)
    facts = {"game": name, "role": entered.role, "orders": list(entered.orders)}
    words = f"{entered.late}\n\n{entered.receipt}".strip()
    tell(json, words, {**facts, "receipt": entered.revision})


def _read(file: Path | None) -> str:
    raw = sys.stdin.buffer.read() if file is None else file.read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused("the orders are not UTF-8 text") from error
