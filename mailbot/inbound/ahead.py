"""Orders ahead and repeating orders in a letter, and how they are read when their stage opens."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from engine.core.ruleset import Cancel, Problem, Role, Severity
from grammar.reading import Later, Parsed
from mailbot.games.ahead import (
    LONGEST_AHEAD,
    MOST_AHEAD,
    MOST_REPEATED,
    for_turn,
    forget_opening,
    opening,
    repeated,
    roles_ahead,
    set_ahead,
    set_always,
    text_for_stage,
    turn_of,
)
from mailbot.games.receipts import Receipt, lines
from mailbot.games.settings import LiveGame, live, seat_of
from mailbot.games.standing import add_revision, standing
from mailbot.games.weighing import Weighed, weigh
from mailbot.inbound.asking import Request
from mailbot.inbound.news import tell_others
from mailbot.inbound.office import Office
from mailbot.inbound.words import parse_for
from mailbot.log import Story
from mailbot.storage.store import OWN_FAULTS
from mailbot.storage.tables import Game, SeatRow

story = Story("orders")

WRONG_PHASE = "E-PHASE"
"""What a ruleset says of an order that another stage of the same turn takes."""


def keep_ahead(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    parsed: Parsed[Any],
    received: datetime,
    letter: int,
) -> Iterator[Problem | str]:
    """Keep what a letter says for other turns; yields problems, and remarks for the receipt."""
    for later in parsed.later:
        yield from _keep_later(session, game, seat, later, received, letter)
    if parsed.always:
        yield from _keep_always(session, game, seat, parsed.always, received, letter)


def repeat_now(
    session: Session, game: LiveGame, seat: SeatRow, parsed: Parsed[Any], before: Sequence[Any]
) -> Weighed | None:
    """What repeats counts at once, where nothing stands that was ordered for this stage."""
    again = parse_for(session, game, seat, _joined(parsed.always))
    taken = {again.subject(order) for order in before}
    free = tuple(
        replace(line, orders=orders, problems=())
        for line in again.lines
        if (orders := tuple(each for each in line.orders if _free(again, each, taken)))
    )
    some = replace(again, lines=free, whole=free, problems=())
    if not free:
        return None
    weighed = weigh(game.rules.ruleset, game.view(Role(seat.role)), before, some)
    told = (problem for problem in weighed.problems if problem.code != WRONG_PHASE)
    return replace(weighed, problems=tuple(_at(parsed.always, problem) for problem in told))


def _free(parsed: Parsed[Any], order: Any, taken: Collection[str]) -> bool:
    return not isinstance(order, Cancel) and parsed.subject(order) not in taken


def take_back(request: Request) -> None:
    """`cancel turn 6`, `cancel always`, `cancel always Phoenix`."""
    session, game, seat = request.session, request.game, request.seat
    what, *rest = request.command.arguments
    if what == "turn":
        row = for_turn(session, game.name, seat.role, int(rest[0]))
        if row is None:
            request.refuse("nothing-ahead", f"Nothing of yours is kept for turn {rest[0]}.")
            return
        session.delete(row)
        request.remark(f"Your orders for turn {rest[0]} are forgotten.")
        return
    rows = repeated(session, game.name, seat.role)
    if rest:
        parsed = parse_for(session, game, seat, f"cancel {rest[0]}")
        about = {order.subject for order in parsed.orders if isinstance(order, Cancel)}
        # A ship that is lost is no word of the language any more.
        said = rest[0].casefold()
        rows = [
            row for row in rows if {None, row.subject} & about or row.subject.casefold() == said
        ]
    if not rows:
        known = "; ".join(row.text for row in repeated(session, game.name, seat.role)) or "nothing"
        text = f"Nothing of the kind repeats. What repeats is: {known}."
        request.refuse("nothing-repeats", text)
        return
    for row in rows:
        session.delete(row)
    gone = "; ".join(row.text for row in rows)
    request.remark(f"No longer repeated: {gone}. What stands for this stage still stands.")


def open_stage(session: Session, office: Office, row: Game, now: datetime) -> Iterator[Receipt]:
    """Read again what was set apart for the stage that has just opened; yields the receipts."""
    game = live(row)
    if game.over or game.signing_up:
        return
    for role in roles_ahead(session, game):
        if Role(role) in game.stage.may:
            receipt = _opened_safely(session, office, game, role, now)
            yield from (receipt,) if receipt is not None else ()


def _opened_safely(
    session: Session, office: Office, game: LiveGame, role: str, now: datetime
) -> Receipt | None:
    """A text that breaks the reader costs only itself: the turn goes on without it (rule 7)."""
    try:
        with session.begin_nested():
            forget_opening(session, game, role)
            seat = seat_of(session, game.name, role)
            return _opened(session, office, game, seat, now)
    except OWN_FAULTS:
        raise
    except Exception as error:  # noqa: BLE001 - what somebody has written holds no game up
        reason = f"{type(error).__name__}: {error}"
        story.alarm("orders ahead failed", game=game.name, role=role, error=reason)
        text = (
            f"What {role} had sent ahead for {game.stage.name} could not be read, and none of it "
            f"stands: please tell him. It is kept. What went wrong: {reason}"
        )
        office.tell_gm_once(session, f"{game.name}, {role}: orders sent ahead", text, now)
        return None


def _opened(
    session: Session, office: Office, game: LiveGame, seat: SeatRow, now: datetime
) -> Receipt | None:
    ruleset, role, stage = game.rules.ruleset, seat.role, game.row.stage
    text = text_for_stage(session, game, role)
    parsed = parse_for(session, game, seat, text)
    weighed = weigh(ruleset, game.view(Role(role)), (), parsed)
    problems = [
        problem
        for problem in weighed.problems
        if problem.severity is not Severity.REMARK and problem.code != WRONG_PHASE
    ]
    if not weighed.accepted and not problems:
        return None
    before = standing(session, ruleset, game.name, stage, role)
    number, remarks = 0, ["Read again from what you had sent ahead, and from what repeats."]
    if weighed.accepted:
        at, orders = opening(session, game, now), weighed.accepted
        revision = add_revision(session, ruleset, game.name, stage, role, at, None, orders)
        revision.ahead, number = True, revision.number
        session.flush()
    after = standing(session, ruleset, game.name, stage, role)
    remarks += tell_others(session, office, game, seat, before, after, now)
    story.tell(
        "orders read ahead",
        game=game.name,
        role=role,
        stage=stage,
        orders=len(weighed.accepted),
        problems=len(problems),
    )
    return Receipt(
        live=game,
        seat=seat,
        revision=number,
        received=None,
        now=now,
        before=before,
        after=after,
        problems=problems,
        text=text,
        remarks=remarks,
    )


def _keep_later(
    session: Session, game: LiveGame, seat: SeatRow, later: Later, received: datetime, letter: int
) -> Iterator[Problem | str]:
    first = later.lines[0][0] if later.lines else None
    name = f"turn {later.turn}"
    if later.turn > turn_of(game) + MOST_AHEAD or len(later.text) > LONGEST_AHEAD:
        text = (
            f"What you sent for {name} was not kept: orders can be sent {MOST_AHEAD} turns ahead, "
            f"and {LONGEST_AHEAD} characters for each."
        )
        yield Problem("too-far-ahead", text, line=first)
        return
    if not later.text:
        yield f"Nothing stands below {name}. To forget what is kept for it, write `cancel {name}`."
        return
    if not set_ahead(session, game, seat.role, later.turn, later.text, received, letter):
        yield f"A later letter of yours has said already what {name} is to bring."
        return
    parsed = parse_for(session, game, seat, "\n".join(line for _, line in later.lines))
    understood = [order for order in parsed.orders if not isinstance(order, Cancel)]
    read = "; ".join(lines(game, understood)) or "nothing"
    story.tell("orders ahead", game=game.name, role=seat.role, turn=later.turn)
    yield (
        f"Your orders for {name} are kept, and are read again when it opens: you will hear what "
        f"became of them. As far as they can be understood now, they read: {read}."
    )
    for problem in _problems(parsed, later.lines):
        doubt = f"For {name}, as things are now: {problem.text}"
        yield replace(problem, text=doubt, severity=Severity.WARNED, suggestion="")


def _keep_always(
    session: Session,
    game: LiveGame,
    seat: SeatRow,
    numbered: Sequence[tuple[int, str]],
    received: datetime,
    letter: int,
) -> Iterator[Problem | str]:
    if game.signing_up:
        yield Problem("no-repeat", "Orders can repeat from turn 1 on.", line=numbered[0][0])
        return
    parsed, write = parse_for(session, game, seat, _joined(numbered)), game.rules.grammar.write
    yield from _problems(parsed, numbered)
    kept: list[str] = []
    for line in parsed.lines:
        for order in line.orders:
            if isinstance(order, Cancel):
                text = "A cancellation cannot repeat. `cancel always` ends what does."
                yield Problem("no-repeat", text, line=_line(numbered, line.number))
            elif len(repeated(session, game.name, seat.role)) >= MOST_REPEATED:
                text = f"{MOST_REPEATED} orders are the most that can repeat."
                yield Problem("no-repeat", text, line=_line(numbered, line.number))
            elif set_always(
                session, game, seat.role, parsed.subject(order), write(order), received, letter
            ):
                kept.append(write(order))
    if kept:
        yield (
            f"From now on every turn, unless you order otherwise for one: {'; '.join(kept)}. "
            "`cancel always NAME` ends it."
        )


def _joined(numbered: Sequence[tuple[int, str]]) -> str:
    return "\n".join(line for _, line in numbered)


def _problems(parsed: Parsed[Any], numbered: Sequence[tuple[int, str]]) -> Iterator[Problem]:
    """What is wrong with these lines, at their places in the letter; not how they were read."""
    for problem in (*(p for line in parsed.lines for p in line.problems), *parsed.problems):
        if problem.severity is not Severity.REMARK:
            yield _at(numbered, problem)


def _at(numbered: Sequence[tuple[int, str]], problem: Problem) -> Problem:
    return problem.on_line(_line(numbered, problem.line)) if problem.line else problem


def _line(numbered: Sequence[tuple[int, str]], place: int) -> int:
    return numbered[place - 1][0] if place <= len(numbered) else numbered[-1][0]
