"""The world of Merchant Raider that comes with the program."""

from __future__ import annotations

import tomllib
from importlib import resources

from engine.merchant.rules import MERCHANT
from engine.merchant.world import World


def _archipelago() -> World:
    text = resources.files("engine.merchant.worlds").joinpath("archipelago.toml").read_text("utf-8")
    read = MERCHANT.read(tomllib.loads(text), {})
    assert isinstance(read, World), read
    return read


ARCHIPELAGO = _archipelago()
