"""Turns whose deadline has come: each waits, is held, or is run and landed (MAIL-R13, rule 7)."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from engine.core.ruleset import Stage
from mailbot.clock import Clock
from mailbot.errors import StorageError
from mailbot.games import turns
from mailbot.games.absence import after_turn, wait_for_absent
from mailbot.games.observers import tell_observers
from mailbot.games.review import Review, asked_again, held_back, review_of
from mailbot.games.reviewing import hold_for_review, release_on_time, review_page
from mailbot.games.settings import find_game, live
from mailbot.inbound.ahead import open_stage
from mailbot.inbound.office import Office
from mailbot.inbound.orders import receipt_letter
from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.outbox.desk import post
from mailbot.storage.store import Store
from mailbot.storage.tables import Deed, Game, Phase

story = Story("service")

WAIT_FOR_MAIL = timedelta(seconds=2)
"""How long a due turn waits before it looks again whether the mailbox has been read."""


@dataclass(frozen=True, slots=True)
class DueTurns:
    """One look at all games, by one worker."""

    store: Store
    clock: Clock
    keys: Keys
    office: Office
    #: Names this process in leases.
    worker: str
    #: As in the database; None where letters come by a pipe only.
    mailbox: str | None
    tell_gm: Callable[[str, str], None]
    #: Games and stages of which the log has said that they wait for the mailbox.
    told_waiting: set[tuple[str, int]] = field(default_factory=set)

    def run(self) -> int:
        """Run every stage whose deadline has come; returns how many were run."""
        count = 0
        while (game := self._claim()) is not None:
            count += self._run(game)
        return count

    def _claim(self) -> str | None:
        now = self.clock.now()
        with self.store.writing() as session:
            release_on_time(session, now)
            return turns.claim_due(session, self.worker, now)

    def _run(self, name: str) -> int:
        """Run one claimed stage; 1 if it was run, 0 if it has to wait or is held."""
        try:
            waits = self._waits_for_mail(name) or self._waits_for_absent(name)
            return 0 if waits else self._land(name)
        except StorageError:
            # The database, not the game: whoever looks when the lease has ended tries again.
            raise
        except Exception as error:  # noqa: BLE001 - a bug in a ruleset holds its game (rule 7)
            self._hold(name, error)
            return 0

    def _waits_for_mail(self, name: str) -> bool:
        """Give the claim back if letters may still come that were in time (MAIL-R13)."""
        now = self.clock.now()
        with self.store.writing() as session:
            game = find_game(session, name)
            if turns.mail_is_read(session, self.mailbox, live(game)):
                story.tell("game due", game=name, stage=game.stage)
                return False
            turns.release(session, name, self.worker, now + WAIT_FOR_MAIL)
            stage, due = game.stage, game.due
        if (name, stage) not in self.told_waiting:
            self.told_waiting.add((name, stage))
            story.tell("waits for mail", game=name, stage=stage)
        if due is not None and now - due > timedelta(minutes=15):
            self.tell_gm(
                f"{name}: stage {stage} waits for the mailbox",
                "The deadline has passed, and the mailbox could not be read to its end since. "
                "The stage runs by itself as soon as it can be read.",
            )
        return True

    def _waits_for_absent(self, name: str) -> bool:
        """Give the claim back if the deadline moves because orders are missing (FEAT-T2)."""
        now = self.clock.now()
        with self.store.writing() as session:
            row = session.get_one(Game, name, with_for_update=True)
            if not wait_for_absent(session, row, self.office.desk, now):
                return False
            turns.release(session, name, self.worker)
        return True

    def _land(self, name: str) -> int:
        with self.store.reading() as session:
            work = turns.gather(session, name, self.keys)
        now = self.clock.now()
        done = turns.run(work, self.office.desk, now)
        if (waits := held_back(work, done, review_of(work.live.row), now)) is not None:
            self._hold_for_review(work, done, waits, now)
            return 0
        with self.store.writing() as session:
            landed = turns.land(session, work, done, self.worker, now)
            if landed:
                self._read_ahead(session, name, now)
            for title, text in after_turn(session, work, now) if landed else ():
                self.office.tell_gm(session, title, text, now)
            if landed:
                tell_observers(session, self.office.desk, work.live, done, now)
        if landed:
            story.tell(
                "turn run",
                game=name,
                stage=work.live.stage.number,
                events=len(done.turn.events),
                sheets=len(done.issued),
            )
            story.tell(
                "game over" if done.stage.over else "game opened",
                game=name,
                stage=done.stage.number,
                due=done.next_due,
            )
            if done.stage.waits_for_gm:
                self._ask_for_ruling(name, work.live.settings.title, done.stage)
        return int(landed)

    def _read_ahead(self, session: Session, name: str, now: datetime) -> None:
        """What was sent ahead counts from the moment at which its stage opens (FEAT-O10)."""
        row = session.get_one(Game, name)
        if row.closed is not None:
            # Players know how it comes out, so that what they have sent ahead since is too late.
            return
        for receipt in open_stage(session, self.office, row, now):
            if receipt.seat.address is not None:
                post(session, [receipt_letter(session, self.office, receipt)])

    def _ask_for_ruling(self, name: str, title: str, stage: Stage) -> None:
        story.warn("game held", game=name, stage=stage.number, reason="the Gamesmaster has to rule")
        self.tell_gm(
            f"{title}: {stage.name} waits for your ruling",
            f"{stage.question}\n\n"
            f"The game goes on once you have decided: `mailbot game amend {name} WHAT VALUE "
            f'--why "..."`, where `mailbot game amend {name} help ""` says what can be set. '
            f"`mailbot game show {name} --position` shows the whole position. `mailbot game resume "
            f"{name}` lets it go on without a ruling.",
        )

    def _hold_for_review(
        self, work: turns.Work, done: turns.Done, review: Review, now: datetime
    ) -> None:
        """Keep a result back, and show it to the Gamesmaster (FEAT-T3, FEAT-T4)."""
        with self.store.writing() as session:
            if not hold_for_review(session, work, review, self.worker):
                return
            page = review_page(work, done, review)
            self.office.tell_gm(session, page.subject, page.text, now, page.attachments)

    def _hold(self, name: str, error: Exception) -> None:
        """Stop a game whose turn cannot be run; orders stay, and only the GM is told."""
        reason = f"{type(error).__name__}: {error}"
        now = self.clock.now()
        with self.store.writing() as session:
            game = session.get_one(Game, name, with_for_update=True)
            stage = game.stage
            if game.phase not in (Phase.RUNNING, Phase.SIGN_UP):
                # Paused or ended meanwhile.
                turns.release(session, name, self.worker)
                return
            story.alarm("turn failed", game=name, stage=stage, error=reason)
            game.phase, game.held = Phase.HELD, reason
            game.review = asked_again(review_of(game))
            game.lease_owner = game.lease_until = None
            details = {"stage": stage, "traceback": traceback.format_exception(error)}
            session.add(Deed(at=now, game=name, who="service", what="held", details=details))
            self.office.tell_gm_once(
                session,
                f"{name}: stage {stage} could not be run",
                f"The game is held and all orders are kept. What went wrong: {reason}\n"
                f"Once it is put right, `mailbot game resume {name}` runs it.",
                now,
            )
