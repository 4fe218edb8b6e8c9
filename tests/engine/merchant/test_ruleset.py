"""Merchant Raider keeps what every ruleset promises."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.merchant.bots import careful
from engine.merchant.rules import MERCHANT
from tests.engine.merchant.fleet import archipelago
from tests.helpers.ruleset_suite import Game, RulesetSuite

BOTS = {Role(name): careful for name in ("Ann", "Ben", "Cat", "Dan")}


class TestMerchant(RulesetSuite):
    game = Game(MERCHANT, archipelago(vp_end=4), BOTS)


class TestOddOptions(RulesetSuite):
    game = Game(
        MERCHANT,
        archipelago(
            vp_end=3,
            firing="in turn",
            fractional_consumables=False,
            carry_waits=True,
            memory="names",
            visual_km=5,
            shared_homes=True,
            initial_supplies="empty",
        ),
        BOTS,
    )
