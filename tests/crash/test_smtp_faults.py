"""However the mail server that takes our letters misbehaves, each is delivered once in the end."""

from __future__ import annotations

import gc
import ssl
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from mailbot.accounts import Security, SmtpAccount
from mailbot.mail.outgoing import Kind
from mailbot.outbox.desk import Page, To, post
from mailbot.outbox.retry import Outcome, Step
from mailbot.outbox.transport import SmtpTransport
from mailbot.storage.tables import OutState
from tests.helpers.certificate import write_certificate
from tests.helpers.got import Mail
from tests.helpers.scripted_smtp import (
    STEPS,
    Answer,
    Script,
    Talk,
    hang_up,
    playing,
    reset,
    silence,
    slowly,
    take_and_hang_up,
)
from tests.helpers.world import World, Worlds
from tests.stories.conftest import worlds as worlds

READERS = ("ann@example.net", "ben@example.net", "cid@example.net")
GM = "gm@game.test"
TALK = ("greeting", "EHLO", "MAIL", "RCPT", "DATA", "TEXT")


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def world(worlds: Worlds, script: Script) -> Iterator[World]:
    """Three letters wait to be sent through the scripted server."""
    with playing(script) as port:
        world = worlds(settings={"smtp": {"host": "127.0.0.1", "port": port}})
        desk, now = world.service.office.desk, world.clock.now()
        with world.service.store.writing() as session:
            rows = [
                desk.write(Kind.SHEET, To(reader), Page("a sheet", "words"), now)
                for reader in READERS
            ]
            post(session, rows)
        yield world


def in_time(world: World) -> None:
    """The service goes on for a day."""
    for _ in range(100):
        world.service.send()
        if all(row.state in (OutState.SENT, OutState.FAILED) for row in world.outbox()):
            return
        world.clock.advance(timedelta(minutes=16))
    raise AssertionError([(row.to, row.state, row.reply) for row in world.outbox()])


def delivered(script: Script) -> Counter[str]:
    """How often each reader's letter was taken; nobody gets that of another."""
    assert all(str(Mail.of(one.raw).message["To"]) == one.to for one in script.taken)
    return Counter(one.to for one in script.taken if one.to != GM)


def alerts(world: World) -> Counter[str]:
    return Counter(row.about for row in world.outbox() if row.to == GM)


def once_each(world: World, script: Script) -> None:
    in_time(world)
    assert delivered(script) == dict.fromkeys(READERS, 1)
    assert max(alerts(world).values(), default=0) <= 1


@pytest.mark.parametrize("step", TALK)
def test_a_server_that_closes_down_at_any_step_gets_the_letters_later(
    world: World, script: Script, step: str
) -> None:
    script.answers[step] = [b"421 4.3.2 closing down"] * 3
    once_each(world, script)
    assert not alerts(world)


@pytest.mark.parametrize(
    "answer", [b"421 4.3.2 closing down", b"454 4.7.0 not now", hang_up, b"535 5.7.8 who?"]
)
def test_a_login_that_fails_loses_no_letter(world: World, script: Script, answer: Answer) -> None:
    """(MAIL-O6)"""
    script.extensions += (b"AUTH PLAIN LOGIN",)
    account = {"user": "games", "password": "secret"}
    world.settings = {"smtp": {**world.settings["smtp"], **account}}
    world.close()
    script.answers["AUTH"] = [answer] * 2
    once_each(world, script)
    assert script.asked.count("AUTH") == script.connections


@pytest.mark.parametrize("code", [b"450", b"451", b"452"])
@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "TEXT"])
def test_a_not_now_at_any_step_means_later(
    world: World, script: Script, step: str, code: bytes
) -> None:
    """(MAIL-O6)"""
    script.answers[step] = [code + b" 4.7.1 not now"] * 4
    once_each(world, script)
    assert not alerts(world)


def test_a_server_that_takes_nothing_at_the_first_try_gets_all_at_the_second(
    world: World, script: Script
) -> None:
    """Greylisting."""
    script.answers["RCPT"] = [b"450 4.2.0 greylisted, come back in five minutes"] * len(READERS)
    world.service.send()
    assert script.taken == []
    world.clock.advance(timedelta(minutes=6))
    assert world.service.send() == len(READERS)


@pytest.mark.parametrize("end", [hang_up, reset])
@pytest.mark.parametrize("step", TALK)
def test_a_link_that_ends_at_any_step_loses_and_doubles_no_letter(
    world: World, script: Script, step: str, end: Answer
) -> None:
    """Also after the whole letter was given, if it was not taken."""
    script.answers[step] = [end]
    once_each(world, script)
    assert not alerts(world)


def test_a_link_that_ends_in_the_middle_of_a_letter_means_once_more(
    world: World, script: Script
) -> None:
    def cut(talk: Talk) -> None:
        talk.say(b"354 go ahead\r\n")
        talk.file.read(100)
        talk.hang_up()

    script.answers["DATA"] = [cut, cut]
    once_each(world, script)


def test_a_letter_that_was_taken_and_not_acknowledged_comes_twice_at_most(
    world: World, script: Script
) -> None:
    """And under one Message-ID, by which mail programs know it again. (MAIL-O6)"""
    script.answers["TEXT"] = [take_and_hang_up]
    in_time(world)
    assert delivered(script) == {READERS[0]: 2, READERS[1]: 1, READERS[2]: 1}
    ids = Counter(Mail.of(one.raw).id for one in script.taken)
    assert sorted(ids.values()) == [1, 1, 2]


@pytest.mark.parametrize("answer", [b"250 OK", b"200", b"220 hello", b"354"])
def test_a_server_that_does_not_ask_for_the_letter_has_not_got_it(
    world: World, script: Script, answer: bytes
) -> None:
    """Only what is said after the letter can say that it was taken. (MAIL-O6)"""
    once = answer if answer != b"354" else b"354 go ahead\r\n250 taken"
    script.answers["DATA"] = [once] * 2
    once_each(world, script)
    assert not alerts(world)


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "TEXT"])
def test_an_answer_too_many_is_not_taken_for_the_next_one(
    world: World, script: Script, step: str
) -> None:
    """A letter that was refused is not sent because the one before it was taken. (MAIL-O6)"""
    usual = b"250 taken" if step == "TEXT" else b"250 OK"
    script.answers[step] = [usual + b"\r\n250 once more"]
    refused = [b"554 5.7.1 no"]
    script.answers.setdefault("TEXT", []).extend(refused)
    in_time(world)
    lost = [row.to for row in world.outbox() if row.state == OutState.FAILED]
    assert len(lost) == 1
    assert delivered(script) == dict.fromkeys(set(READERS) - set(lost), 1)


def test_a_link_that_ends_before_the_letter_is_asked_for_leaves_no_doubt(
    world: World, script: Script
) -> None:
    """However often: nothing of it has gone. (MAIL-O6)"""
    script.answers["DATA"] = [hang_up] * 5
    once_each(world, script)
    assert not alerts(world)


@pytest.mark.parametrize("code", [b"550 5.1.1 nobody", b"552 5.3.4 too big", b"554 5.7.1 no"])
@pytest.mark.parametrize("step", ["RCPT", "TEXT"])
def test_a_no_for_good_to_one_letter_stops_no_other_and_is_told_once(
    world: World, script: Script, step: str, code: bytes
) -> None:
    """(MAIL-O6)"""
    script.answers[step] = [code]
    in_time(world)
    assert delivered(script) == dict.fromkeys(READERS[1:], 1)
    assert list(alerts(world).values()) == [1]


@pytest.mark.parametrize("step", ["greeting", "EHLO", "MAIL"])
def test_a_no_for_good_to_us_fails_no_letter_and_is_told_once(
    world: World, script: Script, step: str
) -> None:
    """(MAIL-O6)"""
    script.answers[step] = [b"554 5.7.0 not you"] * 4
    once_each(world, script)
    assert list(alerts(world).values()) == [1]


@pytest.mark.parametrize(
    "garbage",
    [b"\xff\xfe\x00\x01", b"hello there", b"25", b"999 what", b"250" + b"-x" * 5000, b""],
    ids=["bytes", "words", "cut short", "no such code", "endless", "nothing"],
)
@pytest.mark.parametrize("step", TALK)
def test_an_answer_that_is_none_loses_and_doubles_no_letter(
    world: World, script: Script, step: str, garbage: bytes
) -> None:
    def babble(talk: Talk) -> None:
        talk.say(garbage + b"\r\n")
        talk.hang_up()

    script.answers[step] = [babble]
    once_each(world, script)


def test_an_answer_of_many_lines_is_one_answer(world: World, script: Script) -> None:
    many = b"\r\n".join([b"250-line"] * 50 + [b"250 OK"])
    script.answers = {step: [many] * 3 for step in ("MAIL", "RCPT", "TEXT")}
    assert world.service.send() == 3
    assert script.connections == 1


def test_a_drop_of_answer_a_moment_costs_time_and_no_letter(world: World, script: Script) -> None:
    script.answers = {step: [slowly(b"250 OK", 0.01)] for step in ("MAIL", "RCPT")}
    once_each(world, script)


@pytest.mark.parametrize("step", ["greeting", "RCPT", "TEXT"])
async def test_a_server_that_drips_is_left_after_a_minute_in_all(step: str) -> None:
    """Though something came all the time. (MAIL-O6)"""
    script = Script(answers={step: [slowly(b"250 " + b"x" * 200, 0.02)]})
    with playing(script) as port:
        account = SmtpAccount("127.0.0.1", port, security=Security.PLAIN)
        begun = time.monotonic()
        async with SmtpTransport(account, patience=0.5) as transport:
            letter = (1, "games@game.test", "ann@example.net", b"Subject: x\r\n\r\nx\r\n")
            ((_, outcome),) = [one async for one in transport.send([letter])]
    assert time.monotonic() - begun < 5
    steps = {"greeting": Step.CONNECT, "RCPT": Step.RCPT, "TEXT": Step.TEXT}
    assert outcome == Outcome(steps[step], None, "no answer in 0.5 s")


def test_a_server_whose_lock_was_taken_off_gets_no_letter_until_it_is_back(
    world: World, script: Script, tmp_path: Path
) -> None:
    """Somebody on the way hides STARTTLS: nothing is said in the clear, and the GM told once."""
    certificate, key = write_certificate(tmp_path)
    smtp = world.settings["smtp"]
    locked = {**smtp, "host": "localhost", "security": "starttls", "ca_file": str(certificate)}
    world.settings = {"smtp": locked}
    world.close()
    for _ in range(3):
        world.service.send()
        world.clock.advance(timedelta(minutes=31))
    assert not {"AUTH", "MAIL"} & set(script.asked)
    script.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    script.tls.load_cert_chain(certificate, key)
    once_each(world, script)
    assert list(alerts(world).values()) == [1]


def test_a_lock_that_does_not_close_means_later(
    world: World, script: Script, tmp_path: Path
) -> None:
    """The server breaks off while TLS begins."""
    certificate, key = write_certificate(tmp_path)
    locked = {"host": "localhost", "security": "starttls", "ca_file": str(certificate)}
    world.settings = {"smtp": {**world.settings["smtp"], **locked}}
    world.close()
    script.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    script.tls.load_cert_chain(certificate, key)

    def babble(talk: Talk) -> None:
        talk.say(b"220 go ahead\r\nno handshake\r\n")
        talk.hang_up()

    script.answers["STARTTLS"] = [babble, hang_up]
    once_each(world, script)


def test_a_login_that_fails_under_tls_leaves_no_line_open(
    world: World, script: Script, tmp_path: Path
) -> None:
    """A polite close would wait for the server's own, and this one does nothing more."""

    def refuse(talk: Talk) -> None:
        talk.say(b"535 5.7.8 who?\r\n")
        silence(talk)

    certificate, key = write_certificate(tmp_path)
    script.extensions += (b"AUTH PLAIN",)
    script.answers["AUTH"] = [refuse]
    script.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    script.tls.load_cert_chain(certificate, key)
    locked = {"host": "localhost", "security": "starttls", "ca_file": str(certificate)}
    account = {"user": "games", "password": "secret"}
    world.settings = {"smtp": {**world.settings["smtp"], **locked, **account}}
    world.close()
    assert world.service.send() == 0
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        gc.collect()
    assert [str(one.message) for one in found if one.category is ResourceWarning] == []


def test_every_step_of_a_talk_can_be_scripted() -> None:
    """No fault above is one that never happens."""
    assert set(TALK) < set(STEPS)
