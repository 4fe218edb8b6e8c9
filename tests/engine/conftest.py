"""The engine does no I/O: a test in which it opens a file, a socket or a process fails."""

from __future__ import annotations

import sys
from collections.abc import Generator
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
