"""What an edit of the config may change in a game that exists (`mailbot check`, `mailbot run`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from mailbot.config import GameConfig
from mailbot.errors import ConfigError
from mailbot.games.settings import read_settings, settings_from
from mailbot.log import Story
from mailbot.storage.tables import Deed, Game

story = Story("games")


def refused_changes(row: Game, config: GameConfig) -> Iterator[str]:
    """Keys that are fixed when a game is created and read differently in the config now."""
    where = f"games.{row.name}"
    if config.ruleset != row.ruleset:
        yield f"{where}.ruleset is {row.ruleset!r} for this game"
    if config.board != read_settings(row).board:
        yield f"{where}.board is {read_settings(row).board!r} for this game"
    given: Mapping[str, Any] = config.options
    for key in sorted({*given, *row.options}):
        if given.get(key) != row.options.get(key):
            was = repr(row.options[key]) if key in row.options else "not set"
            yield f"{where}.options.{key} is {was} for this game"


def apply_changes(
    session: Session, row: Game, config: GameConfig, service_zone: str, now: datetime
) -> frozenset[str]:
    """Take over the settings that may change while a game runs; returns their names.

    Each change is logged. A deadline that stands is not moved: the new schedule gives the next one.
    Raises `ConfigError` that names the first key that may not change.
    """
    for refused in refused_changes(row, config):
        raise ConfigError(
            f"{refused}, and that cannot change once the game is made: put it back, or give the "
            "new game another name"
        )
    return take_over(session, row, config, service_zone, now)


def take_over(
    session: Session, row: Game, config: GameConfig, service_zone: str, now: datetime
) -> frozenset[str]:
    """The same, leaving as it is what may not change."""
    before = read_settings(row)
    new = msgspec.structs.replace(settings_from(config, service_zone), board=before.board)
    old = msgspec.structs.asdict(before)
    changed = {
        key: [old[key], value]
        for key, value in msgspec.structs.asdict(new).items()
        if value != old[key]
    }
    if not changed:
        return frozenset()
    row.settings = new
    session.add(Deed(at=now, game=row.name, who="config", what="settings", details=changed))
    for key, (was, value) in changed.items():
        story.tell("setting changed", game=row.name, key=key, was=was, value=value)
    return frozenset(changed)
