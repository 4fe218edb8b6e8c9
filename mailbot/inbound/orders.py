"""One letter of one player: commands, orders, press, seed words; then the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Problem, Role
from grammar.reading import Audience, Parsed, Press
from mailbot.games.members import complaints, note_ready, renew_sign_up, start_if_full
from mailbot.games.receipts import Receipt, numbered, receipt_page, zone_of
from mailbot.games.settings import LiveGame, live, seats
from mailbot.games.standing import add_revision, standing
from mailbot.games.times import local
from mailbot.games.weighing import weigh
from mailbot.inbound import answers
from mailbot.inbound.office import Office
from mailbot.inbound.services import Asked, carry_out
from mailbot.log import Story
from mailbot.mail.body import Reading
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Answered, Page, To, post
from mailbot.render.receipt import receipt_text
from mailbot.storage.tables import (
    Game,
    KeptText,
    Letter,
    Phase,
    PressRow,
    SeatRow,
    SeedWords,
    TurnRow,
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
    to = To(str(seat.address), seat.game, seat.role, row.stage)
    if game.over:
        page = answers.game_over(game.settings.title)
        office.answer_once(session, Kind.HELP, to, page, now, written.answered)
        return
    if written.reading.trouble is not None:
        if not written.quiet:
            page = answers.cannot_read(game.settings.title, written.reading.trouble)
            office.answer_once(session, Kind.HELP, to, page, now, written.answered)
        return
    text = written.reading.text
    asked = carry_out(session, office, game, seat, _parse(game, seat, text), text, now)
    post(session, asked.letters)
    outcome = _read(session, office, game, seat, written, asked)
    if outcome is None or asked.enough:
        return
    if game.signing_up and outcome.revision:
        _renew(session, office, row, seat, written.received, now)
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
    if not office.receipts_left(session, str(seat.address), receipt.now):
        session.get_one(Letter, letter).unanswered = True
        office.tell_gm_once(
            session,
            f"{receipt.live.name}: many letters from {seat.role}",
            "More letters came from there than get a receipt. Their orders count, and one receipt "
            "will sum them up; if a program writes them, please look into it.",
            receipt.now,
        )
        return
    page = receipt_page(receipt)
    suggested = {
        str(number): problem.suggestion for number, problem in numbered(receipt.problems) if number
    }
    to = To(str(seat.address), seat.game, seat.role, receipt.live.row.stage)
    row = office.desk.write(
        Kind.RECEIPT,
        to,
        Page(subject=page.heading, text=receipt_text(page), offers=suggested),
        receipt.now,
        answered,
    )
    post(session, [row])


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
) -> _Outcome | None:
    """The orders of the letter against what stands; press and seed words are taken besides."""
    parsed = _parse(game, seat, asked.text)
    ruleset, role = game.rules.ruleset, seat.role
    before = standing(session, ruleset, game.name, game.row.stage, role)
    outcome = _Outcome(before, before, remarks=list(asked.remarks))
    outcome.problems += [*asked.problems, *written.reading.remarks]
    _keep_held(session, game, seat, written, outcome)
    fresh = _not_said_yet(session, game, seat, parsed.press, asked.applied)
    _take_press(session, office, game, seat, written, fresh, outcome)
    if len(fresh) < len(parsed.press):
        outcome.remarks.append("Your words to others were taken from an earlier letter already.")
    _take_seed(session, game, seat, written, parsed, outcome)
    stage = _stage_meant(session, game, written, parsed, asked)
    if stage != game.row.stage and parsed.orders:
        _keep_for_later(session, game, seat, written, asked.text, stage, outcome)
        return outcome
    if _late(game, written.received) and parsed.orders:
        keep = game.settings.late == "next" or asked.applied is not None
        _keep_late(session, game, seat, written, asked.text, outcome, keep=keep)
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
        story.tell(
            "orders taken",
            game=game.name,
            role=role,
            stage=game.row.stage,
            revision=revision.number,
            orders=len(weighed.accepted),
            problems=len(weighed.problems),
        )
    return outcome


def _stage_meant(
    session: Session, game: LiveGame, written: Written, parsed: Parsed[Any], asked: Asked
) -> int:
    """A written `turn n`, else the subject tag, else the token (MAIL-S2), else when it came."""
    if asked.applied is not None:
        return game.row.stage
    for stage in (parsed.stage, written.tag_stage, written.token_stage):
        if stage is not None:
            return stage
    return _open_at(session, game.name, written.received)


def _open_at(session: Session, game: str, moment: datetime) -> int:
    """The stage that was open at this moment: a letter may be released long after it came."""
    last = session.scalar(
        select(func.max(TurnRow.stage)).where(TurnRow.game == game, TurnRow.ran <= moment)
    )
    return 0 if last is None else last + 1


def _late(game: LiveGame, received: datetime) -> bool:
    """Also while a turn that could not be run is held: it will not look at later letters."""
    due = game.row.due
    return game.row.phase in (Phase.RUNNING, Phase.HELD) and due is not None and received > due


def _keep_for_later(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    text: str,
    stage: int,
    outcome: _Outcome,
) -> None:
    """Orders for another stage never change this one; `apply` takes them."""
    _keep(session, game, seat, written, text)
    outcome.remarks.append(
        f"These orders were written for turn {stage}, and turn {game.row.stage} is open, so they "
        "were kept and not carried out. If they are meant for this turn, answer with the one word "
        "`apply`."
    )
    story.tell("orders kept", game=game.name, role=seat.role, written=stage, stage=game.row.stage)


def _keep_late(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    text: str,
    outcome: _Outcome,
    *,
    keep: bool,
) -> None:
    """What `apply` took out of those that are kept goes back to them."""
    due = game.row.due
    if due is not None:
        outcome.remarks.append(
            f"The deadline was {local(due, zone_of(game, seat))}: your letter came after it, so "
            "its orders do not count for this turn."
        )
    if keep:
        _keep(session, game, seat, written, text)
        outcome.remarks.append(
            "They were kept: once the next turn is open, answer its sheet with the one word "
            "`apply` to give them."
        )
    story.tell("orders late", game=game.name, role=seat.role, stage=game.row.stage)


def _keep_held(
    session: Session, game: LiveGame, seat: SeatRow, written: Written, outcome: _Outcome
) -> None:
    """Text below an unmarked quote is kept and not read as orders (MAIL-B4)."""
    held = written.reading.held.strip()
    if not held:
        return
    _keep(session, game, seat, written, held)
    outcome.remarks.append(
        "There is text below the quoted letter that may hold orders of yours. It was kept and not "
        "carried out; answer with the one word `apply` if it counts."
    )


def _keep(session: Session, game: LiveGame, seat: SeatRow, written: Written, text: str) -> None:
    session.add(
        KeptText(game=game.name, role=seat.role, letter=written.letter, text=text, applied=None)
    )


def _take_press(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    press: Sequence[Press],
    outcome: _Outcome,
) -> None:
    """Public words are printed in the next sheet; all others go on at once (RAID-R162)."""
    for piece in press:
        session.add(
            PressRow(
                game=game.name,
                stage=game.row.stage,
                role=seat.role,
                audience=piece.audience,
                to=list(piece.to),
                text=piece.text,
                letter=written.letter,
                received=written.received,
            )
        )
        outcome.remarks.append(_pass_on(session, office, game, seat, piece, written.received))
        story.tell("press taken", game=game.name, role=seat.role, audience=piece.audience)


def _not_said_yet(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    press: Sequence[Press],
    applied: int | None,
) -> list[Press]:
    """Without what went out when its letter was kept, and what is to be printed already."""
    rows = session.scalars(
        select(PressRow).where(
            PressRow.game == game.name,
            PressRow.role == seat.role,
            or_(
                PressRow.letter == applied,
                and_(PressRow.stage == game.row.stage, PressRow.audience == Audience.PUBLIC),
            ),
        )
    )
    said = {(row.audience, tuple(row.to), row.text) for row in rows}
    return [each for each in press if (each.audience, each.to, each.text) not in said]


def _pass_on(
    session: Session,
    office: Office,
    game: LiveGame,
    seat: SeatRow,
    piece: Press,
    now: datetime,
) -> str:
    title = game.settings.title
    page = answers.passed_on(title, seat.role, piece.text)
    if piece.audience is Audience.PUBLIC:
        return "Your proclamation will be printed in everybody's next sheet."
    if piece.audience is Audience.GM and not office.gm:
        return "Your words to the Gamesmaster are kept with the game: he has given no address."
    if piece.audience is Audience.GM:
        post(session, [office.desk.write(Kind.PRESS, To(gm), page, now) for gm in office.gm])
        passed_on = "were passed on" if office.gm else "are kept for him"
        return f"Your words to the Gamesmaster {passed_on}."
    others = [each for each in seats(session, game.name) if each.role in piece.to]
    letters = [
        office.desk.write(
            Kind.PRESS, To(str(each.address), game.name, each.role, game.row.stage), page, now
        )
        for each in others
        if each.address is not None
    ]
    post(session, letters)
    return f"Your letter was sent on to {', '.join(piece.to)}."


def _take_seed(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    written: Written,
    parsed: Parsed[Any],
    outcome: _Outcome,
) -> None:
    """Words for the dice of the stage after this one; the latest letter's count."""
    if parsed.seed is None or _late(game, written.received):
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
    outcome.remarks.append("Your seed words will be mixed into the dice of the next turn.")


def _renew(
    session: Session, office: Office, row: Game, seat: SeatRow, received: datetime, now: datetime
) -> None:
    """Sign-up changed: set stage 0 up again, and tell others what they have lost by it."""
    others = [each for each in seats(session, row.name) if each.role != seat.role]
    names = [each.role for each in others]
    earlier = complaints(session, row, names)
    renew_sign_up(session, row, office.keys)
    note_ready(session, row, seat, received)
    renew_sign_up(session, row, office.keys)
    for each in others:
        known = {problem.text for problem in earlier[each.role]}
        new = [
            problem.text
            for problem in complaints(session, row, [each.role])[each.role]
            if problem.text not in known
        ]
        note_ready(session, row, each, received)
        if new and each.address:
            page = answers.start_lost(live(row).settings.title, new)
            to = To(each.address, row.name, each.role, 0)
            post(session, [office.desk.write(Kind.NOTICE, to, page, now)])
    start_if_full(session, row, now)
