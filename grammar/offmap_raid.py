"""A raid and its clauses (OFF-3.8)."""

from __future__ import annotations

from engine.core.ruleset import Cancel
from engine.offmap.ids import PlaceName, UnitName
from engine.offmap.orders import All, Names, Order, Raid
from engine.offmap.state import SURVEY
from grammar import offmap_mistakes
from grammar.offmap_names import Finder
from grammar.offmap_slots import Slots

MOST_ROUNDS = 3
CLAUSES = ("from", "with", "flagship", "objective", "using", "fight", "search", "avoid", "sub")


def raid(slots: Slots, finder: Finder) -> tuple[Order | Cancel, ...]:
    """Raises `Slip` if it has no area or no ship (E-AREA, E-PLACE, E-EMPTY)."""
    if _unfilled(slots):
        return ()
    if "area" not in slots:
        raise offmap_mistakes.area_missing()
    finder.problems += map(offmap_mistakes.said_twice, slots.again)
    return (
        Raid(
            area=finder.area(slots.names("area")),
            from_=_from(slots, finder),
            units=_force(slots, finder),
            flagship=_flagship(slots, finder),
            objective=_objective(slots, finder),
            command_point="using" in slots,
            fight=_rounds(slots),
            avoid=tuple(dict.fromkeys(slots.numbers("avoid"))),
            sub=_sub(slots),
        ),
    )


def _unfilled(slots: Slots) -> bool:
    """`raid Deeps from Rim with`: a line of the form; with less it is a raid that lacks ships."""
    clauses = [slot for slot in slots.filled if slot in CLAUSES[1:]]
    filled = any(slot in slots for slot in clauses)
    return not filled and not slots.opened("search") and (bool(clauses) or "from" not in slots)


def _from(slots: Slots, finder: Finder) -> PlaceName:
    """Left out, it is the place of the first of the units."""
    words = slots.names("from")
    return finder.place(words) if words else PlaceName("")


def _force(slots: Slots, finder: Finder) -> Names | All:
    """`all` and `rest` stay as they are until the phase is run."""
    if slots.group("with"):
        return "all"
    words = slots.names("with")
    if not words:
        raise offmap_mistakes.ships_missing()
    units = finder.units(words)
    if not units:
        raise offmap_mistakes.nobody_left("raid")
    return units


def _flagship(slots: Slots, finder: Finder) -> UnitName:
    words = slots.names("flagship")
    if len(words) > 1:
        raise offmap_mistakes.one_at_a_time("flagship", words)
    return UnitName(finder.unit(words[0]) if words else "")


def _objective(slots: Slots, finder: Finder) -> str:
    if "SURVEY" in slots.kinds("objective"):
        return SURVEY
    words = slots.names("objective")
    if len(words) > 1:
        raise offmap_mistakes.one_at_a_time("objective", words)
    return finder.objective(words[0]) if words else ""


def _sub(slots: Slots) -> int:
    sub = slots.number("sub")
    if sub == 0:
        raise offmap_mistakes.no_such_area(sub)
    return sub or 0


def _rounds(slots: Slots) -> int:
    rounds = slots.number("fight")
    if rounds is None:
        return 1
    if not 1 <= rounds <= MOST_ROUNDS:
        raise offmap_mistakes.fight_rounds(str(rounds))
    return rounds
