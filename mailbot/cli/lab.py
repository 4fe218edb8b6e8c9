"""`mailbot adjudicate`, `parse`: the rules and the language without a service."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TextIO

import click
import msgspec

from engine.core.dice import Dice, FairDice, QuickDice, ScriptedDice, stage_seed
from engine.core.ruleset import BadPosition, Cancel, Json, Problem, Role, Seat, Turn, Vocabulary
from grammar.shared import is_reserved
from mailbot.cli.common import as_json, tell, to_json
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
    """Run one turn of the position in FILE (JSON or TOML) and show what happens.

    The file gives `ruleset`, `state` and `orders`, structured or as text by player, and may give
    `options`, `seed`, and `dice` (faces by purpose).
    """
    scene = _scene(file, case_id)
    rules = rules_named(str(scene.get("ruleset", "")))
    try:
        state = rules.ruleset.load(_with_options(scene))
        orders, problems = _orders(rules, state, scene)
    except BadPosition as error:
        raise Refused(f"{file}: {error}") from error
    words = seed or str(scene.get("seed", "mailbot"))
    if runs is not None:
        for number in range(runs):
            turn = rules.ruleset.adjudicate(state, orders[0], QuickDice(f"{words} {number}"))
            click.echo(to_json({"state": rules.ruleset.dump(turn.state), "events": _events(turn)}))
        return
    events: list[Any] = []
    for given in orders:
        turn = rules.ruleset.adjudicate(state, given, _dice(rules, state, scene, words))
        state = turn.state
        events += _events(turn)
        problems += [(role, each) for role, told in turn.problems.items() for each in told]
    facts = {
        "state": rules.ruleset.dump(state),
        "events": events,
        "problems": _by_role(rules, state, problems),
        "scores": rules.ruleset.scores(state),
    }
    tell(json, _read_aloud(rules.ruleset.draw(state), facts), facts)


@click.command()
@click.option("--ruleset", required=True, help="Whose order language.")
@click.option(
    "--position",
    type=click.Path(path_type=Path),
    help="A position (JSON or TOML, as for `adjudicate`) to check the orders against.",
)
@click.option("--role", help="The player who writes; needed with --position.")
@click.argument("file", type=click.File("r", encoding="utf-8"), required=False)
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
        state = rules.ruleset.load(_with_options(_scene(position, None)))
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


def _scene(file: Path, case_id: str | None) -> Mapping[str, Any]:
    """A file of one scene, or the case of that id in a file of many."""
    try:
        text = file.read_text(encoding="utf-8")
        data = tomllib.loads(text) if file.suffix == ".toml" else msgspec.json.decode(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise Refused(f"{file} cannot be read: {reason}") from error
    except (tomllib.TOMLDecodeError, msgspec.DecodeError) as error:
        raise Refused(f"{file} cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise Refused(f"{file} must hold a table with `ruleset`, `state` and `orders`")
    if "cases" in data:
        return {"ruleset": data.get("ruleset"), **_case(data["cases"], file, case_id)}
    if "state" not in data:
        raise Refused(f"{file} has no `state`")
    return data


def _case(cases: Sequence[Mapping[str, Any]], file: Path, case_id: str | None) -> Mapping[str, Any]:
    known = [str(case.get("id")) for case in cases if "state" in case]
    if case_id is None:
        raise Refused(f"{file} holds many cases: name one with --case, such as {known[0]}")
    if case_id not in known:
        near = get_close_matches(case_id, known, n=1)
        hint = f"did you mean {near[0]}?" if near else f"the first is {known[0]}"
        raise Refused(f"{file} has no case {case_id} with a position: {hint}")
    return next(case for case in cases if case.get("id") == case_id)


def _with_options(scene: Mapping[str, Any]) -> Json:
    """The position, the scene's options over its own."""
    state: Json = scene["state"]
    if not isinstance(state, dict) or "options" not in scene:
        return state
    return {**state, "options": {**state.get("options", {}), **scene["options"]}}


Orders = Mapping[Role, Sequence[Any]]


def _orders(
    rules: Rules, state: Any, scene: Mapping[str, Any]
) -> tuple[list[Orders], list[tuple[Role, Problem]]]:
    """The orders of each stage to run: structured, or as text that is read against the position."""
    if "stages" in scene:
        told: list[tuple[Role, Problem]] = []
        given = []
        for stage in scene["stages"]:
            orders, problems = _stage(rules, state, stage.get("orders", {}))
            given.append(orders)
            told += problems
        return given, told
    orders, told = _stage(rules, state, scene.get("orders", {}))
    return [orders, *([{}] * (int(scene.get("turns_to_run", 1)) - 1))], told


def _stage(rules: Rules, state: Any, given: Any) -> tuple[Orders, list[tuple[Role, Problem]]]:
    if isinstance(given, Mapping):
        return _from_text(rules, state, given)
    by_role: dict[Role, list[Any]] = {}
    for entry in given:
        order = {key: value for key, value in entry.items() if key != "player"}
        role = _role_of(rules, state, entry.get("player"))
        by_role.setdefault(role, []).extend(rules.ruleset.load_orders([order]))
    return {role: rules.ruleset.merge((), orders) for role, orders in by_role.items()}, []


def _from_text(
    rules: Rules, state: Any, texts: Mapping[str, Any]
) -> tuple[Orders, list[tuple[Role, Problem]]]:
    orders: dict[Role, Sequence[Any]] = {}
    told: list[tuple[Role, Problem]] = []
    for name, text in texts.items():
        role = _role_of(rules, state, name)
        view = rules.ruleset.view(state, role)
        parsed = rules.grammar.parse(str(text), rules.ruleset.vocabulary(view))
        weighed = weigh(rules.ruleset, view, (), parsed)
        orders[role] = weighed.after
        told += [(role, problem) for problem in weighed.problems]
    return orders, told


def _role_of(rules: Rules, state: Any, name: str | None) -> Role:
    roles = rules.ruleset.roles(state)
    if name is None or Role(name) not in roles:
        raise Refused(f"{name!r} is nobody's name here; there are: {', '.join(roles)}")
    return Role(name)


def _dice(rules: Rules, state: Any, scene: Mapping[str, Any], words: str) -> Dice:
    """The dice of a stage: from the seed's words, with the faces that the scene gives."""
    stage = rules.ruleset.stage(state).number
    dice = FairDice(stage_seed(words.encode(), "adjudicate", stage, {}))
    faces = scene.get("dice")
    return ScriptedDice(faces, dice) if faces else dice


def _events(turn: Turn[Any]) -> list[Any]:
    events: list[Any] = msgspec.to_builtins(turn.events)
    return events


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


def _by_role(
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
    facts = ", ".join(f"{key} {value}" for key, value in event.items() if key != "kind")
    return f"{event['kind']}: {facts}"
