"""Points (OFF-3.6)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.ruleset import Role
from engine.offmap.phases import other
from engine.offmap.state import State, Unit


def scores(state: State) -> Mapping[Role, int]:
    """What each side has done to the other's units, and the survey points it has destroyed."""
    points = dict.fromkeys(state.sides, 0)
    for wreck in state.wrecks.values():
        points[other(wreck.side, state.sides)] += _destroyed(state, wreck)
    for unit in state.units.values():
        points[other(unit.side, state.sides)] += _damaged(state, unit)
    for area in state.areas.values():
        points[other(area.side, state.sides)] += area.survey_lost
    return points


def winner(state: State) -> Role | None:
    """Who has more; level: the owner of the area raided, nobody if both sides raid."""
    ranked = sorted(scores(state).items(), key=lambda row: -row[1])
    (best, most), (_, second) = ranked
    if most != second:
        return best
    return None if state.options.sequence == "alternating" else state.defending


def _destroyed(state: State, wreck: Unit) -> int:
    kind = state.classes[wreck.type]
    return kind.crippled_power if wreck.began_crippled else kind.power


def _damaged(state: State, unit: Unit) -> int:
    """Half for a cripple, rounded down; all for a planet laid waste."""
    if not unit.crippled or unit.began_crippled:
        return 0
    kind = state.classes[unit.type]
    return kind.power if kind.kind == "planet" else kind.power // 2
