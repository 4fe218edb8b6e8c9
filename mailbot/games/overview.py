"""A game as its Gamesmaster looks at it: where it stands, who plays, who has sent orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mailbot.deadlines import write_schedule
from mailbot.games.presence import has_ordered
from mailbot.games.review import to_be_held
from mailbot.games.settings import LiveGame, seats
from mailbot.games.times import local
from mailbot.storage.tables import OutRow, OutState, Phase


def facts_of(session: Session, found: LiveGame) -> dict[str, Any]:
    """Everything of it, for a program."""
    row = found.row
    waiting = session.scalar(
        select(func.count())
        .select_from(OutRow)
        .where(OutRow.game == row.name, OutRow.state.not_in((OutState.SENT, OutState.DROPPED)))
    )
    return {
        "game": row.name,
        "title": found.settings.title,
        "ruleset": row.ruleset,
        "phase": row.phase,
        "stage": row.stage,
        "stage_name": found.stage.name,
        "due": row.due,
        "schedule": write_schedule(found.schedule),
        "held": row.held,
        "to_be_held": to_be_held(row),
        "commitment": row.commitment,
        "letters_waiting": waiting or 0,
        "players": [
            {
                "role": seat.role,
                "address": seat.address,
                "ready": seat.done == row.stage if row.stage else seat.ready is not None,
                "orders": has_ordered(session, row.name, row.stage, seat.role),
            }
            for seat in seats(session, row.name)
        ],
    }


def told(found: LiveGame, facts: dict[str, Any]) -> str:
    """One game in words."""
    row = found.row
    lines = [
        f"{facts['title']} ({row.name}): {found.rules.ruleset.title}, {where(found)}",
        f"schedule: {facts['schedule']}; letters waiting to be sent: {facts['letters_waiting']}",
    ]
    if row.held:
        lines.append(f"held: {row.held}")
    if facts["to_be_held"]:
        lines.append(f"its next result will wait for your release: {facts['to_be_held']}")
    signing_up = row.phase == Phase.SIGN_UP
    heads = ["player", "address", *(("ready",) if signing_up else ("orders", "said ready"))]
    rows = [
        [
            player["role"],
            player["address"] or "-",
            "yes" if player["ready" if signing_up else "orders"] else "no",
            *(() if signing_up else ("yes" if player["ready"] else "no",)),
        ]
        for player in facts["players"]
    ]
    return "\n".join(lines + ([table([heads, *rows])] if rows else ["no players yet"]))


def where(found: LiveGame) -> str:
    """What it does, and until when."""
    row = found.row
    due = "no deadline" if row.due is None else f"due {local(row.due, found.zone)}"
    phase = row.phase if row.phase == found.stage.name else f"{row.phase}, {found.stage.name}"
    return f"{phase}, {due}"


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns aligned to the left, the first row being their heads."""
    if not rows:
        return ""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
