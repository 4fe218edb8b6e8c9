"""What the harness starts ends with it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crash.harness import ROOT, Theatre

STARTS = """\
import json, sys, time
from tests.crash.harness import Cold, Forge
from tests.crash.launcher import Plan
launcher = {"Forge": Forge, "Cold": Cold}[sys.argv[1]]()
print(launcher.start(Plan(**json.loads(sys.argv[2]))), flush=True)
time.sleep(600)
"""


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.servers
@pytest.mark.parametrize("launcher", ["Forge", "Cold"])
def test_a_service_ends_when_whoever_started_it_is_killed(theatre: Theatre, launcher: str) -> None:
    """A run of tests that is killed leaves nobody at work."""
    with theatre.stage() as stage:
        plan = {"config": str(stage.folder / "config.toml"), "clock": str(stage.clock_file)}
        words = json.dumps(plan | {"log": str(stage.log)})
        tests = subprocess.Popen(
            [sys.executable, "-c", STARTS, launcher, words], cwd=ROOT, stdout=subprocess.PIPE
        )
        assert tests.stdout is not None
        pid = int(tests.stdout.readline())
        deadline = time.monotonic() + 60
        while "reading" not in stage.story():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        tests.kill()
        tests.communicate()
        while runs(pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not runs(pid)
