"""What a battle did: reports compared, and the result applied (OFF-3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from engine.core.ruleset import Role
from engine.offmap.events import Result
from engine.offmap.ids import AreaName
from engine.offmap.intelligence import joined
from engine.offmap.options import Options
from engine.offmap.raids import Account, Raid
from engine.offmap.reporting import force_ships, participants
from engine.offmap.state import SURVEY, Area
from engine.offmap.table import Table, by_name


def verdict(
    raid: Raid, area: Area, accounts: Mapping[Role, Account], effect: str
) -> Account | None:
    """The result on which the reports agree; None if they differ (OFF-H75, OFF-H76)."""
    told = list(accounts.values())
    if len(told) > 1 and not _same(told[0], told[1], raid, area, effect):
        return None
    return _together(told)


def share(account: Account, raid: Raid, options: Options) -> Account:
    """What of a report belongs to this raid."""
    here = participants(raid, options)
    survey = account.survey_lost if raid.objective == SURVEY else None
    return msgspec.structs.replace(
        account,
        crippled=account.crippled & here,
        destroyed=account.destroyed & here,
        devastated=account.devastated & here,
        survey_lost=survey,
    )


def survey_loss(account: Account, raid: Raid, area: Area, effect: str) -> int:
    """As reported; else all or half, rounded up, if a raider is left (OFF-H37)."""
    if raid.objective != SURVEY or not raid.reached:
        return 0
    if account.survey_lost is not None:
        return min(account.survey_lost, area.survey_points)
    if set(raid.force) <= account.destroyed:
        return 0
    return area.survey_points if effect == "all" else (area.survey_points + 1) // 2


def settle(table: Table, area: AreaName, account: Account) -> None:
    """Apply a result."""
    raid, region = table.raids[area], table.areas[area]
    lost = survey_loss(account, raid, region, table.start.options.survey_effect)
    meet(table, raid, account)
    crippled = (account.crippled | account.devastated) - account.destroyed
    for name in crippled & set(table.units):
        table.change_unit(name, crippled=True)
    for name in account.destroyed & set(table.units):
        table.wrecks[name] = table.units.pop(name)
    table.change_area(
        area,
        survey_points=region.survey_points - lost,
        survey_lost=region.survey_lost + lost,
    )
    table.change_raid(area, result=account, disputed=False)
    if raid.battle or lost:
        table.events.append(
            Result(
                raid.side,
                area,
                by_name(account.crippled - account.destroyed),
                by_name(account.destroyed),
                by_name(account.devastated),
                lost,
            )
        )


def meet(table: Table, raid: Raid, account: Account) -> None:
    """The raider knows from now on whom he has met (OFF-3.7)."""
    initial = raid.forces[raid.initial - 1] if raid.initial else ()
    named = account.crippled | account.destroyed | account.devastated
    came = joined(msgspec.structs.replace(raid, result=account), table.start.options)
    waited = {name for force in came for name in force_ships(raid, force)}
    met = {*initial, *raid.with_objective, *named, *waited}
    for name in met - set(raid.force):
        if name in table.units:
            table.change_unit(name, found=True)


def _together(told: Sequence[Account]) -> Account:
    """With rounds and withdrawal as either gives them."""
    result = told[0] if told else Account()
    for other in told[1:]:
        rounds = other.rounds if result.rounds is None else result.rounds
        withdrew = result.withdrew or other.withdrew
        result = msgspec.structs.replace(result, rounds=rounds, withdrew=withdrew)
    return result


def _same(one: Account, two: Account, raid: Raid, area: Area, effect: str) -> bool:
    """Rounds and withdrawal count only if both give them."""
    if None not in (one.rounds, two.rounds) and one.rounds != two.rounds:
        return False
    if None not in (one.withdrew, two.withdrew) and one.withdrew != two.withdrew:
        return False
    losses = (one.crippled, one.destroyed, one.devastated)
    if losses != (two.crippled, two.destroyed, two.devastated):
        return False
    return survey_loss(one, raid, area, effect) == survey_loss(two, raid, area, effect)
