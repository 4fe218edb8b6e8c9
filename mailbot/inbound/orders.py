"""One letter of one player: commands, orders, press, seed words; then the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Cancel, Problem, Role, Severity, When
from grammar.reading import Parsed
from mailbot.games.ahead import ahead_of, own_text
from mailbot.games.calendars import deadline_file, moves
from mailbot.games.receipts import Receipt, deadline, lines, numbered, receipt_page
from mailbot.games.settings import LiveGame, live
from mailbot.games.stages import open_at
from mailbot.games.standing import add_revision, standing
from mailbot.games.weighing import weigh
from mailbot.inbound import answers
from mailbot.inbound.ahead import keep_ahead, repeat_now
from mailbot.inbound.asking import Asked, Writer
from mailbot.inbound.keeping import keep_for_later, keep_held, keep_late, keep_unproven
from mailbot.inbound.news import tell_others
from mailbot.inbound.office import Office
from mailbot.inbound.press import From, Said, take_answer, take_press
from mailbot.inbound.readiness import NOT_ALL, refused, take_ready, why_not_ready
from mailbot.inbound.services import carry_out
from mailbot.inbound.sign_up import sign_up_changed
from mailbot.inbound.words import parse_for
from mailbot.log import Story
from mailbot.mail.body import Reading
from mailbot.mail.outgoing import Attachment, Kind
from mailbot.outbox.desk import Answered, Page, post, to_seat
from mailbot.render.receipt import receipt_text
from mailbot.storage.tables import (
    Game,
    Letter,
    OutRow,
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
    #: How the writer's mail program calls him.
    name: str = ""
    #: The name in character to whose letter it is an answer.
    pen: str = ""


@dataclass(slots=True)
class _Outcome:
    """What came of a letter, gathered for its receipt."""

    before: Sequence[Any]
    after: Sequence[Any]
    revision: int = 0
    problems: list[Problem] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    #: Letters to all players that wait for his word.
    drafts: list[str] = field(default_factory=list)

    def tell(self, told: Problem | str) -> None:
        if isinstance(told, Problem):
            self.problems.append(told)
        else:
            self.remarks.append(told)


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
    writer, parsed = written.writer, parse_for(session, game, seat, text)
    if written.pen:
        asked = Asked(text)
        outcome = _read_answer(session, office, game, seat, written, parsed, now)
    else:
        asked = carry_out(session, office, game, seat, writer, parsed, text, now)
        post(session, asked.letters)
        if asked.left:
            return
        if asked.text != text:
            parsed = parse_for(session, game, seat, asked.text)
        outcome = _read(session, office, game, seat, written, asked, parsed, now)
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
        drafts=outcome.drafts,
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
    post(session, [receipt_letter(session, office, receipt, answered)])


def receipt_letter(
    session: Session, office: Office, receipt: Receipt, answered: Answered | None = None
) -> OutRow:
    """The receipt in its letter, with all that he has set apart for other turns."""
    seat = receipt.seat
    receipt = replace(receipt, ahead=ahead_of(session, receipt.live, seat.role))
    page = receipt_page(receipt)
    suggested = {
        str(number): problem.suggestion for number, problem in numbered(receipt.problems) if number
    }
    to = to_seat(seat, receipt.live.row.stage)
    return office.desk.write(
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


def _for_calendar(session: Session, office: Office, receipt: Receipt) -> tuple[Attachment, ...]:
    """His deadline; nothing while no clock runs (FEAT-T9)."""
    game = receipt.live
    about = (game.name, game.settings.title, game.stage, deadline(receipt))
    return deadline_file(office.desk, *about, moves(session, game.name), receipt.now)


def asks_for(session: Session, seat: SeatRow, text: str) -> tuple[list[str], list[str]]:
    """The orders in a text, in the order language, and of what kind the rest of it is."""
    game = live(session.get_one(Game, seat.game))
    parsed = parse_for(session, game, seat, text)
    given = [order for order in parsed.orders if not isinstance(order, Cancel)]
    kinds = {
        "takes back orders that stand": len(given) < len(parsed.orders),
        "holds orders for other turns": parsed.aside,
        "has words for others": parsed.press,
        "has seed words": parsed.seed,
        "asks something of the service": parsed.commands,
    }
    return lines(game, given), [kind for kind, there in kinds.items() if there]


def holds_orders(session: Session, seat: SeatRow, text: str) -> bool:
    """Is there an order in this text? A letter that only says yes needs no receipt."""
    parsed = parse_for(session, live(session.get_one(Game, seat.game)), seat, text)
    return bool(parsed.orders) or parsed.aside


def _read(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    asked: Asked,
    parsed: Parsed[Any],
    now: datetime,
) -> _Outcome:
    """The orders of the letter against what stands; press and seed words are taken besides."""
    ruleset, role = game.rules.ruleset, seat.role
    before = standing(session, ruleset, game.name, game.row.stage, role)
    outcome = _Outcome(before, before, remarks=list(asked.remarks))
    outcome.problems += [*asked.problems, *written.reading.remarks]
    letter, received = written.letter, written.received
    if held := written.reading.held.strip():
        outcome.remarks.append(keep_held(session, game, seat, letter, held))
    proven = written.writer.proven
    if proven:
        writer = From(seat, written.name, letter, received)
        said = take_press(session, office, game, writer, parsed.press, asked.applied, now)
        _note(outcome, said)
        _take_seed(session, game, seat, written, parsed, outcome)
        for told in keep_ahead(session, game, seat, parsed, received, letter):
            outcome.tell(told)
    meant = _meant(session, game, role, written, parsed, asked)
    missed = _missed(game, received)
    ready = next((each for each in parsed.commands if each.word == "ready"), None)
    if ready and (why := why_not_ready(game, seat, meant, missed, proven=proven)):
        # Who has signed up and says so has made no mistake.
        severity = Severity.REMARK if game.signing_up else Severity.REFUSED
        outcome.problems.append(refused(ready, why, severity))
        ready = None
    if meant.stage != game.row.stage and parsed.orders:
        own = own_text(asked.text, parsed)
        told = keep_for_later(session, game, seat, letter, own, meant, parsed.orders)
        outcome.remarks.append(told)
        return outcome
    if not proven and (parsed.orders or parsed.aside or parsed.press or parsed.seed):
        outcome.remarks.append(keep_unproven(session, game, seat, letter, asked.text))
        return outcome
    if missed is not None and parsed.orders:
        keep = game.settings.late == "next" or asked.applied is not None
        own = own_text(asked.text, parsed)
        told = keep_late(session, game, seat, letter, own, missed, keep=keep)
        outcome.remarks.append(told)
        return outcome
    weighed = weigh(ruleset, game.view(Role(role)), before, parsed)
    outcome.problems += weighed.problems
    accepted = weighed.accepted
    if missed is None and meant.stage == game.row.stage and parsed.always and not game.signing_up:
        again = repeat_now(session, game, seat, parsed, weighed.after)
        outcome.problems += again.problems if again is not None else ()
        accepted = (*accepted, *(again.accepted if again is not None else ()))
    if accepted:
        revision = add_revision(
            session,
            ruleset,
            game.name,
            game.row.stage,
            role,
            written.received,
            written.letter,
            accepted,
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
            orders=len(accepted),
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


def _read_answer(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    parsed: Parsed[Any],
    now: datetime,
) -> _Outcome:
    """An answer to a name in character is press and nothing else (FEAT-P1)."""
    orders = standing(session, game.rules.ruleset, game.name, game.row.stage, seat.role)
    outcome = _Outcome(orders, orders)
    writer = From(seat, written.name, written.letter, written.received)
    text = written.reading.text
    _note(outcome, take_answer(session, office, game, writer, written.pen, parsed, text, now))
    return outcome


def _note(outcome: _Outcome, said: Said) -> None:
    outcome.remarks += said.remarks
    outcome.problems += said.problems
    outcome.drafts += said.drafts


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
        return game.when(marks[0] if marks else open_at(session, game.name, written.received))
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


def _missed(game: LiveGame, received: datetime) -> datetime | None:
    """The deadline that a letter came after; None if it came in time.

    Also while a turn that could not be run is held: it will not look at later letters. Where nobody
    is asked there is none to miss.
    """
    due = game.closes
    past = due is not None and received > due and bool(game.stage.may)
    runs = game.row.phase in (Phase.RUNNING, Phase.HELD) or game.row.closed is not None
    return due if past and runs else None


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
