"""Words to the service in a player's letter: status, help, apply, ok, resend, confirm."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from engine.core.wording import number as number_of
from grammar.commands import TurnLine, read_command
from grammar.reading import Parsed
from mailbot.games.ahead import newest, turn_of
from mailbot.games.handing_over import sent_again, sheets_sent
from mailbot.games.press_rules import UNSIGNED, press_rules
from mailbot.games.settings import LiveGame
from mailbot.inbound.ahead import take_back
from mailbot.inbound.asking import Asked, Request, Writer
from mailbot.inbound.facts import NO_WORDS
from mailbot.inbound.mailing import confirm_press
from mailbot.inbound.new_address import agree, change_addresses
from mailbot.inbound.office import Office
from mailbot.inbound.own_words import (
    choose_zone,
    send_history,
    send_rules,
    tell_status,
    tell_who,
)
from mailbot.inbound.player_words import help_page, nearest
from mailbot.inbound.releasing import release
from mailbot.inbound.resigning import ask_to_resign, resigns
from mailbot.inbound.vacations import take_vacation
from mailbot.inbound.wishes import choose_letters, how_to_leave
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import AheadRow, KeptText, Letter, OutRow, SeatRow

story = Story("letters")

TAKE_PROOF = frozenset({"apply", "ok", "cancel"})
"""What changes his orders by a word alone."""

MOST_WORDS = 20
"""So many different things one letter may ask of the service: some take looking up."""


def carry_out(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    parsed: Parsed[Any],
    text: str,
    now: datetime,
) -> Asked:
    """Do what the words to the service ask for, each thing once however often it is asked."""
    asked = Asked(text)
    wanted = {(each.word, each.arguments): each for each in reversed(parsed.commands)}
    in_order = list(wanted.values())[::-1]
    for command in in_order[:MOST_WORDS]:
        _one(Request(session, office, game, seat, writer, command, asked, now))
        if asked.left:
            return asked
    if len(in_order) > MOST_WORDS:
        told = f"One letter may ask {MOST_WORDS} things of the service; the others were not done."
        asked.refuse(in_order[MOST_WORDS], "too-many-words", told)
    answered = asked.helped or bool(asked.letters)
    only_letters = answered and not (asked.remarks or asked.problems)
    ordered = parsed.orders or parsed.aside or parsed.problems or parsed.lines
    others = ordered or parsed.press or parsed.seed
    asked.enough = only_letters and not others
    return asked


def _one(request: Request) -> None:
    word = request.command.word
    if word in TAKE_PROOF and not request.is_proven():
        return
    match word:
        case "orders" | "ready":
            # The receipt is the answer; `ready` is noted with the orders of the letter.
            pass
        case "status":
            tell_status(request)
        case "who":
            tell_who(request)
        case "zone" | "timezone":
            choose_zone(request)
        case "rules":
            send_rules(request)
        case "history":
            send_history(request)
        case "resign":
            ask_to_resign(request)
        case "help":
            _help(request)
        case "apply":
            _apply(request)
        case "ok":
            _take_suggestions(request)
        case "resend":
            _resend(request)
        case "confirm":
            if not (agree(request) or resigns(request)):
                _confirm(request, request.said)
        case "cancel":
            take_back(request)
        case "address" | "deputy":
            change_addresses(request)
        case "vacation":
            take_vacation(request)
        case "text":
            choose_letters(request)
        case "unsubscribe":
            page = how_to_leave(request.game.row, request.seat.role)
            request.help_with(page, "You play on; a letter of today says how to leave.")
        case "join":
            request.remark(f"You have a seat in {request.game.settings.title} already.")
        case _:
            request.refuse("not-by-mail", f"`{word}` is not done by mail: ask the Gamesmaster.")


def _help(request: Request) -> None:
    """All words, or one of them, each once a day."""
    word = request.said
    if meant := nearest(word):
        request.refuse(
            "no-such-word", f"There is no word {word[:40]}. Did you mean `help {meant}`?"
        )
        return
    settings = request.game.settings
    unsigned = settings.press in UNSIGNED
    page = help_page(settings.title, word, tuple(press_rules(settings)), unsigned=unsigned)
    request.help_with(page, "Help went to you in the last day: please look for it there.")


def _apply(request: Request) -> None:
    """Take the text that was kept last."""
    session, game, seat, asked = request.session, request.game, request.seat, request.asked
    kept = session.scalar(
        select(KeptText)
        .where(KeptText.game == game.name, KeptText.role == seat.role, KeptText.applied.is_(None))
        .order_by(KeptText.id.desc())
        .limit(1)
    )
    if kept is None:
        if (ahead := newest(session, game, seat.role)) is not None:
            _apply_ahead(session, ahead, asked)
            return
        request.refuse("nothing-kept", "There are no kept orders of yours to apply.")
        return
    kept.applied = game.row.stage
    asked.text += "\n" + _without_turn(kept.text, turn_of(game))
    asked.applied = kept.letter
    request.remark("The orders that were kept are read with this letter.")


def _apply_ahead(session: Session, ahead: AheadRow, asked: Asked) -> None:
    """Nothing waits but what was sent for a later turn: it is meant for this one."""
    asked.text += f"\n\n{ahead.text}"
    asked.applied = ahead.letter
    asked.remarks.append(f"What was kept for turn {ahead.turn} is read with this letter instead.")
    session.delete(ahead)
    session.flush()


def _without_turn(text: str, now: int) -> str:
    """The kept text as if written now: the number of an earlier turn is what `apply` overrules."""

    def rest(line: str) -> str:
        said = read_command(line.strip(), NO_WORDS)
        if isinstance(said, TurnLine) and said.turn < now:
            return f"turn {now}: {said.rest}"
        return line

    return "\n".join(map(rest, text.splitlines()))


def _take_suggestions(request: Request) -> None:
    """`ok 2`: the line that problem 2 of the last receipt suggested (FEAT-O5)."""
    game, seat = request.game, request.seat
    last = request.session.scalar(
        select(OutRow)
        .where(
            OutRow.game == game.name,
            OutRow.role == seat.role,
            OutRow.stage == game.row.stage,
            OutRow.kind == Kind.RECEIPT,
        )
        .order_by(OutRow.id.desc())
        .limit(1)
    )
    offers = (last.offers if last is not None else None) or {}
    for number in request.command.arguments or tuple(offers)[:1]:
        if number in offers and offers[number].startswith("confirm "):
            _confirm(request, offers[number].removeprefix("confirm "))
        elif number in offers:
            request.asked.text += "\n" + offers[number]
            request.remark(f"Suggestion {number} was taken: {offers[number]}")
        else:
            known = ", ".join(offers) or "none"
            told = f"Your last receipt has no suggestion {number}; it has: {known}."
            request.refuse("no-suggestion", told)


def _resend(request: Request) -> None:
    """The last sheet once more, or those of a turn, under Message-IDs of their own (FEAT-T10)."""
    session, office, game, seat = request.session, request.office, request.game, request.seat
    letters, now = request.asked.letters, request.now
    wanted = sheets_sent(session, game, seat.role, int(request.said) if request.said else None)
    left = max(0, office.resends_left(session, game.name, seat.role, now) - len(letters))
    for sent_as in wanted[:left]:
        sheet = session.get_one(OutRow, sent_as)
        letters.append(sent_again(office.desk, sheet, seat, now))
    if not wanted:
        request.refuse("no-sheet", "There is no such sheet of yours.")
    elif len(wanted) > left:
        text = (
            f"Within a day {office.limits.resends_per_day} sheets are sent again, and you have had "
            f"so many: {number_of(len(wanted) - left, 'sheet')} of these must wait until tomorrow."
        )
        request.refuse("no-more-sheets", text)


def _confirm(request: Request, code: str) -> None:
    """A letter to everybody that waits for his word, else one of his that was set aside."""
    session, office, game, seat = request.session, request.office, request.game, request.seat
    if told := confirm_press(session, office, game, seat, code, request.now):
        request.remark(told)
        return
    his = and_(Letter.game == seat.game, Letter.role == seat.role)
    if released := release(session, office.keys, his, code.lower(), MOST_WAITING):
        request.remark("Thank you: that letter is read as yours now, and gets a receipt.")
        story.tell("letter released", letter=released)
    else:
        request.refuse("no-such-code", "There is no letter waiting under that code.")


MOST_WAITING = 1000
"""So many letters in quarantine are looked through for the one that a code names."""
