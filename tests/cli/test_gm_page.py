"""The steps of docs/gm.md, done as they stand there."""

from __future__ import annotations

from pathlib import Path

from tests.architecture.project import ROOT, fenced
from tests.cli.conftest import Mailbot

PAGE = (ROOT / "docs" / "gm.md").read_text(encoding="utf-8")
STEPS = [line for block in fenced(PAGE, "sh") for line in block.splitlines()]
(CONFIG,) = fenced(PAGE, "toml")


def test_every_step_of_the_page_works_on_the_config_of_the_page(
    mailbot: Mailbot, folder: Path
) -> None:
    """Only the mail servers are left alone."""
    (folder / "config.toml").unlink()
    (folder / "mailbox.password").write_text("s3cret\n")
    assert STEPS[0] == "mailbot init"
    assert mailbot("init").code == 0
    (folder / "config.toml").write_text(CONFIG)
    done = []
    for step in STEPS[1:]:
        words = step.removeprefix("mailbot ").split()
        words += ["--offline"] if words == ["check"] else []
        words = [str(folder / word) if word.endswith(".db") else word for word in words]
        result = mailbot(*words)
        assert (result.code, result.err.count("Traceback")) == (0, 0), f"{step}: {result.err}"
        done.append(words[0])
    assert {"init", "check", "config", "game", "player", "status", "backup"} == set(done)


def test_the_unit_runs_what_the_page_runs() -> None:
    unit = (ROOT / "docs" / "mailbot.service").read_text(encoding="utf-8")
    assert "mailbot run" in unit
    assert "ReadWritePaths=/home/games/harbour" in unit
    assert "WorkingDirectory=/home/games/harbour" in unit
