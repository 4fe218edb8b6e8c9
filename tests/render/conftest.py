"""Golden files, written anew by `pytest tests/render --update-golden` and read in the diff."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("golden")


def pytest_addoption(parser: pytest.Parser) -> None:
    with suppress(ValueError):  # another folder's conftest was first
        parser.addoption("--update-golden", action="store_true", help="write golden files anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with a golden file."""
    update = request.config.getoption("--update-golden", default=False)

    def check(name: str, text: str) -> None:
        path = FOLDER / name
        if update:
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
