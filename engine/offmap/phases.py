"""The calendar: five phases to a part, one or two parts to a turn (OFF-3.1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from engine.core.ruleset import Role
from engine.offmap.options import Options

PHASES_A_PART = 5


class Phase(StrEnum):
    """The five stages of a part, in order (OFF-3.1)."""

    DECLARE = "declare"
    REACT = "react"
    DESIGNATE = "designate"
    BATTLE = "battle"
    END = "end"


PHASES = tuple(Phase)


def phase_of(stage: int) -> Phase:
    """The phase of a stage from 1 on.

    >>> phase_of(1), phase_of(5), phase_of(6)
    (<Phase.DECLARE: 'declare'>, <Phase.END: 'end'>, <Phase.DECLARE: 'declare'>)
    """
    return PHASES[(stage - 1) % PHASES_A_PART]


def turn_of(stage: int, options: Options) -> int:
    """0 is sign-up."""
    if stage == 0:
        return 0
    return (stage - 1) // PHASES_A_PART // parts(options) + 1


def parts(options: Options) -> int:
    """How many parts a turn has (OFF-H74)."""
    return 2 if options.sequence == "alternating" else 1


def phasing(stage: int, options: Options, sides: tuple[Role, ...]) -> Role:
    """The side whose part it is: the first side's at sign-up and in a one-sided game."""
    first = Role(options.first) if options.first else sides[0]
    part = (max(stage, 1) - 1) // PHASES_A_PART % parts(options)
    return other(first, sides) if part else first


def other(side: Role, sides: Iterable[Role]) -> Role:
    return next(name for name in sides if name != side)
