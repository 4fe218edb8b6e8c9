"""Imports go one way, as the contracts in pyproject.toml say."""

from __future__ import annotations

import pytest
from importlinter.cli import lint_imports

from tests.architecture.project import ROOT


def test_the_import_contracts_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert lint_imports(no_cache=True, no_logo=True) == 0, capsys.readouterr().out
