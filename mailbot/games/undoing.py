"""Taking a turn back, and what its players are told when it has been run again (FEAT-T4).

The dice stay as they are: whatever is put right, the same orders meet the same throws.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from mailbot.errors import Refused
from mailbot.games.correcting import (
    TAKEN_BACK,
    TAKEN_BACK_SEEN,
    is_known,
    last_undone,
    pending,
    sheets_had,
)
from mailbot.games.observers import observers_of, to_observer
from mailbot.games.review import Review
from mailbot.games.settings import live, read_settings, seats
from mailbot.games.steering import Hand, is_taken_back, note, tell
from mailbot.log import Story
from mailbot.mail.outgoing import Kind
from mailbot.outbox.copies import TURN_TAKEN_BACK
from mailbot.outbox.desk import Page, post
from mailbot.storage.tables import (
    Absent,
    Amendment,
    Game,
    OutRow,
    OutState,
    Phase,
    SheetRow,
    TurnRow,
    Undone,
)

story = Story("games")

WAITING = (OutState.QUEUED, OutState.RETRY, OutState.FAILED)
#: A receipt for orders of the next stage shows where its ships are.
TELLING = (Kind.SHEET, Kind.RECEIPT)


def undo(session: Session, row: Game, hand: Hand) -> tuple[str, ...]:
    """Go back to before the stage that was run last; returns what was corrected since, and is gone.

    Its orders stand, what has not gone out of its letters is dropped, and the game waits for
    `rerun`, or for other orders. What players have sent for the stage after it is kept for when
    that opens again.
    """
    turn, letters = _last_turn(session, row), letters_of_last_turn(session, row)
    out = seen(letters)
    if out:
        check_announced(row, hand.why)
    for letter in letters:
        if letter.state in WAITING:
            letter.state, letter.reply = OutState.DROPPED, TURN_TAKEN_BACK
    corrected = _corrected_since(session, row)
    _put_aside(session, row, turn, hand, letters)
    row.position, row.stage, row.due = turn.before, turn.stage, turn.due or turn.ran
    row.slot, row.moved, row.closed = turn.slot, turn.stage, row.due
    session.delete(turn)
    session.flush()
    known = is_known(session, row.name, row.stage)
    row.held = TAKEN_BACK_SEEN if known else TAKEN_BACK
    row.phase, row.review = Phase.HELD, None
    words = _in_words(corrected)
    note(session, row, hand, "undo", {"stage": row.stage, "corrections": "; ".join(words)})
    story.warn("turn taken back", game=row.name, stage=row.stage, who=hand.who)
    if out:
        _announce(session, row, hand, corrected=any(not each.quiet for each in corrected))
    return words


def what_was_corrected(session: Session, row: Game) -> tuple[str, ...]:
    """By the Gamesmaster, in the stage that is open."""
    return _in_words(_corrected_since(session, row))


def _in_words(corrected: Sequence[Amendment]) -> tuple[str, ...]:
    return tuple(f"{each.what} = {each.value}" for each in corrected)


def corrections_lost(words: Sequence[str]) -> str:
    """What the Gamesmaster hears of corrections that were made since; empty if there were none."""
    if not words:
        return ""
    return (
        f" What you corrected after it is taken back too ({', '.join(words)}): correct it again if "
        "it still holds."
    )


def letters_of_last_turn(session: Session, row: Game) -> Sequence[OutRow]:
    """Those that show how it came out. Raises `Refused` if no turn has been run."""
    turn = _last_turn(session, row)
    found = select(OutRow).where(
        OutRow.game == row.name, OutRow.stage == row.stage, OutRow.kind.in_(TELLING)
    )
    if (earlier := last_undone(session, row.name, turn.stage)) is not None:
        found = found.where(OutRow.created > earlier.at)
    return session.scalars(found).all()


def seen(letters: Sequence[OutRow]) -> bool:
    """May one of them have been read?"""
    return any(letter.state not in (*WAITING, OutState.DROPPED) for letter in letters)


def check_announced(row: Game, why: str) -> None:
    """May a turn be taken back that players have seen? Raises `Refused`."""
    if not allowed(row):
        raise Refused(
            f"letters of that turn have gone out, and {row.name} does not allow to take a turn "
            'back after that: undo = "announced" in its table of the config allows it'
        )
    if not why:
        raise Refused("letters of that turn have gone out: give a reason (why), all players get it")


def rerun(session: Session, row: Game, hand: Hand, *, look_first: bool) -> None:
    """Run a turn again that was taken back; its result is held to be looked at, if wanted."""
    if not is_taken_back(row):
        _last_turn(session, row)
        raise Refused(
            f"{row.name} has no turn that was taken back: `mailbot game undo {row.name}` does it"
        )
    row.phase, row.held = Phase.RUNNING, ""
    asked = ("It is run again.",)
    row.review = Review(row.stage, asked, asked=asked) if look_first else None
    note(session, row, hand, "rerun", {"stage": row.stage})


def _last_turn(session: Session, row: Game) -> TurnRow:
    if row.archived is not None:
        raise Refused(
            f"{row.name} was put away: `mailbot game unarchive {row.name}` brings it back"
        )
    turn = session.get(TurnRow, (row.name, row.stage - 1))
    if turn is None or turn.stage == 0:
        raise Refused(f"{row.name} has run no turn that could be taken back")
    return turn


def allowed(row: Game) -> bool:
    """The game's own setting, or the option of its rules (RAID-R164)."""
    return read_settings(row).undo == "announced" or bool(row.options.get("rerun_after_release"))


def _put_aside(
    session: Session, row: Game, turn: TurnRow, hand: Hand, letters: Sequence[OutRow]
) -> None:
    """Keep everything that the stage was, and clear the way for it to be run again."""
    told = select(SheetRow).where(SheetRow.game == row.name, SheetRow.stage == turn.stage)
    home = {seat.role: seat.address for seat in seats(session, row.name)}
    have = {
        each.role
        for each in letters
        if each.kind == Kind.SHEET and seen([each]) and each.to == home.get(str(each.role))
    }
    # What players have seen stays what they have to be told the difference to.
    earlier = last_undone(session, row.name, turn.stage)
    before = sheets_had(session, earlier)
    known_before = earlier is not None and earlier.turn.get("seen", False)
    after = pending(session, row.name, row.stage)
    was_paused = after is not None and is_taken_back(row) and after.turn.get("paused", False)
    session.add(
        Undone(
            game=row.name,
            stage=turn.stage,
            at=hand.now,
            who=hand.who,
            why=hand.why or (earlier.why if earlier is not None else ""),
            turn={
                **_columns(turn),
                "amendments": [_columns(each) for each in _corrected_since(session, row)],
                "paused": was_paused or row.phase == Phase.PAUSED,
                "seen": known_before or seen(letters),
                "next_due": msgspec.to_builtins(row.due),
                "next_moved": row.moved == row.stage,
                "next_slot": msgspec.to_builtins(row.slot),
            },
            sheets={
                **before,
                **{each.role: each.text for each in session.scalars(told) if each.role in have},
            },
        )
    )
    session.execute(delete(SheetRow).where(SheetRow.game == row.name, SheetRow.stage == turn.stage))
    session.execute(delete(Absent).where(Absent.game == row.name, Absent.stage == turn.stage))
    session.execute(
        delete(Amendment).where(Amendment.game == row.name, Amendment.stage == row.stage)
    )


def _corrected_since(session: Session, row: Game) -> Sequence[Amendment]:
    return session.scalars(
        select(Amendment)
        .where(Amendment.game == row.name, Amendment.stage == row.stage)
        .order_by(Amendment.id)
    ).all()


def _columns(row: TurnRow | Amendment) -> dict[str, Any]:
    values = {column.key: getattr(row, column.key) for column in row.__table__.columns}
    told: dict[str, Any] = msgspec.to_builtins(values)
    return told


def _announce(session: Session, row: Game, hand: Hand, *, corrected: bool) -> None:
    found = live(row)
    decided = " What he has decided since then counts no more." if corrected else ""
    text = (
        f"The Gamesmaster has taken back {found.stage.name} of {found.settings.title}: it will be "
        "run again with the same dice, and you will hear what that changes in your sheet. Nobody "
        "can change his orders for it any more; those that you have sent for what comes after it "
        f"are kept.{decided}"
    )
    about = f"{found.stage.name} is taken back"
    tell(session, found, hand, about, lambda _: text)
    page = Page(f"{found.settings.title}: {about}", f"{text}\n")
    watching = [to_observer(each, row.stage) for each in observers_of(session, row.name)]
    post(session, [hand.desk.write(Kind.NOTICE, to, page, hand.now) for to in watching])
