"""What a letter may do to whoever reads it; done in the reader's own process."""

from __future__ import annotations

import os
import threading
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
    watch = threading.Thread(target=reading_room._watch_memory, args=(limit, 0.01), daemon=True)
    watch.start()
    time.sleep(0.1)
    kept = b"x" * (wanted * 2**20)
    time.sleep(1.5)
    assert kept
