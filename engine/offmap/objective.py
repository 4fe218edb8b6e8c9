"""Was the objective reached (OFF-3.4.4)?"""

from __future__ import annotations

from typing import Literal, TypeAlias

from engine.offmap.options import Options
from engine.offmap.state import ShipClass, Unit

Category: TypeAlias = Literal["survey", "capital", "planet", "base", "soft", "other", "warship"]
Modifiers: TypeAlias = tuple[tuple[str, int], ...]

FACES = range(1, 7)


def category(unit: Unit | None, kind: ShipClass | None) -> Category:
    """Which line of the table an objective falls under, the first that applies; None: survey.

    A base or planet stays one whatever its condition (OFF-H34).
    """
    if unit is None or kind is None:
        return "survey"
    if kind.kind == "planet":
        return "capital" if unit.capital else "planet"
    if kind.kind == "base":
        return "base"
    if unit.crippled or kind.kind in ("convoy", "dock"):
        return "soft"
    return "warship" if kind.kind == "warship" else "other"


def modifiers(options: Options, kind: Category, left: int, raids: int) -> Modifiers:
    """What is added to the die, by name: points left, the objective, earlier raids on it."""
    lines: list[tuple[str, int]] = [
        ("points", left * options.mod_mp),
        (kind, int(getattr(options, f"mod_{kind}"))),
    ]
    if kind == "capital" and options.capital_cumulative:
        lines.append(("planet", options.mod_planet))
    lines.append(("previous", raids * options.mod_previous))
    return tuple(lines)


def reached(options: Options, die: int, modifier: int) -> bool:
    """The die, 1 to 6, with all that is added, against the threshold (OFF-H40)."""
    if options.natural and die in (1, 6):
        return die == 6
    return die + modifier >= options.threshold


def winning_faces(options: Options, modifier: int) -> int:
    """On how many of the six faces the objective is reached."""
    return sum(reached(options, die, modifier) for die in FACES)
