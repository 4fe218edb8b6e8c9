"""Turn sheets as letters: the ruleset's sheet, the press, the order form and the footer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from engine.core.dice import stage_salt
from engine.core.form import OrderForm
from engine.core.ruleset import Role, Stage, Turn
from engine.core.sheet import Sheet
from mailbot.games.calendars import deadline_file
from mailbot.games.caretaker import caretaker_blocks
from mailbot.games.correcting import Correction, changed_lines
from mailbot.games.drawing import drawn
from mailbot.games.press import News, press_blocks, with_press
from mailbot.games.sealing import Sealed
from mailbot.games.settings import Settings, zone_of
from mailbot.games.times import local
from mailbot.mail.outgoing import ORDERS_ABOVE, Attachment, Kind, Picture
from mailbot.outbox.desk import Desk, Page, To
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.render.json import sheet_json
from mailbot.render.letter import PICTURE_WIDTH, drawings, pictured, turn_letter
from mailbot.render.letter import Picture as Drawn
from mailbot.render.page import Desk as FormDesk
from mailbot.render.page import order_page
from mailbot.rulesets import Rules
from mailbot.storage.tables import OutRow, SeatRow


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a sheet is for."""

    role: Role
    #: Empty while nobody has the seat.
    address: str
    zone: ZoneInfo
    salt_secret: bytes
    #: As in `To`.
    hands: int = 0
    #: He gets no page, so that the form in his letter has to stand alone.
    text_only: bool = False


def reader_at(seat: SeatRow, settings: Settings) -> Reader:
    """Who holds this seat; the sheets of one that is free are for whoever takes it."""
    zone = zone_of(seat, settings)
    address = seat.address or ""
    return Reader(Role(seat.role), address, zone, seat.salt, seat.hands, seat.text_only)


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
    #: Of the stages that were run, at least since each reader's last sheet.
    sealed: tuple[Sealed, ...]
    #: At least since each reader's last sheet.
    news: News
    now: datetime
    #: How often the deadline may have been moved.
    moves: int = 0
    #: Maps as pictures; the tables say the same.
    with_maps: bool = True
    #: What these sheets replace, if the stage is run again.
    corrects: Correction | None = None
    #: The stage that opens takes no orders: players know how it comes out.
    closed: bool = False
    #: What a caretaker has ordered, line by line, for whom it did.
    in_care: Mapping[Role, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Issued:
    """One player's sheet and the letter that brings it."""

    sheet: Sheet
    letter: OutRow
    #: The sheet as plain text.
    text: str
    #: The whole sheet where the letter tells only what is different: for whoever asks for it again.
    whole: OutRow | None = None


def issue_sheets(
    desk: Desk, issue: Issue, readers: Sequence[Reader], past: Mapping[Role, Sequence[Sheet]]
) -> tuple[Issued, ...]:
    """The letters of all who are told something; their maps are drawn side by side (PERF-P9)."""
    told = [(reader, _told(issue, reader, past.get(reader.role, ()))) for reader in readers]
    sheets = [(reader, sheet, _maps(issue, sheet)) for reader, sheet in told if sheet is not None]
    made = drawn([svg for _, _, svgs in sheets for svg in svgs], PICTURE_WIDTH)
    return tuple(
        _letter(desk, issue, reader, sheet, past.get(reader.role, ()), (), pictured(svgs, made))
        for reader, sheet, svgs in sheets
    )


def issue_sheet(
    desk: Desk,
    issue: Issue,
    reader: Reader,
    past: Sequence[Sheet],
    standing: Sequence[Any] = (),
) -> Issued | None:
    """The letter with a role's sheet; None if the ruleset tells that role nothing."""
    sheet = _told(issue, reader, past)
    if sheet is None:
        return None
    maps = pictured(_maps(issue, sheet))
    return _letter(desk, issue, reader, sheet, past, standing, maps)


def _told(issue: Issue, reader: Reader, past: Sequence[Sheet]) -> Sheet | None:
    """The ruleset's sheet, and the press since the last one."""
    sheet = issue.rules.ruleset.sheet(issue.turn, reader.role, past)
    if sheet is None:
        return None
    care = caretaker_blocks(issue.in_care.get(reader.role))
    told = with_press(sheet.blocks, press_blocks(issue.news, _after(past), reader.zone))
    return replace(sheet, blocks=(*told, *care))


def _maps(issue: Issue, sheet: Sheet) -> tuple[str, ...]:
    return drawings(sheet) if issue.with_maps else ()


def _letter(
    desk: Desk,
    issue: Issue,
    reader: Reader,
    sheet: Sheet,
    past: Sequence[Sheet],
    standing: Sequence[Any],
    maps: tuple[Drawn, ...],
) -> Issued:
    to = To(
        reader.address or desk.sender, issue.game, reader.role, issue.stage.number, reader.hands
    )
    subject = f"{issue.title}: {sheet.title}"
    form = _form(issue, reader, standing)
    cover = _cover(issue, reader, tuple(_footer(issue, reader, _after(past))), form)
    letter = turn_letter(sheet, cover, maps)
    attachments = _attachments(desk, issue, sheet, form, to, subject, _due(issue, reader))
    page = Page(
        subject=subject,
        text=letter.text,
        html=letter.html,
        pictures=tuple(Picture(one.cid, one.name, one.png) for one in letter.pictures),
        attachments=attachments,
    )
    if issue.corrects is None or sheet.role not in issue.corrects.sheets:
        return Issued(sheet, desk.write(Kind.SHEET, to, page, issue.now), letter.sheet)
    different = _corrected(issue, issue.corrects, reader, sheet, letter.sheet, attachments)
    return Issued(
        sheet,
        desk.write(Kind.SHEET, to, different, issue.now),
        letter.sheet,
        desk.write(Kind.SHEET, replace(to, address=desk.sender), page, issue.now),
    )


def _corrected(
    issue: Issue,
    corrects: Correction,
    reader: Reader,
    sheet: Sheet,
    now: str,
    attachments: tuple[Attachment, ...],
) -> Page:
    """Only what has changed in a sheet that was sent before, and why (FEAT-T4)."""
    changed = list(changed_lines(corrects.sheets.get(sheet.role, ""), now))
    head = (
        f"{sheet.title} of {issue.title} has been run again. The Gamesmaster says: {corrects.why}"
    )
    then = _due(issue, reader)
    if not changed:
        text = f"{head}\n\nYour sheet stays as it was, to the letter. {then}"
        return Page(f"{issue.title}: {sheet.title} stands", text)
    attached = "The order page attached to this letter is made from the corrected sheet."
    text = "\n".join(
        (
            head,
            "",
            "What is different in your sheet (- as it was, + as it is now):",
            "",
            *changed,
            "",
            then,
            *(() if reader.text_only else ("", attached)),
        )
    )
    return Page(f"{issue.title}: {sheet.title}, corrected", text, attachments=attachments)


def _after(past: Sequence[Sheet]) -> int:
    """The first stage of which the reader has had no sheet."""
    return past[-1].stage + 1 if past else 0


def _form(issue: Issue, reader: Reader, standing: Sequence[Any]) -> OrderForm[Any] | None:
    """What the reader may order now; None if he may order nothing, or there is nothing to order."""
    if issue.stage.over or issue.closed or reader.role not in issue.stage.may:
        return None
    ruleset = issue.rules.ruleset
    form = ruleset.form(ruleset.view(issue.turn.state, reader.role), standing)
    return form if form.lines else None


def _attachments(
    desk: Desk,
    issue: Issue,
    sheet: Sheet,
    form: OrderForm[Any] | None,
    to: To,
    subject: str,
    due: str,
) -> tuple[Attachment, ...]:
    """The page that works from a disk, and the facts for programs (FEAT-O9, FEAT-T6)."""
    name = f"{issue.game}-{issue.stage.number}"
    facts = Attachment(
        f"{name}.json",
        "application/json",
        sheet_json(sheet, issue.rules.ruleset.name, issue.game).encode(),
    )
    place = FormDesk(
        desk.address_for(to), desk.subject_for(to, subject), issue.game, _stage_words(issue)
    )
    page = order_page(sheet, form, issue.rules.grammar.write, place, (due,) if form else ())
    about = (issue.game, issue.title, issue.stage, issue.due, issue.moves, issue.now)
    dates = deadline_file(desk, *about) if form else ()
    return Attachment(f"{name}.html", "text/html; charset=utf-8", page.encode()), *dates, facts


def _stage_words(issue: Issue) -> str:
    when = issue.rules.ruleset.when(issue.turn.state, issue.stage.number)
    return f"turn {when.turn}"


def _cover(
    issue: Issue, reader: Reader, footer: tuple[str, ...], form: OrderForm[Any] | None
) -> Cover:
    if form is None:
        return Cover(footer=footer)
    write = issue.rules.grammar.write
    return Cover(
        marker=ORDERS_ABOVE,
        opening=(f"{_due(issue, reader)} {_how(issue)}",),
        template=template(form, write, issue.game, _stage_words(issue), alone=reader.text_only),
        footer=footer,
    )


def _due(issue: Issue, reader: Reader) -> str:
    if issue.stage.over:
        return "With it the game is over."
    if issue.closed:
        name = issue.stage.name
        return f"{name[:1].upper()}{name[1:]} is run again too, with the orders that stand."
    if issue.due is None:
        return "You may change everything until the game starts."
    # “turn 1, declare” is cut off from what follows by a second comma.
    aside = "," if "," in issue.stage.name else ""
    return f"Orders for {issue.stage.name}{aside} are due {local(issue.due, reader.zone)}."


def _how(issue: Issue) -> str:
    what = "Answer this letter to sign up" if issue.due is None else "Answer this letter"
    return f"{what}; write above this line, or fill in the form below."


def _footer(issue: Issue, reader: Reader, since: int) -> Iterator[str]:
    """The dice, and the orders of all stages of which this reader has had no sheet."""
    yield f"Dice: all throws of this game were fixed before its first order by {issue.commitment}."
    for sealed in issue.sealed:
        if sealed.stage >= since:
            yield (
                f"Orders of {sealed.name}: digest {sealed.digest}; your line in it "
                f"{sealed.lines[reader.role]}, made with your salt "
                f"{stage_salt(reader.salt_secret, sealed.stage).hex()}."
            )
