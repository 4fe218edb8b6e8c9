"""Golden files and approved pictures, written anew by `pytest tests/render --update-golden`.

The files are read in the diff, the pictures looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

FOLDER = Path(__file__).with_name("golden")
PICTURES = Path(__file__).with_name("approved")
SPOT = 6
"""Dots in a row that are looked at together: smooth edges may differ, a sign or a name may not."""
ALL, ANYWHERE = 0.5, 12
"""How much a picture may differ from the approved one on the average, and in any spot, of 255."""


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


@pytest.fixture
def approved(request: pytest.FixtureRequest) -> Callable[[str, bytes], None]:
    """Compares a picture with the one that somebody has looked at."""
    update = request.config.getoption("--update-golden", default=False)

    def check(name: str, png: bytes) -> None:
        path = PICTURES / name
        if update:
            path.write_bytes(png)
        differs(path.read_bytes(), png)

    return check


def differs(one: bytes, other: bytes) -> None:
    """Fails if two pictures do not look alike."""
    old, new = (Image.open(BytesIO(png)).convert("RGB") for png in (one, other))
    assert old.size == new.size
    difference = ImageChops.difference(old, new)
    assert max(ImageStat.Stat(difference).mean) <= ALL
    spots = difference.reduce(SPOT)
    assert max(high for _, high in spots.getextrema()) <= ANYWHERE  # type: ignore[misc]  # RGB
