"""What a letter may do to whoever reads it; done in the reader's own process."""

from __future__ import annotations

import os
import time

from mailbot.inbound import reading_room


def hangs(seconds: float) -> None:
    time.sleep(seconds)


def greedy(megabytes: int) -> int:
    return len(bytearray(megabytes * 2**20))


def dies(_: object) -> None:
    os._exit(11)


def breaks(word: str) -> None:
    raise RuntimeError(word)


def cannot_be_told() -> object:
    return lambda: None


def greedy_under_watch(limit: int, wanted: int) -> None:
    """As where the system keeps to no limit."""
    reading_room.watch_memory(limit)
    kept = b"x" * (wanted * 2**20)
    time.sleep(30)
    assert kept
