"""`mailbot outbox …`: what goes out, what is stuck and why, and what can be done about it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click
from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from mailbot.cli.common import WHO, as_json, in_words, listed, service_of, shown, table, tell
from mailbot.errors import Refused
from mailbot.games.settings import find_game
from mailbot.mail.marks import slug
from mailbot.outbox.bounced import requeue, revive
from mailbot.outbox.copies import FOR_NOBODY
from mailbot.outbox.queue import OUTBOX
from mailbot.outbox.reasons import HELD, Reasons
from mailbot.outbox.stale import WAITING
from mailbot.storage.store import one_at_a_time
from mailbot.storage.tables import (
    LOST,
    Attempt,
    BadAddress,
    BounceRow,
    Deed,
    OutRow,
    OutState,
    Pause,
    SeatRow,
)

MOST = 50
DONE = (OutState.SENT, OutState.DROPPED)
_STATE = click.option(
    "--state",
    type=click.Choice([*(state.value for state in OutState), HELD]),
    help="Only letters in this state; `held` wait for an address that does not work.",
)
_GAME = click.option("--game", help="Only letters of this game.")
_PLAYER = click.option("--player", help="Only letters for this player, by name or address.")


@click.group()
def outbox() -> None:
    """Letters that go out."""


@outbox.command("list")
@_STATE
@_GAME
@_PLAYER
@click.option("--all", "everything", is_flag=True, help="Also what has been sent or dropped.")
@as_json
@click.pass_context
def list_outbox(
    ctx: click.Context,
    state: str | None,
    game: str | None,
    player: str | None,
    everything: bool,
    json: bool,
) -> None:
    """Letters that wait, and those that could not be delivered, each with the reason."""
    query = _chosen(state, game, player, everything=everything).order_by(OutRow.id.desc())
    service = service_of(ctx)
    with service.store.reading() as session:
        _refuse_unknown(session, game, player)
        why = Reasons.of(session, service.clock.now())
        facts = [_out(row, why) for row in session.scalars(query.limit(MOST))]
        count = session.scalar(select(func.count()).select_from(query.order_by(None).subquery()))
    keys = ("id", "kind", "to", "state", "attempts", "next_at", "subject", "why")
    rows = [["letter", "kind", "to", "state", "tries", f"next ({service.zone})", "subject", "why"]]
    rows += [[_cell(each[key], service.zone) for key in keys] for each in facts]
    more = [f"{count - MOST} older letters are not shown"] if count and count > MOST else []
    words = [*why.heads(), table(rows) if facts else "nothing waits", *more]
    tell(json, "\n".join(words), facts)


def _cell(value: Any, zone: ZoneInfo) -> str:
    return shown(value, zone) if isinstance(value, datetime) else str(value)[:60]


@outbox.command("show")
@click.argument("number", type=int)
@as_json
@click.pass_context
def show_out(ctx: click.Context, number: int, json: bool) -> None:
    """One letter: where it stands, when it was tried, where, and what the server said."""
    service = service_of(ctx)
    with service.store.reading() as session:
        row = _find(session, number)
        facts = _out(row, Reasons.of(session, service.clock.now()))
        history = [*_history(session, row)]
    lines = listed(facts, service.zone)
    lines += [
        f"  {' '.join(in_words(value, service.zone) for value in each.values())}"
        for each in history
    ]
    tell(json, "\n".join(lines), {**facts, "history": history})


@outbox.command("retry")
@click.argument("numbers", type=int, nargs=-1)
@click.option("--failed", is_flag=True, help="All letters that failed or came back.")
@as_json
@click.pass_context
def retry(ctx: click.Context, numbers: tuple[int, ...], failed: bool, json: bool) -> None:
    """Try letters again now, and end a pause of the outbox."""
    service = service_of(ctx)
    now = service.clock.now()
    with service.store.writing() as session:
        one_at_a_time(session, OUTBOX)
        rows = _named(session, numbers, OutRow.state.in_(LOST) if failed else None)
        bad = frozenset(session.scalars(select(BadAddress.address)))
        if failed:
            rows = [row for row in rows if row.to not in bad]
        for row in rows:
            _refuse_done(row, now)
            if row.to in bad:
                raise Refused(
                    f"letter {row.id} waits because {row.to} does not work: `mailbot outbox good "
                    f"{row.to}` sends it if it does"
                )
            requeue(session, row, now)
            session.add(_deed(now, row, "letter sent again", {}))
        pause = session.get(Pause, OUTBOX)
        if pause is not None:
            session.delete(pause)
        facts = [_out(row, Reasons()) for row in rows]
    which = ", ".join(str(each["id"]) for each in facts)
    words = f"to be sent with the next round: letter {which}" if facts else "no letter has failed"
    tell(json, words, facts[0] if len(numbers) == 1 and not failed else facts)


@outbox.command("drop")
@click.argument("numbers", type=int, nargs=-1, required=True)
@click.option("--reason", required=True, help="Why; it is kept with the letter.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
@click.pass_context
def drop(ctx: click.Context, numbers: tuple[int, ...], reason: str, yes: bool, json: bool) -> None:
    """Never send these letters."""
    service = service_of(ctx)
    now = service.clock.now()
    with service.store.reading() as session:
        rows = _named(session, numbers)
        for row in rows:
            _refuse_done(row, now)
    listed = "\n".join(f"  {row.id}: {row.kind} for {row.to}, {row.subject}" for row in rows)
    if not yes:
        click.confirm(f"{listed}\nThese will never be sent. Go on?", abort=True, err=True)
    with service.store.writing() as session:
        one_at_a_time(session, OUTBOX)
        for row in _named(session, numbers):
            _refuse_done(row, now)
            row.state, row.reply = OutState.DROPPED, reason[:500]
            session.add(_deed(now, row, "letter dropped", {"reason": reason}))
    tell(json, f"dropped:\n{listed}", {"dropped": list(numbers), "reason": reason})


@outbox.command("good")
@click.argument("addresses", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All addresses that are marked as bad.")
@as_json
@click.pass_context
def good(ctx: click.Context, addresses: tuple[str, ...], everything: bool, json: bool) -> None:
    """Count addresses as working again: what waits for them is sent."""
    service = service_of(ctx)
    now = service.clock.now()
    with service.store.writing() as session:
        bad = session.scalars(select(BadAddress.address).order_by(BadAddress.address)).all()
        wanted = bad if everything else [each.lower() for each in addresses]
        if not everything and not wanted:
            raise Refused("name an address, or give --all")
        letters: dict[str, int] = {}
        for each in wanted:
            waiting = revive(session, each, now)
            if waiting is None:
                known = ", ".join(bad) or "none"
                raise Refused(f"{each} is not marked as bad; marked are: {known}")
            letters[each] = waiting
            details = {"address": each, "letters": waiting}
            session.add(Deed(at=now, game=None, who=WHO, what="address good", details=details))
    lines = [f"{each}: {number} letters go out" for each, number in letters.items()]
    tell(json, "\n".join(lines) or "no address is marked as bad", letters)


@outbox.command("export")
@click.argument("numbers", type=int, nargs=-1)
@click.argument("place", type=click.Path(path_type=Path))
@_STATE
@_GAME
@_PLAYER
@click.option("--all", "everything", is_flag=True, help="All letters, also those sent or dropped.")
@as_json
@click.pass_context
def export(
    ctx: click.Context,
    numbers: tuple[int, ...],
    place: Path,
    state: str | None,
    game: str | None,
    player: str | None,
    everything: bool,
    json: bool,
) -> None:
    """Write letters as they are sent: one into the file PLACE (.eml), more into the folder PLACE.

    Without NUMBERS those that `mailbot outbox list` would show with the same options.
    """
    with service_of(ctx).store.reading() as session:
        if numbers:
            rows: Sequence[OutRow] = _named(session, numbers)
        else:
            query = _chosen(state, game, player, everything=everything)
            rows = session.scalars(query.order_by(OutRow.id)).all()
    single = len(numbers) == 1 and place.suffix == ".eml"
    files = [*_written(rows, place, single=single)]
    tell(json, f"wrote {len(files)} letters to {place}", {"files": files})


def _written(rows: Sequence[OutRow], place: Path, *, single: bool) -> Iterator[str]:
    # A letter carries the proof of who answers it.
    before = os.umask(0o077)
    try:
        if not single:
            place.mkdir(parents=True, exist_ok=True)
        for row in rows:
            file = place if single else place / _file_name(row)
            file.write_bytes(row.raw)
            yield str(file)
    finally:
        os.umask(before)


def _file_name(row: OutRow) -> str:
    """`000017-sheet-pent-zane.eml`."""
    names = [row.kind, *(slug(name) for name in (row.game, row.role) if name)]
    return f"{row.id:06}-{'-'.join(names)}.eml"


def _chosen(
    state: str | None, game: str | None, player: str | None, *, everything: bool
) -> Select[OutRow]:
    """The letters that the options of `list` and `export` ask for."""
    query = select(OutRow)
    if state is not None:
        query = query.where(_in_state(state))
    elif not everything:
        query = query.where(OutRow.state.not_in(DONE))
    if game:
        query = query.where(OutRow.game == game)
    if player:
        query = query.where((OutRow.role == player) | (OutRow.to == player.lower()))
    return query


def _refuse_unknown(session: Session, game: str | None, player: str | None) -> None:
    """A slip in a name would look like a player who is owed nothing."""
    if game:
        find_game(session, game)
    if not player:
        return
    names = sorted(set(session.scalars(select(SeatRow.role))))
    addressed = select(OutRow.id).where(OutRow.to == player.lower()).limit(1)
    if player not in names and session.scalar(addressed) is None:
        known = ", ".join(names) or "none yet"
        raise Refused(
            f"nobody plays as {player!r}, and no letter was for that address; there play: {known}"
        )


def _in_state(state: str) -> ColumnElement[bool]:
    held = OutRow.to.in_(select(BadAddress.address)) & OutRow.state.in_(WAITING)
    if state == HELD:
        return held
    return (OutRow.state == state) & ~held


def _named(
    session: Session, numbers: Sequence[int], others: ColumnElement[bool] | None = None
) -> list[OutRow]:
    """The letters with these numbers, or those of a kind."""
    if others is not None:
        return list(session.scalars(select(OutRow).where(others).order_by(OutRow.id)))
    if not numbers:
        raise Refused("name the letters by their numbers, as `mailbot outbox list` shows them")
    return [_find(session, number) for number in dict.fromkeys(numbers)]


def _find(session: Session, number: int) -> OutRow:
    row = session.get(OutRow, number)
    if row is None:
        raise Refused(f"there is no outgoing letter {number}")
    return row


def _refuse_done(row: OutRow, now: datetime) -> None:
    if row.state == OutState.SENT:
        raise Refused(f"outgoing letter {row.id} has been delivered")
    if row.state == OutState.DROPPED and row.reply in FOR_NOBODY:
        raise Refused(f"outgoing letter {row.id} is for nobody: {row.reply}")
    if row.state == OutState.SENDING and row.lease_until is not None and row.lease_until > now:
        raise Refused(f"outgoing letter {row.id} is being sent just now: wait a few minutes")


def _history(session: Session, row: OutRow) -> Iterator[dict[str, Any]]:
    """Its attempts, and what came back, oldest first."""
    attempts = session.scalars(select(Attempt).where(Attempt.letter == row.id))
    bounces = session.scalars(select(BounceRow).where(BounceRow.letter == row.id))
    lines = [(each.at, each.host, each.verdict, each.said) for each in attempts]
    lines += [(each.at, _told_by(each), f"{each.grade} bounce", each.said) for each in bounces]
    for at, host, what, said in sorted(lines):
        yield {"at": at, "where": host, "what": what, "said": said}


def _told_by(bounce: BounceRow) -> str:
    return "the mail server" if bounce.told_by is None else f"letter {bounce.told_by}"


def _deed(now: datetime, row: OutRow, what: str, more: dict[str, str]) -> Deed:
    details = {"letter": row.id, "kind": row.kind, "to": row.to, **more}
    return Deed(at=now, game=row.game, who=WHO, what=what, details=details)


def _out(row: OutRow, why: Reasons) -> dict[str, Any]:
    return {
        "id": row.id,
        "kind": row.kind,
        "game": row.game,
        "stage": row.stage,
        "role": row.role,
        "to": row.to,
        "subject": row.subject,
        "state": why.state(row),
        "why": why.why(row),
        "attempts": row.attempts,
        "next_at": row.next_at,
        "sent": row.sent,
        "reply": row.reply,
        "envelope": row.envelope,
        "message_id": row.message_id,
    }
