"""BATTLE: the reports of both sides, and what else is said during it (OFF-3.5)."""

from __future__ import annotations

import msgspec

from engine.core.ruleset import Role
from engine.offmap.events import Committed, Disputed
from engine.offmap.ids import AreaName
from engine.offmap.orders import Commit, Dispute, Excuse, Report, Retrograde, account
from engine.offmap.raids import Account, Raid
from engine.offmap.reacting import excused, waiting_ships
from engine.offmap.reporting import force_ships, going, raiders, reported
from engine.offmap.results import settle, share, verdict
from engine.offmap.slips import Slips
from engine.offmap.state import State
from engine.offmap.table import Table, by_name


def run_battle(table: Table) -> None:
    if not fought_by_players(table.start):
        return
    _excuse(table)
    _commit(table)
    _go(table)
    accounts = {
        role: told for role in (table.raider, table.defender) if (told := _told(table, role))
    }
    disputes = {role: order.text for role in table.sides for order in table.given(role, Dispute)}
    for area in sorted(table.raids):
        if _open(table.raids[area]):
            _judge(table, area, accounts, disputes)


def fought_by_players(state: State) -> bool:
    """Is there a battle of which they report? A quick one has its result when it opens."""
    return any(map(_open, state.raids.values()))


def _open(raid: Raid) -> bool:
    return raid.battle and raid.result is None


def _told(table: Table, role: Role) -> Account | None:
    view = table.view(role)
    parts = tuple(reported(view, order, Slips(0)) for order in table.given(role, Report))
    return account(parts) if parts else None


def _judge(
    table: Table, area: AreaName, accounts: dict[Role, Account], disputes: dict[Role, str]
) -> None:
    """What is agreed is applied; else nothing is, until the Gamesmaster has ruled (OFF-H76)."""
    raid = table.raids[area]
    own = {role: share(told, raid, table.start.options) for role, told in accounts.items()}
    effect = table.start.options.survey_effect
    result = None if disputes else verdict(raid, table.areas[area], own, effect)
    table.change_raid(area, accounts=own, disputes=disputes)
    if result is None:
        table.change_raid(area, disputed=True)
        table.events.append(Disputed(raid.side, area))
    else:
        settle(table, area, result)


def _excuse(table: Table) -> None:
    """Ships of a waiting force stay out (OFF-3.14, `excuse`)."""
    for order in table.given(table.defender, Excuse):
        out = excused(table.view(table.defender), order, Slips(0))
        for area, raid in tuple(table.raids.items()):
            here = {name for name in out if name in waiting_ships(raid)}
            table.change_raid(area, excused=by_name({*raid.excused, *here}))


def _commit(table: Table) -> None:
    for order in table.given(table.defender, Commit):
        for area, raid in tuple(table.raids.items()):
            if raid.battle and order.force not in raid.committed:
                table.change_raid(area, committed=(*raid.committed, order.force))
                ships = force_ships(raid, order.force)
                table.events.append(Committed(table.defender, area, order.force, ships))


def _go(table: Table) -> None:
    """The last order for a ship counts."""
    for order in table.given(table.raider, Retrograde):
        view = table.view(table.raider)
        ways = going(view, order, raiders(view), Slips(0))
        for area, raid in tuple(table.raids.items()):
            here = {name: to for name, to in ways.items() if name in raid.force}
            changed = msgspec.structs.replace(raid, going={**raid.going, **here})
            table.raids[area] = changed
