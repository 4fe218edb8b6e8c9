"""What stands until its owner changes it, in the words in which it was ordered (OFF-3.1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from engine.offmap.names import key
from engine.offmap.state import Plans, UnitName


def plans_words(plans: Plans) -> Iterator[str]:
    """Each plan as an order that would make it."""
    if plans.near is not None:
        order = plans.near.order
        yield f"near {order if isinstance(order, str) else ' '.join(map(str, order))}"
    for target, ships in sorted(plans.guards.items()):
        yield f"guard {target} with {', '.join(ships)}"
    for at, units in _together(plans.shelters.items()):
        yield f"shelter {', '.join(units)} at {at}"
    if plans.rest:
        yield f"assign rest to area {plans.rest}"
    for sub, units in _together((name, str(sub)) for name, sub in plans.assigned.items()):
        yield f"assign {', '.join(units)} to area {sub}"


def _together(where: Iterable[tuple[UnitName, str]]) -> Iterator[tuple[str, list[UnitName]]]:
    """Those with one aim are named together."""
    by_aim: defaultdict[str, list[UnitName]] = defaultdict(list)
    for name, aim in where:
        by_aim[aim].append(name)
    for aim, names in sorted(by_aim.items()):
        yield aim, sorted(names, key=key)
