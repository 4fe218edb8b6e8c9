"""The quick battle, for those who want no second system (OFF-3.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec

from engine.offmap.events import QuickRound
from engine.offmap.force import Classes, current_power
from engine.offmap.ids import AreaName, UnitName
from engine.offmap.names import key
from engine.offmap.raids import Account, Raid, Round
from engine.offmap.reporting import force_ships
from engine.offmap.state import ShipClass, Unit
from engine.offmap.table import Table

Loss: TypeAlias = tuple[Literal["crippled", "destroyed"], UnitName]

HITS_PER = 20
"""A side's power times its die plus one, over this, is its hits."""


@dataclass(slots=True)
class Line:
    """One side's units in the battle."""

    units: list[Unit]
    classes: Classes
    #: The unit that is hit first; empty: none.
    objective: str = ""

    @property
    def power(self) -> int:
        return sum(current_power(unit, self.classes) for unit in self.units)

    def take(self, hits: int) -> tuple[tuple[Loss, ...], int]:
        """Place hits: the objective, then cripples made, then cripples destroyed; and the rest."""
        losses: list[Loss] = []
        for step in (self._objective_cost, self._crippling, self._destroying):
            for name in step():
                hits = self._try(name, hits, losses)
        return tuple(losses), hits

    def _objective_cost(self) -> Iterator[UnitName]:
        """Twice: to cripple it and to destroy it."""
        there = [unit.name for unit in self.units if unit.name == self.objective]
        yield from there
        yield from there

    def _crippling(self) -> list[UnitName]:
        sound = [u for u in self.units if not u.crippled and u.name != self.objective]
        return [u.name for u in sorted(sound, key=lambda u: (self._kind(u).power, key(u.name)))]

    def _destroying(self) -> list[UnitName]:
        hurt = [u for u in self.units if u.crippled and u.name != self.objective]
        order = sorted(hurt, key=lambda u: (self._kind(u).crippled_power, key(u.name)))
        return [unit.name for unit in order]

    def _try(self, name: UnitName, hits: int, losses: list[Loss]) -> int:
        """One step worse for the unit, if there are hits enough; a planet is never destroyed."""
        place = next((n for n, unit in enumerate(self.units) if unit.name == name), None)
        if place is None:
            return hits
        unit = self.units[place]
        kind = self._kind(unit)
        cost = kind.crippled_power if unit.crippled else kind.power - kind.crippled_power
        cost = max(1, cost) * (2 if name == self.objective else 1)
        if cost > hits or (unit.crippled and kind.kind == "planet"):
            return hits
        if unit.crippled:
            del self.units[place]
            losses.append(("destroyed", name))
        else:
            self.units[place] = msgspec.structs.replace(unit, crippled=True)
            losses.append(("crippled", name))
        return hits - cost

    def _kind(self, unit: Unit) -> ShipClass:
        return self.classes[unit.type]


def clash(attackers: Line, defenders: Line, number: int, dice: tuple[int, int]) -> Round:
    """One round: both sides hit at the same moment."""
    attacker_power, defender_power = attackers.power, defenders.power
    on_defender = attacker_power * (dice[0] + 1) // HITS_PER
    on_attacker = defender_power * (dice[1] + 1) // HITS_PER
    defender_losses, unused_on_defender = defenders.take(on_defender)
    attacker_losses, unused_on_attacker = attackers.take(on_attacker)
    return Round(
        round=number,
        attacker_power=attacker_power,
        defender_power=defender_power,
        attacker_die=dice[0],
        defender_die=dice[1],
        hits_on_defender=on_defender,
        hits_on_attacker=on_attacker,
        defender_losses=defender_losses,
        attacker_losses=attacker_losses,
        unused_on_defender=unused_on_defender,
        unused_on_attacker=unused_on_attacker,
    )


def fight(table: Table, area: AreaName) -> Account:
    """The raid's rounds, or until a side has nobody left; what came of them."""
    raid, classes = table.raids[area], table.start.classes
    attackers = Line([table.units[name] for name in raid.force], classes)
    objective = raid.objective if raid.reached else ""
    defenders = Line(_defenders(table, _round_1(raid)), classes, objective)
    rounds: list[Round] = []
    for number in range(1, raid.fight + 1):
        defenders.units += _defenders(table, _joining(table, raid, number))
        if not (attackers.units and defenders.units):
            break
        dice = table.die("quick-a", raid, number), table.die("quick-d", raid, number)
        rounds.append(clash(attackers, defenders, number, dice))
        table.events.append(QuickRound(raid.side, area, rounds[-1]))
    table.change_raid(area, rounds=tuple(rounds))
    return _account(table, rounds)


def _round_1(raid: Raid) -> tuple[UnitName, ...]:
    initial = raid.forces[raid.initial - 1] if raid.initial else ()
    return tuple(dict.fromkeys((*initial, *raid.with_objective)))


def _joining(table: Table, raid: Raid, number: int) -> tuple[UnitName, ...]:
    """The forces that join at the start of the round."""
    options = table.start.options
    near = force_ships(raid, "near") if number == options.near_round else ()
    far = force_ships(raid, "far") if number == options.far_round else ()
    return (*near, *far)


def _units(table: Table, names: Sequence[UnitName]) -> list[Unit]:
    return [table.units[name] for name in names]


def _defenders(table: Table, names: Sequence[UnitName]) -> list[Unit]:
    """Survey ships never fight here, though they be found (OFF-H2)."""
    return [u for u in _units(table, names) if table.start.classes[u.type].kind != "survey"]


def _account(table: Table, rounds: Sequence[Round]) -> Account:
    losses = [loss for each in rounds for loss in (*each.defender_losses, *each.attacker_losses)]
    destroyed = frozenset(name for what, name in losses if what == "destroyed")
    hurt = frozenset(name for what, name in losses if what == "crippled") - destroyed
    planets = frozenset(n for n in hurt if _is_planet(table, n))
    return Account(hurt - planets, destroyed, planets, rounds=len(rounds))


def _is_planet(table: Table, name: UnitName) -> bool:
    return table.start.classes[table.units[name].type].kind == "planet"
