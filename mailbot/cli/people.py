"""`mailbot player …`: who sits where, and where his letters go."""

from __future__ import annotations

from collections.abc import Mapping

import click
from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.cli.common import as_json, service_of, table, tell
from mailbot.config import ADDRESS, time_zone
from mailbot.errors import Refused
from mailbot.games.members import role_problem, take_seat
from mailbot.games.settings import find_game, read_settings, seat_of, seats
from mailbot.inbound.services import copy_of
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import post
from mailbot.storage.tables import Deed, OutRow, Phase


@click.group()
def player() -> None:
    """Players: seats, addresses, sheets sent again."""


@player.command("list")
@click.argument("game")
@as_json
@click.pass_context
def list_players(ctx: click.Context, game: str, json: bool) -> None:
    """The players of GAME."""
    service = service_of(ctx)
    with service.store.reading() as session:
        row = find_game(session, game)
        zone = read_settings(row).zone
        facts = [
            {"role": seat.role, "address": seat.address, "zone": seat.zone or zone}
            for seat in seats(session, game)
        ]
    rows = [["player", "address", "zone"]]
    rows += [[each["role"] or "", each["address"] or "-", each["zone"] or ""] for each in facts]
    tell(json, table(rows) if facts else "no players yet", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("address")
@as_json
@click.pass_context
def seat(ctx: click.Context, game: str, name: str, address: str, json: bool) -> None:
    """Give NAME at ADDRESS a seat in GAME while its sign-up is open; his welcome is sent."""
    if problem := role_problem(name):
        raise Refused(problem)
    service = service_of(ctx, logs=True)
    new = _checked(address)
    with service.store.writing() as session:
        row = find_game(session, game)
        if row.phase != Phase.SIGN_UP:
            raise Refused(f"{game} has begun: seats are given at sign-up only")
        taken = {each.role.lower(): each for each in seats(session, game)}
        if name.lower() in taken:
            raise Refused(f"{name} plays in {game} already")
        _refuse_taken(session, game, new)
        given = take_seat(
            session,
            row,
            name,
            new,
            service.keys,
            service.office.desk,
            service.clock.now(),
        )
        facts = {"game": game, "role": given.role, "address": given.address}
        session.add(_deed(service.clock.now(), game, "seat", facts))
    tell(json, f"{facts['role']} has a seat in {game}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("new")
@as_json
@click.pass_context
def address(ctx: click.Context, game: str, name: str, new: str, json: bool) -> None:
    """Send NAME's letters in GAME to the address NEW from now on."""
    service = service_of(ctx)
    checked = _checked(new)
    with service.store.writing() as session:
        row = seat_of(session, find_game(session, game).name, name)
        if row.address != checked:
            _refuse_taken(session, game, checked)
        old, row.address = row.address, checked
        facts = {"game": game, "role": row.role, "from": old, "to": row.address}
        session.add(_deed(service.clock.now(), game, "address", facts))
    tell(json, f"{facts['role']}'s letters now go to {facts['to']}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("zone")
@as_json
@click.pass_context
def zone(ctx: click.Context, game: str, name: str, zone: str, json: bool) -> None:
    """Tell NAME the times of GAME in his own ZONE, such as America/New_York; `-` is the game's."""
    service = service_of(ctx)
    with service.store.writing() as session:
        row = seat_of(session, find_game(session, game).name, name)
        row.zone = "" if zone == "-" else time_zone(zone, "ZONE").key
        facts = {"game": game, "role": row.role, "zone": row.zone}
        session.add(_deed(service.clock.now(), game, "zone", facts))
    tell(json, f"{facts['role']} is told times in {facts['zone'] or 'the zone of the game'}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@as_json
@click.pass_context
def resend(ctx: click.Context, game: str, name: str, json: bool) -> None:
    """Send NAME his last sheet of GAME again."""
    service = service_of(ctx, logs=True)
    with service.store.writing() as session:
        row = seat_of(session, find_game(session, game).name, name)
        sheet = session.scalar(
            select(OutRow)
            .where(OutRow.game == game, OutRow.role == row.role, OutRow.kind == Kind.SHEET)
            .order_by(OutRow.id.desc())
            .limit(1)
        )
        if sheet is None:
            raise Refused(f"{row.role} has had no sheet of {game} yet")
        copy = copy_of(service.office, sheet, str(row.address), service.clock.now())
        post(session, [copy])
        facts = {"game": game, "role": row.role, "to": copy.to, "subject": copy.subject}
    tell(json, f"queued for {facts['to']}: {facts['subject']}", facts)


def _refuse_taken(session: Session, game: str, address: str) -> None:
    """One address, one seat: a letter without a token could not be told apart."""
    for seat in seats(session, game):
        if seat.address == address:
            raise Refused(f"{address} is the address of {seat.role} in {game} already")


def _checked(address: str) -> str:
    if not ADDRESS.fullmatch(address):
        raise Refused(f"{address!r} is not a mail address such as zane@example.org")
    return address.lower()


def _deed(now: object, game: str, what: str, facts: Mapping[str, str | None]) -> Deed:
    return Deed(at=now, game=game, who="command line", what=what, details=facts)
