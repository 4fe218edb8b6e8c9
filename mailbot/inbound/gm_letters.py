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
from mailbot.inbound.limits import OFTEN, steering_limit
from mailbot.inbound.office import Office
from mailbot.inbound.releasing import confirm_code, release
from mailbot.log import Story
from mailbot.mail.body import Reading
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.mail.remarks import ATTACHED
from mailbot.mail.tokens import token
from mailbot.outbox.desk import Answered, Page, To, post
from mailbot.render.echo import echo
from mailbot.storage.tables import DeedWish, Game, Letter

story = Story("gm")

CODE_LASTS = timedelta(hours=6)
"""A confirmation belongs to the evening on which it was asked for."""

MOST_DEEDS = 20
"""So many commands of one letter are done."""


_ATTACHED_TOLD = (
    "Your letter itself holds no command, and what is attached to one is never read as commands, "
    "since it may be somebody else's. Please write them into the letter.\n"
)


@dataclass
class _GmLetter:
    """Who gives commands, and what they are answered, piece by piece."""

    session: Session
    office: Office
    sender: str
    now: datetime
    table: Table
    pieces: list[str] = field(default_factory=list)
    files: list[Attachment] = field(default_factory=list)
    subject: str = ""
    done: int = 0

    def add(self, said: Said, text: str) -> None:
        heading = [line for words in _words(said) for line in echo(said.line, words)]
        self.pieces.append("\n".join([*heading, "", answers.wrapped(text)]))


def _words(said: Said) -> list[str]:
    """The command as it was read; what it says to others or to the record, whole."""
    if isinstance(said, Unread):
        return [said.text]
    lines = write_deed(said).splitlines()
    return [line for line in lines if line.strip()] if said.verb in ("note", "say") else lines[:1]


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
    if any(each.code == ATTACHED for each in reading.remarks):
        page = Page("Your commands", answers.wrapped(_ATTACHED_TOLD))
        office.answer_once(session, Kind.HELP, To(sender), page, now, answered)
        return
    table = table_of(session)
    said = read_deeds(reading.text, table)
    if not any(isinstance(each, Deed) or each.meant for each in said):
        page = Page("What a Gamesmaster may write", help_text() + "\n")
        if reading.trouble is not None:
            page = answers.cannot_read_deeds(reading.trouble, help_text())
        office.answer_once(session, Kind.HELP, To(sender), page, now, answered)
        return
    gm = _GmLetter(session, office, sender, now, table)
    for each in said[:MOST_DEEDS]:
        _one(gm, each)
    for each in said[MOST_DEEDS : MOST_DEEDS + 1]:
        after = len(said) - MOST_DEEDS - 1
        rest = f", and so are the {after} after it" if after else ""
        gm.add(each, f"Not done{rest}: one letter may hold {MOST_DEEDS} commands.")
    story.tell("gm's letter read", letter=letter, sender=sender, lines=len(said), done=gm.done)
    _answer(gm, letter, answered)


def _one(gm: _GmLetter, said: Said) -> None:
    if isinstance(said, Unread):
        gm.add(said, f"Not done: this line was not understood. {said.said}")
    elif said.verb == "help":
        gm.done += 1
        gm.add(said, help_text(said.what))
    elif said.verb == "list" or (said.verb == "status" and not said.game):
        gm.done += 1
        gm.add(said, list_games(gm.session))
    elif said.verb == "confirm":
        _confirm(gm, said)
    else:
        _carry_out(gm, said, confirmed=False)


def _carry_out(gm: _GmLetter, deed: Deed, *, confirmed: bool) -> None:
    """Do it, or ask first; whatever goes wrong on the way leaves no half of it behind."""
    verb = VERBS[deed.verb]
    try:
        with gm.session.begin_nested():
            row = find_game(gm.session, deed.game)
            hand = Hand(gm.sender, gm.now, gm.office.desk, deed.why)
            call = Call(gm.session, gm.office, row, hand, deed)
            warns = "" if verb.warns is None or confirmed else verb.warns(call)
            if warns:
                gm.add(deed, _ask_first(gm, deed, row, warns))
                return
            came = verb.does(call)
    except Refused as error:
        gm.add(deed, f"Not done: {_by_mail(str(error))}.")
        return
    told = came if isinstance(came, Told) else Told(came)
    gm.done += 1
    gm.files += told.files
    gm.subject = gm.subject or f"{deed.game}: {deed.verb}"
    gm.add(deed, told.text)


def _by_mail(refusal: str) -> str:
    """With commands as a letter gives them, and one full stop to come."""
    return _TYPED.sub("`", refusal).rstrip(".")


_TYPED = re.compile(r"`mailbot (?:game|player) ")


# What cannot be undone.


def _ask_first(gm: _GmLetter, deed: Deed, row: Game, warns: str) -> str:
    words = write_deed(deed)
    same = and_(DeedWish.who == gm.sender, DeedWish.words == words)
    old = DeedWish.asked < gm.now - CODE_LASTS
    gm.session.execute(delete(DeedWish).where(or_(same, old)))
    wish = DeedWish(who=gm.sender, words=words, game=row.name, stage=row.stage, asked=gm.now)
    gm.session.add(wish)
    gm.session.flush()
    hours = int(CODE_LASTS / timedelta(hours=1))
    return (
        f"Not done yet, since it cannot be undone. {warns}\n\nTo have it done, answer within "
        f"{hours} hours with the line\n\n    confirm {wish_code(gm.office, wish)}"
    )


def wish_code(office: Office, wish: DeedWish) -> str:
    """The code that confirms this, in these words, for this address, once."""
    about = f"{wish.id} {wish.who} {wish.stage} {wish.words}"
    return token(office.keys.tokens, "deed", about, 0)[:10]


def _confirm(gm: _GmLetter, deed: Deed) -> None:
    wishes = gm.session.scalars(
        select(DeedWish).where(DeedWish.who == gm.sender, DeedWish.asked > gm.now - CODE_LASTS)
    )
    wish = next((each for each in wishes if same_code(deed.what, wish_code(gm.office, each))), None)
    if wish is None:
        _release_own(gm, deed)
        return
    [said], stage = read_deeds(wish.words, gm.table), wish.stage
    gm.session.delete(wish)
    gm.session.flush()
    if not isinstance(said, Deed):
        gm.add(deed, f"Not done: {said.said}")
    elif find_game(gm.session, said.game).stage != stage:
        gm.add(deed, f"Not done: {said.game} has gone on since you asked for it.")
    else:
        _carry_out(gm, replace(said, line=deed.line), confirmed=True)


# A letter that may be forged.


def ask_gm(session: Session, office: Office, letter: Letter, text: str, now: datetime) -> None:
    """Ask the Gamesmaster's address, and nobody else, whether it wrote this (MAIL-S6)."""
    read = read_deeds(text, table_of(session))
    # Reasons and messages are left out, or we would carry a forger's words.
    deeds = [replace(each, text="", why="") for each in read if isinstance(each, Deed)]
    lines = [write_deed(each).rstrip(": ") for each in deeds[:MOST_DEEDS]]
    page = answers.is_it_the_gms(confirm_code(office.keys, letter.id), lines)
    to = To(str(letter.sender))
    office.answer_once(session, Kind.CONFIRMATION, to, page, now, most=OFTEN)


def _release_own(gm: _GmLetter, deed: Deed) -> None:
    """His own letter, set aside because nothing proved that it was his."""
    his = and_(Letter.sender == gm.sender, Letter.game.is_(None))
    if released := release(gm.session, gm.office.keys, his, deed.what, MOST_WAITING):
        gm.add(deed, "Thank you: that letter is read as yours now, and gets an answer of its own.")
        story.tell("gm's letter released", letter=released)
    else:
        gm.add(deed, "Not done: no command waits under that code. It may be used or old.")


MOST_WAITING = 100


def _answer(gm: _GmLetter, letter: int, answered: Answered) -> None:
    limit = steering_limit(gm.session, gm.office.limits, gm.sender, letter, gm.now)
    if limit is not None:
        gm.office.tell_of_limit(gm.session, limit, gm.sender, gm.now, "the Gamesmaster")
        return
    text = "\n\n\n".join(gm.pieces) + "\n"
    page = Page(gm.subject or "Your commands", text, attachments=tuple(gm.files))
    letters = [gm.office.desk.write(Kind.RECEIPT, To(gm.sender), page, gm.now, answered)]
    post(gm.session, letters)
