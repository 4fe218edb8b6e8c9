"""What is said against an order, and the questions that are asked of every unit (OFF-3.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.core.naming import nearest
from engine.core.ruleset import Problem, Severity
from engine.offmap.ids import UnitName
from engine.offmap.intelligence import told_ships
from engine.offmap.names import key
from engine.offmap.seeing import knows
from engine.offmap.state import Unit
from engine.offmap.view import View

RULE = "OFF-3.9"


@dataclass(slots=True)
class Slips:
    """The problems of one order, as they are found."""

    order: int
    found: list[Problem] = field(default_factory=list)

    def refuse(self, code: str, what: str, text: str, suggestion: str = "") -> None:
        """The order does not count."""
        self._say(code, what, text, Severity.REFUSED, suggestion)

    def leave_out(self, code: str, what: str, text: str, suggestion: str = "") -> None:
        """A unit does not take part; the rest of the order stands (OFF-H24)."""
        self._say(code, what, text, Severity.WARNED, suggestion)

    def nobody_left(self, what: str, text: str) -> None:
        """Why each unit was left out is why the order does not count; else E-EMPTY."""
        if not any(problem.code.startswith("E-") for problem in self.found):
            self.refuse("E-EMPTY", what, text)
        self.found = [
            replace(problem, severity=Severity.REFUSED)
            if problem.code.startswith("E-")
            else problem
            for problem in self.found
        ]

    def remark(self, code: str, what: str, text: str) -> None:
        self._say(code, what, text, Severity.REMARK, "")

    @property
    def refused(self) -> bool:
        return any(problem.refused for problem in self.found)

    def _say(self, code: str, what: str, text: str, severity: Severity, suggestion: str) -> None:
        said = {"what": what}
        problem = Problem(code, text, severity, None, self.order, suggestion, RULE, said)
        self.found.append(problem)


def find(view: View, name: str) -> Unit | None:
    """The unit of that name among those that the reader may know, or has just met in a raid."""
    unit = view.units.get(UnitName(name))
    if unit is None:
        return None
    mine = (raid for raid in view.raids.values() if raid.side == view.role and raid.battle)
    met = any(unit.name in told_ships(raid, view.options) for raid in mine)
    return unit if met or knows(view, view.role, unit) else None


def own(view: View, names: Sequence[UnitName], slips: Slips) -> Iterator[Unit]:
    """The reader's own units of these names, each once; the others are left out (E-UNIT …)."""
    seen: set[str] = set()
    for name in names:
        if key(name) in seen:
            slips.leave_out("W-DUP", name, f"{name} is named twice and counts once.")
            continue
        seen.add(key(name))
        unit = find(view, name)
        if unit is None:
            slips.leave_out("E-UNIT", name, _no_unit(view, name))
        elif unit.side != view.role:
            slips.leave_out("E-NOT-YOURS", name, f"{name} is not yours.")
        else:
            yield unit


def mobile(view: View, units: Iterable[Unit], slips: Slips) -> Iterator[Unit]:
    """Without bases and planets (E-IMMOBILE)."""
    for unit in units:
        kind = view.of_class(unit)
        if kind.immobile:
            text = f"{unit.name} is a {kind.name} and cannot move."
            slips.leave_out("E-IMMOBILE", unit.name, text)
        else:
            yield unit


def fast(view: View, units: Iterable[Unit], slips: Slips) -> Iterator[Unit]:
    """Without slow units (E-SLOW)."""
    for unit in units:
        kind = view.of_class(unit)
        if kind.slow:
            text = f"{unit.name} is a {kind.name}, which is too slow for this."
            slips.leave_out("E-SLOW", unit.name, text)
        else:
            yield unit


def at_hand(units: Iterable[Unit], slips: Slips) -> Iterator[Unit]:
    """Without those in the far or survey zone (E-FAR)."""
    for unit in units:
        if unit.zone != "near":
            text = f"{unit.name} is in the {unit.zone} zone: shift it to near first."
            slips.leave_out("E-FAR", unit.name, text, f"shift {unit.name} to near")
        else:
            yield unit


def _no_unit(view: View, name: str) -> str:
    near = nearest(name, (unit.name for unit in view.own_units))
    hint = f" Do you mean {near}?" if near else ""
    return f"There is no unit called {name}.{hint}"
