"""Play a whole game from a seed and bots, and play it again from its record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.dice import Dice, FairDice, stage_seed
from engine.core.ruleset import (
    NOTHING,
    AnyBot,
    AnyRuleset,
    BadPosition,
    GmEdit,
    Json,
    Role,
    Scenario,
    Seat,
    Turn,
)

DiceOf = Callable[[int], Dice]
"""The dice of a stage by its number."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as its orders: with scenario and dice it gives the same turns again."""

    seats: tuple[Seat, ...]
    #: The orders of each stage, from stage 0 on, as the ruleset dumps them.
    orders: tuple[Mapping[Role, Json], ...]
    #: The Gamesmaster's corrections and rulings, by the stage before which they were made.
    edits: Mapping[int, tuple[GmEdit, ...]] = field(default_factory=lambda: NOTHING)


def fair_dice(master: bytes, game: str) -> DiceOf:
    """The dice that a game with this master secret and no seed words throws."""
    return lambda stage: FairDice(stage_seed(master, game, stage, {}))


def play(
    ruleset: AnyRuleset,
    scenario: Scenario,
    bots: Mapping[Role, AnyBot],
    dice: DiceOf,
    *,
    stages: int = 1000,
) -> tuple[Record, tuple[Turn[Any], ...]]:
    """The turns of a game between bots, from setup on, until it is over or `stages` have run."""
    seats = tuple(Seat(role) for role in bots)
    turns = [ruleset.setup(scenario, seats, dice(0))]
    record: list[Mapping[Role, Json]] = []
    while not (stage := ruleset.stage(turns[-1].state)).over and len(record) < stages:
        state = turns[-1].state
        thrown = dice(stage.number)
        orders = {
            role: bots[role](ruleset.view(state, role), _Own(thrown, role)) for role in stage.may
        }
        record.append({role: ruleset.dump_orders(given) for role, given in orders.items()})
        turns.append(ruleset.adjudicate(state, orders, thrown))
    return Record(seats, tuple(record)), tuple(turns)


def replay(
    ruleset: AnyRuleset, scenario: Scenario, record: Record, dice: DiceOf
) -> tuple[Turn[Any], ...]:
    """The turns again, from what was ordered."""
    turns = [ruleset.setup(scenario, record.seats, dice(0))]
    for stage, dumped in enumerate(record.orders):
        orders: dict[Role, Sequence[Any]] = {
            role: ruleset.load_orders(data) for role, data in dumped.items()
        }
        state = _amended(ruleset, turns[-1].state, record.edits.get(stage, ()))
        turns.append(ruleset.adjudicate(state, orders, dice(stage)))
    return tuple(turns)


def _amended(ruleset: AnyRuleset, state: Any, edits: Sequence[GmEdit]) -> Any:
    """The position after corrections that were lawful when they were made."""
    for edit in edits:
        turn = ruleset.amend(state, edit)
        if isinstance(turn, tuple):
            raise BadPosition(f"{edit.what} cannot be set: {turn[0].text}")
        state = turn.state
    return state


class _Own:
    """A bot's dice: the stage's, under purposes of its own."""

    def __init__(self, dice: Dice, role: Role) -> None:
        self._dice = dice
        self._role = role

    def below(self, faces: int, purpose: str) -> int:
        return self._dice.below(faces, f"bot/{self._role}/{purpose}")
