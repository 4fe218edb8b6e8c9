"""`mailbot adjudicate`, `parse`: the rules and the language without a service."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import click
import msgspec

from engine.core.dice import BadFace, Dice, FairDice, QuickDice, ScriptedDice, stage_seed
from engine.core.ruleset import BadPosition, Cancel, Json, Problem, Role, Seat, Vocabulary
from grammar.shared import is_reserved
from mailbot.cli.common import as_json, tell, to_json
from mailbot.cli.scenes import Given, Scene, load_state, read_scene
from mailbot.errors import Refused
from mailbot.games.weighing import weigh
from mailbot.rulesets import Rules, read_board, read_scenario, rules_named


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--case", "case_id", help="The case of that id in a file of cases.")
@click.option("--seed", help="Any words; the same words throw the same dice.")
@click.option("--runs", type=click.IntRange(1), help="Run it so often, one JSON line each.")
@as_json
def adjudicate(
    file: Path, case_id: str | None, seed: str | None, runs: int | None, json: bool
) -> None:
    """Run one stage of the position in FILE (JSON or TOML) and show what happens.

    The file gives `ruleset`, `state` and `orders`, structured or as text by player, and may give
    `options`, `seed`, and `dice` (faces by purpose). In place of `state` it may give a `scenario`
    with `change` and `given`, and in place of `orders` several `stages`, each with its own.
    """
    scene = read_scene(file, case_id)
    rules = rules_named(scene.ruleset)
    state = load_state(file, scene, rules)
    words = seed or str(scene.seed or "mailbot")
    try:
        orders = [_ordered(rules, state, given) for given in scene.told[:1]]
        for number in range(runs or 0):
            quick = _script(rules, scene).onto(QuickDice(f"{words} {number}"))
            played = _play(rules, state, scene, orders, partial(_same, quick))
            told = {"state": rules.ruleset.dump(played.state), "events": played.events}
            click.echo(to_json(told))
        if runs is None:
            fair = partial(_fair, rules, _script(rules, scene), words)
            played = _play(rules, state, scene, orders, fair)
            facts = _facts(rules, played)
            tell(json, _read_aloud(rules.ruleset.draw(played.state), facts), facts)
    except (BadPosition, BadFace) as slip:
        raise Refused(f"{file}: {slip}") from slip


@click.command()
@click.option("--ruleset", required=True, help="Whose order language.")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    help="A position (JSON or TOML, as for `adjudicate`) to check the orders against.",
)
@click.option("--role", help="The player who writes; needed with --position.")
@click.argument("file", type=click.File("r", encoding="utf-8", errors="replace"), required=False)
@as_json
def parse(
    ruleset: str, position: Path | None, role: str | None, file: TextIO | None, json: bool
) -> None:
    """Read order text from FILE or standard input: the orders understood, and every problem."""
    rules = rules_named(ruleset)
    text = sys.stdin.read() if file is None else file.read()
    if position is None:
        parsed = rules.grammar.parse(text, _any_names(rules, text))
        problems = [each for line in parsed.lines for each in line.problems]
        facts = _parsed(rules, parsed.orders, [*problems, *parsed.problems])
    else:
        state = load_state(position, read_scene(position, None), rules)
        view = rules.ruleset.view(state, _role_of(rules, state, role))
        parsed = rules.grammar.parse(text, rules.ruleset.vocabulary(view))
        weighed = weigh(rules.ruleset, view, (), parsed)
        facts = _parsed(rules, weighed.accepted, weighed.problems)
    tell(json, _parsed_aloud(facts), facts)


def _any_names(rules: Rules, text: str) -> Vocabulary:
    """The names of the default board, and for what it has none of every word that could be one."""
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    me = (board.seating.roles or (Role("Me"),))[0]
    turn = rules.ruleset.setup(board, [Seat(me)], QuickDice(0))
    words = rules.ruleset.vocabulary(rules.ruleset.view(turn.state, me))
    known = {name.casefold() for names in words.names.values() for name in names} - {me.casefold()}
    guessed = {
        word.casefold(): word
        for word in reversed(_WORD.findall(text))
        if not is_reserved(word) and not get_close_matches(word.casefold(), known, 1, 0.8)
    }
    names = {
        kind: names if set(names) - {me} else (*names, *guessed.values())
        for kind, names in words.names.items()
    }
    return replace(words, names=names, stage=1)


_WORD = re.compile(r"\b[A-Za-z][A-Za-z'-]{1,15}\b")


def _parsed(rules: Rules, orders: Sequence[Any], problems: Sequence[Problem]) -> dict[str, Any]:
    return {
        "orders": [
            {"cancel": order.subject}
            if isinstance(order, Cancel)
            else {"text": rules.grammar.write(order), "order": _one_order(rules, order)}
            for order in orders
        ],
        "problems": [_problem(None, problem) for problem in problems],
    }


def _one_order(rules: Rules, order: Any) -> Json:
    dumped = rules.ruleset.dump_orders((order,))
    return dumped[0] if isinstance(dumped, list | tuple) else dumped


def _parsed_aloud(facts: Mapping[str, Any]) -> str:
    lines = [
        each["text"] if "text" in each else f"cancel {each['cancel'] or 'everything'}"
        for each in facts["orders"]
    ]
    lines += [_problem_aloud(each) for each in facts["problems"]]
    return "\n".join(lines or ["nothing was understood"])


Told: TypeAlias = list[tuple[Role, Problem]]


@dataclass(slots=True)
class _Orders:
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
class _Played:
    """What running a scene gave."""

    state: Any
    events: list[Any] = field(default_factory=list)
    problems: Told = field(default_factory=list)


def _play(
    rules: Rules,
    state: Any,
    scene: Scene,
    first: Sequence[_Orders],
    dice: Callable[[Any], Dice],
) -> _Played:
    """Turn after turn; `first` are the orders of the first, which are read only once."""
    played = _Played(state)
    for number, given in enumerate(scene.told):
        orders = first[0] if number == 0 else _ordered(rules, played.state, given)
        turn = rules.ruleset.adjudicate(played.state, orders.of, dice(played.state))
        played.state = turn.state
        played.events += msgspec.to_builtins(turn.events)
        played.problems += orders.problems
        for role, said in turn.problems.items():
            played.problems += [(role, orders.placed(role, each)) for each in said]
    return played


def _facts(rules: Rules, played: _Played) -> dict[str, Any]:
    return {
        "state": rules.ruleset.dump(played.state),
        "events": played.events,
        "problems": _told(rules, played.state, played.problems),
        "scores": rules.ruleset.scores(played.state),
    }


def _ordered(rules: Rules, state: Any, given: Given) -> _Orders:
    """The orders of a turn: structured, or as text that is read against the position."""
    orders = _Orders()
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
        return {_role_of(rules, state, name): said for name, said in given.items()}
    by_role: dict[Role, list[dict[str, Any]]] = {}
    for entry in given:
        role = _role_of(rules, state, entry.get("player"))
        order = {key: value for key, value in entry.items() if key != "player"}
        by_role.setdefault(role, []).append(order)
    return dict(by_role)


def _role_of(rules: Rules, state: Any, name: str | None) -> Role:
    roles = rules.ruleset.roles(state)
    if name is None or Role(name) not in roles:
        raise Refused(f"{name!r} is nobody's name here; there are: {', '.join(roles)}")
    return Role(name)


def _fair(rules: Rules, script: ScriptedDice, words: str, state: Any) -> Dice:
    """The dice of a stage: from the seed's words, with the faces that the scene gives."""
    stage = rules.ruleset.stage(state).number
    return script.onto(FairDice(stage_seed(words.encode(), "adjudicate", stage, {})))


def _same(dice: Dice, state: Any) -> Dice:  # noqa: ARG001
    return dice


def _script(rules: Rules, scene: Scene) -> ScriptedDice:
    """The faces that the scene gives, to be laid over the dice of each stage."""
    return ScriptedDice(scene.dice or {}, QuickDice(0), rules.lowest_face)


def _problem(role: Role | None, problem: Problem) -> dict[str, Any]:
    told = {
        "line": problem.line,
        "code": problem.code,
        "severity": problem.severity.value,
        "text": problem.text,
    }
    if problem.suggestion:
        told["suggestion"] = problem.suggestion
    return told if role is None else {"role": role, **told}


def _told(
    rules: Rules, state: Any, problems: Sequence[tuple[Role, Problem]]
) -> dict[str, list[Any]]:
    return {
        role: [_problem(role, problem) for whose, problem in problems if whose == role]
        for role in rules.ruleset.roles(state)
        if any(whose == role for whose, _ in problems)
    }


def _problem_aloud(problem: Mapping[str, Any]) -> str:
    where = f"line {problem['line']}, " if problem["line"] else ""
    return f"{where}{problem['severity']}: {problem['text']}"


def _read_aloud(drawn: str, facts: Mapping[str, Any]) -> str:
    lines = [drawn.rstrip(), ""]
    lines += [_event_aloud(event) for event in facts["events"]]
    for role, problems in facts["problems"].items():
        lines += [f"{role}: {_problem_aloud(problem)}" for problem in problems]
    lines.append(
        "points: " + ", ".join(f"{who} {points}" for who, points in facts["scores"].items())
    )
    return "\n".join(lines)


def _event_aloud(event: Mapping[str, Any]) -> str:
    facts = ", ".join(f"{key} {_aloud(value)}" for key, value in event.items() if key != "kind")
    return f"{event['kind']}: {facts}"


def _aloud(value: Any) -> str:
    """Numbers by name as in `8G 2T`."""
    if isinstance(value, Mapping):
        return " ".join(f"{count}{name}" for name, count in value.items())
    return f"{value}"
