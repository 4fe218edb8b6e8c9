"""Raider keeps what every ruleset promises."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.raider.bots import cautious
from engine.raider.rules import RAIDER
from tests.helpers.raider import pentarchy
from tests.helpers.ruleset_suite import Game, RulesetSuite


class TestRaider(RulesetSuite):
    game = Game(RAIDER, pentarchy(), {Role(n): cautious for n in ("Ann", "Bob", "Cal", "Dee")})
