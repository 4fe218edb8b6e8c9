"""The waiting list: who would like a seat, who is offered one, and what he answers (FEAT-O1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.errors import Refused
from mailbot.games.addresses import holder
from mailbot.games.members import likely_role, scenario_of
from mailbot.games.presence import has_ordered
from mailbot.games.replacing import replace
from mailbot.games.settings import LiveGame, live, seat_of, seats
from mailbot.games.steering import Hand
from mailbot.games.times import local
from mailbot.inbound import answers
from mailbot.inbound.facts import JOIN
from mailbot.inbound.limits import OFTEN
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import To, post
from mailbot.storage.store import one_at_a_time
from mailbot.storage.tables import Application, Game, Phase, SeatRow

story = Story("members")

TO_ANSWER = timedelta(hours=48)
#: While a game is paused nothing goes out by itself: it may have been moved to another service.
_NO_OFFERS = (Phase.SIGN_UP, Phase.PAUSED)

_YES = frozenset({"yes", "y", "yeah", "yep", "ok", "okay", "gladly", "sure", "ja", "oui"})
_NO = frozenset({"no", "n", "nope", "sorry", "nein", "non"})
_WORDS = re.compile(r"[^\W\d_]+")


def is_full(session: Session, game: LiveGame) -> bool:
    """Has the game begun, or are all its seats taken?"""
    most: int = scenario_of(game).seating.most
    return not game.signing_up or len(seats(session, game.name)) >= most


def waiting(session: Session, game: str) -> Sequence[Application]:
    """Who waits for a seat, the first first."""
    return session.scalars(
        select(Application)
        .where(Application.game == game, Application.waiting.is_not(None))
        .order_by(Application.waiting, Application.id)
    ).all()


def put_on_list(session: Session, office: Office, wish: Application, now: datetime) -> None:
    """He has confirmed, and there is no seat for him now."""
    if wish.waiting is None:
        wish.waiting = now
        wish.offered_at = None
        story.tell("waits for a seat", game=wish.game, sender=wish.address)
    page = answers.on_waiting_list(live(session.get_one(Game, wish.game)).settings.title)
    office.answer_once(session, Kind.HELP, to_applicant(wish), page, now)


def make_offers(session: Session, office: Office, now: datetime) -> None:
    """Offer what is free to the next on the list; one who is silent for two days leaves it."""
    _open_sign_up_again(session, office, now)
    free = session.scalars(select(SeatRow).where(SeatRow.vacant.is_(True))).all()
    if not free:
        return
    one_at_a_time(session, "offers")
    for seat in free:
        row = session.get_one(Game, seat.game)
        if row.phase == Phase.OVER or _plays_again(session, row, seat):
            seat.vacant = False
            _withdraw(session, seat)
        elif row.phase not in _NO_OFFERS and not _is_offered(session, office, seat, now):
            _offer(session, office, live(row), seat, now)


def _open_sign_up_again(session: Session, office: Office, now: datetime) -> None:
    """A place has become free before the game began: all who wait hear of it, the first has it."""
    waits = select(Application).where(Application.waiting.is_not(None))
    unoffered = waits.where(Application.offered.is_(None)).order_by(Application.id)
    for wish in session.scalars(unoffered).all():
        row = session.get_one(Game, wish.game)
        if row.phase != Phase.SIGN_UP or is_full(session, live(row)):
            wish.offered_at = None
            continue
        if not _is_untold(session, wish):
            continue
        wish.offered_at = now
        role = likely_role(session, live(row), wish.role)
        page = answers.place_in_sign_up(live(row).settings.title, role)
        post(session, [office.desk.write(Kind.CONFIRMATION, to_applicant(wish), page, now)])
        story.tell("seat offered", game=wish.game, role=role, to=wish.address)


def _is_untold(session: Session, wish: Application) -> bool:
    """Has nobody told him yet, neither we nor another worker just now?"""
    if wish.offered_at is not None:
        return False
    one_at_a_time(session, "offers")
    session.refresh(wish)
    return wish.offered_at is None


def take_answer(
    session: Session, office: Office, wish: Application, text: str, now: datetime
) -> SeatRow | None:
    """`yes` or `no` to an offer; his seat if he takes it."""
    row = session.get_one(Game, wish.game)
    title, word = live(row).settings.title, _said(text)
    if word in _NO:
        session.delete(wish)
        page = answers.off_waiting_list(title)
        office.answer_once(session, Kind.HELP, To(wish.address), page, now)
    elif word not in _YES:
        page = answers.yes_or_no(title, str(wish.offered))
        office.answer_once(session, Kind.HELP, to_applicant(wish), page, now, most=OFTEN)
    else:
        return _seated(session, office, row, wish, now)
    return None


def declines(session: Session, office: Office, wish: Application, text: str, now: datetime) -> bool:
    """Does he say no to a place that all who wait were offered? Then he waits no more."""
    if wish.waiting is None or _said(text) not in _NO:
        return False
    page = answers.off_waiting_list(live(session.get_one(Game, wish.game)).settings.title)
    session.delete(wish)
    office.answer_once(session, Kind.HELP, To(wish.address), page, now)
    return True


def _said(text: str) -> str:
    """The word that answers; none if it says both, as in `Sorry for the delay, yes please`.

    A seat that is refused goes to the next, so that a `no` must leave no doubt.
    """
    line = next((line for line in text.lower().splitlines() if line.strip()), "")
    words = _WORDS.findall(line)
    first = words[0] if words else ""
    return "" if first in _NO and not _YES.isdisjoint(words) else first


def _seated(
    session: Session, office: Office, row: Game, wish: Application, now: datetime
) -> SeatRow | None:
    seat = seat_of(session, row.name, str(wish.offered))
    if _plays_again(session, row, seat):
        seat.vacant = False
        _withdraw(session, seat)
        put_on_list(session, office, wish, now)
        return None
    try:
        hand = Hand("waiting list", now, office.desk)
        return replace(session, row, hand, seat.role, wish.address)
    except Refused as error:
        page = answers.not_open(live(row).settings.title, str(error))
        office.answer_once(session, Kind.HELP, To(wish.address), page, now)
        wish.offered = wish.offered_at = None
        return None


def _plays_again(session: Session, row: Game, seat: SeatRow) -> bool:
    """Has the one who had fallen silent sent something after all?"""
    return seat.address is not None and has_ordered(session, row.name, row.stage, seat.role)


def _is_offered(session: Session, office: Office, seat: SeatRow, now: datetime) -> bool:
    """Does somebody still have time to say yes? If his time is up he leaves the list."""
    for wish in _offers(session, seat):
        if wish.offered_at is not None and wish.offered_at > now - TO_ANSWER:
            return True
        title = live(session.get_one(Game, wish.game)).settings.title
        page = answers.offer_over(title, wish.game)
        post(session, [office.desk.write(Kind.HELP, To(wish.address), page, now)])
        story.tell("offer over", game=wish.game, sender=wish.address)
        session.delete(wish)
    session.flush()
    return False


def _offers(session: Session, seat: SeatRow) -> Sequence[Application]:
    return session.scalars(
        select(Application).where(Application.game == seat.game, Application.offered == seat.role)
    ).all()


def _withdraw(session: Session, seat: SeatRow) -> None:
    for wish in _offers(session, seat):
        wish.offered = wish.offered_at = None


def _offer(session: Session, office: Office, game: LiveGame, seat: SeatRow, now: datetime) -> None:
    free = (
        each
        for each in waiting(session, game.name)
        # Who has found a place meanwhile, as somebody's deputy, could not take it.
        if each.offered is None and holder(session, game.name, each.address) is None
    )
    wish = next(free, None)
    if wish is None:
        return
    wish.offered, wish.offered_at = seat.role, now
    until = local(now + TO_ANSWER, game.zone)
    page = answers.offer(game.settings.title, seat.role, game.stage.name, until)
    post(session, [office.desk.write(Kind.CONFIRMATION, to_applicant(wish), page, now)])
    story.tell("seat offered", game=game.name, role=seat.role, to=wish.address)


def to_applicant(wish: Application) -> To:
    """What he answers carries the proof that the wish is his."""
    return To(wish.address, wish.game, f"{JOIN}{wish.id}", 0)
