"""`mailbot player …`: who sits where, and where his letters go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from sqlalchemy.orm import Session

from mailbot.cli.common import WHO, as_json, changing, service_of, shown, table, tell
from mailbot.config import time_zone
from mailbot.errors import Refused
from mailbot.games.addresses import (
    dismiss,
    enter,
    others_of,
    take_out,
    withdraw,
)
from mailbot.games.presence import missed
from mailbot.games.seating import (
    checked_address,
    refuse_own,
    refuse_taken,
    resend_sheets,
    seat_player,
)
from mailbot.games.settings import find_game, read_settings, seat_of, seats
from mailbot.games.steering import Hand
from mailbot.outbox.bounced import forward, revive
from mailbot.outbox.copies import copy_of, last_sheet
from mailbot.storage.tables import Deed, SeatRow, Way


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
        facts: list[dict[str, Any]] = [
            {
                "role": seat.role,
                "address": seat.address,
                "zone": seat.zone or zone,
                "text_only": seat.text_only,
                "missed": missed(session, seat),
                "away_until": seat.away_until,
                "second": _of_way(session, seat, Way.SECOND),
                "deputy": _of_way(session, seat, Way.DEPUTY),
            }
            for seat in seats(session, game)
        ]
    heads = ["player", "address", "zone", "letters", "missed", f"away until ({service.zone})"]
    rows = [[*heads, "second addresses", "deputy"]]
    rows += [
        [
            each["role"],
            each["address"] or "-",
            each["zone"],
            "text only" if each["text_only"] else "all",
            str(each["missed"]),
            shown(each["away_until"], service.zone),
            ", ".join(each["second"]) or "-",
            ", ".join(each["deputy"]) or "-",
        ]
        for each in facts
    ]
    tell(json, table(rows) if facts else "no players yet", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("address")
@as_json
@click.pass_context
def seat(ctx: click.Context, game: str, name: str, address: str, json: bool) -> None:
    """Give NAME at ADDRESS a seat in GAME while its sign-up is open; his welcome is sent."""
    service = service_of(ctx, logs=True)
    with changing(service) as session:
        hand = Hand(WHO, service.clock.now(), service.office.desk)
        row = find_game(session, game)
        given = seat_player(session, row, hand, service.keys, name, address)
        facts = {"game": game, "role": given.role, "address": given.address}
    tell(json, f"{facts['role']} has a seat in {game}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("new")
@click.option("--second", is_flag=True, help="Let NAME write from there too; letters go as before.")
@click.option("--remove", is_flag=True, help="Let a second address count no more.")
@as_json
@click.pass_context
def address(
    ctx: click.Context, game: str, name: str, new: str, second: bool, remove: bool, json: bool
) -> None:
    """Send NAME's letters in GAME to the address NEW from now on.

    Players change addresses by mail themselves, as long as their old one can be read; this is for
    those whose old one is dead, and needs nobody's confirmation.
    """
    service = service_of(ctx)
    known, now = checked_address(new), service.clock.now()
    with changing(service) as session:
        row = seat_of(session, find_game(session, game).name, name)
        facts = {"game": game, "role": row.role, "from": row.address, "to": known}
        if remove:
            if not (take_out(session, row, known) or withdraw(session, row, known)):
                raise Refused(f"{known} is no second address of {row.role} in {game}")
            words = f"{known} is no address of {row.role} any more"
        else:
            refuse_own(service.office.desk, known)
            refuse_taken(session, game, known, but=row.role)
            if second and row.address == known:
                raise Refused(f"{known} is the main address of {row.role} in {game}")
            old = row.address
            enter(session, row, known, Way.SECOND if second else Way.MAIN, now)
            words = f"{row.role} may write from {known} too" if second else ""
            if not second:
                revive(session, known, now)
                moved = forward(session, game, row.role, old, known, now)
                facts["letters"] = str(len(moved))
                words = f"{row.role}'s letters now go to {known}"
                words += f", {len(moved)} that waited too" if moved else ""
        what = "address removed" if remove else "second address" if second else "address"
        session.add(_deed(now, game, what, facts))
    tell(json, words, facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("new")
@as_json
@click.pass_context
def deputy(ctx: click.Context, game: str, name: str, new: str, json: bool) -> None:
    """Let the address NEW act for NAME in GAME, or nobody any more (`none`).

    A deputy gives orders and gets a copy of all that NAME gets; he cannot change addresses.
    """
    service = service_of(ctx, logs=True)
    now = service.clock.now()
    with changing(service) as session:
        row = seat_of(session, find_game(session, game).name, name)
        if new == "none":
            gone = dismiss(session, row)
            if not (withdraw(session, row, way=Way.DEPUTY) or gone):
                raise Refused(f"{row.role} has no deputy in {game}")
            facts = {"game": game, "role": row.role, "from": ", ".join(gone), "to": None}
        else:
            known = checked_address(new)
            refuse_own(service.office.desk, known)
            refuse_taken(session, game, known)
            enter(session, row, known, Way.DEPUTY, now)
            facts = {"game": game, "role": row.role, "from": None, "to": known}
            if (sheet := last_sheet(session, game, row.role)) is not None:
                session.add(copy_of(sheet, known, now))
        session.add(_deed(now, game, "deputy", facts))
    acts = f"{facts['to']} acts for" if facts["to"] else "nobody acts any more for"
    tell(json, f"{acts} {facts['role']} in {game}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("zone")
@as_json
@click.pass_context
def zone(ctx: click.Context, game: str, name: str, zone: str, json: bool) -> None:
    """Tell NAME the times of GAME in his own ZONE, such as America/New_York; `-` is the game's."""
    service = service_of(ctx)
    with changing(service) as session:
        row = seat_of(session, find_game(session, game).name, name)
        row.zone = "" if zone == "-" else time_zone(zone, "ZONE").key
        facts = {"game": game, "role": row.role, "zone": row.zone}
        session.add(_deed(service.clock.now(), game, "zone", facts))
    tell(json, f"{facts['role']} is told times in {facts['zone'] or 'the zone of the game'}", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("what", type=click.Choice(["text-only", "all"]))
@as_json
@click.pass_context
def letters(ctx: click.Context, game: str, name: str, what: str, json: bool) -> None:
    """Send NAME in GAME letters of text alone, or with HTML, maps and files again (`all`)."""
    service = service_of(ctx)
    with changing(service) as session:
        row = seat_of(session, find_game(session, game).name, name)
        row.text_only = what == "text-only"
        facts = {"game": game, "role": row.role, "letters": what}
        session.add(_deed(service.clock.now(), game, "letters", facts))
    alone = "text alone" if what == "text-only" else "text, HTML, maps and files"
    tell(json, f"{facts['role']}'s letters are {alone} from now on", facts)


@player.command()
@click.argument("game")
@click.argument("name")
@click.argument("turn", type=int, required=False)
@as_json
@click.pass_context
def resend(ctx: click.Context, game: str, name: str, turn: int | None, json: bool) -> None:
    """Send NAME his last sheet of GAME again, or all his sheets of TURN."""
    service = service_of(ctx, logs=True)
    with changing(service) as session:
        hand = Hand(WHO, service.clock.now(), service.office.desk)
        copies = resend_sheets(session, find_game(session, game), hand, name, turn)
        subjects = [copy.subject for copy in copies]
        facts = {"game": game, "role": copies[0].role, "to": copies[0].to, "subject": subjects[-1]}
    tell(json, f"queued for {facts['to']}: {', '.join(subjects)}", facts)


def _of_way(session: Session, seat: SeatRow, way: Way) -> list[str]:
    return [row.address for row in others_of(session, seat.game, seat.role) if row.way == way]


def _deed(now: object, game: str, what: str, facts: Mapping[str, str | None]) -> Deed:
    return Deed(at=now, game=game, who=WHO, what=what, details=facts)
