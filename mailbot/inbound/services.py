"""Words to the service in a player's letter: status, help, apply, ok, resend, confirm."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.wording import number as number_of
from grammar.commands import TurnLine, read_command
from grammar.reading import Command, Parsed
from mailbot.games.ahead import newest, turn_of
from mailbot.games.handing_over import written_anew
from mailbot.games.press_rules import UNSIGNED, press_rules
from mailbot.games.settings import LiveGame
from mailbot.inbound.ahead import take_back
from mailbot.inbound.asking import Asked, Writer, same_code
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
from mailbot.inbound.releasing import confirm_code, read_again
from mailbot.inbound.resigning import ask_to_resign, resigns
from mailbot.inbound.vacations import take_vacation
from mailbot.inbound.wishes import choose_letters, say_how_to_leave
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.copies import copy_of
from mailbot.outbox.desk import to_seat
from mailbot.storage.tables import AheadRow, KeptText, Letter, LetterState, OutRow, SeatRow

story = Story("letters")

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
        _one(session, office, game, seat, writer, command, asked, now)
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


def _one(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    match command.word:
        case "apply" | "ok" | "cancel" if not writer.proven:
            told = "Your letter answers an earlier one of ours: answer this one instead, please."
            asked.refuse(command, "earlier-letter", told)
        case "orders" | "ready":
            # The receipt is the answer; `ready` is noted with the orders of the letter.
            pass
        case "status":
            tell_status(game, seat, asked)
        case "who":
            tell_who(game, seat, asked)
        case "zone" | "timezone":
            choose_zone(session, game, seat, writer, command, asked, now)
        case "rules":
            send_rules(session, office, game, seat, writer, asked, now)
        case "history":
            send_history(session, office, game, seat, writer, command, asked, now)
        case "resign":
            ask_to_resign(session, office, game, seat, writer, command, asked, now)
        case "help":
            _help(session, office, game, seat, writer, command, asked, now)
        case "apply":
            _apply(session, game, seat, command, asked)
        case "ok":
            _take_suggestions(session, office, game, seat, command, asked, now)
        case "resend":
            _resend(session, office, game, seat, command, asked, now)
        case "confirm":
            known = agree(session, office, seat, writer, command, asked, now)
            if not known and not resigns(session, office, game, seat, writer, command, asked, now):
                _confirm(session, office, game, seat, command, asked, now)
        case "cancel":
            take_back(session, game, seat, command, asked)
        case "address" | "deputy":
            change_addresses(session, office, game, seat, writer, command, asked, now)
        case "vacation":
            take_vacation(session, office, game, seat, writer, command, asked, now)
        case "text":
            choose_letters(seat, command, asked)
        case "unsubscribe":
            to = writer.answer_to(seat)
            asked.helped = say_how_to_leave(session, office, seat, to, now)
            if not asked.helped:
                asked.remarks.append("You play on; a letter of today says how to leave.")
        case "join":
            asked.remarks.append(f"You have a seat in {game.settings.title} already.")
        case word:
            asked.refuse(
                command, "not-by-mail", f"`{word}` is not done by mail: ask the Gamesmaster."
            )


def _help(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    writer: Writer,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """All words, or one of them, each once a day."""
    word = command.arguments[0] if command.arguments else ""
    if meant := nearest(word):
        told = f"There is no word {word[:40]}. Did you mean `help {meant}`?"
        asked.refuse(command, "no-such-word", told)
        return
    reader = to_seat(seat, game.row.stage, writer.answer_to(seat))
    settings = game.settings
    unsigned = settings.press in UNSIGNED
    page = help_page(settings.title, word, tuple(press_rules(settings)), unsigned=unsigned)
    if office.answer_once(session, Kind.HELP, reader, page, now):
        asked.helped = True
    else:
        asked.remarks.append("Help went to you in the last day: please look for it there.")


def _apply(session: Session, game: LiveGame, seat: SeatRow, command: Command, asked: Asked) -> None:
    """Take the text that was kept last."""
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
        asked.refuse(command, "nothing-kept", "There are no kept orders of yours to apply.")
        return
    kept.applied = game.row.stage
    asked.text += "\n" + _without_turn(kept.text, turn_of(game))
    asked.applied = kept.letter
    asked.remarks.append("The orders that were kept are read with this letter.")


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


def _take_suggestions(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """`ok 2`: the line that problem 2 of the last receipt suggested (FEAT-O5)."""
    last = session.scalar(
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
    for number in command.arguments or tuple(offers)[:1]:
        if number in offers and offers[number].startswith("confirm "):
            code = offers[number].removeprefix("confirm ")
            _confirm(session, office, game, seat, replace(command, arguments=(code,)), asked, now)
        elif number in offers:
            asked.text += "\n" + offers[number]
            asked.remarks.append(f"Suggestion {number} was taken: {offers[number]}")
        else:
            known = ", ".join(offers) or "none"
            told = f"Your last receipt has no suggestion {number}; it has: {known}."
            asked.refuse(command, "no-suggestion", told)


def _resend(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """The last sheet once more, or those of a turn, under Message-IDs of their own (FEAT-T10)."""
    sent = session.execute(
        select(OutRow.id, OutRow.stage)
        .where(OutRow.game == game.name, OutRow.role == seat.role, OutRow.kind == Kind.SHEET)
        .order_by(OutRow.id)
    ).all()
    last = {stage: number for number, stage in sent}
    wanted = [number for number, _ in sent[-1:]]
    if command.arguments:
        turn = int(command.arguments[0])
        # A sheet names the stage that it opens: it tells of the one before.
        told = sorted(stage for stage in last if stage and game.when(stage - 1).turn == turn)
        wanted = [last[stage] for stage in told]
    left = max(0, office.resends_left(session, game.name, seat.role, now) - len(asked.letters))
    for sent_as in wanted[:left]:
        sheet = session.get_one(OutRow, sent_as)
        anew = written_anew(office.desk, sheet, seat, now) if seat.hands else None
        asked.letters.append(anew or copy_of(sheet, str(seat.address), now))
    if not wanted:
        asked.refuse(command, "no-sheet", "There is no such sheet of yours.")
    elif len(wanted) > left:
        text = (
            f"Within a day {office.limits.resends_per_day} sheets are sent again, and you have had "
            f"so many: {number_of(len(wanted) - left, 'sheet')} of these must wait until tomorrow."
        )
        asked.refuse(command, "no-more-sheets", text)


def _confirm(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    command: Command,
    asked: Asked,
    now: datetime,
) -> None:
    """A letter to everybody that waits for his word, else one of his that was set aside."""
    code = command.arguments[0] if command.arguments else ""
    if told := confirm_press(session, office, game, seat, code, now):
        asked.remarks.append(told)
    else:
        _release(session, office, seat, command, asked)


def _release(
    session: Session, office: Office, seat: SeatRow, command: Command, asked: Asked
) -> None:
    """His own letter, set aside because nothing proved that it was his (MAIL-S1)."""
    code = command.arguments[0].lower() if command.arguments else ""
    waiting = session.scalars(
        select(Letter)
        .where(
            Letter.state == LetterState.QUARANTINED,
            Letter.game == seat.game,
            Letter.role == seat.role,
        )
        .order_by(Letter.id.desc())
        .limit(MOST_WAITING)
    )
    mine = (row for row in waiting if same_code(code, confirm_code(office.keys, row.id)))
    row = next(mine, None)
    if row is None:
        asked.refuse(command, "no-such-code", "There is no letter waiting under that code.")
        return
    row.vouched = True
    read_again(row)
    asked.remarks.append("Thank you: that letter is read as yours now, and gets a receipt.")
    story.tell("letter released", letter=row.id)


MOST_WAITING = 1000
"""So many letters in quarantine are looked through for the one that a code names."""
