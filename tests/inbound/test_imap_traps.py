"""Servers that hang up, hang, babble or cannot do much (MAIL-R4, R7, R11, R12)."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mailbot.accounts import ImapAccount, Security
from mailbot.inbound import imap_commands, imap_link, mailbox
from mailbot.inbound.mailbox import (
    Arrived,
    ImapMailbox,
    LoginRefused,
    MailboxError,
    MailboxLost,
    MoveRefused,
    Place,
)
from tests.helpers.scripted_imap import Script, Talk, playing

NOW = datetime(2031, 1, 1, tzinfo=UTC)


@contextmanager
def opened(script: Script, seconds: float = 5, token: str | None = None) -> Iterator[ImapMailbox]:
    with playing(script) as port:
        account = ImapAccount(
            host="127.0.0.1",
            port=port,
            user="bot",
            password=None if token else "secret",
            token=(lambda: token) if token else None,
            security=Security.PLAIN,
        )
        box = ImapMailbox(account, lambda: NOW, connect_seconds=seconds, read_seconds=seconds)
        try:
            yield box
        finally:
            box.close()


def some(*uids: int) -> dict[int, bytes]:
    return {uid: b"Subject: %d\r\n\r\nhold\r\n" % uid for uid in uids}


def read(box: ImapMailbox, after: Place | None = None) -> list[Arrived]:
    return [one for _, batch in box.fetch_new(after) for one in batch]


def uids(letters: list[Arrived]) -> list[int]:
    return [one.uid for one in letters]


def bye(talk: Talk, tag: bytes, rest: bytes) -> None:
    talk.say(b"* BYE closing for the night\r\n")
    talk.hang_up()


def hang_up(talk: Talk, tag: bytes, rest: bytes) -> None:
    talk.hang_up()


def hang(talk: Talk, tag: bytes, rest: bytes) -> None:
    time.sleep(3)


def babble(talk: Talk, tag: bytes, rest: bytes) -> None:
    talk.say(b"\x00\xff(((\r\n" * 3)


def idle_then(end: bytes, pause: float = 0.1) -> Script:
    def answer(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n")
        time.sleep(pause)
        talk.say(end)
        talk.hang_up()

    return Script(answers={b"IDLE": answer})


@pytest.mark.parametrize("command", [b"SELECT", b"UID SEARCH", b"UID FETCH", b"LOGIN"])
@pytest.mark.parametrize("misdeed", [bye, hang_up, hang, babble])
def test_a_server_that_fails_at_any_command_is_lost_and_the_next_try_reads_all(
    command: bytes, misdeed: object
) -> None:
    script = Script(some(1, 2), answers={command: misdeed})  # type: ignore[dict-item]
    with opened(script, seconds=0.3) as box:
        with pytest.raises(MailboxLost):
            read(box)
        script.answers.clear()
        assert uids(read(box)) == [1, 2]


@pytest.mark.parametrize("last_words", [b"", b"* BYE good night\r\n", b"* 3 EXI"])
def test_a_link_that_dies_while_we_idle_is_lost_at_once(last_words: bytes) -> None:
    """(MAIL-R11)"""
    with opened(idle_then(last_words)) as box:
        read(box)
        began = time.monotonic()
        with pytest.raises(MailboxLost):
            box.wait(20)
        assert time.monotonic() - began < 4


def test_a_server_that_does_not_end_an_idle_is_lost() -> None:
    """(MAIL-R11)"""

    def deaf(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n")
        time.sleep(3)

    with opened(Script(answers={b"IDLE": deaf}), seconds=0.3) as box:
        read(box)
        with pytest.raises(MailboxLost, match="timed out"):
            box.wait(0.1)


def test_news_in_two_pieces_is_put_together() -> None:
    """(MAIL-R11)"""

    def halting(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n* 3 EX")
        time.sleep(0.3)
        talk.say(b"ISTS\r\n")
        talk.await_done(tag)

    with opened(Script(answers={b"IDLE": halting})) as box:
        read(box)
        began = time.monotonic()
        assert box.wait(20)
        assert time.monotonic() - began < 5


def test_news_in_one_packet_with_the_answer_to_idle_is_seen() -> None:
    """(MAIL-R11)"""

    def hasty(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n* 3 EXISTS\r\n")
        talk.await_done(tag)

    with opened(Script(answers={b"IDLE": hasty})) as box:
        read(box)
        began = time.monotonic()
        assert box.wait(20)
        assert time.monotonic() - began < 5


def test_a_sign_of_life_is_no_letter() -> None:
    def alive(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n")
        time.sleep(0.1)
        talk.say(b"* OK Still here\r\n")
        talk.await_done(tag)

    with opened(Script(answers={b"IDLE": alive})) as box:
        read(box)
        assert not box.wait(20)


def test_without_idle_one_waits_and_looks() -> None:
    """(MAIL-R11)"""
    script = Script(capabilities=b"IMAP4rev1")
    with opened(script) as box:
        read(box)
        assert box.wait(0.1)
        threading.Timer(0.1, box.nudge).start()
        began = time.monotonic()
        box.wait(20)
        assert time.monotonic() - began < 5
    assert b"IDLE" not in script.asked


@pytest.mark.parametrize(("chance", "seconds"), [(0.0, 18.0), (0.5, 20.0), (1.0, 22.0)])
def test_who_has_to_look_looks_at_odd_moments(
    monkeypatch: pytest.MonkeyPatch, chance: float, seconds: float
) -> None:
    """(MAIL-R11)"""
    slept: list[float] = []
    monkeypatch.setattr(ImapMailbox, "_sleep", lambda _, wait, *_links: slept.append(wait))
    with playing(Script(capabilities=b"IMAP4rev1")) as port:
        account = ImapAccount("127.0.0.1", port, "bot", "x", security=Security.PLAIN)
        box = ImapMailbox(account, lambda: NOW, look_every=20.0, chance=lambda: chance)
        read(box)
        box.wait(300)
        box.close()
    assert slept == [pytest.approx(seconds)]


def test_an_idle_is_not_left_standing_longer_than_nine_minutes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """(MAIL-R11)"""

    def patient(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ idling\r\n")
        talk.await_done(tag)

    assert mailbox.IDLE_LONGEST == 9 * 60
    monkeypatch.setattr(mailbox, "IDLE_LONGEST", 0.1)
    script = Script(answers={b"IDLE": patient})
    with opened(script) as box:
        read(box)
        assert [box.wait(20), box.wait(20)] == [False, False]
    assert script.asked.count(b"IDLE") == 2


def test_a_link_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """(MAIL-R11)"""
    with playing(Script()) as port:
        account = ImapAccount("127.0.0.1", port, "bot", "x", security=Security.PLAIN)
        client = imap_link.connect(account, 5, 5)
        assert client.socket().getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert client.socket().gettimeout() == 5
        imap_link.log_out(client)
        imap_link.hang_up(client)


def test_one_letter_that_cannot_be_fetched_costs_only_itself() -> None:
    """(MAIL-R4)"""

    def moody(talk: Talk, tag: bytes, rest: bytes) -> None:
        asked, items = rest.split(b" ", 1)
        if b"BODY" in items and b"2" in asked.split(b","):
            return talk.no(tag)
        return talk._uid_fetch(tag, rest)

    with opened(Script(some(1, 2, 3), answers={b"UID FETCH": moody})) as box:
        letters = read(box)
    assert uids(letters) == [1, 2, 3]
    assert [one.truncated for one in letters] == [False, True, False]
    assert letters[1].raw == b""


def test_a_letter_whose_body_cannot_be_had_comes_with_its_headers() -> None:
    """(MAIL-R4)"""

    def moody(talk: Talk, tag: bytes, rest: bytes) -> None:
        if b"BODY.PEEK[]" in rest:
            return talk.no(tag)
        return talk._uid_fetch(tag, rest)

    with opened(Script(some(1), answers={b"UID FETCH": moody})) as box:
        (letter,) = read(box)
    assert letter.truncated
    assert letter.raw == b"Subject: 1\r\n\r\n"


def deadly(talk: Talk, tag: bytes, rest: bytes) -> None:
    """The second letter's text makes the server hang up."""
    if b"BODY" in rest and b"2" in rest.split(b" ")[0].split(b","):
        return talk.hang_up()
    return talk._uid_fetch(tag, rest)


def persist(box: ImapMailbox, tries: int) -> list[Arrived]:
    """Read on from the last place after every loss."""
    kept: list[Arrived] = []
    after: Place | None = None
    for _ in range(tries):
        try:
            for place, batch in box.fetch_new(after):
                kept += batch
                after = place
        except MailboxLost:
            pass
    return kept


@pytest.mark.parametrize("letters", [(1, 2, 3), (1, 2), (2, 3)])
def test_a_letter_that_kills_the_link_is_passed_over_in_the_end(letters: tuple[int, ...]) -> None:
    """(MAIL-R4)"""
    with opened(Script(some(*letters), answers={b"UID FETCH": deadly})) as box:
        kept = persist(box, 12)
    assert uids(kept) == list(letters)
    assert [one.uid for one in kept if one.raw == b""] == [2]


def test_a_bad_hour_of_the_server_is_laid_to_no_letter() -> None:
    """(MAIL-R4)"""

    def storage_away(talk: Talk, tag: bytes, rest: bytes) -> None:
        if b"BODY" in rest:
            return talk.hang_up()
        return talk._uid_fetch(tag, rest)

    script = Script(some(1, 2, 3), answers={b"UID FETCH": storage_away})
    with opened(script) as box:
        assert persist(box, 20) == []
        script.answers.clear()
        assert [one.truncated for one in persist(box, 1)] == [False, False, False]


def test_a_letter_that_somebody_deleted_meanwhile_is_no_hindrance() -> None:
    def gone(talk: Talk, tag: bytes, rest: bytes) -> None:
        if b"BODY" in rest:
            talk.server.script.letters.pop(2, None)
        talk._uid_fetch(tag, rest)

    with opened(Script(some(1, 2, 3), answers={b"UID FETCH": gone})) as box:
        batches = list(box.fetch_new(None))
    assert batches[-1][0] == Place(7, 3)
    assert uids(list(batches[-1][1])) == [1, 3]


def test_a_letter_from_the_future_came_now() -> None:
    """The server's clock is ahead of ours. (MAIL-R13)"""

    def ahead(talk: Talk, tag: bytes, rest: bytes) -> None:
        if b"RFC822.SIZE" not in rest:
            return talk._uid_fetch(tag, rest)
        talk.say(b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "01-Jan-2031 00:00:03 +0000")\r\n')
        return talk.ok(tag)

    with opened(Script(some(1), answers={b"UID FETCH": ahead})) as box:
        assert [one.received for one in read(box)] == [NOW]


def test_a_letter_without_a_date_counts_from_now() -> None:
    """(MAIL-R13)"""

    def dateless(talk: Talk, tag: bytes, rest: bytes) -> None:
        if b"RFC822.SIZE" not in rest:
            return talk._uid_fetch(tag, rest)
        talk.say(b'* 1 FETCH (UID 1 RFC822.SIZE 9 INTERNALDATE "some day")\r\n')
        return talk.ok(tag)

    script = Script(some(1, 2))
    with opened(script) as box:
        assert [one.received for one in read(box)] == [datetime(2030, 1, 1, 10, tzinfo=UTC)] * 2
        script.letters.pop(2)
        script.answers[b"UID FETCH"] = dateless
        assert [one.received for one in read(box)] == [NOW]


def test_a_very_full_mailbox_is_asked_for_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """(MAIL-R2)"""
    monkeypatch.setattr(imap_commands, "ONE_ANSWER", 100)
    script = Script(some(*range(1, 702, 3)))
    with opened(script) as box:
        assert uids(read(box, Place(7, 300))) == list(range(301, 702, 3))
    assert script.asked.count(b"UID SEARCH UID 301:400") == 1


def test_without_move_a_letter_is_copied_and_only_it_expunged() -> None:
    """(MAIL-R1, R7)"""
    script = Script(some(1, 2), capabilities=b"IMAP4rev1 UIDPLUS")
    with opened(script) as box:
        box.settle(7, {"Processed": [1, 2]})
    assert script.asked[-4:-1] == [
        b'UID COPY 1,2 "Processed"',
        rb"UID STORE 1,2 +FLAGS.SILENT (\Deleted)",
        b"UID EXPUNGE 1,2",
    ]


@pytest.mark.parametrize(
    ("lasting", "marks"), [(rb"\Seen", rb"\Seen"), (rb"\Seen \*", rb"\Seen Processed")]
)
def test_with_neither_a_letter_is_marked(lasting: bytes, marks: bytes) -> None:
    """(MAIL-R7)"""
    script = Script(some(1), capabilities=b"IMAP4rev1", permanent_flags=lasting)
    with opened(script) as box:
        box.settle(7, {"Processed": [1]})
    assert script.asked[-2] == b"UID STORE 1 +FLAGS.SILENT (%s)" % marks
    assert not any(b"EXPUNGE" in command for command in script.asked)


def test_a_move_that_is_refused_leaves_the_link_standing() -> None:
    """(MAIL-R7)"""
    script = Script(some(1), answers={b"UID MOVE": lambda talk, tag, _: talk.no(tag)})
    with opened(script) as box:
        with pytest.raises(MoveRefused, match="Processed"):
            box.settle(7, {"Processed": [1]})
        assert uids(read(box)) == [1]
    assert sum(command.startswith(b"LOGIN") for command in script.asked) == 1


def say(words: bytes) -> Script:
    return Script(answers={b"LOGIN": lambda talk, tag, _: talk.say(tag + words)})


def test_a_wrong_password_is_told_from_a_busy_server() -> None:
    """(MAIL-R12)"""
    with opened(say(b" NO [AUTHENTICATIONFAILED] bad\r\n")) as box, pytest.raises(LoginRefused):
        read(box)
    for busy in (b" NO [UNAVAILABLE] later\r\n", b" NO [ALERT] Too many connections\r\n"):
        with opened(say(busy)) as box, pytest.raises(MailboxLost):
            read(box)


def test_an_access_token_opens_the_mailbox() -> None:
    """(MAIL-R12)"""

    def authenticate(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"+ \r\n")
        said.append(talk.rfile.readline())
        talk.ok(tag)

    said: list[bytes] = []
    script = Script(some(1), answers={b"AUTHENTICATE": authenticate})
    with opened(script, token="fresh") as box:
        assert uids(read(box)) == [1]
    assert said == [b"dXNlcj1ib3QBYXV0aD1CZWFyZXIgZnJlc2gBAQ==\r\n"]


BABBLE = (
    b'* |+ |OK|(|)|{3}\r\n|1 FETCH |UID |\xff|"|NIL|SEARCH |[UIDVALIDITY |]|9999999999| EXISTS|'
    b"\r\n|\x00|BODY[] |INTERNALDATE |-1|[CAPABILITY IDLE] "
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    command=st.sampled_from([b"SELECT", b"UID SEARCH", b"UID FETCH", b"IDLE", b"CAPABILITY"]),
    words=st.lists(st.sampled_from(BABBLE.split(b"|")), max_size=12),
)
def test_no_babble_whatever_raises_anything_but_a_mailbox_error(
    command: bytes, words: list[bytes]
) -> None:
    def answer(talk: Talk, tag: bytes, rest: bytes) -> None:
        talk.say(b"".join(words) + b"\r\n" + tag + b" OK\r\n")
        talk.hang_up()

    script = Script(some(1), answers={command: answer})
    with opened(script, seconds=0.5) as box:
        try:
            read(box)
            box.wait(0.01)
        except MailboxError:
            pass
