"""Engagements that belong together in a log: a ship that avoids meets the same enemy many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.ruleset import Event, Role
from engine.merchant.events import BrokeOff, Met
from engine.merchant.options import Engagement
from engine.merchant.orders import ShipName


@dataclass(slots=True)
class Meeting:
    """All that one of the reader's ships had to do with one enemy in the week (MER-H113)."""

    ship: ShipName
    enemy: ShipName
    enemy_owner: Role
    option: Engagement
    #: Segments from the first meeting to the end of the last, or to its beginning if it goes on.
    first: int
    last: int
    times: int = 0


def meetings(events: Sequence[Event]) -> tuple[list[Meeting], list[BrokeOff]]:
    """Meetings in the order in which they began, and the ends of those of an earlier week."""
    found: dict[tuple[str, ...], Meeting] = {}
    present: dict[ShipName, Meeting] = {}
    earlier: list[BrokeOff] = []
    for event in events:
        match event:
            case Met():
                _meet(found, present, event)
            case BrokeOff() if event.ship in present:
                present.pop(event.ship).last = event.segment
            case BrokeOff():
                earlier.append(event)
            case _:
                pass
    return list(found.values()), earlier


def _meet(
    found: dict[tuple[str, ...], Meeting], present: dict[ShipName, Meeting], event: Met
) -> None:
    who = (event.ship, event.enemy, event.enemy_owner, event.option)
    meeting = found.setdefault(who, Meeting(*who, event.segment, event.segment))
    meeting.last = event.segment
    meeting.times += 1
    if event.ship in present and present[event.ship] is not meeting:
        present[event.ship].last = event.segment
    present[event.ship] = meeting
