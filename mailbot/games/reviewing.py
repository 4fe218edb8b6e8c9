"""Holding a result back, telling the Gamesmaster, and letting it go (FEAT-T3, FEAT-T4)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.games.preview import preview
from mailbot.games.review import Review, review_of
from mailbot.games.times import local
from mailbot.games.turns import Done, Work, is_ours
from mailbot.log import Story
from mailbot.mail.outgoing import text_file
from mailbot.outbox.desk import Page
from mailbot.storage.tables import Deed, Game, Phase

story = Story("games")


def hold_for_review(session: Session, work: Work, review: Review, owner: str) -> bool:
    """Keep the game waiting; False if the claim is lost or the position has changed meanwhile."""
    row = session.get(Game, work.live.name, with_for_update=True)
    if row is None or not is_ours(row, work, owner):
        return False
    row.lease_owner = row.lease_until = None
    row.phase, row.review, row.closed = Phase.HELD, review, work.due
    row.held = f"the result waits to be released: {' '.join(review.reasons)}"
    story.warn("result held", game=row.name, stage=row.stage, reason=" ".join(review.reasons))
    return True


def release_on_time(session: Session, now: datetime) -> None:
    """Let go what nobody has objected to for as long as its game gives."""
    for row in session.scalars(select(Game).where(Game.phase == Phase.HELD)):
        review = review_of(row)
        if review is not None and review.release_at is not None and review.release_at <= now:
            release(session, row, review, now, "the clock")


def release(session: Session, row: Game, review: Review, now: datetime, who: str) -> None:
    """The next run lands, if it gives what was looked at."""
    row.review = msgspec.structs.replace(review, released=True, release_at=None)
    row.phase, row.held = Phase.RUNNING, ""
    details = {"stage": row.stage, "seal": review.seal}
    session.add(Deed(at=now, game=row.name, who=who, what="release", details=details))
    story.tell("result released", game=row.name, stage=row.stage, who=who)


def review_page(work: Work, done: Done, review: Review) -> Page:
    """To the Gamesmaster: why it waits, what he can do, and the whole result as an attachment."""
    live, shown = work.live, preview(work, done)
    text = "\n".join(_words(work, review)) + f"\n\n{shown.summary}"
    name = f"{live.name}-{live.stage.number}-preview.txt"
    return Page(
        subject=f"{live.settings.title}: {live.stage.name} waits to be released",
        text=text,
        attachments=(text_file(name, shown.whole),),
    )


def _words(work: Work, review: Review) -> Iterator[str]:
    name = work.live.name
    yield "The turn has been worked out, and nothing of it has been sent. It waits because:"
    yield from (f"- {reason}" for reason in review.reasons)
    yield ""
    if review.release_at is not None:
        yield f"It goes out by itself on {local(review.release_at, work.live.zone)}."
        yield f"- `mailbot game hold {name}` keeps it until you let it go."
    yield f"- `mailbot game release {name}` sends it out as it is attached here."
    if work.corrects is None:
        yield f"- `mailbot game extend {name} UNTIL` takes orders again until then."
    yield f"- `mailbot game amend {name} …` corrects the position, and it is worked out anew."
    yield f"The same words do it by mail: answer this letter with `release {name}`, for one."
