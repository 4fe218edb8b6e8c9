"""The engine does no I/O: a test in which it opens a file, a socket or a process fails.

A golden file is therefore read before its test and written after it, by `--update-golden`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

WATCHED = (
    "open",
    "os.exec",
    "os.fork",
    "os.listdir",
    "os.mkdir",
    "os.posix_spawn",
    "os.remove",
    "os.rename",
    "os.scandir",
    "os.spawn",
    "os.system",
    "shutil.",
    "socket.",
    "subprocess.",
    "tempfile.",
)


class Watch:
    on = False


def hook(event: str, arguments: tuple[Any, ...]) -> None:
    if Watch.on and event.startswith(WATCHED):
        raise AssertionError(f"the engine touches the world outside: {event} {arguments!r}")


sys.addaudithook(hook)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    Watch.on = True
    try:
        return (yield)
    finally:
        Watch.on = False


def pytest_addoption(parser: pytest.Parser) -> None:
    with suppress(ValueError):  # another folder's conftest was first
        parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Iterator[Callable[[str], None]]:
    """Compares a text with the golden file that bears the name of the test."""
    path = Path(__file__).parents[1] / "golden" / f"{request.node.name.removeprefix('test_')}.txt"
    update = request.config.getoption("--update-golden", default=False)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    seen: list[str] = []

    def check(text: str) -> None:
        seen.append(text)
        assert update or text == before

    yield check
    if update and seen:
        path.write_text(seen[-1], encoding="utf-8")
