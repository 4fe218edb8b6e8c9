"""The deadline in the players' calendars (FEAT-T9)."""

from __future__ import annotations

from datetime import datetime, timedelta
from email import message_from_bytes, policy

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Deed, Game
from tests.helpers.world import Mail, Person, World


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open."""
    return world.begins("Zane", "Rick")[0]


def dates(mail: Mail) -> list[dict[str, str]]:
    """The calendars attached to a letter, line by line."""
    letter = message_from_bytes(mail.raw, policy=policy.default)
    files = [part for part in letter.walk() if part.get_content_type() == "text/calendar"]
    texts = [str(part.get_content()).replace("\r\n", "\n").replace("\n ", "") for part in files]
    return [
        dict(line.split(":", 1) for line in reversed(text.split("\n")) if line) for text in texts
    ]


def extend(world: World, due: datetime) -> None:
    """As `mailbot game extend` does."""
    with world.service.store.writing() as session:
        row = session.get_one(Game, "pent")
        session.add(Deed(at=world.clock.now(), game="pent", who="gm", what="extend", details={}))
        row.due = due


def test_sheet_and_receipt_bring_the_deadline(world: World, zane: Person) -> None:
    (on_sheet,) = dates(zane.last(Kind.SHEET))
    (receipt,) = zane.writes("Phoenix to Hilda")
    (on_receipt,) = dates(receipt)
    assert on_sheet["DTSTART"] == on_receipt["DTSTART"] == f"{world.deadline():%Y%m%dT%H%M%SZ}"
    assert on_sheet["UID"] == on_receipt["UID"]


def test_every_stage_is_an_event_of_its_own(world: World, zane: Person) -> None:
    (first,) = dates(zane.last(Kind.SHEET))
    world.turn()
    (second,) = dates(zane.last(Kind.SHEET))
    assert first["UID"] != second["UID"]


def test_a_deadline_that_moved_replaces_the_old_one(world: World, zane: Person) -> None:
    (before,) = dates(zane.last(Kind.SHEET))
    extend(world, world.deadline() + timedelta(days=2))
    (after,) = dates(zane.writes("Phoenix to Hilda")[0])
    assert after["UID"] == before["UID"]
    assert after["DTSTART"] == f"{world.deadline():%Y%m%dT%H%M%SZ}" != before["DTSTART"]
    assert int(after["SEQUENCE"]) > int(before["SEQUENCE"])


def test_without_a_deadline_there_is_no_event(world: World) -> None:
    world.creates()
    zane = world.joins("Zane")
    assert all(dates(letter) == [] for letter in zane.letters())


def test_a_calendar_that_answers_gets_no_answer(world: World, zane: Person) -> None:
    """(MAIL-N1)"""
    sheet = zane.last(Kind.SHEET)
    reply = "BEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR"
    headers = {"Content-Type": "text/calendar; charset=utf-8; method=REPLY"}
    assert zane.sends(reply, To=sheet.reply_to, **headers) == []


def test_our_own_calendar_sent_back_stops_no_orders(world: World, zane: Person) -> None:
    sheet = zane.last(Kind.SHEET)
    body = (
        "--x\nContent-Type: text/plain\n\nPhoenix to Hilda\n"
        "--x\nContent-Type: text/calendar; method=PUBLISH\n\n"
        "BEGIN:VCALENDAR\nMETHOD:PUBLISH\nEND:VCALENDAR\n--x--"
    )
    zane.sends(body, To=sheet.reply_to, **{"Content-Type": "multipart/mixed; boundary=x"})
    assert world.stands(zane) == ["Phoenix to Hilda"]
