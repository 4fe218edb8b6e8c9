"""Editing the config of a game that exists."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from mailbot.app import Service, assemble
from mailbot.config import config_from
from mailbot.errors import ConfigError
from mailbot.games.members import create_game
from mailbot.games.settings import find_game, read_settings
from mailbot.keys import keys_from
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.store import Store
from mailbot.storage.tables import Deed

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def edited(tmp_path: Path, **changes: Any) -> Service:
    """A service whose game was made from the plain config, started on an edited one."""
    game = {"ruleset": "raider", "schedule": "Sunday 20:00"}
    tables = {"service": {"name": "Harbour Games"}, "games": {"pent": game}}
    config = config_from(tables, tmp_path)
    store = Store(config.database)
    store.upgrade()
    service = assemble(config, store, keys_from(b"k" * 32))
    board = read_board(rules_named("raider"), "", tmp_path)
    with store.writing() as session:
        desk, keys = service.office.desk, service.keys
        create_game(session, config.games["pent"], board, "UTC", keys, desk, NOW)
    tables = {**tables, "games": {"pent": {**game, **changes}}}
    return replace(service, config=config_from(tables, tmp_path))


def test_a_new_schedule_counts_and_is_noted(tmp_path: Path) -> None:
    service = edited(tmp_path, schedule="daily 21:00", zone="Europe/Berlin")
    service.take_over_config()
    with service.store.reading() as session:
        settings = read_settings(find_game(session, "pent"))
        noted = [deed.details for deed in session.scalars(select(Deed))]
    assert (settings.schedule, settings.zone) == ("daily 21:00", "Europe/Berlin")
    assert noted == [
        {"schedule": ["Sunday 20:00", "daily 21:00"], "zone": ["UTC", "Europe/Berlin"]}
    ]


def test_nothing_is_noted_where_nothing_changed(tmp_path: Path) -> None:
    service = edited(tmp_path)
    service.take_over_config()
    with service.store.reading() as session:
        assert session.scalars(select(Deed)).all() == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"options": {"last_turn": 8}}, "games.pent.options.last_turn is not set for this game"),
        ({"board": "other.toml"}, "games.pent.board is '' for this game"),
    ],
)
def test_what_is_fixed_is_refused_by_its_key(
    tmp_path: Path, changes: dict[str, Any], said: str
) -> None:
    service = edited(tmp_path, title="Another title", **changes)
    with pytest.raises(ConfigError, match=said):
        service.take_over_config()
    with service.store.reading() as session:
        assert read_settings(find_game(session, "pent")).title == "Pent"
