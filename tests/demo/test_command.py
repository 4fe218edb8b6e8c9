"""`mailbot demo` as it is called."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from mailbot.cli.main import cli
from mailbot.errors import ConfigError, Refused


def call(*words: str) -> None:
    CliRunner().invoke(cli, ["demo", *words], catch_exceptions=False, standalone_mode=False)


def test_a_folder_that_is_somebody_elses_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(
        Refused, match=r"is not empty and no demonstration: name another with --dir"
    ):
        call("--dir", str(tmp_path))


def test_a_game_that_nobody_knows_leaves_no_folder_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(ConfigError, match="did you mean 'raider'"):
        call("--ruleset", "raidr")
    assert list(tmp_path.iterdir()) == []
