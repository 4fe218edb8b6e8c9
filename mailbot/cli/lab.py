"""`mailbot adjudicate`, `parse`: the rules and the language without a service."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click

from engine.core.dice import BadFace, QuickDice
from engine.core.ruleset import BadPosition, Cancel, Json, Problem, Role, Seat, Vocabulary
from grammar.reading import Parsed
from grammar.shared import is_reserved
from mailbot.cli.common import as_json, tell, to_json
from mailbot.cli.playing import (
    Played,
    by_turn,
    fair_dice,
    given_faces,
    ordered,
    play,
    role_of,
    same_dice,
)
from mailbot.cli.scenes import load_state, read_scene
from mailbot.errors import Refused
from mailbot.games.weighing import weigh
from mailbot.rulesets import Rules, read_board, read_scenario, rules_named


def _step(text: str) -> tuple[int, int]:
    """`50`, or `2:50` for the second turn that is run."""
    turn, colon, step = text.rpartition(":")
    if step.isdecimal() and (turn.isdecimal() or not colon):
        return int(turn or "1"), int(step)
    raise click.BadParameter(f"{text!r} is no step: write 50, or 2:50 in the second turn")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--case", "case_id", help="The case of that id in a file of cases.")
@click.option("--seed", help="Any words; the same words throw the same dice.")
@click.option("--runs", type=click.IntRange(1), help="Run it so often, one JSON line each.")
@click.option(
    "--at",
    type=_step,
    multiple=True,
    metavar="[TURN:]STEP",
    help="Show the position in figures after this step of a turn, and at the end.",
)
@as_json
def adjudicate(
    file: Path,
    case_id: str | None,
    seed: str | None,
    runs: int | None,
    at: Sequence[tuple[int, int]],
    json: bool,
) -> None:
    """Run the position in FILE (JSON or TOML) for a stage, or several, and show what happens.

    The file gives `ruleset`, `state` and `orders`, structured or as text by player, and may give
    `options`, `seed`, `turns`, and `dice` (faces by purpose). In place of `state` it may give a
    `scenario` with `change` and `given`, and in place of `orders` several `stages`, each with its
    own; a list of orders may also give the `turn` of each.
    """
    if runs and at:
        raise click.UsageError("--at looks into one run: leave out --runs.")
    scene = read_scene(file, case_id)
    rules = rules_named(scene.ruleset)
    state = load_state(file, scene, rules)
    words = seed or str(scene.seed if scene.seed is not None else "mailbot")
    try:
        orders = [ordered(rules, state, given) for given in scene.told[:1]]
        for number in range(runs or 0):
            quick = given_faces(rules, scene).onto(QuickDice(f"{words} {number}"))
            played = play(rules, state, scene, orders, partial(same_dice, quick))
            told = {"state": rules.ruleset.dump(played.state), "events": played.events}
            click.echo(to_json(told))
        if runs is None:
            fair = partial(fair_dice, rules, given_faces(rules, scene), words)
            played = play(rules, state, scene, orders, fair, by_turn(at))
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
    """Read order text from FILE or standard input: the orders understood, and every problem.

    Without a position it is read as orders of a turn or as a sign-up, whichever it is.
    """
    rules = rules_named(ruleset)
    text = sys.stdin.read() if file is None else file.read()
    if position is None:
        words = _any_names(rules, text)
        readings = [rules.grammar.parse(text, replace(words, stage=stage)) for stage in (1, 0)]
        parsed = min(readings, key=lambda one: sum(each.refused for each in _said(one)))
        facts = _parsed(rules, parsed.orders, _said(parsed))
    else:
        state = load_state(position, read_scene(position, None), rules)
        view = rules.ruleset.view(state, role_of(rules, state, role))
        parsed = rules.grammar.parse(text, rules.ruleset.vocabulary(view))
        weighed = weigh(rules.ruleset, view, (), parsed)
        facts = _parsed(rules, weighed.accepted, weighed.problems)
    tell(json, _parsed_aloud(facts), facts)


def _said(parsed: Parsed[Any]) -> list[Problem]:
    return [*(each for line in parsed.lines for each in line.problems), *parsed.problems]


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
    return replace(words, names=names)


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


def _facts(rules: Rules, played: Played) -> dict[str, Any]:
    facts = {
        "state": rules.ruleset.dump(played.state),
        "events": played.events,
        "problems": _told(rules, played.state, played.problems),
        "scores": rules.ruleset.scores(played.state),
    }
    looked = [{"after": after, "refs": refs} for after, refs in played.checkpoints]
    return facts | ({"checkpoints": looked} if looked else {})


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
    for stop in facts.get("checkpoints", ()):
        lines += ["", f"after {stop['after']}:"]
        lines += [f"  {name} {value}" for name, value in stop["refs"].items()]
    return "\n".join(lines)


def _event_aloud(event: Mapping[str, Any]) -> str:
    facts = ", ".join(f"{key} {_aloud(value)}" for key, value in event.items() if key != "kind")
    return f"{event['kind']}: {facts}"


def _aloud(value: Any) -> str:
    """Numbers by name as in `8G 2T`."""
    if isinstance(value, Mapping):
        return " ".join(f"{count}{name}" for name, count in value.items())
    return f"{value}"
