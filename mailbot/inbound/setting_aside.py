"""Letters that broke the reader, or could not be had: kept, and told to the GM (MAIL-R8)."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Session

from mailbot.games.settings import read_settings
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.inbound.scrubbing import without_tokens
from mailbot.log import Story
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.outbox.desk import to_seat
from mailbot.storage.tables import Game, Letter, LetterState

story = Story("letters")

LONGEST_ATTACHED = 1024 * 1024
"""Bytes of a letter that the GM gets to see."""

SET_ASIDE = "could not be read and was set aside"

MOST_ALERTS = 10
"""So many letters that were set aside are sent to the GM in a day."""

MORE_ASIDE = (
    f"{MOST_ALERTS} have been sent to you within a day; `mailbot letters list --state failed` "
    "names the others, and `mailbot letters show NUMBER` says what went wrong."
)


def set_aside(
    session: Session,
    office: Office,
    row: Letter,
    reason: str,
    now: datetime,
    *,
    answer: bool = False,
) -> None:
    """Keep a letter that broke the reader, and tell the GM and a sender we know (MAIL-R8)."""
    row.state, row.traceback, row.reason = LetterState.FAILED, reason, "MAIL-R8 set aside"
    last = reason.strip().rpartition("\n")[2]
    story.alarm("letter failed", letter=row.id, error=last)
    if office.told_of(session, SET_ASIDE, now) < MOST_ALERTS:
        title = f"letter {row.id} {SET_ASIDE}"
        files = (_as_file(row),) if row.raw else ()
        office.tell_gm(session, title, _what_to_do(row, last), now, files)
    else:
        office.tell_gm_once(session, "more letters could not be read", MORE_ASIDE, now)
    seat = office.only_seat(session, row.sender) if answer else None
    if seat is not None:
        game = session.get_one(Game, seat.game)
        page = answers.broke_the_reader(read_settings(game).title)
        to = to_seat(seat, game.stage)
        office.answer_once(session, Kind.HELP, to, page, now)


def _what_to_do(row: Letter, last: str) -> str:
    if not row.raw:
        return (
            "It lies in the mailbox still, among the failed ones. Once it can be read there, save "
            f"it as a file, and `mailbot feed FILE` takes it in.\n\n{last}"
        )
    return (
        "It is attached as it came, without the proofs of who wrote it. `mailbot letters show "
        f"{row.id}` shows what went wrong; `mailbot letters release {row.id}` reads it again."
        f"\n\n{last}"
    )


def _as_file(row: Letter) -> Attachment:
    """The letter for the GM, as a file that no mail program opens by itself."""
    raw = without_tokens(row.raw[:LONGEST_ATTACHED])
    return Attachment(f"letter-{row.id}.eml", "application/octet-stream", raw)
