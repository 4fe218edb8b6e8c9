"""Which units a side may know of (OFF-3.7), and the adjudicator's view with nothing left out."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.offmap.scoring import scores
from engine.offmap.state import State, Unit
from engine.offmap.view import View


def everything(state: State, role: Role) -> View:
    """The position as the adjudicator sees it when he judges this side's orders."""
    return View(
        role=role,
        stage=state.stage,
        over=state.over,
        options=state.options,
        title=state.title,
        sides=state.sides,
        areas=state.areas,
        places=state.places,
        classes=state.classes,
        units=state.units,
        raids=state.raids,
        scores=scores(state),
        sees_all=True,
    )


def knows(seen: State | View, role: Role, unit: Unit) -> bool:
    """Own units, all on the map, all in an area with `intel` open; else what is fixed or was met.

    The same whether it is asked of the position or of a view of it.
    """
    if unit.side == role or unit.at in seen.places or seen.options.intel == "open":
        return True
    return seen.classes[unit.type].immobile or unit.found
