"""The rooms import one way; the contracts stand in pyproject.toml."""

from __future__ import annotations

import subprocess
import sys

from tests.architecture.project import ROOT


def test_the_import_contracts_hold() -> None:
    """In a process of its own: the linter switches off the loggers of its process."""
    lint = (
        "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    )
    done = subprocess.run(
        [sys.executable, "-c", lint], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
