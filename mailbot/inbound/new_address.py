"""`address` and `deputy`: asked for with the token, agreed to by the old address and by the new.

Nobody is told here whether somebody else plays under an address: whoever asks hears only that the
address has been asked, and that address alone hears what came of it (FEAT-O13, MAIL-S1).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from engine.core.wording import enumeration
from grammar.reading import Command
from mailbot.games.addresses import dismiss, enter, holder, take_out, way_of, withdraw
from mailbot.games.settings import live, seat_of
from mailbot.inbound import answers
from mailbot.inbound.asking import Request, same_code
from mailbot.inbound.facts import ADDRESS, WISH_LASTS
from mailbot.inbound.limits import OFTEN
from mailbot.inbound.office import Office
from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.mail.address import normal
from mailbot.mail.outgoing import Kind
from mailbot.mail.tokens import token
from mailbot.outbox.bounced import forward
from mailbot.outbox.copies import copy_of, last_sheet
from mailbot.outbox.desk import To, post, to_seat
from mailbot.storage.tables import AddressWish, Deed, Game, OutRow, SeatRow, Way

story = Story("members")

NOBODY = frozenset({"none", "nobody", "no", "off", "-"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a line asks for; no address means: nobody."""

    way: Way
    address: str = ""
    ends: bool = False


def change_addresses(request: Request) -> None:
    """`address x@y`, `address +x@y`, `address -x@y`, `deputy x@y`, `deputy none`."""
    if not (
        request.is_players("changes addresses") and request.is_by_token("Addresses are changed")
    ):
        return
    wanted = _wanted(request.command)
    if wanted is None or request.office.desk.is_ours(wanted.address):
        request.refuse("no-address", f"That is no address. {answers.ADDRESS_FORMS}")
    elif wanted.ends:
        _end(request, wanted)
    elif way_of(request.session, request.seat, wanted.address) is wanted.way:
        request.refuse("is-so", f"{wanted.address} is that already.")
    else:
        _ask(request, wanted)


def agree(request: Request) -> bool:
    """`confirm CODE` from the registered address; false if the code is for something else."""
    session, office, seat, now = request.session, request.office, request.seat, request.now
    code = request.said.lower()
    wishes = session.scalars(
        select(AddressWish).where(
            AddressWish.game == seat.game,
            AddressWish.role == seat.role,
            AddressWish.asked > now - WISH_LASTS,
        )
    )
    mine = (row for row in wishes if same_code(code, wish_code(office.keys, row)))
    wish = next(mine, None)
    if wish is None or request.writer.way is not Way.MAIN:
        return False
    again, wish.agreed = wish.agreed is not None, now
    if _ask_itself(session, office, wish, now) or not again:
        request.remark(f"Thank you. {wish.address} is asked too: {answers.LAST_STEP}")
    else:
        request.remark(f"{wish.address} has been asked already: {answers.LAST_STEP}")
    return True


def ask_who_agrees(session: Session, office: Office, now: datetime) -> None:
    """Addresses that could not be asked, because too many answers went out, are asked now."""
    wishes = select(AddressWish).where(
        AddressWish.agreed.is_not(None),
        AddressWish.agreed > now - WISH_LASTS,
        ~exists().where(
            OutRow.game == AddressWish.game,
            OutRow.to == AddressWish.address,
            OutRow.kind == Kind.CONFIRMATION,
            OutRow.created >= AddressWish.agreed,
        ),
    )
    for wish in session.scalars(wishes).all():
        _ask_itself(session, office, wish, now)


def _ask_itself(session: Session, office: Office, wish: AddressWish, now: datetime) -> bool:
    """Ask the new address whether it agrees."""
    title = live(session.get_one(Game, wish.game)).settings.title
    page = answers.agree_to(title, wish.role, Way(wish.way))
    to = To(wish.address, wish.game, f"{ADDRESS}{wish.id}", 0)
    return office.answer_once(session, Kind.CONFIRMATION, to, page, now, most=OFTEN)


def accept(session: Session, office: Office, number: int, now: datetime) -> SeatRow:
    """The new address has agreed: it counts, unless it has a place in the game already."""
    wish = session.get_one(AddressWish, number)
    row = session.get_one(Game, wish.game)
    seat, title, way = seat_of(session, row.name, wish.role), live(row).settings.title, wish.way
    if holder(session, row.name, wish.address) not in (None, seat.role):
        page = answers.place_taken(title)
        office.answer_once(session, Kind.HELP, To(wish.address), page, now)
        session.delete(wish)
        return seat
    old, new = str(seat.address), wish.address
    sheet = last_sheet(session, seat.game, seat.role) if way != Way.SECOND else None
    enter(session, seat, new, Way(way), now)
    moved = forward(session, row.name, seat.role, old, new, now) if way == Way.MAIN else ()
    for address in (old, new):
        page = answers.address_counts(title, seat.role, Way(way), new, to_new=address == new)
        to = to_seat(seat, row.stage, address)
        letter = office.desk.write(Kind.CONFIRMATION, to, page, now)
        post(session, [letter])
    if sheet is not None and sheet not in moved:
        session.add(copy_of(sheet, new, now))
    facts = {"role": seat.role, "way": way, "from": old, "to": new}
    session.add(Deed(at=now, game=row.name, who="player", what="address", details=facts))
    story.tell("address changed", game=row.name, role=seat.role, way=way)
    return seat


def wish_code(keys: Keys, wish: AddressWish) -> str:
    """The code by which the registered address agrees, to this and to nothing else."""
    return token(keys.tokens, "address", f"{wish.id} {wish.way} {wish.address}", 0)[:10]


def _wanted(command: Command) -> Wanted | None:
    said = command.arguments[0] if command.arguments else ""
    if command.word == "deputy" and said.lower().rstrip(".!") in NOBODY:
        return Wanted(Way.DEPUTY, ends=True)
    sign, bare = said[:1], said.lstrip("+-<").partition("<")[0].rstrip(">.,;:!")
    address = normal(bare)
    if address is None or not address.isascii():
        return None
    if command.word == "deputy":
        return Wanted(Way.DEPUTY, address, ends=sign == "-")
    return Wanted(Way.SECOND if sign in ("+", "-") else Way.MAIN, address, ends=sign == "-")


def _dismissed(session: Session, seat: SeatRow, wanted: Wanted) -> list[str]:
    """The deputy who goes; he need not be named, but if one is named it is he."""
    if wanted.way is not Way.DEPUTY:
        return []
    if wanted.address and way_of(session, seat, wanted.address) is not Way.DEPUTY:
        return []
    return dismiss(session, seat)


def _ask(request: Request, wanted: Wanted) -> None:
    """Note the wish, and ask the registered address whether it is its own."""
    session, seat = request.session, request.seat
    wish = session.scalar(
        select(AddressWish).where(
            AddressWish.game == seat.game,
            AddressWish.role == seat.role,
            AddressWish.address == wanted.address,
        )
    )
    if wanted.way is not Way.SECOND:
        # There is one of this kind: who is asked for now is meant instead of the last one.
        withdraw(session, seat, way=wanted.way, but=wanted.address)
    if wish is None:
        wish = AddressWish(game=seat.game, role=seat.role, address=wanted.address)
        session.add(wish)
    wish.way, wish.asked, wish.agreed = wanted.way, request.now, None
    session.flush()
    code = wish_code(request.office.keys, wish)
    title = request.game.settings.title
    page = answers.confirm_address(title, seat.role, wanted.way, wanted.address, code)
    request.ask_player(page, "You have been asked about addresses often today: try tomorrow.")


def _end(request: Request, wanted: Wanted) -> None:
    """To take a right away, or a wish for one, needs no question: the receipt tells of it."""
    session, seat, desk = request.session, request.seat, request.office.desk
    way = None if wanted.address else Way.DEPUTY
    hoped = withdraw(session, seat, wanted.address or None, way)
    deputies = _dismissed(session, seat, wanted)
    gone = deputies or ([wanted.address] if take_out(session, seat, wanted.address) else [])
    if hoped:
        names = enumeration(hoped)
        request.remark(f"You take back what you asked for {names}: a yes counts no more.")
    if gone:
        names = enumeration(gone)
        request.remark(f"{names} acts for you no more; nothing else has changed.")
    if not (hoped or gone):
        who = wanted.address or "Nobody"
        text = f"{who} does not act for you, so that there is nothing to end."
        request.refuse("not-there", text)
        return
    for deputy in deputies:
        page = answers.deputy_ends(request.game.settings.title, seat.role)
        post(session, [desk.write(Kind.HELP, To(deputy), page, request.now)])
    request.note("address", {"role": seat.role, "out": ", ".join([*gone, *hoped])})
