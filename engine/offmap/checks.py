"""Everything that can be said against orders, from what their writer knows (OFF-3.9).

The form, the receipt, the bots and the adjudicator all ask here. A unit that cannot obey is left
out with a warning; what makes an order worthless refuses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.ruleset import Problem
from engine.offmap import planning, reacting, reporting
from engine.offmap.declaring import declare
from engine.offmap.orders import (
    Assign,
    Commit,
    Excuse,
    Guard,
    Near,
    Order,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
    verb,
)
from engine.offmap.phases import Phase
from engine.offmap.slips import Slips
from engine.offmap.view import View

RAIDER: Mapping[Phase, frozenset[str]] = {
    Phase.DECLARE: frozenset({"move", "raid", "retrograde", "pass", "shift"}),
    Phase.REACT: frozenset(),
    Phase.DESIGNATE: frozenset(),
    Phase.BATTLE: frozenset({"report", "agree", "dispute", "retrograde", "pass"}),
    Phase.END: frozenset(),
}
"""What the side whose part it is may order (OFF-3.1)."""

DEFENDER: Mapping[Phase, frozenset[str]] = {
    Phase.DECLARE: frozenset({"near", "guard", "shelter", "shift", "pass"}),
    Phase.REACT: frozenset({"react", "near", "assign", "excuse", "pass"}),
    Phase.DESIGNATE: frozenset({"near", "pass"}),
    Phase.BATTLE: frozenset({"report", "agree", "dispute", "commit", "excuse", "pass"}),
    Phase.END: frozenset(),
}
"""What the other side may order; guards stand before the objective is known (OFF-H78)."""


def why_not(view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
    """Everything to be said against these orders; `order` tells which one is meant."""
    timely = [n for n, order in enumerate(orders) if verb(order) in verbs(view)]
    problems = [_wrong_phase(view, order, n) for n, order in enumerate(orders) if n not in timely]
    for n in timely:
        slips = Slips(n)
        _look_at(view, orders[n], slips)
        problems += slips.found
    if view.stage and view.phase is Phase.DECLARE and view.raiding and not view.over:
        problems += declare(view, orders).problems
    return tuple(sorted(problems, key=lambda problem: problem.order or 0))


def verbs(view: View) -> frozenset[str]:
    """The orders that the reader may give in this phase."""
    if view.stage == 0 or view.over:
        return frozenset({"pass"} if view.stage == 0 else ())
    return (RAIDER if view.raiding else DEFENDER)[view.phase]


def _look_at(view: View, order: Order, slips: Slips) -> None:
    if isinstance(order, Near):
        planning.near_slips(view, order, slips)
    elif isinstance(order, Guard):
        planning.guards_of(view, order, slips)
    elif isinstance(order, Shelter):
        planning.sheltered(view, order, slips)
    elif isinstance(order, Assign):
        planning.assigned(view, order, slips)
    elif isinstance(order, Shift):
        planning.shifting(view, order, slips)
    elif isinstance(order, React):
        reacting.coming(view, order, slips)
    elif isinstance(order, Excuse):
        reacting.excused(view, order, slips)
    elif isinstance(order, Report):
        reporting.reported(view, order, slips)
    elif isinstance(order, Commit):
        reporting.commit_slips(view, order, slips)
    elif isinstance(order, Retrograde) and view.phase is Phase.BATTLE:
        reporting.going(view, order, reporting.raiders(view), slips)


def _wrong_phase(view: View, order: Order, n: int) -> Problem:
    slips, word = Slips(n), verb(order)
    if view.over:
        text = "The game is over: no more orders are taken."
    elif view.stage == 0:
        text = f"The game has not begun: `{word}` can be ordered from turn 1 on."
    else:
        now = ", ".join(sorted(verbs(view))) or "nothing"
        text = f"`{word}` cannot be ordered by you in this phase ({view.phase}). Now: {now}."
    slips.refuse("E-PHASE", word, text)
    return slips.found[0]
