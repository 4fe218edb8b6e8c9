"""`mailbot run`: one thread waits at the mailbox, the clock wakes the rest.

APScheduler only wakes; whether anything is due is decided by the database (rule 5 of the
architecture), so a missed or doubled wake-up does no harm.
"""

from __future__ import annotations

import random
import threading
from contextlib import suppress
from datetime import timedelta

from apscheduler.schedulers.background import BackgroundScheduler

from mailbot.advice import advice
from mailbot.app import WAIT_FOR_MAIL, Service, next_due
from mailbot.errors import StorageError
from mailbot.inbound.mailbox import LoginRefused, Mailbox, MailboxError
from mailbot.inbound.polling import POLL_EVERY
from mailbot.inbound.reconnect import Failures, pause
from mailbot.log import Story

story = Story("service")

DUE_EVERY = 15
"""Seconds between looks for due turns and waiting letters, whatever else happens."""


def serve(service: Service, stopping: threading.Event) -> None:
    """Run until `stopping` is set."""
    story.tell("service started", worker=service.worker)
    mailbox = service.open_mailbox() if service.mailbox_name is not None else None
    service.room.start()
    work = threading.Lock()
    clock = BackgroundScheduler(timezone="UTC")
    clock.add_job(
        _on_the_clock,
        "interval",
        seconds=DUE_EVERY,
        args=(service, work, mailbox),
        max_instances=1,
        coalesce=True,
        misfire_grace_time=None,
    )
    clock.start()
    try:
        if mailbox is None:
            stopping.wait()
        else:
            _watch_mailbox(service, mailbox, work, stopping)
    finally:
        clock.shutdown(wait=True)
        service.room.close()
        story.tell("service stopped")


def once(service: Service) -> None:
    """Read the mailbox to its end, run what is due, send what waits: `mailbot run --once`."""
    if service.mailbox_name is not None:
        mailbox = service.open_mailbox()
        try:
            _take_in(service, mailbox)
        finally:
            service.leave_mailbox()
            mailbox.close()
    else:
        service.reader.read_waiting()
    service.run_due()
    if service.config.smtp is not None:
        service.send()


def _on_the_clock(service: Service, work: threading.Lock, mailbox: Mailbox | None) -> None:
    """What the clock wakes us for; a turn that waits for its mail has the mailbox read now.

    Letters from a pipe whose `mailbot feed` was stopped, or that had to wait, are read here.
    """
    try:
        if mailbox is None:
            service.reader.read_waiting()
        _due_and_outbox(service, work)
        due = next_due(service)
    except StorageError as error:
        story.alarm("database lost", reason=str(error), seconds=DUE_EVERY)
    except Exception as error:  # noqa: BLE001 - a bug is caught here, at the loop's edge (rule 7)
        story.broken("service stumbled", error)
    else:
        if mailbox is not None and due is not None and due <= service.clock.now():
            mailbox.nudge()


def _due_and_outbox(service: Service, work: threading.Lock) -> None:
    with work:
        service.run_due()
        if service.config.smtp is not None:
            service.send()


def _watch_mailbox(
    service: Service, mailbox: Mailbox, work: threading.Lock, stopping: threading.Event
) -> None:
    """Wait for mail, take it in, and do at once what it asks for; reconnect for ever (MAIL-R12)."""
    failures = Failures()
    waker = threading.Thread(target=_wake_on_stop, args=(stopping, mailbox), daemon=True)
    waker.start()
    story.tell("mailbox opened", mailbox=service.mailbox_name)
    while not stopping.is_set():
        try:
            failures = _round(service, mailbox, work, stopping, failures)
        except StorageError as error:
            story.alarm("database lost", reason=str(error), seconds=DUE_EVERY)
            stopping.wait(DUE_EVERY)
        except Exception as error:  # noqa: BLE001 - a bug is caught here, at the loop's edge (rule 7)
            story.broken("service stumbled", error)
            stopping.wait(DUE_EVERY)
    with suppress(StorageError):
        service.leave_mailbox()
    mailbox.close()


def _round(
    service: Service,
    mailbox: Mailbox,
    work: threading.Lock,
    stopping: threading.Event,
    failures: Failures,
) -> Failures:
    """Once to the mailbox and back, or a rest after a failure; returns the failures in a row."""
    try:
        _take_in(service, mailbox)
        failures = Failures()
        _due_and_outbox(service, work)
        if not stopping.is_set():
            mailbox.wait(_patience(service).total_seconds())
    except MailboxError as error:
        refused = isinstance(error, LoginRefused)
        failures = failures.after_refusal() if refused else failures.after_loss()
        _rest(service, failures, _why(service, error), stopping)
    return failures


def _take_in(service: Service, mailbox: Mailbox) -> None:
    if service.take_in(mailbox) is None:
        story.warn("mailbox taken", mailbox=service.mailbox_name)


def _patience(service: Service) -> timedelta:
    """How long to wait for mail: until the next deadline at most, since then it must be read."""
    due = next_due(service)
    if due is None:
        return POLL_EVERY
    left = due - service.clock.now() + timedelta(seconds=1)
    return min(POLL_EVERY, max(left, WAIT_FOR_MAIL))


def _rest(service: Service, failures: Failures, error: str, stopping: threading.Event) -> None:
    rest = pause(failures, random.random())  # noqa: S311 - parts clients from each other
    name = service.mailbox_name
    story.warn("mailbox lost", mailbox=name, reason=error, seconds=int(rest.wait.total_seconds()))
    if rest.alert:
        service.tell_gm(
            "the mailbox refuses us",
            f"{name} refused the login three times: {error}.\n\nIt is tried again every half hour; "
            "until then no letter is read, and no turn runs. `mailbot check` tries it at once.",
        )
    stopping.wait(rest.wait.total_seconds())


def _why(service: Service, error: MailboxError) -> str:
    if service.config.imap is None:
        return str(error)
    return advice(service.imap, error)


def _wake_on_stop(stopping: threading.Event, mailbox: Mailbox) -> None:
    stopping.wait()
    mailbox.nudge()
