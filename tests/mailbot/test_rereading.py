"""The config file is edited while the service runs (FEAT-G1)."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from mailbot import scheduler
from mailbot.app import Service
from mailbot.config import read_config
from mailbot.games.settings import find_game, read_settings
from mailbot.rereading import ConfigFile, reread
from mailbot.storage.tables import Deed, OutRow
from tests.helpers.got import Mail
from tests.helpers.world import World, Worlds
from tests.stories.conftest import worlds as worlds

TEXT = """\
[service]
name = "Harbour Games"
gm = ["gm@example.org"]
health_at = ""
database = "{url}"
[smtp]
host = "localhost"
sender = "games@example.org"
security = "plain"
user = "games"
password = "s3cret"
[games.pent]
ruleset = "raider"
zone = "Europe/Berlin"
[games.pent.options]
max_players = 2
"""


class Edited:
    """A service on a config file, and somebody who edits that."""

    def __init__(self, world: World, folder: Path) -> None:
        self.world = world
        self.file = folder / "config.toml"
        self.file.write_text(TEXT.format(url=world.url))
        self.source = ConfigFile(self.file)
        self.service: Service = world.service.with_config(read_config(self.file, {}))

    def edit(self, old: str, new: str) -> None:
        text = self.file.read_text()
        assert old in text
        self.file.write_text(text.replace(old, new))
        later = time.time_ns() + 10**9
        os.utime(self.file, ns=(later, later))
        self.service = reread(self.service, self.source)

    def told(self) -> list[tuple[str, str]]:
        """Subjects and texts of what the Gamesmaster got."""
        with self.service.store.reading() as session:
            rows = session.scalars(
                select(OutRow).where(OutRow.to == "gm@example.org").order_by(OutRow.id)
            )
            return [(row.about, Mail.of(row.raw).words) for row in rows]


@pytest.fixture
def edited(worlds: Worlds, tmp_path: Path) -> Edited:
    world = worlds()
    world.creates("pent", title="Pent")
    return Edited(world, tmp_path)


def test_a_safe_setting_counts_as_soon_as_it_is_saved(edited: Edited) -> None:
    edited.edit('name = "Harbour Games"', 'name = "Gull Games"')
    edited.edit('gm = ["gm@example.org"]', 'gm = ["gm@example.org", "ann@example.org"]')
    assert edited.service.office.desk.service == "Gull Games"
    assert edited.service.office.gm == ("gm@example.org", "ann@example.org")
    assert edited.told() == []


def test_a_safe_setting_of_a_game_counts_and_is_noted(edited: Edited) -> None:
    edited.edit('zone = "Europe/Berlin"', 'zone = "Europe/Berlin"\nschedule = "daily 21:00"')
    with edited.service.store.reading() as session:
        assert read_settings(find_game(session, "pent")).schedule == "daily 21:00"
        (noted,) = session.scalars(select(Deed))
    assert noted.details == {"schedule": ["Sunday 20:00", "daily 21:00"]}


def test_players_hear_of_a_change_that_concerns_their_letters(edited: Edited) -> None:
    """(FEAT-P2)"""
    edited.world.joins("Zane")
    edited.edit('zone = "Europe/Berlin"', 'zone = "Europe/Berlin"\npress_gm_copy = true')
    last = edited.world.outbox()[-1]
    assert last.to == "zane@game.test"
    told = " ".join(last.raw.decode().replace("=\r\n", "").split())
    assert "The Gamesmaster gets a copy of every letter" in told


def test_what_needs_a_restart_is_refused_by_its_key_and_told_once(edited: Edited) -> None:
    edited.edit('password = "s3cret"', 'password = "rosebud"')
    edited.edit('host = "localhost"', 'host = "mail.example.org"')
    edited.edit('name = "Harbour Games"', 'name = "Gull Games"')
    assert edited.service.config.smtp is not None
    assert edited.service.config.smtp.host == "localhost"
    subjects = [subject for subject, _ in edited.told()]
    assert subjects == [
        "For the Gamesmaster: not all of the config counts: smtp.password",
        "For the Gamesmaster: not all of the config counts: smtp.host, smtp.password",
    ]
    assert "smtp.host needs a restart of the service" in edited.told()[1][1]
    assert not any(word in str(edited.told()) for word in ("s3cret", "rosebud"))


def test_what_is_fixed_for_a_game_is_refused_and_the_rest_counts(edited: Edited) -> None:
    edited.edit("max_players = 2", "max_players = 3")
    edited.edit('zone = "Europe/Berlin"', 'zone = "Europe/Paris"')
    with edited.service.store.reading() as session:
        row = find_game(session, "pent")
        assert (row.options["max_players"], read_settings(row).zone) == (2, "Europe/Paris")
    ((subject, text),) = edited.told()
    assert subject.endswith("games.pent.options.max_players")
    assert "games.pent.options.max_players is 2 for this game, and is fixed" in text


def test_a_table_that_is_gone_is_told_of(edited: Edited) -> None:
    """A slip in its name would else pass for an edit that counts."""
    edited.edit("games.pent", "games.pint")
    [(subject, text)] = edited.told()
    assert subject == "For the Gamesmaster: not all of the config counts: games.pent"
    assert "games.pent is missing: the game plays on by the settings that it has" in text


def test_a_broken_file_keeps_the_old_config_and_its_line_is_named(edited: Edited) -> None:
    edited.edit('zone = "Europe/Berlin"', "zone = Europe/Berlin")
    edited.edit("zone = Europe/Berlin", 'zone = "Europe/Atlantis"')
    assert edited.service.config.games["pent"].zone == "Europe/Berlin"
    ((subject, text),) = edited.told()
    assert subject.endswith("the config file cannot be read")
    assert "(at line 14," in text
    edited.edit('zone = "Europe/Atlantis"', 'zone = "Europe/Paris"')
    assert edited.service.config.games["pent"].zone == "Europe/Paris"


def test_a_slip_in_a_setting_is_named_with_its_line(
    edited: Edited, caplog: pytest.LogCaptureFixture
) -> None:
    edited.edit('zone = "Europe/Berlin"', 'zone = "Europe/Atlantis"')
    ((_, text),) = edited.told()
    assert "config.toml, line 14: games.pent.zone" in text
    assert "config.toml, line 14" in caplog.text


def test_a_running_service_takes_up_the_edit_by_itself(
    edited: Edited, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "DUE_EVERY", 0.05)
    service = replace(
        edited.service, config=replace(edited.service.config, smtp=None), told_waiting=set()
    )
    stopping = threading.Event()
    served = threading.Thread(target=scheduler.serve, args=(service, stopping, edited.source))
    served.start()
    try:
        text = edited.file.read_text().replace('zone = "Europe/Berlin"', 'zone = "Europe/Rome"')
        edited.file.write_text(text)
        edited.source.asked.set()
        deadline = time.monotonic() + 20
        while True:
            with service.store.reading() as session:
                if read_settings(find_game(session, "pent")).zone == "Europe/Rome":
                    break
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        stopping.set()
        served.join(30)
