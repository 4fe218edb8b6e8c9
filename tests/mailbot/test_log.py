"""The log tells the same story to people and to programs, and no secrets."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import SQLAlchemyError

import mailbot
from mailbot.log import EVENTS, Story, StoryFormatter, start_log
from mailbot.storage.tables import Beat
from tests.helpers.world import World, Worlds


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    logger = logging.getLogger("mailbot")
    before = (logger.handlers[:], logger.level, logger.propagate)
    yield
    logger.handlers[:], level, logger.propagate = before
    logger.setLevel(level)


def told(form: str) -> str:
    stream = io.StringIO()
    start_log(form, "info", stream)
    Story("service").warn("outbox paused", reason="535 no")
    return stream.getvalue()


def test_a_person_reads_a_sentence() -> None:
    assert told("story").endswith("WARNING: the outbox waits: 535 no\n")


def test_a_program_reads_an_object_with_the_same_fields() -> None:
    line = json.loads(told("json"))
    assert (line["event"], line["reason"], line["level"]) == ("outbox paused", "535 no", "warning")


def sources() -> Iterator[str]:
    for file in Path(mailbot.__file__).parent.rglob("*.py"):
        yield file.read_text()


def test_every_event_that_is_told_has_its_sentence_and_is_used() -> None:
    call = re.compile(r"story\.(?:tell|warn|alarm|broken)\(\s*((?:\"[^\"]+\"|[^,()])+)")
    used = {
        name
        for text in sources()
        for said in call.findall(text)
        for name in re.findall(r'"([^"]+)"', said)
    }
    assert used == set(EVENTS)


def test_no_order_and_no_token_is_logged(worlds: Worlds) -> None:
    stream = io.StringIO()
    start_log("json", "debug", stream)
    world: World = worlds()
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda\nto Rick: rosebud\nseed: banana")
    log = stream.getvalue()
    assert "orders taken" in log
    for secret in ("Hilda", "rosebud", "banana", zane.last().reply_to.split("+")[1].split("@")[0]):
        assert secret not in log


class Heard:
    """The log of a whole story, in both forms and with everything in it."""

    def __init__(self) -> None:
        self.streams = [io.StringIO(), io.StringIO()]
        start_log("json", "debug", self.streams[0])
        handler = logging.StreamHandler(self.streams[1])
        handler.setFormatter(StoryFormatter())
        logging.getLogger("mailbot").addHandler(handler)

    def holds(self, *secrets: str) -> list[str]:
        text = "".join(stream.getvalue() for stream in self.streams)
        assert "orders taken" in text
        return [secret for secret in secrets if secret in text]


def test_what_a_player_writes_into_the_subject_is_not_logged(worlds: Worlds) -> None:
    """The receipt's subject answers his."""
    heard = Heard()
    zane, _ = (world := worlds()).begins("Zane", "Rick")
    token = zane.last().reply_to
    zane.sends("Phoenix to Hilda", To=token, Subject="Phoenix attacks at dawn")
    assert "attacks at dawn" in zane.last().subject
    assert world.received()
    assert heard.holds("at dawn", "Hilda", token) == []


def test_a_proof_that_stands_in_the_subject_is_not_logged(worlds: Worlds) -> None:
    """(MAIL-S2)"""
    heard = Heard()
    world = worlds(settings={"smtp": {"plus_addresses": False}})
    zane, _ = world.begins("Zane", "Rick")
    (proof,) = re.findall(r"\[k:([a-z2-7]{16})\]", zane.last().subject)
    zane.writes("Phoenix to Hilda")
    assert heard.holds(proof) == []


def test_a_code_and_the_orders_that_it_releases_are_not_logged(worlds: Worlds) -> None:
    """(MAIL-S1)"""
    heard = Heard()
    zane, _ = (world := worlds()).begins("Zane", "Rick")
    sheet = zane.last()
    zane.sends("Phoenix to Hilda", Subject="[pent T1] orders")
    (code,) = re.findall(r"confirm ([a-z2-7]{10})", zane.last().text)
    zane.writes(f"confirm {code}", sheet)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert heard.holds(code, "Hilda") == []


def test_an_error_of_the_database_tells_nothing_that_was_asked_of_it(worlds: Worlds) -> None:
    world = worlds()
    world.creates()
    with (
        pytest.raises(SQLAlchemyError) as caught,
        world.service.store.writing() as session,
    ):
        session.execute(insert(Beat).values(name="rosebud", since=None, at=None))
    assert "rosebud" not in str(caught.value)
