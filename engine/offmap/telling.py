"""What the other side hears before a phase ends: reports, and forces that have joined (OFF-3.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.core.ruleset import Notice, Role
from engine.offmap.battle_phase import fought_by_players
from engine.offmap.ids import UnitName
from engine.offmap.orders import Agree, Commit, Dispute, Excuse, Order, Report, account
from engine.offmap.phases import Phase, other
from engine.offmap.raids import Account
from engine.offmap.reacting import excused
from engine.offmap.reporting import force_ships, reported
from engine.offmap.seeing import everything
from engine.offmap.slips import Slips
from engine.offmap.state import State


def at_once(state: State, role: Role, orders: Sequence[Order]) -> tuple[Notice, ...]:
    """Nothing but in BATTLE: there each side hears what the other reports."""
    if state.stage == 0 or state.over or state.phase is not Phase.BATTLE:
        return ()
    if not fought_by_players(state):
        return ()
    to = other(role, state.sides)
    return tuple(Notice(to, subject, text) for subject, text in _told(state, role, orders))


def _told(state: State, role: Role, orders: Sequence[Order]) -> Iterator[tuple[str, str]]:
    who, view = state.sides[role].name, everything(state, role)
    reports = [reported(view, order, Slips(0)) for order in orders if isinstance(order, Report)]
    if reports:
        text = f"{who} reports of the battle:\n{_account(account(tuple(reports)))}"
        yield "Report of the battle", f"{text}\nAnswer with `agree`, `dispute` or your own report."
    out = {
        name
        for order in orders
        if isinstance(order, Excuse)
        for name in excused(view, order, Slips(0))
    }
    for order in orders:
        if isinstance(order, Agree):
            yield "Report accepted", f"{who} agrees with your report."
        elif isinstance(order, Dispute):
            # Why is a word to the Gamesmaster alone (OFF-3.7).
            yield "Report disputed", f"{who} disputes the result."
        elif isinstance(order, Commit) and role == state.defending:
            yield from _joined(state, who, order, out)


def _joined(
    state: State, who: str, order: Commit, out: Collection[UnitName]
) -> Iterator[tuple[str, str]]:
    for raid in state.raids.values():
        ships = [name for name in force_ships(raid, order.force) if name not in out]
        if raid.battle and ships:
            names = ", ".join(f"{name} {_class(state, name)}" for name in ships)
            yield f"The {order.force} force has joined", f"{who}: {names} have joined the battle."


def _class(state: State, name: UnitName) -> str:
    unit = state.units[name]
    return f"{unit.type} (crippled)" if unit.crippled else unit.type


def _account(told: Account) -> str:
    lines = [f" {what}: {names}" for what, names in told.losses()]
    if told.survey_lost is not None:
        lines.append(f" survey points lost: {told.survey_lost}")
    if told.rounds is not None:
        lines.append(f" rounds: {told.rounds}")
    if told.withdrew:
        lines.append(f" withdrew: the {told.withdrew}")
    return "\n".join(lines or [" no losses"])
