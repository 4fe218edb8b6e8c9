"""`mailbot run`: one thread waits at the mailbox, one sends, the clock wakes the rest.

APScheduler only wakes; whether anything is due is decided by the database (rule 5 of the
architecture), so a missed or doubled wake-up does no harm. A mail server that is slow to take
letters keeps nobody from reading them, and no turn from being run.
"""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from apscheduler.schedulers.background import BackgroundScheduler

from mailbot.advice import advice
from mailbot.app import Service, next_due
from mailbot.clock import SystemClock
from mailbot.due import WAIT_FOR_MAIL
from mailbot.errors import StorageError
from mailbot.inbound.mailbox import LoginRefused, Mailbox, MailboxError
from mailbot.inbound.polling import POLL_EVERY
from mailbot.inbound.reconnect import Failures, pause
from mailbot.log import Story
from mailbot.lookout.rounds import watch_over
from mailbot.rereading import ConfigFile, reread
from mailbot.worker import occasional_name

story = Story("service")

DUE_EVERY = 15
"""Seconds between looks for due turns and waiting letters, whatever else happens."""

LAST_LETTER = 30.0
"""Seconds in which the letter that is being sent may still go when the service stops."""

STAND_BY = timedelta(seconds=30)
"""Between looks whether a mailbox that another process reads is free."""

LOOK, LOOK_AFTER = "look", "look after"
"""What the clock wakes us for."""

SET_BACK = timedelta(minutes=1)
"""A clock that has gone back so far was set by somebody."""


@dataclass
class _Watch:
    """What the threads of one service share."""

    service: Service
    stopping: threading.Event
    #: Where the config came from; None: it cannot be edited.
    config: ConfigFile | None = None
    #: Set when letters may wait to be sent.
    outgoing: threading.Event = field(default_factory=threading.Event)
    #: Held while turns are run, and while letters are taken in.
    turns: threading.Lock = field(default_factory=threading.Lock)
    letters: threading.Lock = field(default_factory=threading.Lock)
    #: When the clock was last looked at.
    seen: datetime | None = None
    #: Are we the ones who read the mailbox (MAIL-R10)?
    reads: bool = True
    #: What went wrong since the mailbox last gave its letters.
    failures: Failures = field(default_factory=Failures)


def serve(service: Service, stopping: threading.Event, config: ConfigFile | None = None) -> None:
    """Run until `stopping` is set; an edited config is taken up on the way (FEAT-G1)."""
    story.tell("service started", worker=service.worker)
    mailbox = service.open_mailbox() if service.mailbox_name is not None else None
    service.room.start()
    watch = _Watch(service, stopping, config)
    sender = threading.Thread(target=_keep_sending, args=(watch,), name="sender", daemon=True)
    sender.start()
    clock = _clock(watch, mailbox)
    clock.start()
    if config is not None:
        asked = threading.Thread(target=_look_when_asked, args=(watch, config, clock), daemon=True)
        asked.start()
    try:
        if mailbox is None:
            while not stopping.wait(DUE_EVERY):
                _keep_time(clock)
        else:
            _watch_mailbox(watch, mailbox, clock)
    finally:
        if config is not None:
            config.asked.set()
        clock.shutdown(wait=True)
        watch.outgoing.set()
        sender.join(LAST_LETTER)
        service.room.close()
        story.tell("service stopped")


def once(service: Service) -> None:
    """Read the mailbox to its end, run what is due, send what waits: `mailbot run --once`.

    Whichever of these cannot be done does not keep the others from being done.
    """
    service.come_to_now()
    with ExitStack() as afterwards:
        if service.config.smtp is not None:
            afterwards.callback(service.send)
        afterwards.callback(watch_over, replace(service, worker=occasional_name()))
        afterwards.callback(service.run_due)
        afterwards.callback(service.reader.read_waiting)
        if not service.take_in_once():
            story.warn("mailbox taken", mailbox=service.mailbox_name)


def _clock(watch: _Watch, mailbox: Mailbox | None) -> BackgroundScheduler:
    """Wakes us every few seconds, and says nothing of a wake-up that was not needed."""
    logging.getLogger("apscheduler").setLevel(logging.ERROR)
    clock = BackgroundScheduler(timezone="UTC")
    # Whoever asks for the status just now is to hear that somebody is at work.
    at_once = {"next_run_time": SystemClock().now()}
    for name, work, args, begins in (
        (LOOK, _on_the_clock, (watch, mailbox), {}),
        (LOOK_AFTER, _look_after, (watch,), at_once),
    ):
        clock.add_job(
            work,
            "interval",
            seconds=DUE_EVERY,
            args=args,
            id=name,
            max_instances=1,
            coalesce=True,
            misfire_grace_time=None,
            **begins,
        )
    return clock


def _keep_time(clock: BackgroundScheduler) -> None:
    """Wake at once if the machine's clock was set back: it would else sleep until it is made up."""
    now = SystemClock().now()
    jobs: list[Any] = clock.get_jobs()
    for job in jobs:
        if job.next_run_time > now + timedelta(seconds=2 * DUE_EVERY):
            job.modify(next_run_time=now)


def _look_when_asked(watch: _Watch, config: ConfigFile, clock: BackgroundScheduler) -> None:
    """A hangup has the config read at once (FEAT-G1)."""
    while not watch.stopping.is_set():
        config.asked.wait()
        if not watch.stopping.is_set():
            clock.modify_job(LOOK, next_run_time=SystemClock().now())
        while config.asked.is_set() and not watch.stopping.wait(0.1):
            pass


def _on_the_clock(watch: _Watch, mailbox: Mailbox | None) -> None:
    """What the clock wakes us for; a turn that waits for its mail has the mailbox read now."""
    config = watch.config
    if config is not None:
        _attempt(watch, lambda: _reread(watch, config))
    _attempt(watch, lambda: _look(watch, mailbox))


def _look_after(watch: _Watch) -> None:
    """Beside all else, so that it still speaks where a turn does not come to its end (FEAT-G2)."""
    _attempt(watch, lambda: watch_over(watch.service))
    watch.outgoing.set()


def _reread(watch: _Watch, config: ConfigFile) -> None:
    watch.service = reread(watch.service, config)


def _look(watch: _Watch, mailbox: Mailbox | None) -> None:
    service = watch.service
    now = service.clock.now()
    if watch.seen is None or now < watch.seen - SET_BACK:
        service.come_to_now()
    watch.seen = now
    if _read_what_was_left(watch) and mailbox is not None:
        mailbox.nudge()
    _run_due(watch)
    due = next_due(service)
    if mailbox is not None and due is not None and due <= service.clock.now():
        mailbox.nudge()


def _read_what_was_left(watch: _Watch) -> int:
    """Letters that came by a pipe, or whose reading failed; not while others are taken in."""
    if not watch.letters.acquire(blocking=False):
        return 0
    try:
        return watch.service.reader.read_waiting()
    finally:
        watch.letters.release()


def _run_due(watch: _Watch) -> None:
    """Run turns; what waited before and what they give is sent in any case."""
    watch.outgoing.set()
    with watch.turns:
        try:
            watch.service.run_due()
        finally:
            watch.outgoing.set()


def _keep_sending(watch: _Watch) -> None:
    """Send whatever waits, whenever somebody says that there may be something."""
    while not watch.stopping.is_set():
        watch.outgoing.wait()
        watch.outgoing.clear()
        if watch.service.config.smtp is not None and not watch.stopping.is_set():
            _attempt(watch, lambda: watch.service.send(watch.stopping.is_set))


def _attempt(watch: _Watch, work: Callable[[], object]) -> None:
    """Do this; where it fails that is told, and after a pause the service goes on (rule 7)."""
    try:
        work()
    except StorageError as error:
        story.alarm("database lost", reason=str(error), seconds=DUE_EVERY)
    except MailboxError:
        raise
    except Exception as error:  # noqa: BLE001 - a bug is caught here, at the loop's edge (rule 7)
        story.broken("service stumbled", error)
    else:
        return
    watch.stopping.wait(DUE_EVERY)


def _watch_mailbox(watch: _Watch, mailbox: Mailbox, clock: BackgroundScheduler) -> None:
    """Wait for mail, take it in, and do at once what it asks for; reconnect for ever (MAIL-R12)."""
    service, stopping = watch.service, watch.stopping
    waker = threading.Thread(target=_wake_on_stop, args=(stopping, mailbox), daemon=True)
    waker.start()
    story.tell("mailbox opened", mailbox=service.mailbox_name)
    while not stopping.is_set():
        _keep_time(clock)
        try:
            _attempt(watch, lambda: _round(watch, mailbox))
        except MailboxError as error:
            _rest(watch, error)
    with suppress(StorageError):
        service.leave_mailbox()
    mailbox.close()


def _round(watch: _Watch, mailbox: Mailbox) -> None:
    with watch.letters:
        ours = watch.service.take_in(mailbox) is not None
    watch.failures = Failures()
    if not ours and watch.reads:
        story.warn("mailbox taken", mailbox=watch.service.mailbox_name)
    watch.reads = ours
    _run_due(watch)
    patience = _patience(watch.service)
    if not ours:
        watch.stopping.wait(min(patience, STAND_BY).total_seconds())
    elif not watch.stopping.is_set():
        mailbox.wait(patience.total_seconds())


def _patience(service: Service) -> timedelta:
    """How long to wait for mail: until the next deadline at most, since then it must be read."""
    due = next_due(service)
    if due is None:
        return POLL_EVERY
    left = due - service.clock.now() + timedelta(seconds=1)
    return min(POLL_EVERY, max(left, WAIT_FOR_MAIL))


def _rest(watch: _Watch, error: MailboxError) -> None:
    """Leave the mailbox alone for a while."""
    service, refused = watch.service, isinstance(error, LoginRefused)
    failures = watch.failures.after_refusal() if refused else watch.failures.after_loss()
    watch.failures = failures
    rest = pause(failures, random.random())  # noqa: S311 - parts clients from each other
    name, why, seconds = service.mailbox_name, _why(service, error), rest.wait.total_seconds()
    story.warn("mailbox lost", mailbox=name, reason=why, seconds=int(seconds))
    if rest.alert:
        title = "the mailbox refuses us"
        text = (
            f"{name} refused the login three times: {why}.\n\nIt is tried again every half hour; "
            "until then no letter is read, and no turn runs. `mailbot check` tries it at once."
        )
        _attempt(watch, lambda: service.tell_gm(title, text))
    watch.stopping.wait(seconds)


def _why(service: Service, error: MailboxError) -> str:
    if service.config.imap is None:
        return str(error)
    return advice(service.imap, error)


def _wake_on_stop(stopping: threading.Event, mailbox: Mailbox) -> None:
    stopping.wait()
    mailbox.nudge()
