"""People without a seat who ask to watch a game by mail, or to watch no more (FEAT-G9).

An address that asks is itself asked first, as for a seat: nobody is subscribed by somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from difflib import get_close_matches

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from mailbot.games.observers import OBSERVE, may_be_watched, to_observer
from mailbot.games.settings import read_settings
from mailbot.inbound import answers
from mailbot.inbound.decide import Act
from mailbot.inbound.facts import Known
from mailbot.inbound.office import Office
from mailbot.inbound.wishes import asks_to_leave
from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import Kind
from mailbot.mail.tokens import carry, token, tokens_in
from mailbot.outbox.desk import Answered, To, post
from mailbot.storage.tables import Game, Observer

story = Story("letters")

MOST = 100
"""So many watch one game: each gets a letter a turn."""

MOST_LINES = 100
AGAIN = timedelta(days=1)

_NAME = "([a-z][a-z0-9-]{1,29})"
_FLAGS = re.IGNORECASE | re.ASCII
_OBSERVE = re.compile(rf"(?:please )?observe {_NAME}\W*(?:please\W*)?", _FLAGS)
_STOP = re.compile(rf"(?:please )?stop (?:observing|watching)(?: {_NAME})?\W*", _FLAGS)


def look_for_observer(
    session: Session, known: Known, envelope: Envelope, text: str, keys: Keys, now: datetime
) -> Known:
    """What is known, with what the letter says of watching a game."""
    sender = envelope.sender
    if sender is None or known.facts.machine is not None:
        return known
    rows = session.scalars(select(Observer).where(Observer.address == sender)).all()
    if (row := _confirmed(rows, envelope, keys)) is not None:
        facts = replace(known.facts, watches=row.game)
        return replace(known, facts=facts, observers=(row.id,))
    lines = [" ".join(line.split()) for line in (*text.splitlines()[:MOST_LINES], envelope.subject)]
    if left := _left(rows, envelope, lines, known.facts.names):
        facts = replace(known.facts, leaves=left[0].game)
        return replace(known, facts=facts, observers=tuple(row.id for row in left))
    name = next((said[1].lower() for line in lines if (said := _OBSERVE.fullmatch(line))), None)
    name = name and _meant(session, name)
    if name is None or not _may_ask(session, known, rows, name):
        return known
    lately = known.facts.asked_lately or any(
        row.confirmed is None and row.asked > now - AGAIN for row in rows
    )
    return replace(known, facts=replace(known.facts, observes=name, asked_lately=lately))


def asks_to_watch(line: str) -> bool:
    """Does the line ask to watch a game, or to watch it no more, and nothing else?"""
    said = " ".join(line.split())
    return _OBSERVE.fullmatch(said) is not None or _STOP.fullmatch(said) is not None


def _meant(session: Session, name: str) -> str:
    """The name put right, if it is none and one game that all may watch is near it."""
    if session.get(Game, name) is not None:
        return name
    public = [row.name for row in session.scalars(select(Game)) if may_be_watched(row)]
    near = get_close_matches(name, public, n=2, cutoff=0.75)
    return near[0] if len(near) == 1 else name


def _confirmed(rows: Sequence[Observer], envelope: Envelope, keys: Keys) -> Observer | None:
    """The wish of his whose token he sends back: nobody else can confirm it (MAIL-S1)."""
    found = tokens_in(envelope)
    for row in rows:
        genuine = token(keys.tokens, row.game, f"{OBSERVE}{row.id}", 0)
        if row.confirmed is None and carry(found, genuine):
            return row
    return None


def _left(
    rows: Sequence[Observer], envelope: Envelope, lines: Sequence[str], named: str | None
) -> list[Observer]:
    """What he watches no more: the game that he names, or whose letter he answers, or all.

    A click on `unsubscribe` is answered to a letter of one game, which names it.
    """
    watching = [row for row in rows if row.confirmed is not None]
    said = next((found for line in lines if (found := _STOP.fullmatch(line))), None)
    if not watching or (said is None and not asks_to_leave(envelope)):
        return []
    name = (said[1] or "").lower() if said is not None else ""
    name = name or named or next((found.game for found in tokens_in(envelope)), "")
    meant = [row for row in watching if row.game == name]
    if said is None:
        return meant
    return meant or ([] if said[1] else watching)


def _may_ask(session: Session, known: Known, rows: Sequence[Observer], name: str) -> bool:
    """Is there such a game to watch, and is he neither in it nor among those who watch it?"""
    game = session.get(Game, name)
    if game is None or not may_be_watched(game):
        return False
    if any(seat.game == name for seat in known.facts.seats):
        return False
    watching = select(func.count()).where(Observer.game == name, Observer.confirmed.is_not(None))
    full = (session.scalar(watching) or 0) >= MOST
    return not full and not any(row.game == name and row.confirmed for row in rows)


def see_to_observer(
    session: Session,
    office: Office,
    act: Act,
    known: Known,
    letter: Answered,
    now: datetime,
) -> bool:
    """Ask, begin or end as was decided; false if the question has to wait."""
    if act is Act.ASK_OBSERVER:
        return _ask(session, office, known, letter, now)
    for row in (session.get_one(Observer, number) for number in known.observers):
        title = read_settings(session.get_one(Game, row.game)).title
        if act is Act.WATCH:
            row.confirmed = now
            story.tell("observer came", game=row.game, sender=row.address)
            to, page = to_observer(row, 0), answers.you_watch(title, row.game)
        else:
            story.tell("observer left", game=row.game, sender=row.address)
            to, page = To(row.address), answers.you_watch_no_more(title)
            session.delete(row)
        post(session, [office.desk.write(Kind.HELP, to, page, now)])
    return True


def _ask(session: Session, office: Office, known: Known, letter: Answered, now: datetime) -> bool:
    name, sender = str(known.facts.observes), str(known.facts.sender)
    if not office.may_answer(session, sender, now, stranger=True):
        return False
    row = session.scalar(select(Observer).where(Observer.game == name, Observer.address == sender))
    if row is None:
        row = Observer(game=name, address=sender, asked=now, confirmed=None)
        session.add(row)
    row.asked = now
    session.flush()
    story.tell("observer asked", game=name, sender=sender)
    title = read_settings(session.get_one(Game, name)).title
    page = answers.confirm_watching(title, office.desk.service)
    post(session, [office.desk.write(Kind.CONFIRMATION, to_observer(row, 0), page, now, letter)])
    return True
