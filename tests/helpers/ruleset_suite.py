"""What must hold for every ruleset, as a suite to inherit: a game between bots, looked at.

class TestRaider(RulesetSuite):
    game = Game(RAIDER, BOARD, {Role("Ann"): cautious, …})
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import pytest

from engine.core.dice import FairDice
from engine.core.play import DiceOf, Record, fair_dice, play, replay
from engine.core.ruleset import AnyBot, AnyRuleset, BadPosition, Cancel, Role, Scenario, Turn

MASTER = bytes(range(32))


@dataclass(frozen=True)
class Game:
    """A game to be played once for all tests."""

    ruleset: AnyRuleset
    scenario: Scenario
    bots: Mapping[Role, AnyBot]
    name: str = "suite"

    @property
    def dice(self) -> DiceOf:
        return fair_dice(MASTER, self.name)

    @cached_property
    def played(self) -> tuple[Record, tuple[Turn[Any], ...]]:
        return play(self.ruleset, self.scenario, self.bots, self.dice)

    @property
    def turns(self) -> tuple[Turn[Any], ...]:
        return self.played[1]

    def orders(self) -> Iterator[tuple[Turn[Any], Role, tuple[Any, ...]]]:
        """What was ordered, with the turn before it."""
        record, turns = self.played
        for before, given in zip(turns, record.orders, strict=False):
            for role, dumped in given.items():
                yield before, role, self.ruleset.load_orders(dumped)


class RulesetSuite:
    game: ClassVar[Game]
    #: May there be stages after which a role is told nothing?
    silent_stages: ClassVar[bool] = False

    @property
    def ruleset(self) -> AnyRuleset:
        return self.game.ruleset

    def dumped(self, turns: tuple[Turn[Any], ...]) -> list[str]:
        return [json.dumps(self.ruleset.dump(turn.state)) for turn in turns]

    def test_the_game_ends_and_its_stages_are_numbered_without_gaps(self) -> None:
        stages = [self.ruleset.stage(turn.state) for turn in self.game.turns]
        assert [stage.number for stage in stages] == list(range(len(stages)))
        assert [stage.over for stage in stages].index(True) == len(stages) - 1

    def test_who_owes_orders_may_send_them_and_plays(self) -> None:
        for turn in self.game.turns:
            stage, roles = self.ruleset.stage(turn.state), self.ruleset.roles(turn.state)
            assert set(stage.owes) <= set(stage.may) <= set(roles) == set(self.game.bots)

    def test_a_position_is_the_same_after_being_saved(self) -> None:
        for turn in self.game.turns:
            text = json.dumps(self.ruleset.dump(turn.state))
            assert self.ruleset.load(json.loads(text)) == turn.state

    def test_orders_are_the_same_after_being_saved(self) -> None:
        for _, _, orders in self.game.orders():
            text = json.dumps(self.ruleset.dump_orders(orders))
            assert self.ruleset.load_orders(json.loads(text)) == orders

    @pytest.mark.parametrize("data", [None, [], {}, "x", {"turn": "x"}, 7])
    def test_what_is_no_position_is_refused(self, data: Any) -> None:
        with pytest.raises(BadPosition):
            self.ruleset.load(data)

    def test_the_record_of_a_game_gives_the_same_turns_again(self) -> None:
        record, turns = self.game.played
        assert replay(self.ruleset, self.game.scenario, record, self.game.dice) == turns

    def test_equal_seeds_give_equal_games(self) -> None:
        again = play(self.ruleset, self.game.scenario, self.game.bots, self.game.dice)
        assert again == self.game.played

    def test_another_seed_gives_another_game(self) -> None:
        other = fair_dice(MASTER[::-1], self.game.name)
        _, turns = play(self.ruleset, self.game.scenario, self.game.bots, other)
        assert self.dumped(turns) != self.dumped(self.game.turns)

    def test_bots_give_no_order_that_is_refused(self) -> None:
        for before, role, orders in self.game.orders():
            said = self.ruleset.why_not(self.ruleset.view(before.state, role), orders)
            assert [problem for problem in said if problem.refused] == []

    def test_nothing_on_the_order_form_is_refused(self) -> None:
        for before, role, orders in self.game.orders():
            view = self.ruleset.view(before.state, role)
            for line in self.ruleset.form(view, orders).lines:
                for order in (*line.standing, *(choice.order for choice in line.choices)):
                    # Beside what stands: a raid may begin where a move of the same turn ends.
                    said = self.ruleset.why_not(view, self.ruleset.merge(orders, [order]))
                    assert [problem for problem in said if problem.refused] == [], order

    def test_every_problem_names_an_order_that_was_asked_about(self) -> None:
        for before, role, orders in self.game.orders():
            for problem in self.ruleset.why_not(self.ruleset.view(before.state, role), orders):
                assert problem.order is None or 0 <= problem.order < len(orders)
                assert problem.text.endswith((".", "?"))

    def test_the_same_letter_twice_changes_nothing(self) -> None:
        for _, _, orders in self.game.orders():
            once = self.ruleset.merge((), orders)
            assert self.ruleset.merge(once, orders) == once

    def test_cancelling_everything_leaves_nothing(self) -> None:
        for _, _, orders in self.game.orders():
            assert self.ruleset.merge(orders, (Cancel(),)) == ()

    def test_running_a_stage_leaves_the_position_before_it_alone(self) -> None:
        before = self.game.turns[len(self.game.turns) // 2].state
        dumped = json.dumps(self.ruleset.dump(before))
        self.ruleset.adjudicate(before, {}, FairDice(MASTER))
        assert json.dumps(self.ruleset.dump(before)) == dumped

    def test_a_stage_runs_without_any_orders(self) -> None:
        for before, after in zip(self.game.turns[:-1], self.game.turns[1:], strict=True):
            turn = self.ruleset.adjudicate(before.state, {}, FairDice(MASTER))
            assert turn.stage == after.stage

    def test_everybody_gets_a_sheet_of_his_own_after_every_turn(self) -> None:
        for turn in self.game.turns[1:]:
            for role in self.game.bots:
                sheet = self.ruleset.sheet(turn, role, ())
                if sheet is None and self.silent_stages:
                    assert not self.ruleset.stage(turn.state).over
                    continue
                assert sheet is not None
                assert (sheet.role, sheet.stage) == (role, turn.stage)
                json.dumps(dict(sheet.facts))
