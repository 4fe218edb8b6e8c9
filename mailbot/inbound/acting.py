"""Carrying out what was decided about a letter, in the letter's own transaction."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.errors import Refused
from mailbot.games.addresses import holder, way_of
from mailbot.games.members import likely_role, role_problem, take_seat
from mailbot.games.settings import live, read_settings, zone_of
from mailbot.inbound import answers
from mailbot.inbound.asking import Writer
from mailbot.inbound.decide import Act, Decision
from mailbot.inbound.facts import JoinWish, Known, join_wish
from mailbot.inbound.gm_letters import ask_gm, steer
from mailbot.inbound.limits import OFTEN
from mailbot.inbound.new_address import accept
from mailbot.inbound.observing import see_to_observer
from mailbot.inbound.office import Office, answered
from mailbot.inbound.orders import Written, asks_for, first_asked, holds_orders, take_orders
from mailbot.inbound.parts import is_part
from mailbot.inbound.releasing import confirm_code
from mailbot.inbound.waiting import declines, is_full, put_on_list, take_answer, to_applicant
from mailbot.inbound.wishes import asks_to_leave, how_to_leave
from mailbot.log import Story
from mailbot.mail.authenticity import Verdict
from mailbot.mail.body import Reading, read_body
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Answered, To, post, to_seat
from mailbot.storage.tables import Application, Game, Letter, Phase, SeatRow, Way

story = Story("letters")


@dataclass(frozen=True, slots=True)
class Incoming:
    """A letter with everything that was found out about it."""

    row: Letter
    envelope: Envelope
    reading: Reading
    known: Known
    wish: JoinWish | None
    #: It asks for no help or error mail (MAIL-N5).
    quiet: bool


def act_on(
    session: Session, office: Office, decision: Decision, letter: Incoming, now: datetime
) -> None:
    """Do what was decided; letters left without a word need nothing more."""
    match decision.act:
        case Act.OFFER:
            _offer(session, office, letter, now)
        case Act.SEAT:
            _seat(session, office, letter, now)
        case Act.ORDERS:
            seat = _seat_row(session, decision)
            letter.row.stage = session.get_one(Game, seat.game).stage
            if _only_leaves(session, seat, letter):
                _answer_leaver(session, office, seat, letter, now)
                return
            take_orders(session, office, seat, _written(session, seat, letter), now)
        case Act.ACCEPT if letter.known.wish is not None:
            seat = accept(session, office, letter.known.wish, now)
            letter.row.role = seat.role
        case Act.ASK_OBSERVER | Act.WATCH | Act.UNWATCH:
            which = _unproven(letter)
            see_to_observer(session, office, decision.act, letter.known, which, now)
        case Act.QUARANTINE:
            seat = _seat_row(session, decision)
            if _only_leaves(session, seat, letter):
                # What it is answered with changes nothing, so it needs no proof.
                _answer_leaver(session, office, seat, letter, now)
                return
            _ask_owner(session, office, seat, letter, now)
        case Act.STEER:
            which, sender = answered(letter.row.id, letter.envelope), letter.envelope.sender or ""
            steer(session, office, letter.row.id, sender, letter.reading, which, now)
        case Act.DOUBT_GM:
            ask_gm(session, office, letter.row, letter.reading.text, now)
        case Act.WHICH_GAME | Act.CLOSED:
            _explain(session, office, decision, letter, now)
        case Act.SILENT | Act.DUPLICATE | Act.SHUT_AWAY | Act.ACCEPT:
            pass


def _written(session: Session, seat: SeatRow, letter: Incoming) -> Written:
    return Written(
        letter=letter.row.id,
        received=letter.row.received,
        reading=letter.reading,
        # The subject of a letter for several games names one of them at most.
        answered=answered(letter.row.id, letter.envelope, proven=not is_part(letter.row)),
        writer=_writer(session, seat, letter),
        token_stage=letter.known.token_stage,
        tag_stage=letter.known.tag_stage,
        quiet=letter.quiet,
        name=letter.envelope.display_name,
        pen=letter.known.pen,
    )


def _writer(session: Session, seat: SeatRow, letter: Incoming) -> Writer:
    """Who wrote, and was it his own token for this seat?"""
    address, token = letter.envelope.sender or "", letter.known.facts.token
    way = way_of(session, seat, address)
    own = token is not None and (token.game, token.role) == (seat.game, seat.role)
    good = bool(letter.known.pen) or _good_now(session, seat, letter.known.token_stage)
    fresh = own and way is not None and good
    facts = letter.known.facts
    believed = any(
        held.believes for held in facts.seats if (held.game, held.role) == (seat.game, seat.role)
    )
    vouched = letter.row.vouched or facts.authenticated is Verdict.PASS
    return Writer(address, way or Way.MAIN, by_token=fresh, proven=fresh or vouched or believed)


def _good_now(session: Session, seat: SeatRow, stage: int | None) -> bool:
    """Is a token of that stage good for the one that is open (MAIL-S2)?"""
    game = session.get_one(Game, seat.game)
    if stage is None or stage >= game.stage:
        # A later one is of his latest letter: a turn was taken back.
        return stage is not None
    return first_asked(session, live(game), seat.role, stage) == game.stage


def _seat_row(session: Session, decision: Decision) -> SeatRow:
    return session.scalars(
        select(SeatRow).where(SeatRow.game == decision.game, SeatRow.role == decision.role)
    ).one()


def _offer(session: Session, office: Office, letter: Incoming, now: datetime) -> None:
    """Remember the wish, and ask its address to confirm (MAIL-S1)."""
    wish, address = letter.wish, letter.envelope.sender
    if wish is None or address is None:
        return
    game = session.get_one(Game, wish.game)
    wanted = wish.role or _own_name(letter.envelope)
    if wish.role and (problem := role_problem(wish.role)):
        page = answers.not_open(
            read_settings(game).title, f"{problem}. Write `join {game.name} as NAME`"
        )
        if office.may_answer(session, address, now, stranger=True):
            office.answer_once(session, Kind.HELP, To(address), page, now, _unproven(letter))
        return
    row = session.scalar(
        select(Application).where(Application.game == game.name, Application.address == address)
    )
    if row is None:
        row = Application(game=game.name, address=address)
        session.add(row)
    row.role, row.letter, row.asked = wanted, letter.row.id, now
    session.flush()
    if row.waiting is not None:
        put_on_list(session, office, row, now)
        return
    story.tell("applied", game=game.name, sender=address, role=wanted)
    if office.may_answer(session, address, now, stranger=True):
        ask_to_confirm(session, office, row, now, _unproven(letter))
    else:
        letter.row.unanswered = True


def ask_to_confirm(
    session: Session,
    office: Office,
    wish: Application,
    now: datetime,
    letter: Answered | None = None,
) -> None:
    """The one question to somebody who wants to join (MAIL-S1)."""
    game = live(session.get_one(Game, wish.game))
    role, title = likely_role(session, game, wish.role), game.settings.title
    if game.settings.waiting_list and is_full(session, game):
        page = answers.confirm_waiting(title, office.desk.service)
    else:
        page = answers.confirm_join(title, role, office.desk.service)
    to = to_applicant(wish)
    post(session, [office.desk.write(Kind.CONFIRMATION, to, page, now, letter)])


def _unproven(letter: Incoming) -> Answered:
    return answered(letter.row.id, letter.envelope, proven=False)


def _own_name(envelope: Envelope) -> str:
    """The name of somebody who gives none: his first name, or what his address begins with."""
    local = (envelope.sender or "").partition("@")[0]
    for name in (envelope.display_name.partition(" ")[0], re.split(r"[^A-Za-z0-9-]", local)[0]):
        if not role_problem(name.capitalize()):
            return name if name != name.lower() else name.capitalize()
    return "Admiral"


def _seat(session: Session, office: Office, letter: Incoming, now: datetime) -> None:
    """The confirmation came: seat him, and read what he has sent so far."""
    application = session.get_one(Application, letter.known.application)
    game, address = session.get_one(Game, application.game), application.address
    seat = session.scalar(
        select(SeatRow).where(SeatRow.game == game.name, SeatRow.address == address)
    )
    reading = letter.reading
    if seat is None and application.offered is not None:
        taken = take_answer(session, office, application, reading.text, now)
        letter.row.role = taken.role if taken is not None else None
        return
    if game.phase == Phase.OVER:
        page = answers.game_over(read_settings(game).title)
        office.answer_once(session, Kind.HELP, To(address), page, now)
        return
    if seat is None and declines(session, office, application, reading.text, now):
        return
    if seat is None and read_settings(game).waiting_list and is_full(session, live(game)):
        put_on_list(session, office, application, now)
        return
    if seat is None:
        try:
            seat = _seated(session, office, game, application, now)
        except Refused as error:
            page = answers.not_open(read_settings(game).title, str(error))
            office.answer_once(session, Kind.HELP, To(address), page, now)
            return
        first = session.get_one(Letter, application.letter)
        texts = (_without_join(read_body(first.raw).text), reading.text)
        orders = [text for text in texts if holds_orders(session, seat, text)]
        reading = Reading("\n".join(orders))
    letter.row.role, letter.row.stage = seat.role, game.stage
    if reading.text or reading.trouble:
        # The token of a wish to join is one of sign-up, and good as long as that lasts (MAIL-S2).
        written = _written(session, seat, letter)
        proven = written.writer.proven or _good_now(session, seat, 0)
        writer = replace(written.writer, proven=proven)
        written = replace(written, reading=reading, writer=writer, token_stage=0)
        take_orders(session, office, seat, written, now)


def _seated(
    session: Session, office: Office, game: Game, application: Application, now: datetime
) -> SeatRow:
    """His seat. Raises `Refused` if there is none for him by now."""
    title, address = read_settings(game).title, application.address
    if game.stage > 0:
        raise Refused(f"{title} has begun")
    if holder(session, game.name, address) is not None:
        raise Refused("this address has a place in the game by now, and can have only one")
    return take_seat(session, game, application.role, address, office.keys, office.desk, now)


def _without_join(text: str) -> str:
    """What else the letter says that asked for the seat."""
    return "\n".join(line for line in text.splitlines() if join_wish(line) is None)


def _only_leaves(session: Session, seat: SeatRow, letter: Incoming) -> bool:
    """Is it what a click on `unsubscribe` sent, with no order in it (MAIL-O7)?"""
    return asks_to_leave(letter.envelope) and not holds_orders(session, seat, letter.reading.text)


def _answer_leaver(
    session: Session, office: Office, seat: SeatRow, letter: Incoming, now: datetime
) -> None:
    sender = letter.envelope.sender or ""
    known = way_of(session, seat, sender)
    to = sender if known is Way.DEPUTY else str(seat.address)
    which = answered(letter.row.id, letter.envelope) if known is not None else None
    game = session.get_one(Game, seat.game)
    page, reader = how_to_leave(game, seat.role), to_seat(seat, game.stage, to)
    office.answer_once(session, Kind.HELP, reader, page, now, which)


def _ask_owner(
    session: Session, office: Office, seat: SeatRow, letter: Incoming, now: datetime
) -> None:
    """Ask its owner now, or later if too many answers go out (MAIL-N10)."""
    if office.may_answer(session, owner_of(session, seat, letter.row), now):
        ask_owner(session, office, seat, letter.row, letter.reading.text, now)
    else:
        letter.row.unanswered = True


def ask_owner(
    session: Session, office: Office, seat: SeatRow, letter: Letter, text: str, now: datetime
) -> None:
    """Ask the registered address, and nobody else, whether it wrote this (MAIL-S1)."""
    game = session.get_one(Game, seat.game)
    settings = read_settings(game)
    page = answers.is_it_yours(
        settings.title,
        seat.role,
        letter.sender or "nobody",
        confirm_code(office.keys, letter.id),
        zone_of(seat, settings),
        letter.received,
        *asks_for(session, seat, text),
    )
    to = to_seat(seat, game.stage, owner_of(session, seat, letter))
    office.answer_once(session, Kind.CONFIRMATION, to, page, now, most=OFTEN)


def owner_of(session: Session, seat: SeatRow, letter: Letter) -> str:
    """Who is asked about a letter; a second address, or a deputy's, is asked for itself."""
    sender = letter.sender or ""
    return sender if way_of(session, seat, sender) is not None else str(seat.address)


def _explain(
    session: Session, office: Office, decision: Decision, letter: Incoming, now: datetime
) -> None:
    """He is known, and what he wants is not clear or cannot be done."""
    address = letter.envelope.sender
    if address is None or letter.quiet:
        return
    if decision.act is Act.CLOSED:
        page = answers.closed()
    else:
        page = answers.which_game([seat.game for seat in letter.known.facts.seats if seat.active])
    if not office.may_answer(session, address, now):
        letter.row.unanswered = decision.act is Act.WHICH_GAME
        return
    office.answer_once(session, Kind.HELP, To(address), page, now, _unproven(letter))
