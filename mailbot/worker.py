"""Names of processes in leases, and whether a process of that name can still be at work."""

from __future__ import annotations

import os
import secrets
import socket
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

#: Drawn once by each process: one that has the number of an earlier one is another.
_LIFE = secrets.token_hex(4)
_LONGEST_HOST = 60
_OCCASIONAL = "/now and then"

WORKER = "worker "
"""How the signs of life of services begin."""


def worker_name() -> str:
    """The name of this process: host and place, number, and what was drawn for it alone."""
    return f"{_place()}/{os.getpid()}/{_LIFE}"


def occasional_name() -> str:
    """The name of processes of this machine that come, work and go, as cron starts them."""
    return f"{socket.gethostname()}{_OCCASIONAL}"


def is_occasional(worker: str) -> bool:
    """Is that the name of processes that come, work and go?"""
    return _OCCASIONAL in worker


def has_ended(worker: str) -> bool:
    """True only if that was a process of this place and is there no more."""
    place, _, rest = worker.partition("/")
    pid, _, life = rest.partition("/")
    if place != _place() or not pid.isdecimal() or not life:
        return False
    if int(pid) == os.getpid():
        return life != _LIFE
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False


def _place() -> str:
    """Where process numbers mean what they mean here: containers may share the name of a host."""
    said = []
    with suppress(OSError):
        said.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii"))
        said.append(str(Path("/proc/self/ns/pid").readlink()))
    mark = sha256("\n".join(said).encode()).hexdigest()[:8]
    return f"{socket.gethostname()[:_LONGEST_HOST]}@{mark}"
