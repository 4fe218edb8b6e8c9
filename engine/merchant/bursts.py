"""Shots that belong together in a log: who fired at whom without an hour's pause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.ruleset import Event, Role
from engine.merchant.events import Hit, Salvo
from engine.merchant.orders import ShipName

PAUSE = 12
"""Segments without a shot that end a burst."""


@dataclass(slots=True)
class Burst:
    """Fire of one ship at another, as one of the two tells it."""

    ship: ShipName
    other: ShipName
    other_owner: Role
    #: Does she fire, or is she fired at?
    fires: bool
    first: int
    last: int
    shells: int = 0
    torpedoes: int = 0
    hits: int = 0
    modules: list[str] = field(default_factory=list)
    #: Km, shells, torpedoes and cargo lost, by the module that they were lost with.
    lost: Counter[str] = field(default_factory=Counter)


def bursts(events: Sequence[Event], role: Role) -> list[Burst]:
    """All fire from and at the reader's ships, in the order in which it began."""
    found: list[Burst] = []
    latest: dict[tuple[str, str, bool], Burst] = {}

    def burst(ship: ShipName, other: ShipName, owner: Role, fires: bool, segment: int) -> Burst:
        key = (ship, other, fires)
        present = latest.get(key)
        if present is None or segment - present.last > PAUSE:
            present = latest[key] = Burst(ship, other, owner, fires, segment, segment)
            found.append(present)
        present.last = segment
        return present

    for event in events:
        match event:
            case Salvo() if event.owner == role:
                fired = burst(event.ship, event.target, event.target_owner, True, event.segment)
                fired.shells += event.shells
                fired.torpedoes += event.torpedoes
                fired.hits += event.hits
            case Hit() if event.owner == role:
                felt = burst(event.ship, event.by, event.by_owner, False, event.segment)
                felt.hits += 1
                _rupture(felt, event)
            case Hit():
                _rupture(burst(event.by, event.ship, event.owner, True, event.segment), event)
            case _:
                pass
    return found


def _rupture(burst: Burst, event: Hit) -> None:
    if event.module:
        burst.modules.append(event.module)
        burst.lost[event.module] += event.lost  # type: ignore[assignment]  # km may be fractions
