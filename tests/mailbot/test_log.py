"""The log tells the same story to people and to programs, and no secrets."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mailbot
from mailbot.log import EVENTS, Story, start_log
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
