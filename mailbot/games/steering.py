"""What a Gamesmaster does to the course of a game, the same by command line and by mail.

Each deed is checked against where the game stands, written down with who and why, and told to the
players where it concerns them. Raises `Refused` with what would work instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.deadlines import next_deadline
from mailbot.errors import Refused
from mailbot.games.correcting import TAKEN_BACK, TAKEN_BACK_SEEN, go_on, is_known
from mailbot.games.members import may_start
from mailbot.games.observers import observers_of, to_observer
from mailbot.games.review import Review, asked_for, review_of, waits_for_release
from mailbot.games.reviewing import release
from mailbot.games.running_early import call_off
from mailbot.games.settings import LiveGame, live
from mailbot.games.telling import tell_players
from mailbot.games.times import local
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Desk, Page, To, post
from mailbot.storage.tables import Application, Deed, Game, Phase

story = Story("games")


@dataclass(frozen=True, slots=True)
class Hand:
    """Who does it, when, and what he tells the players."""

    who: str
    now: datetime
    desk: Desk
    why: str = ""


def start(session: Session, row: Game, hand: Hand) -> None:
    """Close the sign-up: the first turn opens with the next round."""
    check_start(session, row)
    row.due = hand.now
    note(session, row, hand, "start")


def check_start(session: Session, row: Game) -> None:
    """Raises `Refused` if the sign-up cannot be closed."""
    if row.phase != Phase.SIGN_UP:
        raise Refused(f"{row.name} has begun already: it is at stage {row.stage}")
    if reason := may_start(session, row):
        raise Refused(f"{row.name} cannot start: {reason}")


def extend(session: Session, row: Game, hand: Hand, until: datetime | None) -> datetime:
    """Move the deadline there, or by one slot of the schedule; the slots after it stay.

    A result that waits for its release is given up, and orders are taken again; so they are for a
    turn that was taken back, unless somebody has seen how it came out.
    """
    found = live(row)
    waits = waits_for_release(row) or is_taken_back(row)
    if row.due is None or not (row.phase == Phase.RUNNING or waits):
        raise not_running(row)
    if is_known(session, row.name, row.stage):
        raise Refused(
            f"players have seen how {found.stage.name} came out, so that no orders are taken for "
            f"it again{_what_sends(row)}"
        )
    from_ = found.closes or row.due
    due = until or next_deadline(found.schedule, max(from_, hand.now) if waits else from_)
    if due <= hand.now:
        raise Refused(
            f"the new deadline lies in the past: `mailbot game run {row.name}` runs the turn now"
        )
    note(session, row, hand, "extend", {"from": from_, "to": due})
    story.tell("deadline moved", game=row.name, stage=row.stage, due=due)
    later = due > from_
    row.due, row.slot, row.closed = due, None, None
    go_on(session, row)
    if waits:
        row.phase, row.held, row.review = Phase.RUNNING, "", None
    moved = f"The deadline for {found.stage.name} has been moved: orders are due"
    then = "What you have sent stands." if later else "That is earlier than before."
    tell(session, found, hand, "a new deadline", lambda z: f"{moved} {local(due, z)}. {then}")
    return due


def pause(session: Session, row: Game, hand: Hand) -> None:
    """Stop the clock: no turn runs until it goes on; orders are still taken."""
    if row.phase != Phase.RUNNING:
        raise not_running(row)
    call_off(row)
    row.phase = Phase.PAUSED
    story.tell("game paused", game=row.name, who=hand.who)
    note(session, row, hand, "pause")
    found = live(row)
    text = f"{found.settings.title} is paused: no turn runs until it goes on."
    if row.closed is None:
        text += f" Orders for {found.stage.name} are still taken."
    tell(session, found, hand, "a pause", lambda _: text)


def resume(session: Session, row: Game, hand: Hand) -> None:
    """Let a game go on after a pause, or after it was held for an error or a ruling."""
    if row.phase not in (Phase.PAUSED, Phase.HELD):
        raise Refused(f"{row.name} does not wait: it is in phase {row.phase}")
    if waits_for_release(row):
        raise Refused(
            f"{row.name} has a result that waits for you: `mailbot game release {row.name}` sends "
            "it out"
        )
    if is_taken_back(row):
        raise not_running(row)
    was_paused = row.phase == Phase.PAUSED
    row.phase = Phase.SIGN_UP if row.stage == 0 else Phase.RUNNING
    row.held = ""
    found = live(row)
    if was_paused and row.due is not None and row.due < hand.now and row.closed is None:
        row.due, row.slot = next_deadline(found.schedule, hand.now), None
    note(session, row, hand, "resume")
    story.tell("game resumed", game=row.name, who=hand.who)
    due = row.due
    if was_paused and due is not None:
        again = f"{found.settings.title} goes on"
        orders = f"{again}: orders for {found.stage.name} are due"
        closed = row.closed is not None
        tell(
            session,
            found,
            hand,
            "it goes on",
            lambda z: f"{again}." if closed else f"{orders} {local(due, z)}.",
        )


def hold(session: Session, row: Game, hand: Hand) -> None:
    """Keep the result of the open stage, or one that would go out by itself, until released."""
    found = review_of(row)
    if row.phase != Phase.RUNNING and not waits_for_release(row):
        raise not_running(row)
    reason = f"You asked for it{': ' + hand.why if hand.why else '.'}"
    seal, reasons = (found.seal, found.reasons) if found else ("", ())
    told = reasons if reason in reasons else (*reasons, reason)
    row.review = Review(row.stage, told, seal, asked=asked_for(found, reason))
    note(session, row, hand, "hold")


def let_go(session: Session, row: Game, hand: Hand) -> bool:
    """Send out the result that waits; before there is one, call a hold off. Was there one?"""
    review = review_of(row)
    if review is None:
        raise Refused(f"{row.name} has no result that waits")
    if waits_for_release(row):
        release(session, row, review, hand.now, hand.who)
        return True
    if review.released:
        return True
    row.review = None
    note(session, row, hand, "release")
    return False


def run_now(session: Session, row: Game, hand: Hand, without: Sequence[str]) -> None:
    """Make the open stage due now; `without` are those whose orders are missing."""
    if row.phase != Phase.RUNNING:
        raise not_running(row)
    row.due, row.slot, row.moved = hand.now, None, row.stage
    note(session, row, hand, "run", {"without": without})


def cancel(session: Session, row: Game, hand: Hand) -> None:
    """End a game that is not played on: no turn runs any more, and the players are told."""
    check_cancel(row)
    found = live(row)
    row.phase, row.due, row.slot, row.closed = Phase.OVER, None, None, None
    row.held, row.review = "", None
    note(session, row, hand, "cancel")
    story.tell("game cancelled", game=row.name, who=hand.who)
    title = found.settings.title
    text = (
        f"{title} ends here: the Gamesmaster has called it off, and nothing that you send for it "
        "counts any more. Thank you for having played, and you are welcome in another game!"
    )
    tell(session, found, hand, "called off", lambda _: text)
    _tell_who_waits(session, row, hand, Page(f"{title}: called off", f"{text}\n"))


def _tell_who_waits(session: Session, row: Game, hand: Hand, page: Page) -> None:
    """Those on the waiting list, who leave it, and those who watch."""
    wishes = session.scalars(
        select(Application).where(Application.game == row.name, Application.waiting.is_not(None))
    ).all()
    waiting = [To(wish.address) for wish in wishes]
    for wish in wishes:
        session.delete(wish)
    watching = [to_observer(each, row.stage) for each in observers_of(session, row.name)]
    letters = [hand.desk.write(Kind.NOTICE, to, page, hand.now) for to in (*waiting, *watching)]
    post(session, letters)


def check_cancel(row: Game) -> None:
    """Raises `Refused` if there is nothing to end."""
    if row.phase == Phase.OVER:
        raise Refused(f"{row.name} is over: `mailbot game archive {row.name}` puts it away")


def archive(session: Session, row: Game, hand: Hand) -> None:
    """Put a game that is over away: it leaves the lists, and keeps everything (FEAT-G4)."""
    if row.phase != Phase.OVER:
        raise Refused(
            f"{row.name} is not over: it is in phase {row.phase}, and a game is put away at its "
            f"end; `mailbot game cancel {row.name}` ends one that is not played on"
        )
    if row.archived is not None:
        raise Refused(f"{row.name} was put away on {row.archived:%Y-%m-%d}")
    row.archived = hand.now
    note(session, row, hand, "archive")


def unarchive(session: Session, row: Game, hand: Hand) -> None:
    """Let a game that was put away stand in the lists again."""
    if row.archived is None:
        raise Refused(f"{row.name} was not put away")
    row.archived = None
    note(session, row, hand, "unarchive")


def not_running(row: Game) -> Refused:
    """What it is instead, and what would make it run."""
    if waits_for_release(row):
        return Refused(
            f"{row.name} has a result that waits to be released: `mailbot game release {row.name}` "
            f"sends it out, `mailbot game extend {row.name} UNTIL` takes orders again"
        )
    if is_taken_back(row):
        seen = row.held == TAKEN_BACK_SEEN
        extend = f", `mailbot game extend {row.name} UNTIL` takes orders for it again first"
        return Refused(
            f"{row.name} is held ({row.held}): `mailbot game rerun {row.name}` runs it again"
            f"{'' if seen else extend}"
        )
    remedy = {
        Phase.SIGN_UP: f"is in sign-up: `mailbot game start {row.name}` begins it",
        Phase.PAUSED: f"is paused: `mailbot game resume {row.name}` lets it go on",
        Phase.HELD: f"is held ({row.held}): `mailbot game resume {row.name}` lets it go on",
    }
    return Refused(f"{row.name} {remedy.get(Phase(row.phase), 'is over')}")


def _what_sends(row: Game) -> str:
    if row.phase != Phase.HELD:
        return ", and it runs as soon as the mailbox has been read"
    word = "rerun" if is_taken_back(row) else "release"
    return f": `mailbot game {word} {row.name}` goes on with those that stand"


def is_taken_back(row: Game) -> bool:
    """Does it wait to be run again, or for other orders, after its last turn was taken back?"""
    return row.phase == Phase.HELD and row.held in (TAKEN_BACK, TAKEN_BACK_SEEN)


def tell(
    session: Session, game: LiveGame, hand: Hand, about: str, words: Callable[[ZoneInfo], str]
) -> None:
    """Tell all players, with what the Gamesmaster says of it."""
    tell_players(session, game, hand.desk, hand.now, about, words, hand.why)


def note(
    session: Session, row: Game, hand: Hand, what: str, details: Mapping[str, Any] | None = None
) -> None:
    """Write down who did what, when and why."""
    told = {key: str(value) for key, value in {**(details or {}), "why": hand.why}.items() if value}
    session.add(Deed(at=hand.now, game=row.name, who=hand.who, what=what, details=told))
