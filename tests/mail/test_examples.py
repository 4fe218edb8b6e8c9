"""The examples in the docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import mailbot.mail

MODULES = [module.name for module in iter_modules(mailbot.mail.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_is_true(name: str) -> None:
    assert doctest.testmod(import_module(f"mailbot.mail.{name}")).failed == 0
