"""When the program, the mailbox or the machine fails: nothing is lost, nothing happens twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from engine.raider.rules import Raider
from grammar.raider import RaiderGrammar
from mailbot.errors import StorageError
from mailbot.games import turns
from mailbot.inbound import acting, pipeline
from mailbot.inbound.opening import Opener
from mailbot.inbound.reading_room import RoomClosed
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Letter, LetterState, Phase, TurnRow
from tests.helpers.world import Person, World, Worlds


@pytest.fixture
def players(world: World) -> list[Person]:
    """Zane and Rick; turn 1 is open."""
    return world.begins("Zane", "Rick")


def break_reader(patch: pytest.MonkeyPatch) -> None:
    """A bug in the order language: it breaks on one word."""
    parse = RaiderGrammar.parse

    def broken(self: RaiderGrammar, text: str, words: object) -> object:
        if "xyzzy" in text:
            raise RuntimeError("planted")
        return parse(self, text, words)  # type: ignore[arg-type]  # passed on as it came

    patch.setattr(RaiderGrammar, "parse", broken)


def test_a_letter_that_breaks_the_reader_costs_only_itself(
    world: World, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    zane, rick = players
    break_reader(monkeypatch)
    letter = zane.letter("Phoenix to Hilda\nxyzzy", To=zane.last().reply_to)
    world.post.bring(world, letter)
    rick.writes("Duke to Topaz")
    assert world.stands(rick) == ["Duke to Topaz"]
    assert world.received()[-2].state == LetterState.FAILED
    assert "was set aside" in zane.last().subject
    assert "planted" not in zane.last().text
    assert "could not be read and was set aside" in world.person("gm").last().subject


def test_a_letter_whose_reading_ends_the_process_is_tried_three_times(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    monkeypatch.setattr("mailbot.inbound.pipeline.act_on", killed)
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            world.works()
        world.works()
        assert world.received()[-1].state == LetterState.RECEIVED
        world.clock.advance(timedelta(minutes=6))
    world.works()
    assert world.received()[-1].state == LetterState.FAILED
    assert "the process ended" in world.person("gm").last().text


def test_behind_letters_that_were_given_up_others_are_read_at_once(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    monkeypatch.setattr("mailbot.inbound.pipeline.SET", 1)
    for words in ("Eden to Brendan", "Phoenix to Hilda"):
        world.post.bring(world, zane.letter(words, To=zane.last().reply_to))
    with world.service.store.writing() as session:
        session.get_one(Letter, world.received()[-2].id).attempts = 3
    world.works()
    assert world.stands(zane) == ["Phoenix to Hilda"]


@pytest.mark.parametrize("error", [StorageError("disk full"), RoomClosed("no reader")])
def test_what_no_letter_is_to_blame_for_sets_none_aside(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """However long it lasts; and then it is read at once. (MAIL-R8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")

    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(Opener, "opened", fails)
        world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
        for _ in range(5):
            with pytest.raises(type(error)):
                world.works()
    world.works()
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_a_letter_that_was_read_elsewhere_meanwhile_is_left_as_it_is(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that was asleep for long finds it done. (MAIL-R8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    opened, other = Opener.opened, world.open("second")

    def sleeps(opener: Opener, rows: Sequence[Letter]) -> object:
        found = opened(opener, rows)
        world.clock.advance(timedelta(minutes=6))
        monkeypatch.setattr(Opener, "opened", opened)
        other.reader.read_waiting()
        return found

    monkeypatch.setattr(Opener, "opened", sleeps)
    zane.writes("Phoenix to Hilda")
    other.store.close()
    assert world.received()[-1].state == LetterState.DONE
    assert world.stands(zane) == ["Phoenix to Hilda"]


def test_the_gm_gets_ten_broken_letters_a_day_and_not_a_thousand(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    monkeypatch.setattr("mailbot.inbound.pipeline.act_on", lambda *_: 1 / 0)
    for number in range(14):
        world.post.bring(world, zane.letter(f"hold {number}"))
    world.works()
    titles = [mail.subject for mail in world.person("gm").letters()]
    assert len(titles) == 11
    assert "more letters could not be read" in titles[-1]


def test_a_letter_that_ends_the_process_takes_no_other_with_it(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which of a set it was nobody knows, so each is read alone from then on. (MAIL-R8)"""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    act = acting.act_on

    def deadly(session: Any, office: Any, decision: Any, incoming: Any, now: Any) -> None:
        if "xyzzy" in incoming.reading.text:
            raise KeyboardInterrupt
        act(session, office, decision, incoming, now)

    monkeypatch.setattr(pipeline, "act_on", deadly)
    for person, words in ((zane, "Phoenix to Hilda"), (zane, "xyzzy"), (rick, "Duke to Topaz")):
        world.post.bring(world, person.letter(words, To=person.last().reply_to))
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            world.works()
        world.clock.advance(timedelta(minutes=6))
    world.works()
    states = [row.state for row in world.received()[-3:]]
    assert states == [LetterState.DONE, LetterState.FAILED, LetterState.DONE]
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert world.stands(rick) == ["Duke to Topaz"]


def killed(*_: object) -> None:
    """As if the process were killed here."""
    raise KeyboardInterrupt


def test_a_machine_whose_letter_breaks_the_reader_is_not_answered(
    world: World, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbot.inbound.pipeline.act_on", lambda *_: 1 / 0)
    assert players[0].writes("Hello!", headers={"Auto-Submitted": "auto-replied"}) == []
    assert world.received()[-1].state == LetterState.FAILED


def test_an_engine_that_breaks_holds_the_game_and_keeps_the_orders(
    world: World, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    zane, rick = players
    zane.writes("Phoenix to Hilda")
    with monkeypatch.context() as patch:
        patch.setattr(Raider, "adjudicate", lambda *_: 1 / 0)
        before = len(rick.letters())
        world.turn()
    assert world.game().phase == Phase.HELD
    assert len(rick.letters()) == before
    assert "ZeroDivisionError" in world.person("gm").last().text
    with world.service.store.writing() as session:
        session.get_one(type(world.game()), "pent").phase = Phase.RUNNING
    world.works()
    assert "Phoenix sailed from Agnes* to Hilda." in zane.last(Kind.SHEET).words


def test_orders_that_come_while_a_game_is_held_after_its_deadline_are_late(
    world: World, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A receipt never says that an order counts which the held turn will not see."""
    with monkeypatch.context() as patch:
        patch.setattr(Raider, "adjudicate", lambda *_: 1 / 0)
        world.turn()
    (receipt,) = players[0].writes("Phoenix to Hilda")
    assert "your letter came after it" in receipt.words
    assert world.stands(players[0]) == []


def test_a_database_that_is_away_for_a_moment_holds_no_game(
    world: World, players: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise StorageError("the database does not answer")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "gather", away)
        with pytest.raises(StorageError):
            world.turn()
    assert world.game().phase == Phase.RUNNING
    world.passes(minutes=11)
    assert players[0].last().subject == "[pent T2] Pent: Turn 1"


def test_after_weeks_of_outage_one_turn_runs_and_all_have_time(
    world: World, players: list[Person]
) -> None:
    due = world.deadline()
    world.until(due + timedelta(days=21))
    assert world.game().stage == 2
    assert world.deadline() - world.clock.now() >= timedelta(days=3.5)
    assert players[0].last().subject == "[pent T2] Pent: Turn 1"


def test_a_restart_between_all_steps_changes_nothing(
    worlds: Worlds, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a byte of any letter."""
    told = []
    for restarting in (False, True):
        monkeypatch.setattr("secrets.token_bytes", counted())
        world = worlds(restarting=restarting, beginnings=None)
        zane, rick = world.begins("Zane", "Rick")
        zane.writes("Phoenix to Hilda\nseed: banana")
        rick.writes("Duke to Topaz\npublic: Ahoy!")
        world.turn()
        told.append([row.raw for row in world.outbox()])
    assert told[0] == told[1]
    assert len(told[0]) > 10


def counted() -> object:
    """Bytes that are the same in every run."""
    number = iter(range(10**9))
    return lambda size: next(number).to_bytes(size, "big")


def test_a_turn_runs_once_however_many_claim_it(
    worlds: Worlds, world: World, players: list[Person]
) -> None:
    world.clock.set(world.deadline() + timedelta(seconds=1))
    if world.service.config.imap is not None:
        world.post.work(world.service)
    services = [world.open(name) for name in ("first", "second")]
    ran = [service.run_due() for service in services]
    for service in services:
        service.store.close()
    assert sum(ran) <= 1
    assert world.game().stage == 2
    with world.service.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(TurnRow)) == 2
