"""Names of processes in leases, and whether a process of that name can still be at work."""

from __future__ import annotations

import os
import socket


def worker_name() -> str:
    """The name of this process."""
    return f"{socket.gethostname()}/{os.getpid()}"


def has_ended(worker: str) -> bool:
    """True only if that was a process of this machine and is there no more."""
    host, _, pid = worker.rpartition("/")
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        pass
    return False
