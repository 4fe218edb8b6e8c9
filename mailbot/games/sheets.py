"""Turn sheets as letters: the ruleset's sheet, the press, the order form and the footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.core.ruleset import Role, Stage, Turn
from engine.core.sheet import Sheet
from mailbot.games.press import press_blocks
from mailbot.games.times import local
from mailbot.mail.outgoing import ORDERS_ABOVE, Attachment, Kind, Picture
from mailbot.outbox.desk import Desk, Page, To
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.render.json import sheet_json
from mailbot.render.letter import pictures, turn_letter
from mailbot.rulesets import Rules
from mailbot.storage.tables import OutRow


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a sheet is for."""

    role: Role
    address: str
    zone: ZoneInfo
    salt: bytes


@dataclass(frozen=True, slots=True)
class Issue:
    """What the sheets of one stage have in common."""

    game: str
    title: str
    rules: Rules
    turn: Turn[Any]
    #: The stage that is open now.
    stage: Stage
    due: datetime | None
    commitment: str
    #: Over the orders of the stage that was run; empty for the first sheet.
    digest: str
    #: Role and text.
    press: tuple[tuple[str, str], ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class Issued:
    """One player's sheet and the letter that brings it."""

    sheet: Sheet
    letter: OutRow


def issue_sheet(
    desk: Desk,
    issue: Issue,
    reader: Reader,
    past: Sequence[Sheet],
    own_hash: str,
    standing: Sequence[Any] = (),
) -> Issued | None:
    """The letter with a role's sheet; None if the ruleset tells that role nothing."""
    sheet = issue.rules.ruleset.sheet(issue.turn, reader.role, past)
    if sheet is None:
        return None
    sheet = replace(sheet, blocks=(*sheet.blocks, *press_blocks(issue.press)))
    cover = _cover(issue, reader, own_hash, standing)
    letter = turn_letter(sheet, cover, pictures(sheet))
    page = Page(
        subject=f"{issue.title}: {sheet.title}",
        text=letter.text,
        html=letter.html,
        pictures=tuple(
            Picture(picture.cid, picture.name, picture.png) for picture in letter.pictures
        ),
        attachments=(
            Attachment(
                f"{issue.game}-{issue.stage.number}.json",
                "application/json",
                sheet_json(sheet).encode(),
            ),
        ),
    )
    to = To(reader.address, issue.game, reader.role, issue.stage.number)
    return Issued(sheet, desk.write(Kind.SHEET, to, page, issue.now))


def _cover(issue: Issue, reader: Reader, own_hash: str, standing: Sequence[Any]) -> Cover:
    takes_orders = reader.role in issue.stage.may and not issue.stage.over
    form = ""
    if takes_orders:
        view = issue.rules.ruleset.view(issue.turn.state, reader.role)
        form = template(
            issue.rules.ruleset.form(view, standing),
            issue.rules.grammar.write,
            issue.game,
            f"turn {issue.stage.number}",
        )
    return Cover(
        marker=ORDERS_ABOVE if takes_orders else "",
        opening=(_when(issue, reader),) if takes_orders else (),
        template=form,
        footer=_footer(issue, reader, own_hash),
    )


def _when(issue: Issue, reader: Reader) -> str:
    if issue.due is None:
        return (
            "Answer this letter to sign up; write above this line, or fill in the form below. "
            "You may change everything until the game starts."
        )
    return (
        f"Orders for {issue.stage.name} are due {local(issue.due, reader.zone)}. "
        "Answer this letter; write above this line, or fill in the form below."
    )


def _footer(issue: Issue, reader: Reader, own_hash: str) -> tuple[str, ...]:
    lines = [
        f"Dice: all throws of this game were fixed before its first order by {issue.commitment}."
    ]
    if issue.digest:
        lines.append(
            f"Orders: digest {issue.digest}; your line in it {own_hash}, "
            f"made with your salt {reader.salt.hex()}."
        )
    return tuple(lines)
