"""What `docs/operations.md` says of the log and of notices is what the program says."""

from __future__ import annotations

import re

from mailbot import scheduler
from mailbot.games import turns
from mailbot.inbound import pipeline, reconnect
from mailbot.log import EVENTS
from mailbot.outbox import retry, stubborn
from mailbot.storage import store
from tests.architecture.project import ROOT, texts

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
SOURCES = "\n".join(text for name, text in texts("mailbot") if name.endswith(".py"))


def first_cells(heading: str) -> list[str]:
    """The first column of the table below a heading, without its head."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [row.split("|")[1].strip() for row in rows[2:]]


def test_every_event_of_the_page_is_one_of_the_log() -> None:
    events = [
        cell.strip("`") for cell in first_cells("What the log says, and what the service does")
    ]
    assert len(events) > 10
    assert set(events) <= set(EVENTS)


def test_every_event_of_the_page_is_told_at_a_level_that_is_seen() -> None:
    told = set(re.findall(r"story\.(?:warn|alarm|broken)\(\s*\"([a-z ]+)\"", SOURCES))
    events = {
        cell.strip("`") for cell in first_cells("What the log says, and what the service does")
    }
    assert events - told <= {"waits for mail", "letter waits", "outbox resumed"}


def test_every_notice_of_the_page_is_sent_by_the_program() -> None:
    notices = [cell.strip("“”") for cell in first_cells("What you are told by mail")]
    assert len(notices) > 4
    for notice in notices:
        for part in re.split(r"NAME|NUMBER", notice):
            assert part.strip(": ") in SOURCES, notice


def test_what_the_page_says_of_patience_is_what_the_program_keeps_to() -> None:
    assert scheduler.DUE_EVERY == 15
    assert scheduler.LAST_LETTER == 30
    assert scheduler.STAND_BY.total_seconds() == 30
    assert pipeline.PATIENCE.total_seconds() == 5 * 60
    assert turns.LEASE.total_seconds() == 10 * 60
    assert [pause.total_seconds() / 60 for pause in retry.PAUSES] == [1, 5, 15, 60, 240]
    assert (retry.LEAST_TRIES, stubborn.MOST_LIVES) == (6, 3)
    assert retry.UNSURE.total_seconds() == 15 * 60
    assert retry.PROBE.total_seconds() == reconnect.AFTER_REFUSALS.total_seconds() == 30 * 60
    assert "busy_timeout=15000" in store.PRAGMAS
