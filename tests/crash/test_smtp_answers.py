"""Whatever a mail server answers, and whatever it offers at one time and not at another."""

from __future__ import annotations

import socket
from collections.abc import Callable
from datetime import timedelta

import pytest

from mailbot.outbox.stale import WAITING
from mailbot.storage.tables import OutState
from tests.crash.test_smtp_faults import READERS, TALK, alerts, delivered, in_time, once_each
from tests.crash.test_smtp_faults import script as script
from tests.crash.test_smtp_faults import world as world
from tests.helpers.scripted_smtp import Answer, Script, Talk, hang_up
from tests.helpers.world import World
from tests.stories.conftest import worlds as worlds

UMLAUT = "Empfänger unbekannt".encode("latin-1")


def states(world: World) -> dict[str, str]:
    return {row.to: row.state for row in world.outbox() if row.to in READERS}


@pytest.mark.parametrize("step", TALK)
@pytest.mark.parametrize("words", [b"450 4.2.1 " + UMLAUT, b"450 a\x00b", b"421 \xff\xfe\x1b[2J"])
def test_an_answer_in_another_alphabet_means_what_its_code_says(
    world: World, script: Script, step: str, words: bytes
) -> None:
    script.answers[step] = [words] * 2
    once_each(world, script)


def test_a_yes_in_another_alphabet_is_a_yes(world: World, script: Script) -> None:
    """Else the letter would go out again and again, since it could never be written down."""
    script.answers["TEXT"] = [b"250 " + UMLAUT] * 3
    assert world.service.send() == 3
    assert delivered(script) == dict.fromkeys(READERS, 1)


def test_a_no_in_another_alphabet_is_told_to_the_gm_as_it_was_meant(
    world: World, script: Script
) -> None:
    script.answers["RCPT"] = [b"550 5.1.1 " + UMLAUT]
    in_time(world)
    assert "5.1.1 Empfänger unbekannt" in world.person("gm").last().words


@pytest.mark.parametrize("answer", [b"354 x", b"999 x", b"hm", b"100 wait", b"25", b""])
def test_a_letter_that_is_taken_and_answered_with_nonsense_comes_twice_at_most(
    world: World, script: Script, answer: bytes
) -> None:
    """(MAIL-O6)"""

    def odd(talk: Talk) -> None:
        talk.keep()
        talk.say(answer + b"\r\n")

    script.answers["TEXT"] = [odd] * 6
    in_time(world)
    assert delivered(script) == dict.fromkeys(READERS, 2)


def taken_and_gone(talk: Talk) -> None:
    talk.keep()
    talk.say(b"250 2.0.0 Ok: queued as 4F1A\r\n")
    talk.hang_up()


def half_closed(talk: Talk) -> None:
    talk.request.shutdown(socket.SHUT_WR)


@pytest.mark.parametrize("answer", [b"421 4.3.2 no", b"450 no", b"550 no", b"\xff\x00", hang_up])
@pytest.mark.parametrize("step", ["RSET", "QUIT"])
def test_a_no_to_a_word_of_politeness_costs_no_letter(
    world: World, script: Script, step: str, answer: Answer
) -> None:
    script.answers[step] = [answer] * 5
    script.answers["RCPT"] = [b"450 later"] * 2
    once_each(world, script)


def test_a_yes_counts_though_the_link_ends_with_it(world: World, script: Script) -> None:
    script.answers["TEXT"] = [taken_and_gone] * 3
    once_each(world, script)
    assert script.connections == 3


@pytest.mark.parametrize("step", TALK)
def test_a_link_that_is_closed_in_one_direction_is_a_link_lost(
    world: World, script: Script, step: str
) -> None:
    script.answers[step] = [half_closed]
    once_each(world, script)


def test_a_login_that_is_not_offered_any_more_fails_no_letter(world: World, script: Script) -> None:
    """And nothing is sent without it. (MAIL-O6)"""
    script.extensions += (b"AUTH PLAIN",)
    account = {"user": "games", "password": "secret"}
    world.settings = {"smtp": {**world.settings["smtp"], **account}}
    world.close()
    script.answers["TEXT"] = [b"250 taken", hang_up]
    world.service.send()
    before = len(script.taken)
    offered, script.extensions = script.extensions, (b"SIZE 1",)
    for _ in range(3):
        world.clock.advance(timedelta(minutes=31))
        world.service.send()
    assert len(script.taken) == before
    script.extensions = offered
    once_each(world, script)


def without_extensions(talk: Talk) -> bool:
    talk.say(b"250 sink.example.org\r\n")
    return True


@pytest.mark.parametrize("change", [without_extensions, b"502 what?"])
def test_what_is_offered_may_change_from_one_link_to_the_next(
    world: World, script: Script, change: bytes | Callable[[Talk], bool]
) -> None:
    script.extensions = (b"SIZE 1000000", b"8BITMIME", b"SMTPUTF8", b"PIPELINING", b"DSN")
    script.answers["EHLO"] = [change]
    script.answers["TEXT"] = [taken_and_gone] * 3
    once_each(world, script)


def test_a_server_that_is_away_for_a_week_gets_every_letter_after_it(
    world: World, script: Script
) -> None:
    """None is given up, and none is sent twice. (MAIL-O6)"""
    away = world.settings
    world.settings = {"smtp": {**away["smtp"], "port": 1}}
    world.close()
    for _ in range(7 * 6):
        world.service.send()
        world.clock.advance(timedelta(hours=4))
    assert set(states(world).values()) <= set(WAITING)
    world.settings = away
    world.close()
    once_each(world, script)
    assert set(states(world).values()) == {OutState.SENT}


def test_a_service_that_was_away_for_a_week_tries_its_letters_as_often_as_ever(
    world: World, script: Script
) -> None:
    """One was put off before. (MAIL-O6)"""
    script.answers["RCPT"] = [b"450 later"] * 2
    world.service.send()
    world.clock.advance(timedelta(days=7))
    script.answers["RCPT"] = [b"450 later"] * 2
    once_each(world, script)
    assert not alerts(world)


def test_two_services_that_send_at_once_send_each_letter_once(world: World, script: Script) -> None:
    """The second begins while the first waits for an answer."""
    other = world.open("second")

    def meanwhile(talk: Talk) -> None:
        other.send()
        talk.keep()
        talk.say(b"250 taken\r\n")

    script.answers["TEXT"] = [meanwhile]
    once_each(world, script)
    other.store.close()
