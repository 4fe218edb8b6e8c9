"""A scene played: turn after turn, orders read against the position that they meet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import msgspec

from engine.core.dice import Dice, FairDice, QuickDice, ScriptedDice, stage_seed
from engine.core.ruleset import NOTHING, Json, Problem, Role, Stepwise, Turn
from mailbot.cli.scenes import Given, Scene
from mailbot.errors import Refused
from mailbot.games.weighing import weigh
from mailbot.rulesets import Rules

Told: TypeAlias = list[tuple[Role, Problem]]

Stops: TypeAlias = Mapping[int, Sequence[int]]
"""After which steps of which turn, counted from 1, the position is wanted."""


@dataclass(slots=True)
class Orders:
    """The orders of a turn as they were read."""

    of: dict[Role, Sequence[Any]] = field(default_factory=dict)
    #: The lines of the text in which they stand.
    lines: dict[Role, Sequence[int | None]] = field(default_factory=dict)
    problems: Told = field(default_factory=list)

    def placed(self, role: Role, problem: Problem) -> Problem:
        """What became of an order, at its line."""
        if role not in self.lines or problem.order is None:
            return problem
        return problem.on_line(self.lines[role][problem.order])


@dataclass(slots=True)
class Played:
    """What running a scene gave."""

    state: Any
    events: list[Any] = field(default_factory=list)
    problems: Told = field(default_factory=list)
    #: Positions in figures, after which step of which turn: `1:50`.
    checkpoints: list[tuple[str, Mapping[str, Json]]] = field(default_factory=list)


def play(
    rules: Rules,
    state: Any,
    scene: Scene,
    first: Sequence[Orders],
    dice: Callable[[Any], Dice],
    at: Stops = NOTHING,
) -> Played:
    """Turn after turn; `first` are the orders of the first, which are read only once."""
    played = Played(state)
    if beyond := [turn for turn in at if not 1 <= turn <= len(scene.told)]:
        raise Refused(f"--at: turn {beyond[0]} is not run; give `turns`, or `stages`, for more")
    for number, given in enumerate(scene.told, start=1):
        orders = first[0] if number == 1 else ordered(rules, played.state, given)
        thrown = dice(played.state)
        if at:
            turn, found = _looked_into(rules, played.state, orders, thrown, at.get(number, ()))
            played.checkpoints += [(f"{number}:{step}", refs) for step, refs in found.items()]
        else:
            turn = rules.ruleset.adjudicate(played.state, orders.of, thrown)
        if at and number == len(scene.told):
            played.checkpoints.append(("end", _stepwise(rules).end_refs(turn)))
        played.state = turn.state
        played.events += msgspec.to_builtins(turn.events)
        played.problems += orders.problems
        for role, said in turn.problems.items():
            played.problems += [(role, orders.placed(role, each)) for each in said]
    return played


def by_turn(at: Collection[tuple[int, int]]) -> Stops:
    """Turns and steps as they were asked for."""
    return {turn: sorted({step for of, step in at if of == turn}) for turn, _ in sorted(at)}


def _looked_into(
    rules: Rules, state: Any, orders: Orders, dice: Dice, steps: Sequence[int]
) -> tuple[Turn[Any], Mapping[int, Mapping[str, Json]]]:
    """A turn with its position after these steps."""
    turn, found = _stepwise(rules).checked(state, orders.of, dice, steps)
    missing = [step for step in steps if step not in found]
    if missing:
        raise Refused(f"--at: this turn has no step {missing[0]}")
    return turn, found


def _stepwise(rules: Rules) -> Stepwise:
    if not isinstance(rules.ruleset, Stepwise):
        raise Refused(f"--at: a turn of {rules.ruleset.title} has no steps to look into")
    return rules.ruleset


def ordered(rules: Rules, state: Any, given: Given) -> Orders:
    """The orders of a turn: structured, or as text that is read against the position."""
    orders = Orders()
    for role, said in _by_role(rules, state, given).items():
        if isinstance(said, str):
            view = rules.ruleset.view(state, role)
            parsed = rules.grammar.parse(said, rules.ruleset.vocabulary(view))
            weighed = weigh(rules.ruleset, view, (), parsed)
            orders.of[role], orders.lines[role] = weighed.after, weighed.lines
            orders.problems += [(role, problem) for problem in weighed.problems]
        else:
            orders.of[role] = rules.ruleset.load_orders(said)
    return orders


def _by_role(rules: Rules, state: Any, given: Given) -> Mapping[Role, str | list[dict[str, Any]]]:
    if isinstance(given, dict):
        return {role_of(rules, state, name): said for name, said in given.items()}
    by_role: dict[Role, list[dict[str, Any]]] = {}
    for entry in given:
        role = role_of(rules, state, entry.get("player"))
        order = {key: value for key, value in entry.items() if key != "player"}
        by_role.setdefault(role, []).append(order)
    return {role: _letter(entries) or entries for role, entries in by_role.items()}


def _letter(entries: Sequence[Mapping[str, Any]]) -> str:
    """Orders that are each given as a line of text, as one letter; empty if they are not."""
    lines = [entry.get("text") for entry in entries]
    return "\n".join(line if isinstance(line, str) else "" for line in lines) if any(lines) else ""


def role_of(rules: Rules, state: Any, name: str | None) -> Role:
    roles = rules.ruleset.roles(state)
    if name is None or Role(name) not in roles:
        raise Refused(f"{name!r} is nobody's name here; there are: {', '.join(roles)}")
    return Role(name)


def fair_dice(rules: Rules, faces: ScriptedDice, words: str, state: Any) -> Dice:
    """The dice of a stage: from the seed's words, with the faces that the scene gives."""
    stage = rules.ruleset.stage(state).number
    return faces.onto(FairDice(stage_seed(words.encode(), "adjudicate", stage, {})))


def same_dice(dice: Dice, state: Any) -> Dice:  # noqa: ARG001
    return dice


def given_faces(rules: Rules, scene: Scene) -> ScriptedDice:
    """The faces that the scene gives, to be laid over the dice of each stage."""
    return ScriptedDice(scene.dice or {}, QuickDice(0), rules.lowest_face)
