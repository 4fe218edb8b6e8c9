"""The post's time: a batch over a slow line, and one letter to the service that waits for it."""

from __future__ import annotations

import smtplib
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from imapclient import IMAPClient

from tests.benchmarks.measure import tell
from tests.crash.test_goes_on import at_work, until
from tests.helpers import scripted_smtp
from tests.helpers.got import GAMES
from tests.helpers.servers import Dovecot
from tests.helpers.tap import tapped
from tests.helpers.world import UNLIMITED, ByHand, World, fresh_sqlite

pytestmark = [pytest.mark.servers, pytest.mark.bench]

SLOW, BATCH = 0.05, 100
LETTERS = 20
LIMITS = {**UNLIMITED, "notices_per_hour": 10_000}


def orders(world: World, number: int) -> bytes:
    zane = world.person("Zane")
    return zane.letter("Phoenix to " + ("Hilda", "Brendan")[number % 2], To=zane.last().reply_to)


def account(port: int, user: str) -> dict[str, object]:
    server = {"host": "127.0.0.1", "port": port, "security": "plain"}
    return {**server, "user": user, "password": "secret"}


def begun(folder: Path) -> World:
    world = World(fresh_sqlite(folder / "w.db"), folder, ByHand(), {"limits": LIMITS})
    world.begins("Zane", "Rick")
    return world


def test_a_batch_over_a_slow_line(
    dovecot: Dovecot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """50 ms more for each round trip; most of it is the four of each letter out. (PERF-P4)"""
    user, world = "slow@game.test", begun(tmp_path)
    dovecot.add_user(user)
    with dovecot.client(user) as client:
        for number in range(BATCH):
            client.append("INBOX", orders(world, number), msg_time=world.clock.now())
    with (
        scripted_smtp.playing(script := scripted_smtp.Script()) as smtp,
        tapped(dovecot.imap_port, SLOW) as inward,
        tapped(smtp, SLOW) as outward,
    ):
        relay = {"host": "127.0.0.1", "port": outward.port}
        world.settings = {**world.settings, "imap": account(inward.port, user), "smtp": relay}
        world.close()
        world.service.send()
        before, started = len(script.taken), time.perf_counter()
        assert world.service.take_in_once()
        world.service.send()
        spent = time.perf_counter() - started
        world.close()
        assert len(script.taken) - before == BATCH
    with capsys.disabled():
        figure = f"{spent:.1f} s for {BATCH} letters, {spent / BATCH * 500:.0f} s for 500"
        sys.stdout.write(f"\nPERF-P4, 50 ms: {figure}; target 12 s\n")


def test_one_letter_to_the_service_that_waits_for_it(
    dovecot: Dovecot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against a bare program that fetches the letter and hands in an answer. (PERF-P5)"""
    world = begun(tmp_path)
    whole = latencies(dovecot, "quick@game.test", world, lambda *ports: served(world, *ports))
    bare = latencies(dovecot, "bare@game.test", world, answered)
    ratios = [ours / floor for ours, floor in zip(sorted(whole), sorted(bare), strict=True)]
    with capsys.disabled():
        tell("PERF-P5, the receipt's time over a bare answer's", ratios, "3")
        tell("PERF-P5, milliseconds until the receipt", [1000 * one for one in whole], "10")


def latencies(
    dovecot: Dovecot,
    user: str,
    world: World,
    program: Callable[[int, int, str], AbstractContextManager[None]],
) -> list[float]:
    """Seconds from the mailbox's word that there is a letter until the answer is taken."""
    dovecot.add_user(user)
    found: list[float] = []
    announced: list[float] = []
    with (
        scripted_smtp.playing(script := scripted_smtp.Script()) as smtp,
        tapped(dovecot.imap_port) as tap,
    ):
        tap.hear = lambda said: announced.append(time.perf_counter()) if b"EXISTS" in said else None
        with program(tap.port, smtp, user), dovecot.client(user) as client:
            until(lambda: tap.lines and tap.lines[-1].endswith(b"IDLE"))
            time.sleep(1)
            for number in range(LETTERS):
                taken = len(script.taken)
                announced.clear()
                client.append("INBOX", orders(world, number), msg_time=world.clock.now())
                while len(script.taken) == taken:
                    time.sleep(0.0002)
                found.append(time.perf_counter() - announced[0])
                until(lambda: tap.lines[-1].endswith(b"IDLE"))
    return found


@contextmanager
def served(world: World, imap: int, smtp: int, user: str) -> Iterator[None]:
    """The service."""
    relay = {"host": "127.0.0.1", "port": smtp}
    world.settings = {**world.settings, "imap": account(imap, user), "smtp": relay}
    world.close()
    with at_work(world):
        yield


@contextmanager
def answered(imap: int, smtp: int, user: str) -> Iterator[None]:
    """The floor: wait, fetch, answer with a letter of a receipt's size."""
    stopping = threading.Event()
    thread = threading.Thread(target=_answer, args=(imap, smtp, user, stopping))
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join(30)


def _answer(imap: int, smtp: int, user: str, stopping: threading.Event) -> None:
    with IMAPClient("127.0.0.1", imap, ssl=False) as client:
        client.login(user, "secret")
        client.select_folder("INBOX")
        while not stopping.is_set():
            client.idle()
            heard = client.idle_check(timeout=1)
            client.idle_done()
            numbers = client.search("UNSEEN") if heard else []
            for number in numbers:
                client.fetch([number], ["RFC822"])
                client.set_flags([number], ["\\Seen"])
                with smtplib.SMTP("127.0.0.1", smtp) as relay:
                    relay.sendmail(GAMES, "zane@game.test", "Subject: receipt\r\n\r\n" + "x" * 4000)
