"""The world of Merchant Raider that comes with the program."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

from engine.core.play import Record, fair_dice, play
from engine.core.ruleset import Role, Turn
from engine.merchant.bots import careful
from engine.merchant.rules import MERCHANT
from engine.merchant.state import State
from engine.merchant.world import World


def _archipelago() -> World:
    text = resources.files("engine.merchant.worlds").joinpath("archipelago.toml").read_text("utf-8")
    read = MERCHANT.read(tomllib.loads(text), {})
    assert isinstance(read, World), read
    return read


ARCHIPELAGO = _archipelago()


@cache
def bot_record() -> tuple[Record, tuple[Turn[State], ...]]:
    """Nine stages of four bots."""
    bots = {Role(name): careful for name in ("Ann", "Ben", "Cat", "Dan")}
    return play(MERCHANT, ARCHIPELAGO, bots, fair_dice(b"bots", "game"), stages=9)


def bot_game() -> tuple[Turn[State], ...]:
    return bot_record()[1]
