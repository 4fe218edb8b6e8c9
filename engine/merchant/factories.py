"""What the islands make at the end of a turn (MER-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import floor

from engine.core.dice import Dice
from engine.merchant.events import Production
from engine.merchant.products import CODES, MODULES
from engine.merchant.sea import Sea
from engine.merchant.state import Island

OUTPUT = 7
GENERAL = "?"
DUST = 1e-9


def produce(sea: Sea) -> None:
    """All factories, each on the stores that the one before it has left (MER-H26)."""
    for island in sea.before.islands.values():
        stores, made = sea.stores[island.name], Counter[str]()
        for number, factory in enumerate(in_order(sea, island), 1):
            if factory != GENERAL:
                output = Counter({factory: OUTPUT})
            else:
                universe = CODES if sea.options.factory_universe == "all" else MODULES
                words = f"factory/{island.name}/{number}"
                output = scarcest(stores, universe, sea.dice, words)
            for code, units in output.items():
                stores[code] = stores.get(code, 0) + units
            made += output
        if made:
            sea.tell(Production(island.name, {code: made[code] for code in CODES if made[code]}))


def in_order(sea: Sea, island: Island) -> tuple[str, ...]:
    """Dedicated factories first, or as printed (MER-H26)."""
    if sea.options.factory_order == "printed":
        return island.factories
    return tuple(sorted(island.factories, key=lambda code: code == GENERAL))


def scarcest(
    stores: Mapping[str, float], universe: str, dice: Dice, words: str, output: int = OUTPUT
) -> Counter[str]:
    """A unit of each product of which there is least, again and again (MER-5.3)."""
    have = {code: floor(stores.get(code, 0) + DUST) for code in universe}
    made = Counter[str]()
    level = 0
    while output > 0:
        least = [code for code in universe if have[code] + made[code] == level]
        if len(least) > output:
            least = _some(least, output, dice, words)
        made.update(least)
        output -= len(least)
        level += 1
    return made


def _some(codes: list[str], number: int, dice: Dice, words: str) -> list[str]:
    """So many of these, each set of them equally likely (MER-H30)."""
    rest = list(codes)
    return [rest.pop(dice.below(len(rest), f"{words}/unit {n}")) for n in range(1, number + 1)]
