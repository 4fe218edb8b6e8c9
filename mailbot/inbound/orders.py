"""One letter of one player: commands, orders, press, seed words; then the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Cancel, Problem, Role, When
from grammar.reading import Parsed
from mailbot.games.calendars import deadline_file, moves
from mailbot.games.receipts import Receipt, deadline, lines, numbered, receipt_page
from mailbot.games.settings import LiveGame, live
from mailbot.games.standing import add_revision, standing
from mailbot.games.weighing import weigh
from mailbot.inbound import answers
from mailbot.inbound.asking import Asked, Writer
from mailbot.inbound.keeping import keep_for_later, keep_held, keep_late, keep_unproven
from mailbot.inbound.news import tell_others
from mailbot.inbound.office import Office
from mailbot.inbound.press import take_press
from mailbot.inbound.readiness import NOT_ALL, refused, take_ready, why_not_ready
from mailbot.inbound.services import carry_out
from mailbot.inbound.sign_up import sign_up_changed
from mailbot.log import Story
from mailbot.mail.body import Reading
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.outbox.desk import Answered, Page, post, to_seat
from mailbot.render.receipt import receipt_text
from mailbot.storage.tables import (
    Game,
    Letter,
    Phase,
    SeatRow,
    SeedWords,
    TurnRow,
    Way,
)

story = Story("orders")

LONGEST_SEED = 200


@dataclass(frozen=True, slots=True)
class Written:
    """A letter of a known player, as far as reading its orders needs it."""

    letter: int
    received: datetime
    reading: Reading
    answered: Answered | None
    writer: Writer
    #: The stages that its token and its subject tag name.
    token_stage: int | None = None
    tag_stage: int | None = None
    quiet: bool = False


@dataclass(slots=True)
class _Outcome:
    """What came of a letter, gathered for its receipt."""

    before: Sequence[Any]
    after: Sequence[Any]
    revision: int = 0
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def take_orders(
    session: Session,
    office: Office,
    seat: SeatRow,
    written: Written,
    now: datetime,
) -> None:
    """Read a letter for this seat, keep what it orders, and queue the receipt."""
    row = session.get_one(Game, seat.game)
    game = live(row)
    if game.settings.early:
        # A turn that is about to run early waits for this letter, or this letter for the turn.
        session.refresh(row, with_for_update=True)
        game = live(row)
    to = to_seat(seat, row.stage, written.writer.answer_to(seat))
    if game.over:
        page = answers.game_over(game.settings.title)
        office.answer_once(session, Kind.HELP, to, page, now, written.answered)
        return
    if written.reading.trouble is not None:
        if not office.may_answer(session, to.address, now):
            session.get_one(Letter, written.letter).unanswered = True
        elif not written.quiet:
            page = answers.cannot_read(game.settings.title, written.reading.trouble)
            office.answer_once(session, Kind.HELP, to, page, now, written.answered)
        return
    text = written.reading.text
    writer, parsed = written.writer, _parse(game, seat, text)
    asked = carry_out(session, office, game, seat, writer, parsed, text, now)
    post(session, asked.letters)
    outcome = _read(session, office, game, seat, written, asked, now)
    if asked.enough or (written.quiet and not (outcome.revision or outcome.remarks)):
        # A letter that asks for no automatic answers gets one only for what it did (MAIL-N5).
        return
    if writer.way is Way.DEPUTY:
        outcome.remarks.append(f"Your deputy, {writer.address}, wrote this letter.")
    if game.signing_up and outcome.revision:
        sign_up_changed(session, office, row, seat, written.received, now)
        game = live(row)
    receipt = Receipt(
        live=game,
        seat=seat,
        revision=outcome.revision,
        received=written.received,
        now=now,
        before=outcome.before,
        after=outcome.after,
        problems=outcome.problems,
        text=asked.text,
        remarks=outcome.remarks,
    )
    answer(session, office, receipt, written.letter, written.answered)


def answer(
    session: Session, office: Office, receipt: Receipt, letter: int, answered: Answered | None
) -> None:
    """Queue a receipt, or note that one is owed when there have been too many (MAIL-N10)."""
    seat = receipt.seat
    address = str(seat.address)
    limit = office.receipt_limit(session, address, letter, receipt.now)
    if limit is not None:
        session.get_one(Letter, letter).unanswered = True
        who = f"{receipt.live.name}, {seat.role}"
        office.tell_of_limit(session, limit, address, receipt.now, who)
        return
    page = receipt_page(receipt)
    suggested = {
        str(number): problem.suggestion for number, problem in numbered(receipt.problems) if number
    }
    to = to_seat(seat, receipt.live.row.stage)
    row = office.desk.write(
        Kind.RECEIPT,
        to,
        Page(
            subject=page.heading,
            text=receipt_text(page),
            attachments=_for_calendar(session, office, receipt),
            offers=suggested,
        ),
        receipt.now,
        answered,
    )
    post(session, [row])


def _for_calendar(session: Session, office: Office, receipt: Receipt) -> tuple[Attachment, ...]:
    """His deadline; nothing while no clock runs (FEAT-T9)."""
    game = receipt.live
    about = (game.name, game.settings.title, game.stage, deadline(receipt))
    return deadline_file(office.desk, *about, moves(session, game.name), receipt.now)


def asks_for(session: Session, seat: SeatRow, text: str) -> tuple[list[str], list[str]]:
    """The orders in a text, in the order language, and of what kind the rest of it is."""
    game = live(session.get_one(Game, seat.game))
    parsed = _parse(game, seat, text)
    given = [order for order in parsed.orders if not isinstance(order, Cancel)]
    kinds = {
        "takes back orders that stand": len(given) < len(parsed.orders),
        "has words for others": parsed.press,
        "has seed words": parsed.seed,
        "asks something of the service": parsed.commands,
    }
    return lines(game, given), [kind for kind, there in kinds.items() if there]


def holds_orders(session: Session, seat: SeatRow, text: str) -> bool:
    """Is there an order in this text? A letter that only says yes needs no receipt."""
    return bool(_parse(live(session.get_one(Game, seat.game)), seat, text).orders)


def _parse(game: LiveGame, seat: SeatRow, text: str) -> Parsed[Any]:
    words = game.rules.ruleset.vocabulary(game.view(Role(seat.role)))
    return game.rules.grammar.parse(text, words)


def _read(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    asked: Asked,
    now: datetime,
) -> _Outcome:
    """The orders of the letter against what stands; press and seed words are taken besides."""
    parsed = _parse(game, seat, asked.text)
    ruleset, role = game.rules.ruleset, seat.role
    before = standing(session, ruleset, game.name, game.row.stage, role)
    outcome = _Outcome(before, before, remarks=list(asked.remarks))
    outcome.problems += [*asked.problems, *written.reading.remarks]
    letter, received = written.letter, written.received
    if held := written.reading.held.strip():
        outcome.remarks.append(keep_held(session, game, seat, letter, held))
    proven = written.writer.proven
    if proven:
        outcome.remarks += take_press(
            session, office, game, seat, parsed.press, letter, received, asked.applied, now
        )
        _take_seed(session, game, seat, written, parsed, outcome)
    meant = _meant(session, game, role, written, parsed, asked)
    missed = _missed(game, received)
    ready = next((each for each in parsed.commands if each.word == "ready"), None)
    if ready and (why := why_not_ready(game, seat, meant, missed, proven=proven)):
        outcome.problems.append(refused(ready, why))
        ready = None
    if meant.stage != game.row.stage and parsed.orders:
        told = keep_for_later(session, game, seat, letter, asked.text, meant, parsed.orders)
        outcome.remarks.append(told)
        return outcome
    if not proven and (parsed.orders or parsed.press or parsed.seed):
        outcome.remarks.append(keep_unproven(session, game, seat, letter, asked.text))
        return outcome
    if missed is not None and parsed.orders:
        keep = game.settings.late == "next" or asked.applied is not None
        told = keep_late(session, game, seat, letter, asked.text, missed, keep=keep)
        outcome.remarks.append(told)
        return outcome
    weighed = weigh(ruleset, game.view(Role(role)), before, parsed)
    outcome.problems += weighed.problems
    if weighed.accepted:
        revision = add_revision(
            session,
            ruleset,
            game.name,
            game.row.stage,
            role,
            written.received,
            written.letter,
            weighed.accepted,
        )
        outcome.revision = revision.number
        outcome.after = standing(session, ruleset, game.name, game.row.stage, role)
        outcome.remarks += tell_others(session, office, game, seat, before, outcome.after, now)
        story.tell(
            "orders taken",
            game=game.name,
            role=role,
            stage=game.row.stage,
            revision=revision.number,
            orders=len(weighed.accepted),
            problems=len(weighed.problems),
        )
    held_back = held or any(problem.refused for problem in outcome.problems)
    if ready is not None and held_back:
        outcome.problems.append(refused(ready, NOT_ALL))
        ready = None
    outcome.remarks += take_ready(
        session, game, seat, now, says=ready is not None, ordered=outcome.revision > 0
    )
    return outcome


def _meant(
    session: Session,
    game: LiveGame,
    role: str,
    written: Written,
    parsed: Parsed[Any],
    asked: Asked,
) -> When:
    """A written `turn n`, else the subject tag, else the token (MAIL-S2), else when it came.

    Where the turn has several stages, tag and token tell which of them.
    """
    if asked.applied is not None:
        return game.when(game.row.stage)
    named = [one for one in (written.tag_stage, written.token_stage) if one is not None]
    marks = [first_asked(session, game, role, stage) for stage in named]
    if parsed.turn is None:
        return game.when(marks[0] if marks else _open_at(session, game.name, written.received))
    near = (game.when(stage) for stage in (*marks, *named, game.row.stage))
    other = When(None, parsed.turn, f"turn {parsed.turn}")
    return next((one for one in near if one.turn == parsed.turn), other)


def first_asked(session: Session, game: LiveGame, role: str, stage: int) -> int:
    """This stage, or the first after it in which the role was or is asked for anything.

    An answer to a letter that asks for nothing can only be meant for what comes next.
    """
    ruleset = game.rules.ruleset
    while stage < game.row.stage:
        row = session.scalar(
            select(TurnRow).where(TurnRow.game == game.name, TurnRow.stage == stage)
        )
        if row is None or role in ruleset.stage(ruleset.load(row.before)).may:
            break
        stage += 1
    return stage


def _open_at(session: Session, game: str, moment: datetime) -> int:
    """The stage that was open at this moment: a letter may be released long after it came."""
    last = session.scalar(
        select(func.max(TurnRow.stage)).where(TurnRow.game == game, TurnRow.ran <= moment)
    )
    return 0 if last is None else last + 1


def _missed(game: LiveGame, received: datetime) -> datetime | None:
    """The deadline that a letter came after; None if it came in time.

    Also while a turn that could not be run is held: it will not look at later letters. Where nobody
    is asked there is none to miss.
    """
    due = game.closes
    past = due is not None and received > due and bool(game.stage.may)
    return due if past and game.row.phase in (Phase.RUNNING, Phase.HELD) else None


def _take_seed(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    parsed: Parsed[Any],
    outcome: _Outcome,
) -> None:
    """Words for the dice of the stage after this one; the latest letter's count."""
    if parsed.seed is None or _missed(game, written.received):
        return
    found = session.get(SeedWords, (game.name, game.row.stage, seat.role))
    if found is not None and found.received > written.received:
        return
    session.merge(
        SeedWords(
            game=game.name,
            stage=game.row.stage,
            role=seat.role,
            text=parsed.seed[:LONGEST_SEED],
            received=written.received,
        )
    )
    after = game.when(game.row.stage + 1).name
    outcome.remarks.append(f"Your seed words will be mixed into the dice of {after}.")
