"""What a Gamesmaster's letter does, line by line, and its answer (FEAT-G3, MAIL-S6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import and_, delete, or_, select
from sqlalchemy.orm import Session

from grammar.steering import Deed, Said, Table, Unread, read_deeds, write_deed
from mailbot.errors import Refused
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.inbound import answers
from mailbot.inbound.asking import same_code
from mailbot.inbound.deeds import VERBS, Call, Told, help_text, list_games
from mailbot.inbound.gm_proof import table_of
from mailbot.inbound.limits import steering_limit
from mailbot.inbound.office import Office
from mailbot.inbound.releasing import confirm_code, read_again
from mailbot.log import Story
from mailbot.mail.body import Reading
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.mail.tokens import token
from mailbot.outbox.desk import Answered, Page, To, post
from mailbot.render.echo import echo
from mailbot.storage.tables import DeedWish, Game, Letter, LetterState

story = Story("gm")

CODE_LASTS = timedelta(hours=6)
"""A confirmation belongs to the evening on which it was asked for."""

MOST_DEEDS = 20
"""So many commands of one letter are done."""

QUESTIONS = 5
"""A day to one Gamesmaster whether a letter is his."""


@dataclass
class _Answer:
    """What is answered, piece by piece."""

    pieces: list[str] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    subject: str = ""
    done: int = 0

    def add(self, said: Said | None, text: str) -> None:
        heading = echo(said.line, _words(said)) if said is not None else []
        self.pieces.append("\n".join([*heading, "", answers.wrapped(text)]))


def _words(said: Said) -> str:
    return write_deed(said).splitlines()[0] if isinstance(said, Deed) else said.text


def steer(
    session: Session,
    office: Office,
    letter: int,
    sender: str,
    reading: Reading,
    answered: Answered,
    now: datetime,
) -> None:
    """Do what a proven letter of a Gamesmaster asks for, line by line, and answer it."""
    table = table_of(session)
    said = read_deeds(reading.text, table)
    if not any(isinstance(each, Deed) or each.meant for each in said):
        page = Page("What a Gamesmaster may write", help_text() + "\n")
        if reading.trouble is not None:
            page = answers.cannot_read("Your commands", reading.trouble)
        office.answer_once(session, Kind.HELP, To(sender), page, now, answered)
        return
    answer = _Answer()
    for each in said[:MOST_DEEDS]:
        _one(session, office, sender, each, table, answer, now)
    for each in said[MOST_DEEDS : MOST_DEEDS + 1]:
        answer.add(each, f"Not done: one letter may hold {MOST_DEEDS} commands.")
    story.tell("gm's letter read", letter=letter, sender=sender, lines=len(said), done=answer.done)
    _send(session, office, letter, sender, answer, answered, now)


def _one(
    session: Session,
    office: Office,
    sender: str,
    said: Said,
    table: Table,
    answer: _Answer,
    now: datetime,
) -> None:
    if isinstance(said, Unread):
        answer.add(said, f"Not done: this line was not understood. {said.said}")
    elif said.verb == "help":
        answer.done += 1
        answer.add(said, help_text(said.what))
    elif said.verb == "list" or (said.verb == "status" and not said.game):
        answer.done += 1
        answer.add(said, list_games(session))
    elif said.verb == "confirm":
        _confirm(session, office, sender, said, table, answer, now)
    else:
        _carry_out(session, office, sender, said, answer, now, confirmed=False)


def _carry_out(
    session: Session,
    office: Office,
    sender: str,
    deed: Deed,
    answer: _Answer,
    now: datetime,
    *,
    confirmed: bool,
) -> None:
    """Do it, or ask first; whatever goes wrong on the way leaves no half of it behind."""
    verb = VERBS[deed.verb]
    try:
        with session.begin_nested():
            row = find_game(session, deed.game)
            hand = Hand(sender, now, office.desk, deed.why)
            call = Call(session, office, row, hand, deed)
            warns = "" if verb.warns is None or confirmed else verb.warns(call)
            if warns:
                answer.add(deed, _ask_first(session, office, sender, deed, row, warns, now))
                return
            came = verb.does(call)
    except Refused as error:
        answer.add(deed, f"Not done: {_by_mail(str(error))}.")
        return
    told = came if isinstance(came, Told) else Told(came)
    answer.done += 1
    answer.files += told.files
    answer.subject = answer.subject or f"{deed.game}: {deed.verb}"
    answer.add(deed, told.text)


def _by_mail(refusal: str) -> str:
    """With commands as a letter gives them, and one full stop to come."""
    return _TYPED.sub("`", refusal).rstrip(".")


_TYPED = re.compile(r"`mailbot (?:game|player) ")


# What cannot be undone.


def _ask_first(
    session: Session,
    office: Office,
    sender: str,
    deed: Deed,
    row: Game,
    warns: str,
    now: datetime,
) -> str:
    words = write_deed(deed)
    same = and_(DeedWish.who == sender, DeedWish.words == words)
    session.execute(delete(DeedWish).where(or_(same, DeedWish.asked < now - CODE_LASTS)))
    wish = DeedWish(who=sender, words=words, game=row.name, stage=row.stage, asked=now)
    session.add(wish)
    session.flush()
    hours = int(CODE_LASTS / timedelta(hours=1))
    return (
        f"Not done yet, since it cannot be undone. {warns}\n\nTo have it done, answer within "
        f"{hours} hours with the line\n\n    confirm {wish_code(office, wish)}"
    )


def wish_code(office: Office, wish: DeedWish) -> str:
    """The code that confirms this, in these words, for this address, once."""
    about = f"{wish.id} {wish.who} {wish.stage} {wish.words}"
    return token(office.keys.tokens, "deed", about, 0)[:10]


def _confirm(
    session: Session,
    office: Office,
    sender: str,
    deed: Deed,
    table: Table,
    answer: _Answer,
    now: datetime,
) -> None:
    wishes = session.scalars(
        select(DeedWish).where(DeedWish.who == sender, DeedWish.asked > now - CODE_LASTS)
    )
    wish = next((each for each in wishes if same_code(deed.what, wish_code(office, each))), None)
    if wish is None:
        if not _release_own(session, office, sender, deed, answer):
            answer.add(deed, "Not done: no command waits under that code. It may be used or old.")
        return
    [said], stage = read_deeds(wish.words, table), wish.stage
    session.delete(wish)
    session.flush()
    if not isinstance(said, Deed):
        answer.add(deed, f"Not done: {said.said}")
    elif find_game(session, said.game).stage != stage:
        answer.add(deed, f"Not done: {said.game} has gone on since you asked for it.")
    else:
        said = replace(said, line=deed.line)
        _carry_out(session, office, sender, said, answer, now, confirmed=True)


# A letter that may be forged.


def ask_gm(session: Session, office: Office, letter: Letter, text: str, now: datetime) -> None:
    """Ask the Gamesmaster's address, and nobody else, whether it wrote this (MAIL-S6)."""
    read = read_deeds(text, table_of(session))
    # Reasons and messages are left out, or we would carry a forger's words.
    deeds = [replace(each, text="", why="") for each in read if isinstance(each, Deed)]
    lines = [write_deed(each).rstrip(": ") for each in deeds[:MOST_DEEDS]]
    page = answers.is_it_the_gms(confirm_code(office.keys, letter.id), lines)
    to = To(str(letter.sender))
    office.answer_once(session, Kind.CONFIRMATION, to, page, now, most=QUESTIONS)


def _release_own(
    session: Session, office: Office, sender: str, deed: Deed, answer: _Answer
) -> bool:
    """His own letter, set aside because nothing proved that it was his."""
    waiting = session.scalars(
        select(Letter)
        .where(
            Letter.state == LetterState.QUARANTINED,
            Letter.sender == sender,
            Letter.game.is_(None),
        )
        .order_by(Letter.id.desc())
        .limit(MOST_WAITING)
    )
    codes = ((row, confirm_code(office.keys, row.id)) for row in waiting)
    row = next((row for row, code in codes if same_code(deed.what, code)), None)
    if row is None:
        return False
    row.vouched = True
    read_again(row)
    answer.add(deed, "Thank you: that letter is read as yours now, and gets an answer of its own.")
    story.tell("gm's letter released", letter=row.id)
    return True


MOST_WAITING = 100


def _send(
    session: Session,
    office: Office,
    letter: int,
    sender: str,
    answer: _Answer,
    answered: Answered,
    now: datetime,
) -> None:
    limit = steering_limit(session, office.limits, sender, letter, now)
    if limit is not None:
        office.tell_of_limit(session, limit, sender, now, "the Gamesmaster")
        return
    text = "\n\n\n".join(answer.pieces) + "\n"
    page = Page(answer.subject or "Your commands", text, attachments=tuple(answer.files))
    post(session, [office.desk.write(Kind.RECEIPT, To(sender), page, now, answered)])
