"""Sheets of played games of all rulesets, in the letters that bring them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from engine.core.dice import FairDice, QuickDice
from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Turn
from engine.core.sheet import Sheet
from engine.merchant.orders import ShipName
from engine.merchant.turn import adjudicate
from engine.raider.bots import cautious
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.rulesets import RULES, Rules
from tests.engine.merchant.storms import random_orders, storm
from tests.helpers import merchant_world, offmap_games
from tests.helpers.raider import pentarchy

FOOTER = (f"Dice: all throws of this game were fixed before its first order by {'4f2a9c0b' * 8}.",)


class Letter(NamedTuple):
    name: str
    rules: Rules
    sheet: Sheet
    cover: Cover


def letters() -> tuple[Letter, ...]:
    return (*usual_games(), *great_war())


@cache
def usual_games() -> tuple[Letter, ...]:
    """The opening, the middle and the end of a game of each kind, as everybody is told of it."""
    games = {
        "raider": _raider(),
        "merchant": merchant_world.bot_game(),
        "offmap": [played.turn for played in offmap_games.random_game(3)],
    }
    return tuple(letter for name, turns in games.items() for letter in _game(name, turns))


@cache
def great_war() -> tuple[Letter, ...]:
    """A week of Merchant Raider in which five players meet with thirty ships each."""
    state = storm(4, ships=72, crowd=420.0)
    others = (
        msgspec.structs.replace(ship, name=ShipName(f"New{name}"), mission=None)
        for seed in (4, 5)
        for name, ship in storm(seed, ships=36, crowd=420.0).ships.items()
    )
    ships = {**state.ships, **{ship.name: ship for ship in others}}
    options = msgspec.structs.replace(state.options, log_meetings=True, memory="names")
    state = msgspec.structs.replace(state, ships=ships, options=options)
    turn = adjudicate(state, random_orders(state, 9), QuickDice("war"))
    return tuple(_told("great war", RULES["merchant"], turn))


def _raider() -> Sequence[Turn[Any]]:
    bots = {Role(name): cautious for name in ("Ann", "Bob", "Cal", "Dee", "Eve")}
    return play(RULES["raider"].ruleset, pentarchy(), bots, fair_dice(b"letters", "game"))[1]


def _game(name: str, turns: Sequence[Turn[Any]]) -> Iterator[Letter]:
    for turn in (turns[0], turns[1], turns[len(turns) // 2], turns[-1]):
        yield from _told(name, RULES[name], turn)


def _told(name: str, rules: Rules, turn: Turn[Any]) -> Iterator[Letter]:
    for role in rules.ruleset.roles(turn.state):
        sheet = rules.ruleset.sheet(turn, role, ())
        if sheet is not None:
            yield Letter(f"{name} {turn.stage} {role}", rules, sheet, _cover(rules, turn, role))


def _cover(rules: Rules, turn: Turn[Any], role: Role) -> Cover:
    ruleset = rules.ruleset
    if role not in ruleset.stage(turn.state).may:
        return Cover(footer=FOOTER)
    view = ruleset.view(turn.state, role)
    orders = rules.bots and next(iter(rules.bots.values()))(view, FairDice(b"any"))
    form = ruleset.form(view, orders or ())
    return Cover(
        marker="==ORDERS-ABOVE-THIS-LINE==",
        opening=("Orders for turn 4 are due Sun 6 Dec 2026, 20:00 CET.",),
        template=template(form, rules.grammar.write, "harbour", "turn 4"),
        footer=FOOTER,
    )
