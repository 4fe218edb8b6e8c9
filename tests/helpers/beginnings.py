"""What was played once and then is copied: many stories begin with the same letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from tests.helpers.copies import Copy, copy_of

if TYPE_CHECKING:
    from tests.helpers.world import World


@dataclass(frozen=True)
class Begun:
    """All that a world was when its game had begun."""

    database: Copy
    now: datetime
    ids: int


@dataclass
class Beginnings:
    """Beginnings by what they were made of; only for worlds in which nothing has happened."""

    kept: dict[str, Begun] = field(default_factory=dict)

    def play(self, world: World, begin: Callable[[], object], *made_of: object) -> None:
        """Have the world play this, or be as it was when another had played the same."""
        tables = sorted(world.post.tables()), world.settings, world.secret, world._ids
        kind = world.url.partition(":")[0]
        name = repr((kind, world.clock.now(), *tables, *made_of))
        if name not in self.kept:
            begin()
            world.close()
            self.kept[name] = Begun(copy_of(world.url), world.clock.now(), world._ids)
        was, world.beginnings = self.kept[name], None
        was.database(world.url)
        world.clock.set(was.now)
        world._ids = was.ids


@pytest.fixture(scope="session")
def beginnings() -> Beginnings:
    return Beginnings()
