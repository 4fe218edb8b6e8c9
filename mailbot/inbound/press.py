"""Words for others in a player's letter: kept with the game, printed or passed on at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from engine.core.wording import enumeration
from grammar.reading import Audience, Press
from mailbot.games.settings import LiveGame, seats
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import To, post, to_seat
from mailbot.storage.tables import PressRow, SeatRow

story = Story("press")


def take_press(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    press: Sequence[Press],
    letter: int,
    received: datetime,
    applied: int | None,
    now: datetime,
) -> Iterator[str]:
    """Public words are printed in the next sheet; all others go on at once (RAID-R162).

    `applied` is the letter whose kept text is being applied: its words have gone out already.
    Tells the writer what became of each.
    """
    fresh = _not_said_yet(session, game, seat, press, applied)
    readers: dict[tuple[Audience, tuple[str, ...]], list[Press]] = {}
    for piece in fresh:
        session.add(
            PressRow(
                game=game.name,
                stage=game.row.stage,
                role=seat.role,
                audience=piece.audience,
                to=list(piece.to),
                text=piece.text,
                letter=letter,
                received=received,
            )
        )
        readers.setdefault((piece.audience, piece.to), []).append(piece)
    for (audience, to), pieces in readers.items():
        # One letter to the same readers, however often they are addressed in it (MAIL-N10).
        text = "\n\n".join(each.text for each in pieces)
        whole = Press(audience, text, pieces[0].line, to)
        yield _pass_on(session, office, game, seat, whole, now)
        names = enumeration(to) if to else audience
        story.tell("press taken", game=game.name, role=seat.role, to=names)
    if len(fresh) < len(press):
        yield "Your words to others were taken from an earlier letter already."


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
                and_(PressRow.stage == game.row.stage, PressRow.audience == Audience.PUBLIC),
            ),
        )
    )
    said = {(row.audience, tuple(row.to), row.text) for row in rows}
    fresh = []
    for each in press:
        words = (each.audience, each.to, each.text)
        if words not in said:
            said.add(words)
            fresh.append(each)
    return fresh


def _pass_on(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    piece: Press,
    now: datetime,
) -> str:
    title = game.settings.title
    if piece.audience is Audience.PUBLIC:
        return f"Your proclamation{_length(piece)} will be printed in everybody's next sheet."
    if piece.audience is Audience.GM and not office.gm:
        return "Your words to the Gamesmaster are kept with the game: he has given no address."
    if piece.audience is Audience.GM:
        page = answers.passed_on_to_gm(title, seat.role, piece.text, str(seat.address))
        post(session, [office.desk.write(Kind.PRESS, To(gm), page, now) for gm in office.gm])
        return "Your words to the Gamesmaster were passed on."
    page = answers.passed_on(title, seat.role, piece.text, piece.to)
    others = [each for each in seats(session, game.name) if each.role in piece.to]
    letters = [
        office.desk.write(Kind.PRESS, to_seat(each, game.row.stage), page, now)
        for each in others
        if each.address is not None
    ]
    post(session, letters)
    return f"Your letter{_length(piece)} was sent on to {enumeration(piece.to)}."


def _length(piece: Press) -> str:
    """Said of what is longer than a line: a slip in an order below a message goes out with it."""
    lines = sum(bool(line.strip()) for line in piece.text.splitlines())
    return f" of {lines} lines" if lines > 1 else ""
