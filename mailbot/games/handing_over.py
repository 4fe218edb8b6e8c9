"""What a new player of a role gets: its sheets and letters, and the proof to write with (FEAT-T2).

Letters of before carry the tokens of whoever held the seat then: they are written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role
from grammar.reading import Audience
from mailbot.games.pens import has_come, pens_of
from mailbot.games.settings import LiveGame
from mailbot.games.standing import standing
from mailbot.games.times import local
from mailbot.mail.outgoing import Attachment, Kind, Picture, text_file
from mailbot.mail.tokens import token
from mailbot.outbox.copies import copy_of, is_sheet_of, last_sheet
from mailbot.outbox.desk import Desk, Page, post, to_seat
from mailbot.render.echo import echo
from mailbot.storage.tables import OutRow, PressRow, SeatRow, SheetRow


def hand_over(
    session: Session, game: LiveGame, seat: SeatRow, desk: Desk, now: datetime, why: str
) -> None:
    """Send a new player all that he needs to play on."""
    to = to_seat(seat, game.row.stage)
    page = _pack(session, game, seat, why)
    post(session, [desk.write(Kind.CONFIRMATION, to, page, now)])
    sheet = last_sheet(session, game.name, seat.role)
    if sheet is not None:
        post(session, [written_anew(desk, sheet, seat, now)])


def sheets_sent(session: Session, game: LiveGame, role: str, turn: int | None = None) -> list[int]:
    """The numbers of the letters with the last sheet of a role, or with those of a turn."""
    sent = session.execute(
        select(OutRow.id, OutRow.stage).where(is_sheet_of(game.name, role)).order_by(OutRow.id)
    ).all()
    if turn is None:
        return [number for number, _ in sent[-1:]]
    last = {stage: number for number, stage in sent}
    # A sheet names the stage that it opens: it tells of the one before.
    stages = sorted(filter(None, last))
    return [last[stage] for stage in stages if game.when(stage - 1).turn == turn]


def sent_again(desk: Desk, row: OutRow, seat: SeatRow, now: datetime) -> OutRow:
    """A letter of before once more, to whoever has the seat now."""
    return (
        written_anew(desk, row, seat, now) if seat.hands else copy_of(row, str(seat.address), now)
    )


def written_anew(desk: Desk, row: OutRow, seat: SeatRow, now: datetime) -> OutRow:
    """A letter to an earlier player of the seat, as it was, with the tokens of the present one."""
    found = _opened(row)
    stage = row.stage or 0
    keys, game, role = desk.keys.tokens, seat.game, seat.role
    good = token(keys, game, role, stage, seat.hands)
    void = [token(keys, game, role, stage, hands) for hands in range(seat.hands)]

    def renewed(content: bytes) -> bytes:
        for each in void:
            content = content.replace(each.encode(), good.encode())
        return content

    page = Page(
        subject=row.about,
        text=renewed(_body(found, "plain").encode()).decode(),
        html=renewed(_body(found, "html").encode()).decode() or None,
        pictures=tuple(_pictures(found)),
        attachments=tuple(
            Attachment(each.name, each.media_type, renewed(each.content))
            for each in _attachments(found)
        ),
    )
    return desk.write(Kind(row.kind), to_seat(seat, stage), page, now)


def plain_text(row: OutRow) -> str:
    """What a letter of ours says, as it was written."""
    return _body(_opened(row), "plain")


def _opened(row: OutRow) -> EmailMessage:
    found = message_from_bytes(row.raw, policy=policy.SMTP)
    assert isinstance(found, EmailMessage)  # noqa: S101 - as the policy makes them
    return found


def _body(found: EmailMessage, kind: str) -> str:
    part = found.get_body((kind,))
    return str(part.get_content()).replace("\r\n", "\n") if part is not None else ""


def _pictures(found: EmailMessage) -> Iterator[Picture]:
    for part in found.walk():
        if part["Content-ID"] and part.get_content_maintype() == "image":
            cid = str(part["Content-ID"]).strip("<> ")
            yield Picture(cid, part.get_filename() or "", _content(part))


def _attachments(found: EmailMessage) -> Iterator[Attachment]:
    for part in found.iter_attachments():
        if part.get_filename():
            charset = "; charset=utf-8" if part.get_content_maintype() == "text" else ""
            name = str(part.get_filename())
            yield Attachment(name, f"{part.get_content_type()}{charset}", _content(part))


def _content(part: EmailMessage) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _pack(session: Session, game: LiveGame, seat: SeatRow, why: str) -> Page:
    title, stage, due = game.settings.title, game.stage.name, game.closes
    closed = game.row.closed is not None
    if closed:
        when = f"{stage} takes no orders any more. What it brings comes next, and opens a new turn."
    else:
        due_then = "" if due is None else f" Orders for it are due {local(due, game.zone)}."
        when = f"{stage} is open.{due_then}"
    said = f"The Gamesmaster says: {why}\n\n" if why else ""
    orders = standing(session, game.rules.ruleset, game.name, game.row.stage, seat.role)
    lines = [
        line
        for number, order in enumerate(orders, 1)
        for line in echo(number, game.rules.grammar.write(order))
    ]
    ordered = "What has been ordered for it:" if closed else "Ordered already, and yours to change:"
    stands = (
        f"{ordered}\n\n" + "\n".join(lines)
        if lines
        else (f"Nothing has been ordered for {stage} yet.")
    )
    files = tuple(_files(session, game, Role(seat.role)))
    names = ", ".join(each.name for each in files)
    attached = f"Attached is what went before ({names}).\n\n" if files else ""
    return Page(
        subject=f"{title}: you play {seat.role} now",
        text=(
            f"Welcome, and thank you for stepping in! From now on you are {seat.role} in {title}, "
            f"a game of {game.rules.ruleset.title}; {when}\n\n{said}"
            "The last sheet comes in a letter of its own: map, position and order form."
            f"{'' if closed else ' Answer it to give orders.'} The one word `help` brings a page "
            f"on how to write.\n\n{attached}"
            f"{stands}\n"
        ),
        attachments=files,
    )


def _files(session: Session, game: LiveGame, role: Role) -> Iterator[Attachment]:
    """The rules in brief, the sheets, and the letters of the role, as far as it has had any."""
    first = session.scalar(
        select(OutRow)
        .where(OutRow.game == game.name, OutRow.role == role, OutRow.kind == Kind.SHEET)
        .order_by(OutRow.id)
        .limit(1)
    )
    if first is not None and first.stage == 0:
        yield text_file("welcome.txt", plain_text(first))
    sheets = session.scalars(
        select(SheetRow)
        .where(SheetRow.game == game.name, SheetRow.role == role, SheetRow.text != "")
        .order_by(SheetRow.stage)
    ).all()
    if sheets:
        text = "\n\n\n".join(each.text for each in sheets)
        yield text_file("sheets.txt", text)
    letters = list(_letters(session, game, role))
    if letters:
        yield text_file("letters.txt", "\n\n".join(letters))


def _letters(session: Session, game: LiveGame, role: Role) -> Iterator[str]:
    """What the role has written and been told; its words to the Gamesmaster were the player's.

    It reads as it came: an unsigned letter names neither its writer nor who else got one, and
    stands where nothing tells when it was written (FEAT-P1).
    """
    names = (role, *pens_of(session, game.name, role))
    rows = session.scalars(
        select(PressRow)
        .where(
            PressRow.game == game.name,
            PressRow.audience != Audience.GM,
            PressRow.asked.is_(False),
        )
        .order_by(PressRow.received, PressRow.id)
    ).all()
    own = [row for row in rows if row.role == role]
    got = [row for row in rows if row.role != role and has_come(row, names, game.row.stage)]
    signed = [row for row in got if not row.unsigned]
    others = [row for row in got if row.unsigned]
    for row in sorted([*own, *signed], key=lambda row: (row.stage, row.received, row.id)):
        yield _told(game, row, _voice(row, role), _readers(row))
    for row in sorted(others, key=lambda row: (row.stage, row.pen, row.text)):
        to = _readers(row) if row.audience == Audience.PUBLIC else role
        yield _told(game, row, _voice(row, role), to)


def _told(game: LiveGame, row: PressRow, by: str, to: str) -> str:
    return f"{game.when(row.stage).name}, {by} to {to}:\n\n{row.text.strip()}"


def _voice(row: PressRow, role: Role) -> str:
    """Who says it, as far as this role has ever known."""
    if row.role != role:
        return (row.pen or "somebody who gave no name") if row.unsigned else row.role
    how = f" as {row.pen}" if row.pen else " without a name" if row.unsigned else ""
    return f"{role}{how}"


def _readers(row: PressRow) -> str:
    return ", ".join(row.to) or "everybody"
