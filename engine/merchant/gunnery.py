"""Targets, salvos and torpedoes (MER-9, MER-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.core.dice import pick, shuffled
from engine.merchant.damage import Shot, suffer
from engine.merchant.events import Salvo, Weapon
from engine.merchant.magic import TORPEDO_HITS, Chance, shell_hits
from engine.merchant.options import Engagement
from engine.merchant.port import out_of, supply
from engine.merchant.products import AMMO, TORPEDO
from engine.merchant.sea import Hull, Sea
from engine.merchant.watch import Watch

SHELLS_A_GUN, TORPEDOES_A_TUBE = 5, 3
"""In a segment (MER-9.2, MER-9.4)."""

LEEWAY = 1e-9


@dataclass(slots=True, eq=False)
class Laying:
    """A ship that has aimed: her target, how far it is, and the chances as they are now."""

    hull: Hull
    target: Hull
    km: float
    shells: Chance


def fire(sea: Sea, watch: Watch) -> None:
    """The firing step: all at once, or ship by ship where the game says so (MER-H50)."""
    ready = watch.gunners(sea)
    if not ready:
        return
    if sea.options.firing == "simultaneous":
        aims = [aim for hull in ready if (aim := _aim(sea, watch, hull))]
        _exchange(sea, watch, aims)
        return
    able = [hull for hull in ready if _attackable(sea, watch, hull)[0]]
    for hull in ready:
        if hull not in able:
            hull.target = None
    for hull in shuffled(sea.dice, able, sea.purpose(f"firing/{sea.clock}")) if able else ():
        aim = _aim(sea, watch, hull) if hull.afloat else None
        _exchange(sea, watch, [aim] if aim else [])


def _exchange(sea: Sea, watch: Watch, aims: Sequence[Laying]) -> None:
    if aims:
        watch.settle(sea)
        suffer(sea, [shot for aim in aims for shot in _salvo(sea, watch, aim)])


def _may_fire(sea: Sea, hull: Hull) -> bool:
    """In some games ships that ignore enemies hold their fire (MER-H63)."""
    return sea.options.hold_fire == "never" or hull.option is not Engagement.IGNORE


def _aim(sea: Sea, watch: Watch, hull: Hull) -> Laying | None:
    """She keeps her target as long as she can attack it, else takes the closest (MER-15)."""
    best, km = _attackable(sea, watch, hull)
    if not best:
        hull.target = None
        return None
    if hull.target is None or best != [hull.target]:
        hull.target = pick(sea.dice, best, sea.purpose(f"target/{sea.clock}/{hull.name}"))
        sea.busy.add(hull)
    return Laying(hull, hull.target, km, shell_hits(hull.target.fit.armour))


def _attackable(sea: Sea, watch: Watch, hull: Hull) -> tuple[list[Hull], float]:
    """Her target if she can attack it, else the closest that she can; and how far they are."""
    reach = hull.fit.reach(hull.ammo, hull.torpedoes) if _may_fire(sea, hull) else 0.0
    best: list[Hull] = []
    least = reach + LEEWAY
    if not reach:
        return best, least
    sea.fix(hull)
    for enemy in watch.near(hull):
        if not enemy.afloat or enemy.alliance == hull.alliance:
            continue
        if enemy.course is not None or enemy.tug is not None:
            sea.fix(enemy)
        over, up = enemy.east - hull.east, enemy.north - hull.north
        km = sqrt(over * over + up * up)
        if km > reach + LEEWAY or (km > least and enemy is not hull.target):
            continue
        if not watch.known(hull.alliance, enemy):
            continue
        if enemy is hull.target:
            return [enemy], km
        if km < least:
            best, least = [enemy], km
        else:
            best.append(enemy)
    return best, least


def _salvo(sea: Sea, watch: Watch, aim: Laying) -> list[Shot]:
    """Guns before tubes, shot by shot (MER-H53, MER-H59); the hits."""
    hull, target, able = aim.hull, aim.target, aim.hull.fit
    shells = torpedoes = 0
    shots: list[Shot] = []
    levels = (watch.level(target.alliance, hull), watch.level(hull.alliance, target))
    if aim.km <= able.guns_reach(hull.ammo) + LEEWAY:
        shells, hits = _discharge(sea, hull, "gun", SHELLS_A_GUN * able.guns, aim.shells)
        shots += [Shot(hull, target, "gun", n, *levels) for n in hits]
    if aim.km <= able.tubes_reach(hull.torpedoes) + LEEWAY:
        wanted = TORPEDOES_A_TUBE * able.tubes
        torpedoes, hits = _discharge(sea, hull, "tube", wanted, TORPEDO_HITS)
        shots += [Shot(hull, target, "tube", n, *levels) for n in hits]
    names = (hull.name, hull.owner, target.name, target.owner)
    sea.tell(Salvo(sea.clock, *names, shells, torpedoes, len(shots), levels[1]))
    return shots


def _discharge(
    sea: Sea, hull: Hull, weapon: Weapon, wanted: int, chance: Chance
) -> tuple[int, list[int]]:
    """How many were fired and which of them hit; in port a magazine is filled on the way."""
    product = AMMO if weapon == "gun" else TORPEDO
    die = sea.dies[hull.owner]
    hits: list[int] = []
    for n in range(1, wanted + 1):
        if not _left(hull, product):
            _refill(sea, hull, product)
            if not _left(hull, product):
                return n - 1, hits
        _spend(hull, product)
        if die.hits(chance, f"shot/{sea.clock}/{hull.name}/{weapon} {n}"):
            hits.append(n)
    if not _left(hull, product):
        _refill(sea, hull, product)
    return wanted, hits


def _left(hull: Hull, product: str) -> int:
    return hull.ammo if product == AMMO else hull.torpedoes


def _spend(hull: Hull, product: str) -> None:
    if product == AMMO:
        hull.ammo -= 1
    else:
        hull.torpedoes -= 1


def _refill(sea: Sea, hull: Hull, product: str) -> None:
    """Run-out resupply in the middle of a salvo (MER-14.1, MER-H118)."""
    if island := sea.at(hull):
        supply(sea, island, [hull], lambda ship, code: code == product and out_of(ship, code))
    if not _left(hull, product):
        sea.dry(hull, product)
