"""The commands, called as the console script calls them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from mailbot.cli.main import main

CONFIG = """\
[service]
name = "Harbour Games"
gm = ["gm@example.org"]
[smtp]
host = "localhost"
sender = "games@example.org"
security = "plain"
[games.pent]
ruleset = "raider"
seats = ["Zane <zane@example.org>"]
[games.pent.options]
max_players = 2
"""


@dataclass
class Done:
    """What a call gave."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def trouble(self) -> str:
        """Its one line on standard error."""
        assert self.code == 1
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err


Mailbot = Callable[..., Done]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def mailbot(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Mailbot:
    """Calls a command on the config in `folder`."""

    def call(*words: str, stdin: Path | None = None) -> Done:
        monkeypatch.setattr("sys.argv", ["mailbot", "-c", str(folder / "config.toml"), *words])
        capfd.readouterr()
        with (stdin or Path("/dev/null")).open("rb") as file:
            monkeypatch.setattr("sys.stdin", _Stdin(file))
            with pytest.raises(SystemExit) as ended:
                main()
        sys.stdout.flush()
        out, err = capfd.readouterr()
        return Done(int(ended.value.code or 0), out, err)

    return call


class _Stdin:
    def __init__(self, buffer: Any) -> None:
        self.buffer = buffer

    def read(self) -> str:
        return str(self.buffer.read().decode())

    def readline(self) -> str:
        return str(self.buffer.readline().decode())

    def close(self) -> None:
        """A forked process wants none."""

    def isatty(self) -> bool:
        return False


@pytest.fixture
def ready(mailbot: Mailbot) -> Mailbot:
    """Key file and tables are made, and the game is open."""
    assert mailbot("init").code == 0
    assert mailbot("game", "create", "pent").code == 0
    return mailbot
