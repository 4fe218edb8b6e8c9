"""`mailbot player …`: seats that change hands, and those who wait for one."""

from __future__ import annotations

from typing import Any

import click

from mailbot.cli.common import as_json, ask, asks_first, service_of, shown, table, tell
from mailbot.cli.course import at, why
from mailbot.cli.people import player
from mailbot.games import replacing, warning
from mailbot.games.seating import checked_address
from mailbot.games.settings import find_game
from mailbot.inbound.waiting import waiting as on_list


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("address")
@why
@asks_first
@as_json
@click.pass_context
def replace(
    ctx: click.Context, game: str, name: str, address: str, why: str, yes: bool, json: bool
) -> None:
    """Give the seat of NAME in GAME to somebody else, who writes from ADDRESS.

    He gets its last sheet, all that went before, and a full period of time; the others are told.
    Whoever had the seat can order nothing any more.
    """
    service = service_of(ctx, logs=True)
    new = checked_address(address)
    with service.store.reading() as session:
        words = warning.before_replace(session, find_game(session, game), name, new)
    ask(yes, words)
    with at(service, game, why) as (session, row, hand):
        seat = replacing.replace(session, row, hand, name, new)
        facts = {"game": game, "role": seat.role, "address": seat.address}
    tell(json, f"{facts['role']} is played from {new} now", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@why
@asks_first
@as_json
@click.pass_context
def kick(ctx: click.Context, game: str, name: str, why: str, yes: bool, json: bool) -> None:
    """Take the seat of NAME in GAME away: it is offered to the waiting list.

    Until somebody takes it a caretaker plays it, where the game has one.
    """
    service = service_of(ctx, logs=True)
    with service.store.reading() as session:
        words = warning.before_kick(session, find_game(session, game), name)
    ask(yes, words)
    with at(service, game, why) as (session, row, hand):
        facts = {"game": game, "role": replacing.kick(session, row, hand, name)}
    tell(json, f"the seat of {facts['role']} is free", facts)


@player.command()
@click.argument("game")
@as_json
@click.pass_context
def waiting(ctx: click.Context, game: str, json: bool) -> None:
    """Who waits for a seat in GAME, the first first."""
    service = service_of(ctx)
    with service.store.reading() as session:
        facts: list[dict[str, Any]] = [
            {
                "address": wish.address,
                "since": wish.waiting,
                "offered": wish.offered,
            }
            for wish in on_list(session, find_game(session, game).name)
        ]
    rows = [["address", f"since ({service.zone})", "offered"]]
    rows += [
        [each["address"], shown(each["since"], service.zone), each["offered"] or "-"]
        for each in facts
    ]
    tell(json, table(rows) if facts else "nobody waits for a seat", facts)
