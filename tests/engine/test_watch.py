"""The watch over the engine's tests sees what it is there for."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest


def test_a_file_cannot_be_opened() -> None:
    with pytest.raises(AssertionError, match="open"):
        Path(__file__).read_text(encoding="utf-8")


def test_a_socket_cannot_be_made() -> None:
    with pytest.raises(AssertionError, match="socket"):
        socket.socket()


def test_a_process_cannot_be_started() -> None:
    with pytest.raises(AssertionError, match="subprocess"):
        subprocess.run([sys.executable, "-c", ""], check=True)
