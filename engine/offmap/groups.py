"""Which force meets the raid, which is near and which is far (OFF-3.4.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.offmap.state import FORCES, Near


def initial_force(die: int) -> int:
    """Two faces for each force.

    >>> [initial_force(die) for die in (1, 2, 3, 4, 5, 6)]
    [1, 1, 2, 2, 3, 3]
    """
    return (die + 1) // 2


def waiting(initial: int) -> tuple[int, ...]:
    """The numbers of the two forces that are not the initial one."""
    return tuple(force for force in FORCES if force != initial)


def usable(near: Near | None, initial: int) -> bool:
    """Does an order say which of the two waiting forces is near?"""
    if near is None:
        return False
    if isinstance(near.order, str):
        return True
    return any(force in waiting(initial) for force in near.order)


def near_force(near: Near | None, initial: int, powers: Sequence[int], sizes: Sequence[int]) -> int:
    """The near force; with nothing usable ordered the stronger one (OFF-H59)."""
    two = waiting(initial)
    if near is not None and not isinstance(near.order, str) and usable(near, initial):
        return next(force for force in near.order if force in two)
    strongest = min(two, key=lambda n: (-powers[n - 1], -sizes[n - 1], n))
    if near is not None and near.order == "weakest":
        return next(force for force in two if force != strongest)
    return strongest
