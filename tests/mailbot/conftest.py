"""Worlds for tests of one part that need a whole service around it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.world import ByHand, World, Worlds, fresh_sqlite


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[Worlds]:
    """Makes worlds whose letters are fed by hand, on SQLite; all that happens is logged."""
    made: list[World] = []

    def build(**changes: object) -> World:
        url = fresh_sqlite(tmp_path / f"world{len(made)}.db")
        made.append(World(url, tmp_path, ByHand(), **changes))  # type: ignore[arg-type]  # fields of World
        return made[-1]

    yield build
    for world in made:
        world.close()
