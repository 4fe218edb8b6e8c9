"""`mailbot demo` as it is called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mailbot.cli.main import cli
from mailbot.demo import incidents
from mailbot.demo.show import Plan, Show
from mailbot.errors import ConfigError, Refused


def call(*words: str) -> Result:
    return CliRunner().invoke(cli, ["demo", *words], catch_exceptions=False, standalone_mode=False)


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


def test_an_order_that_goes_missing_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(show: Show, plan: Plan) -> None:
        plan.send(*plan.lines(plan.orders[1:]))
        show.exchange(plan.player)

    monkeypatch.setattr(incidents, "TWISTS", {0: {1: forgetful}})
    result = call("--json", "--dir", str(tmp_path / "out"))
    (failure,) = json.loads(result.stdout)["failures"]
    assert failure.startswith("Sign-up: Mira wanted [")
    assert failure in (tmp_path / "out" / "index.html").read_text().replace("&#39;", "'")
    assert result.return_value == 1
    assert result.stderr == "1 thing was not as it should be\n"
