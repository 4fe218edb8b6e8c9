"""A result is looked at before it goes out: what holds it, for how long, what lets it go (FEAT-T3).

Nothing of a held result is kept but its seal: the same orders and the same dice give it again,
byte for byte, so that what is released is what was looked at, or is looked at anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import datetime, timedelta

import msgspec

from engine.core.wording import enumeration
from mailbot.deadlines import wait_of
from mailbot.games.settings import Settings
from mailbot.games.turns import Done, Work
from mailbot.storage.tables import Game, Phase

FELL = 0.5
"""Points that fall below this part of what they were are worth a look."""


class Review(msgspec.Struct, frozen=True):
    """What the Gamesmaster has to look at, as kept with the game."""

    stage: int
    #: All that he is told.
    reasons: tuple[str, ...]
    #: Of the result that he was shown; empty while there is none yet.
    seal: str = ""
    #: When it goes out without a word from him; None: it waits.
    release_at: datetime | None = None
    released: bool = False
    #: Those of the reasons that hold whatever the result is: he has asked for it.
    asked: tuple[str, ...] = ()


def asked_for(review: Review | None, reason: str) -> tuple[str, ...]:
    """What he has asked to look at for, with one more reason."""
    before = review.asked if review is not None else ()
    return before if reason in before else (*before, reason)


def review_of(row: Game) -> Review | None:
    """What is to be looked at in the open stage."""
    if row.review is None:
        return None
    review = msgspec.convert(row.review, Review)
    if not (review.asked or review.seal):
        # As earlier versions wrote down what he had asked for.
        review = msgspec.structs.replace(review, asked=review.reasons)
    return review if review.stage == row.stage else None


def asked_again(review: Review | None) -> Review | None:
    """The result that he was shown is no more; what he has asked for still is."""
    if review is None or not review.asked:
        return None
    return Review(review.stage, review.asked, asked=review.asked)


def waits_for_release(row: Game) -> bool:
    """Is there a result that only the Gamesmaster, or the time he has for it, lets go?"""
    review = review_of(row)
    return row.phase == Phase.HELD and review is not None and bool(review.seal)


def to_be_held(row: Game) -> str:
    """Why the next result will wait, as the Gamesmaster has asked for it; empty: it will not."""
    review = review_of(row)
    waits = review is not None and not waits_for_release(row) and not review.released
    return " ".join(review.asked) if review is not None and waits else ""


def held_back(work: Work, done: Done, review: Review | None, now: datetime) -> Review | None:
    """What the Gamesmaster has to look at before this result goes out; None: it may go."""
    stage, settings = work.live.stage.number, work.live.settings
    if review is not None and review.released:
        if review.seal == (seal := seal_of(work, done)):
            return None
        changed = "It is no longer what you have seen: orders or the position have changed."
        return Review(stage, (changed, *gates(settings, work, done)), seal, asked=(changed,))
    asked = review.asked if review is not None else ()
    tripped = (*asked, *gates(settings, work, done))
    always = wait_of(settings.release, at_once=True) if stage else timedelta()
    if not tripped and always == timedelta():
        return None
    wait = wait_of(settings.hold_release, at_once=False) if tripped else always
    reasons = tripped or ("Every result of this game waits for you.",)
    release_at = None if wait is None or asked else now + wait
    return Review(stage, reasons, seal_of(work, done), release_at, asked=asked)


def seal_of(work: Work, done: Done) -> str:
    """Of all that the result is: orders, events, the position after it."""
    ruleset = work.live.rules.ruleset
    events = [msgspec.to_builtins(event) for event in done.turn.events]
    whole = [done.digest, events, ruleset.dump(done.turn.state)]
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def gates(settings: Settings, work: Work, done: Done) -> Iterator[str]:
    """What about this result is worth a look, as far as the game asks for it."""
    if work.live.stage.number == 0:
        return
    if settings.hold_missing and len(work.missing) >= settings.hold_missing:
        yield f"No orders from {enumeration(work.missing)}."
    if settings.hold_odd:
        yield from oddities(work, done)


def oddities(work: Work, done: Done) -> Iterator[str]:
    """Results as they rarely are: they may be right."""
    for role, orders in work.orders.items():
        problems = [p for p in done.turn.problems.get(role, ()) if p.refused]
        if orders and len(problems) >= len(orders):
            yield f"Not one order of {role} could be carried out."
    ruleset = work.live.rules.ruleset
    before, after = ruleset.scores(work.live.state), ruleset.scores(done.turn.state)
    for role, points in before.items():
        if points > 2 and after.get(role, 0) < points * FELL:
            yield f"{role} fell from {points} to {after.get(role, 0)} points."
    if any(work.orders.values()) and not done.turn.events:
        yield "Nothing at all happened, although orders were given."
