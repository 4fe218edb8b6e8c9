"""Off-map raids keep what every ruleset promises."""

from __future__ import annotations

from engine.offmap.bots import bold
from engine.offmap.rules import OFFMAP
from tests.engine.offmap.deeps import PACT, REACH, scenario
from tests.helpers.ruleset_suite import Game, RulesetSuite

BOTS = {PACT: bold, REACH: bold}


class TestOffmap(RulesetSuite):
    silent_stages = True
    game = Game(OFFMAP, scenario(), BOTS)


class TestBothSidesRaid(RulesetSuite):
    silent_stages = True
    game = Game(OFFMAP, scenario(battle="quick", sequence="alternating", intel="fixed"), BOTS)


class TestNearAndFar(RulesetSuite):
    silent_stages = True
    game = Game(OFFMAP, scenario(zones="near_far", guards=True, shelter=True), BOTS)


class TestSevenSubAreas(RulesetSuite):
    silent_stages = True
    game = Game(OFFMAP, scenario(zones="seven", battle="quick"), BOTS)
