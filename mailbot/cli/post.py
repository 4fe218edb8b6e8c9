"""`mailbot letters …`: what came in, and what was set aside."""

from __future__ import annotations

import sys
from typing import Any, TypeVar

import click
from sqlalchemy import select

from mailbot.cli.common import as_json, listed, service_of, shown, table, tell
from mailbot.errors import Refused
from mailbot.inbound.releasing import read_again
from mailbot.storage.tables import Letter, LetterState

MOST = 50


@click.group()
def letters() -> None:
    """Letters that came in."""


@letters.command("list")
@click.option(
    "--state",
    type=click.Choice([state.value for state in LetterState]),
    help="Only letters in this state.",
)
@as_json
@click.pass_context
def list_letters(ctx: click.Context, state: str | None, json: bool) -> None:
    """The latest letters and what was done with them."""
    query = select(Letter).order_by(Letter.id.desc()).limit(MOST)
    if state:
        query = query.where(Letter.state == state)
    service = service_of(ctx)
    with service.store.reading() as session:
        facts = [_letter(row) for row in session.scalars(query)]
    rows = [["letter", f"received ({service.zone})", "from", "game", "player", "state", "why"]]
    rows += [
        [
            str(each["letter"]),
            shown(each["received"], service.zone),
            *(each[key] or "-" for key in ("sender", "game", "role")),
            each["state"],
            each["reason"],
        ]
        for each in facts
    ]
    tell(json, table(rows) if facts else "no letters", facts)


@letters.command("show")
@click.argument("number", type=int)
@click.option("--raw", is_flag=True, help="Print the letter itself, as it came.")
@as_json
@click.pass_context
def show_letter(ctx: click.Context, number: int, raw: bool, json: bool) -> None:
    """One letter: what was done with it, and what went wrong."""
    service = service_of(ctx)
    with service.store.reading() as session:
        row = _find(session.get(Letter, number), f"letter {number}")
    if raw:
        sys.stdout.buffer.write(row.raw)
        return
    facts = {**_letter(row), "traceback": row.traceback}
    tell(json, "\n".join(listed(facts, service.zone)), facts)


@letters.command("release")
@click.argument("number", type=int)
@as_json
@click.pass_context
def release_letter(ctx: click.Context, number: int, json: bool) -> None:
    """Read again a letter that was set aside, or accept one that waits for its sender's word."""
    service = service_of(ctx, logs=True)
    with service.store.writing() as session:
        row = _find(session.get(Letter, number), f"letter {number}")
        if row.state not in (LetterState.FAILED, LetterState.QUARANTINED):
            raise Refused(f"letter {number} was not set aside: it is {row.state}")
        row.vouched = row.vouched or row.state == LetterState.QUARANTINED
        read_again(row)
    service.reader.read_waiting()
    with service.store.reading() as session:
        facts = _letter(session.get_one(Letter, number))
    tell(json, f"letter {number}: {facts['state']}, {facts['reason']}", facts)


T = TypeVar("T")


def _find(row: T | None, what: str) -> T:
    if row is None:
        raise Refused(f"there is no {what}")
    return row


def _letter(row: Letter) -> dict[str, Any]:
    return {
        "letter": row.id,
        "received": row.received,
        "sender": row.sender,
        "game": row.game,
        "role": row.role,
        "stage": row.stage,
        "state": row.state,
        "reason": row.reason,
        "size": len(row.raw),
        "message_id": row.message_id,
    }
