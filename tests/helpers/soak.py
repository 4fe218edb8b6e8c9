"""What runs a little in `make test` and at full length in `make soak`."""

from __future__ import annotations

import pytest


def seeds(few: int, many: int) -> pytest.MarkDecorator:
    """The first of these seeds in `make test`, the others in `make soak`."""
    rest = pytest.param(range(few, many), marks=pytest.mark.soak)
    return pytest.mark.parametrize("seeds", [range(few), rest], ids=["few", "rest"])


def each_seed(few: int, many: int) -> pytest.MarkDecorator:
    """As `seeds`, with a test for each."""
    rest = (pytest.param(seed, marks=pytest.mark.soak) for seed in range(few, many))
    return pytest.mark.parametrize("seed", [*range(few), *rest])


def number(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """So many in `make test`, and so many in `make soak`."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.soak)])
