"""Words for others in a player's letter: printed, passed on, or kept until he confirms them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Allied, Problem, Role, Severity
from engine.core.wording import enumeration, number
from grammar.reading import Audience, Parsed, Press
from mailbot.games.pens import pen_of
from mailbot.games.press_rules import press_refused, refused_press
from mailbot.games.settings import LiveGame, zone_of
from mailbot.games.times import local
from mailbot.games.veil import veiled
from mailbot.inbound.limits import DAY
from mailbot.inbound.mailing import broadcast_code, full_hour, mail_press
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.storage.tables import PressRow, SeatRow

story = Story("press")

VEILED = (
    "Left out of what you wrote to others: mail addresses, your own name, or what stood below it."
)


@dataclass(frozen=True, slots=True)
class From:
    """Who says it, and in which letter."""

    seat: SeatRow
    #: As his mail program calls him.
    name: str
    letter: int
    received: datetime


@dataclass(slots=True)
class Said:
    """What became of his words, for the receipt."""

    remarks: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    #: Letters that wait for his word, as they would go out.
    drafts: list[str] = field(default_factory=list)


def take_press(
    session: Session,
    office: Office,
    game: LiveGame,
    writer: From,
    press: Sequence[Press],
    applied: int | None,
    now: datetime,
) -> Said:
    """Public words are printed in the next sheet; others go on at once, unsigned ones later.

    What goes to everybody waits until it is confirmed (FEAT-P2). `applied` is the letter whose kept
    text is being applied: its words have gone out already (RAID-R162).
    """
    said, left = Said(), _left(session, game, writer)
    meant: list[Press] = []
    for piece in press:
        if len(meant) >= left and piece.audience is not Audience.GM:
            said.problems.append(_enough(game, piece))
        elif each := _meant(session, office, game, writer, piece, said):
            meant.append(each)
    fresh = _not_said_yet(session, game, writer.seat, meant, applied)
    asked = _ask_again(session, office, game, writer, meant, said)
    if len(fresh) + asked < len(meant):
        said.remarks.append("Your words to others were taken from an earlier letter already.")
    together: dict[Press, list[PressRow]] = {}
    for piece in fresh:
        row = _row(game, writer, piece, now)
        session.add(row)
        together.setdefault(replace(piece, text="", line=0), []).append(row)
    session.flush()
    for alike, rows in together.items():
        _go(session, office, game, writer.seat, alike, rows, said, now)
    return said


def take_answer(
    session: Session,
    office: Office,
    game: LiveGame,
    writer: From,
    pen: str,
    parsed: Parsed[Any],
    text: str,
    now: datetime,
) -> Said:
    """An answer to a letter of that name: all of it goes there, unless some seems meant for us."""
    if not (parsed.orders or parsed.aside or parsed.press or parsed.commands or parsed.seed):
        piece = Press(Audience.ROLES, text, 1, (pen,))
        return take_press(session, office, game, writer, [piece], None, now)
    told = (
        f"You answered a letter of {pen}, and your answer holds what reads as orders, words to the "
        "service or a message of its own. Nothing was sent and nothing done. Answer your sheet "
        f"with it; to write to {pen} there, put `to {pen}:` before your words."
    )
    return Said(problems=[Problem("orders-in-press", told)])


def _meant(
    session: Session, office: Office, game: LiveGame, writer: From, piece: Press, said: Said
) -> Press | None:
    """The piece as it may go out, or None with the reason said."""
    settings, seat = game.settings, writer.seat
    problem = press_refused(settings, piece)
    if problem is None and piece.audience is Audience.ALLIES:
        allies = _allies(game, seat)
        piece = replace(piece, to=allies)
        nobody = "You have no allies to write to."
        problem = None if allies else refused_press("no-allies", nobody, piece)
    unsigned = piece.unsigned or (settings.press == "anonymous" and piece.audience != Audience.GM)
    clean = veiled(piece.text, writer.name, seat.role, unsigned=unsigned)
    if problem is None and not clean.text:
        problem = refused_press(
            "nothing-said", "Nothing of that message is left to be sent.", piece
        )
    if problem is None and piece.pen:
        kept = (game.name, settings.title, office.desk.service)
        who = (game.name, seat.role, piece.pen)
        pen = None if game.signing_up else pen_of(session, *who, kept)
        problem = _no_such_pen(piece) if pen is None else None
        piece = replace(piece, pen=pen.name if pen is not None else "")
    if problem is not None:
        said.problems.append(problem)
        return None
    if clean.changed and VEILED not in said.remarks and piece.audience is not Audience.GM:
        said.remarks.append(VEILED)
    text = piece.text if piece.audience is Audience.GM else clean.text
    return replace(piece, text=text, unsigned=unsigned)


def _allies(game: LiveGame, seat: SeatRow) -> tuple[str, ...]:
    ruleset, role = game.rules.ruleset, Role(seat.role)
    return tuple(ruleset.allies(game.view(role))) if isinstance(ruleset, Allied) else ()


def _left(session: Session, game: LiveGame, writer: From) -> int:
    """How many messages he may still write within this day."""
    written = session.scalar(
        select(func.count())
        .select_from(PressRow)
        .where(
            PressRow.game == game.name,
            PressRow.role == writer.seat.role,
            PressRow.audience != Audience.GM,
            PressRow.received > writer.received - DAY,
        )
    )
    return game.settings.press_per_day - (written or 0)


def _enough(game: LiveGame, piece: Press) -> Problem:
    most = number(game.settings.press_per_day, "message")
    text = f"Within a day {most} may be written, and you have: this one was not sent."
    return refused_press("too-many-messages", text, piece)


def _no_such_pen(piece: Press) -> Problem:
    """The same answer for a name that is taken and for one that nobody may bear."""
    text = (
        f"“{piece.pen}” is a name that you cannot bear. It needs 3 to 30 letters, must not be "
        "a player's, an office or a word of the order language, and can be had from turn 1 on; "
        "three such names are the most. Nothing was sent."
    )
    return refused_press("pen-name", text, piece)


def _row(game: LiveGame, writer: From, piece: Press, now: datetime) -> PressRow:
    asked = piece.audience is Audience.ALL
    later = piece.unsigned and not asked and piece.audience is not Audience.PUBLIC
    return PressRow(
        game=game.name,
        stage=game.row.stage,
        role=writer.seat.role,
        audience=piece.audience,
        to=list(piece.to),
        text=piece.text,
        letter=writer.letter,
        received=writer.received,
        unsigned=piece.unsigned,
        pen=piece.pen,
        asked=asked,
        due=full_hour(now) if later else None,
    )


def _not_said_yet(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    press: Sequence[Press],
    applied: int | None,
) -> list[Press]:
    """Without what went out when its letter was kept, what is printed already, what comes twice."""
    rows = session.scalars(
        select(PressRow).where(
            PressRow.game == game.name,
            PressRow.role == seat.role,
            or_(
                PressRow.letter == applied,
                PressRow.asked.is_(True),
                and_(PressRow.stage == game.row.stage, PressRow.audience == Audience.PUBLIC),
            ),
        )
    )
    said = {(row.audience, tuple(row.to), row.pen, row.text) for row in rows}
    fresh = []
    for each in press:
        words = (each.audience, each.to, each.pen, each.text)
        if words not in said:
            said.add(words)
            fresh.append(each)
    return fresh


def _go(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    alike: Press,
    rows: Sequence[PressRow],
    said: Said,
    now: datetime,
) -> None:
    """One letter to the same readers, however often they are addressed in it (MAIL-N10)."""
    whole = replace(alike, text="\n\n".join(row.text for row in rows))
    if alike.audience is Audience.ALL:
        return _ask(office, game, rows, said)
    if alike.audience is not Audience.PUBLIC and not rows[0].due:
        mail_press(session, office, game, rows, now)
    said.remarks.append(_told(office, game, seat, whole, rows[0]))
    if not alike.unsigned:
        to = enumeration(alike.to) or alike.audience
        story.tell("press taken", game=game.name, role=seat.role, to=to)
    return None


def _told(office: Office, game: LiveGame, seat: SeatRow, piece: Press, row: PressRow) -> str:
    how = f" as “{piece.pen}”" if piece.pen else " without your name" if piece.unsigned else ""
    if piece.audience is Audience.PUBLIC:
        return f"Your proclamation{_length(piece)} will be printed in everybody's next sheet{how}."
    if piece.audience is Audience.GM:
        if office.gm:
            return "Your words to the Gamesmaster were passed on."
        return "Your words to the Gamesmaster are kept with the game: he has given no address."
    if row.due is None:
        return f"Your letter{_length(piece)} was sent on to {enumeration(piece.to)}."
    hour = local(row.due, zone_of(seat, game.settings))
    return f"Your letter{_length(piece)} goes to {enumeration(piece.to)}{how} at {hour}."


def _ask(office: Office, game: LiveGame, rows: Sequence[PressRow], said: Said) -> None:
    """Shown as it would go out; it goes once he says so (FEAT-P2)."""
    for row in rows:
        code = broadcast_code(office.keys, row.id)
        how = f", as “{row.pen}”" if row.pen else ", unsigned" if row.unsigned else ""
        text = f"Not sent yet: this goes to all players at once{how}, and cannot be called back."
        said.problems.append(
            Problem("confirm-first", text, Severity.WARNED, suggestion=f"confirm {code}")
        )
        said.drafts.append(row.text)
        story.tell("broadcast to be confirmed", game=game.name)


def _ask_again(
    session: Session,
    office: Office,
    game: LiveGame,
    writer: From,
    meant: Sequence[Press],
    said: Said,
) -> int:
    """The same words once more, before they were confirmed, get the same code."""
    texts = {each.text for each in meant if each.audience is Audience.ALL}
    if not texts:
        return 0
    waiting = session.scalars(
        select(PressRow).where(
            PressRow.game == game.name,
            PressRow.role == writer.seat.role,
            PressRow.asked.is_(True),
            PressRow.text.in_(texts),
        )
    ).all()
    _ask(office, game, waiting, said)
    return len(waiting)


def _length(piece: Press) -> str:
    """Said of what is longer than a line: a slip in an order below a message goes out with it."""
    lines = sum(bool(line.strip()) for line in piece.text.splitlines())
    return f" of {lines} lines" if lines > 1 else ""
