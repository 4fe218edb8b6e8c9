"""The worlds in which stories happen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.helpers.beginnings import Beginnings
from tests.helpers.world import ByHand, RealPost, World, Worlds, emptied_postgres, fresh_sqlite

PEOPLE = ("zane", "rick", "mara", "pact", "reach", "gm", "mallory")


def pytest_addoption(parser: pytest.Parser) -> None:
    with suppress(ValueError):  # another folder's conftest was first
        parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def worlds(tmp_path: Path, beginnings: Beginnings) -> Iterator[Worlds]:
    """Makes worlds whose letters are fed by hand, on SQLite."""
    made: list[World] = []

    def build(**changes: object) -> World:
        url = fresh_sqlite(tmp_path / f"world{len(made)}.db")
        made.append(World(url, tmp_path, ByHand(), **{"beginnings": beginnings, **changes}))  # type: ignore[arg-type]  # fields of World
        return made[-1]

    yield build
    for world in made:
        world.close()


@pytest.fixture(params=["by hand", pytest.param("real post", marks=pytest.mark.servers)])
def world(
    request: pytest.FixtureRequest, worlds: Worlds, tmp_path: Path, beginnings: Beginnings
) -> Iterator[World]:
    """A world by hand, and one with a real Dovecot, Postfix and PostgreSQL."""
    if request.param == "by hand":
        yield worlds()
        return
    post = RealPost(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"))
    post.empty(PEOPLE)
    url = emptied_postgres(request.getfixturevalue("postgres_url"))
    world = World(url, tmp_path, post, beginnings=beginnings)
    yield world
    world.close()
