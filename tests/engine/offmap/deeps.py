"""The sample scenario for tests: positions, orders as they are written, dice by their faces."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import offmap
from engine.core.dice import Dice, FairDice
from engine.core.ruleset import Role, Turn
from engine.offmap import saving
from engine.offmap.changes import changed
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.orders import Order
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid
from engine.offmap.scenario import Scenario, read
from engine.offmap.state import State, Unit
from engine.offmap.turn import adjudicate

PACT, REACH = Role("pact"), Role("reach")
DEEPS = AreaName("Deeps")

FILE: Mapping[str, Any] = tomllib.loads(
    (Path(offmap.__file__).parent / "scenarios" / "deeps.toml").read_text(encoding="utf-8")
)


def scenario(**options: Any) -> Scenario:
    """The sample with some options."""
    made = read(FILE, options)
    assert isinstance(made, Scenario), made
    return made


def deeps(change: str = "", **options: Any) -> State:
    """Turn 1, DECLARE; `change` as in the worked cases: `Gorse.reserve = true, pact.ep = 5`."""
    state = adjudicate(scenario(**options).start, {}, FairDice(b"deeps")).state
    return saving.load(changed(saving.dump(state), change)) if change else state


class Faces:
    """Dice by the first word of their purpose, faces 1 to 6, one after the other; then 1."""

    def __init__(self, **faces: int | Sequence[int]) -> None:
        self.left = {
            word.replace("_", "-"): [told] if isinstance(told, int) else list(told)
            for word, told in faces.items()
        }
        self.thrown: list[str] = []

    def below(self, faces: int, purpose: str) -> int:
        assert faces == 6, purpose
        self.thrown.append(purpose)
        left = self.left.get(purpose.split("/")[0], [])
        return (left.pop(0) if left else 1) - 1


def orders(text: str) -> tuple[Order, ...]:
    """Orders in the canonical short form of these tests, one a line or between semicolons."""
    lines = [line.strip() for line in re.split(r"[;\n]", text) if line.strip()]
    return saving.load_orders([_order(line) for line in lines])


def run(state: State, dice: Dice | None = None, pact: str = "", reach: str = "") -> Turn[State]:
    """One stage."""
    given = {PACT: orders(pact), REACH: orders(reach)}
    return adjudicate(state, given, dice or Faces())


def raided(state: State, pact: str, reach: str = "", dice: Dice | None = None) -> State:
    """The position after DECLARE and REACT: the dice are thrown, the forces divided."""
    thrown = dice or Faces()
    return run(run(state, thrown, pact).state, thrown, reach=reach).state


def until(state: State, phase: Phase, dice: Dice | None = None) -> State:
    """On through silent stages until this phase opens."""
    while state.phase is not phase:
        state = run(state, dice).state
    return state


def raid(state: State) -> Raid:
    return state.raids[DEEPS]


def unit(state: State, name: str) -> Unit:
    return state.units[UnitName(name)]


def codes(turn: Turn[State], role: Role) -> list[str]:
    """What his orders met."""
    return [problem.code for problem in turn.problems.get(role, ())]


def slips(problems: Sequence[Any]) -> list[tuple[str, str]]:
    """Codes with what they are about."""
    return sorted((problem.code, str(problem.arguments.get("what"))) for problem in problems)


_CLAUSES = re.compile(
    r"\b(from|with|flagship|objective|target|using command point|fight|search|avoid|area)\b"
)


def _names(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,&]+", text) if word and word != "and"]


def _order(line: str) -> dict[str, Any]:
    verb, _, rest = line.partition(" ")
    match verb:
        case "raid":
            return _raid(rest)
        case "move" | "shift" | "retrograde":
            units, _, to = rest.rpartition("to ")
            order: dict[str, Any] = {"verb": verb, "units": _names(units), "to": to}
            return order if units else {"verb": verb, "to": to}
        case "react":
            units, _, place = rest.partition(" from ")
            some = {"all": "all", "none": []}.get(units, _names(units))
            return {"verb": verb, "units": some, "from": place}
        case "near":
            words = rest.split()
            return {"verb": verb, "order": rest if words[0].isalpha() else list(map(int, words))}
        case "guard":
            target, _, units = rest.partition(" with ")
            return {"verb": verb, "target": target, "units": _names(units.replace("none", ""))}
        case "shelter":
            units, _, at = rest.partition(" at ")
            return {"verb": verb, "units": _names(units), "at": at}
        case "assign":
            units, _, sub = rest.partition(" to area ")
            some = units if units in ("all", "rest") else _names(units)
            return {"verb": verb, "units": some, "sub": int(sub)}
        case "excuse":
            return {"verb": verb, "units": _names(rest)}
        case "report":
            return {"verb": verb, **_report(rest)}
        case "commit":
            return {"verb": verb, "force": rest}
        case "dispute":
            return {"verb": verb, "text": rest}
    return {"verb": verb}


def _report(rest: str) -> dict[str, Any]:
    what, *names = _names(rest)
    match what:
        case "none":
            return {}
        case "survey":
            return {"survey_lost": int(names[-1])}
        case "rounds":
            return {what: int(names[0])}
        case "withdrew":
            return {what: names[0]}
    return {what: names}


def _raid(rest: str) -> dict[str, Any]:
    head, *clauses = _CLAUSES.split(rest)
    order: dict[str, Any] = {"verb": "raid", "area": head.strip()}
    for word, value in zip(clauses[::2], map(str.strip, clauses[1::2]), strict=True):
        match word:
            case "with":
                units, _, place = value.partition(" at ")
                order["units"] = "all" if units == "all" else _names(units)
                order |= {"from": place} if place else {}
            case "objective" | "target":
                order["objective"] = value.split()[0]
            case "using command point":
                order["command_point"] = True
            case "fight":
                order["fight"] = int(value)
            case "avoid":
                order["avoid"] = list(map(int, _names(value)))
            case "area":
                order["sub"] = int(value)
            case "from" | "flagship":
                order[word] = value
    return order
