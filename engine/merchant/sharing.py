"""Who gets how much when several want more than there is (MER-H79, MER-H117)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.core.dice import Dice, shuffled

Manner = Literal["equal", "by lot"]


def shares(wants: Sequence[float], stock: float) -> list[float]:
    """Of what can be poured: equal shares, nobody more than he wants.

    >>> shares([2.0, 2.0, 0.2], 1.5)
    [0.65, 0.65, 0.2]
    """
    if sum(wants) <= stock:
        return list(wants)
    given = [0.0] * len(wants)
    for left, place in enumerate(sorted(range(len(wants)), key=wants.__getitem__)):
        given[place] = min(wants[place], stock / (len(wants) - left))
        stock -= given[place]
    return given


def divide(
    wants: Sequence[int], stock: int, dice: Dice, purpose: str, manner: Manner = "equal"
) -> list[int]:
    """Of whole things: shares as equal as can be, the odd ones by lot; or first come by lot."""
    if sum(wants) <= stock:
        return list(wants)
    given = [0] * len(wants)
    if manner == "by lot":
        for place in shuffled(dice, range(len(wants)), purpose):
            given[place] = min(wants[place], stock)
            stock -= given[place]
        return given
    while stock > 0:
        short = [place for place, want in enumerate(wants) if given[place] < want]
        each = min(stock // len(short), min(wants[place] - given[place] for place in short))
        if not each:
            short = list(shuffled(dice, short, purpose)[:stock])
        for place in short:
            given[place] += each or 1
        stock -= (each or 1) * len(short)
    return given
