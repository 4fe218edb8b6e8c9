"""Answers that had to wait because there had been too many (MAIL-N10).

Players are owed a receipt, or a question; strangers who want to join a question. What nobody could
be told within a day is given up: a person has written again by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_, select, update
from sqlalchemy.orm import Session

from mailbot.games.addresses import seats_at
from mailbot.games.receipts import Receipt
from mailbot.games.settings import live, seat_of, takes_names
from mailbot.games.standing import standing
from mailbot.inbound import answers
from mailbot.inbound.acting import ask_owner, ask_to_confirm, owner_of
from mailbot.inbound.limits import DAY, Limit
from mailbot.inbound.new_address import ask_who_agrees
from mailbot.inbound.office import Office
from mailbot.inbound.orders import answer
from mailbot.inbound.parts import text_of
from mailbot.mail.body import read_body
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import To
from mailbot.storage.tables import Application, Game, Letter, LetterState, Phase


def send_summaries(session: Session, office: Office, now: datetime) -> None:
    """Whatever is owed and may be sent by now."""
    _give_up(session, now)
    owed = session.execute(
        select(Letter.id, Letter.game, Letter.role, _is_question())
        .where(Letter.unanswered.is_(True))
        .order_by(Letter.received, Letter.id)
    ).all()
    by_player: dict[tuple[str, str], list[int]] = {}
    for number, game, role, question in owed:
        if not question:
            by_player.setdefault((str(game), str(role)), []).append(number)
    for (game, role), letters in by_player.items():
        _sum_up(session, office, game, role, letters, now)
    _ask_again(session, office, [number for number, *_, question in owed if question], now)
    ask_who_agrees(session, office, now)


def _is_question() -> ColumnElement[bool]:
    """Is a question owed, and no receipt?"""
    return or_(Letter.role.is_(None), Letter.state == LetterState.QUARANTINED)


def _give_up(session: Session, now: datetime) -> None:
    """Receipts are owed until they are given; questions a day, since many may be invented."""
    late = and_(Letter.unanswered.is_(True), _is_question(), Letter.received < now - DAY)
    session.execute(update(Letter).where(late).values(unanswered=False))


def _ask_again(session: Session, office: Office, letters: Sequence[int], now: datetime) -> None:
    """As many as may be asked now; where a domain is full its others are not looked at."""
    full: set[str] = set()
    for number in letters:
        letter = session.get_one(Letter, number)
        address = _asked(session, letter)
        domain = address.rpartition("@")[2]
        if domain in full:
            continue
        stranger = letter.state == LetterState.DONE
        limit = office.limit(session, address, now, stranger=stranger)
        if limit is Limit.ALL:
            return
        if limit is not None:
            full.add(domain)
            continue
        letter.unanswered = False
        _ask(session, office, letter, address, now)


def _asked(session: Session, letter: Letter) -> str:
    if letter.game and letter.role:
        return owner_of(session, seat_of(session, letter.game, letter.role), letter)
    return str(letter.sender)


def _ask(session: Session, office: Office, letter: Letter, address: str, now: datetime) -> None:
    """The question that this letter should have been answered with."""
    wish = session.scalar(select(Application).where(Application.letter == letter.id))
    if letter.game and letter.role:
        seat = seat_of(session, letter.game, letter.role)
        ask_owner(
            session, office, seat, letter, text_of(session, letter, read_body(letter.raw).text), now
        )
    elif wish is None:
        games = [session.get_one(Game, seat.game) for seat, _ in seats_at(session, address)]
        page = answers.which_game([game.name for game in games if game.phase != Phase.OVER])
        office.answer_once(session, Kind.HELP, To(address), page, now)
    elif wish.waiting is None and takes_names(session.get_one(Game, wish.game)):
        ask_to_confirm(session, office, wish, now)


def _sum_up(
    session: Session,
    office: Office,
    name: str,
    role: str,
    numbers: Sequence[int],
    now: datetime,
) -> None:
    """One receipt for all letters of a player that got none: the standing orders."""
    seat, last = seat_of(session, name, role), session.get_one(Letter, numbers[-1])
    if office.receipt_limit(session, str(seat.address), last.id, now) is not None:
        return
    game = live(session.get_one(Game, name))
    orders = standing(session, game.rules.ruleset, name, game.row.stage, role)
    receipt = Receipt(
        live=game,
        seat=seat,
        revision=0,
        received=last.received,
        now=now,
        before=orders,
        after=orders,
        remarks=[_why(len(numbers))],
    )
    session.execute(update(Letter).where(Letter.id.in_(numbers)).values(unanswered=False))
    answer(session, office, receipt, last.id, None)


def _why(letters: int) -> str:
    if letters == 1:
        return "A letter of yours got no receipt because there had been many; this one is for it."
    return (
        f"{letters} letters of yours came in a short time and got no receipt of their own; this "
        "one stands for all of them."
    )
