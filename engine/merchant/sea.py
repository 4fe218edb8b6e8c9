"""The position while a week is run: the only thing in this game that changes under our hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush

import msgspec

from engine.core.dice import Dice
from engine.core.plane import Point, parse_grid
from engine.core.ruleset import Event, Role
from engine.merchant.course import NEVER, Course, steer
from engine.merchant.events import RanDry
from engine.merchant.fit import Fit, cells, fit
from engine.merchant.magic import Die
from engine.merchant.options import Engagement, Options
from engine.merchant.orders import Carry, Disband, IslandName, Mission, Sail, ShipName, Tow
from engine.merchant.products import AMMO, FUEL
from engine.merchant.state import (
    AT_ISLAND,
    AllianceName,
    Cargo,
    Island,
    Seen,
    Ship,
    State,
    Sunk,
)


@dataclass(slots=True, eq=False)
class Hull:
    """A ship while a week is run; `east`, `north` and `fuel` are of the end of segment `now`."""

    id: int
    name: ShipName
    owner: Role
    alliance: AllianceName
    #: The places of her structure: `A`, or `A+` where ruptured.
    cells: list[str]
    fit: Fit
    east: float
    north: float
    fuel: float
    ammo: int
    torpedoes: int
    cargo: Cargo | None
    mission: Mission | None
    leg: int
    option: Engagement
    kills: int
    now: int = 0
    #: The leg under way, if its goal is a point.
    course: Course | None = None
    #: How many courses she has taken up.
    voyage: int = 0
    #: The ship she steers for, if the goal of her leg is one.
    leader: Hull | None = None
    #: The place of the leg's goal, if it is one; for a mission that is done, where she stays.
    goal: Point | None = None
    towing: Hull | None = None
    tug: Hull | None = None
    target: Hull | None = None
    engaged: Hull | None = None
    afloat: bool = True
    #: Her steering brought her to the ship that her leg leads to.
    reached: bool = False
    #: She lies at the source until her cargo is there (MER-H76).
    waiting: bool = False

    @property
    def structure(self) -> str:
        return "".join(self.cells)

    @property
    def burn(self) -> int:
        """Km of fuel for a km sailed (MER-11.2)."""
        return 2 if self.towing else 1

    @property
    def step(self) -> float:
        """Km a segment (MER-11.1)."""
        return self.fit.step / 2 if self.towing else self.fit.step

    @property
    def steps(self) -> bool:
        """Must she be moved segment by segment, since her goal may move?"""
        return self.tug is None and (self.engaged is not None or self.leader is not None)

    @property
    def thirsty(self) -> bool:
        """Has she run out of anything that she has room for (MER-14.1)?"""
        able = self.fit
        return bool(
            (not self.ammo and able.guns)
            or (not self.torpedoes and able.tubes)
            or (not self.fuel and able.engines)
        )

    def refit(self) -> None:
        """Count anew after a change of her cells."""
        self.fit = fit(self.structure)


@dataclass(slots=True)
class Sea:
    """All that a week works on; hulls stand in the order of their ids, sunk ones too."""

    before: State
    dice: Dice
    hulls: list[Hull]
    stores: dict[IslandName, dict[str, float]]
    visited: dict[Role, set[IslandName]]
    sunk: dict[Role, int]
    captures: dict[Role, int]
    dies: dict[Role, Die]
    #: Ships afloat, and islands, by name in small letters; islands also by place.
    names: dict[str, Hull]
    islands: dict[str, Island]
    charted: dict[tuple[int, int], Island]
    #: The last segment whose movement is done.
    clock: int = 0
    events: list[Event] = field(default_factory=list)
    losses: list[Sunk] = field(default_factory=list)
    seen: dict[AllianceName, dict[IslandName, Seen]] = field(default_factory=dict)
    thirsty: set[Hull] = field(default_factory=set)
    #: Ships that are moved segment by segment.
    steppers: set[Hull] = field(default_factory=set)
    #: Ships with a target, or engaged: looked after each segment until that is over.
    busy: set[Hull] = field(default_factory=set)
    #: Something happened that may bring enemies into sight or range sooner than was reckoned.
    alarm: bool = False
    #: Counts lots of one kind at one place in one segment, so that each has a purpose of its own.
    _lots: dict[str, int] = field(default_factory=dict)
    _agenda: list[tuple[int, int, int]] = field(default_factory=list)

    @property
    def options(self) -> Options:
        return self.before.options

    def afloat(self) -> Iterator[Hull]:
        return (hull for hull in self.hulls if hull.afloat)

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def purpose(self, words: str) -> str:
        """A purpose for a throw, used once."""
        count = self._lots[words] = self._lots.get(words, 0) + 1
        return words if count == 1 else f"{words}/{count}"

    # ------------------------------------------------------------- names

    def island(self, name: str) -> Island | None:
        return self.islands.get(name.casefold())

    def ship(self, name: str) -> Hull | None:
        """A ship afloat of that name."""
        return self.names.get(name.casefold())

    def place(self, location: str) -> Point | Hull | None:
        """What a location is: a point, or a ship afloat; None if it is neither."""
        if island := self.island(location):
            return island.point
        return parse_grid(location) or self.ship(location)

    def enemies(self, hull: Hull) -> list[Hull]:
        """All ships afloat of other alliances (MER-2.2)."""
        return [other for other in self.hulls if other.afloat and other.alliance != hull.alliance]

    def join(self, hull: Hull) -> None:
        """A ship is launched; her id is the next one."""
        self.hulls.append(hull)
        self.names[hull.name.casefold()] = hull

    def strike(self, hull: Hull) -> None:
        """She is sunk or broken up."""
        self.fix(hull)
        hull.afloat = False
        self.alarm = True
        hull.course = hull.leader = hull.goal = hull.target = hull.engaged = None
        del self.names[hull.name.casefold()]
        for group in (self.thirsty, self.steppers, self.busy):
            group.discard(hull)

    # ------------------------------------------------------------- places

    def fix(self, hull: Hull) -> None:
        """Bring her place and fuel up to the clock."""
        course = hull.course
        if course is not None:
            if hull.now != self.clock:
                hull.east, hull.north, hull.fuel = course.at(self.clock)
                hull.now = self.clock
        elif hull.tug is not None:
            self.fix(hull.tug)
            hull.east, hull.north = hull.tug.east, hull.tug.north

    def at(self, hull: Hull) -> Island | None:
        """The island where she is (MER-1.4)."""
        self.fix(hull)
        island = self.charted.get((int(hull.east + 0.5), int(hull.north + 0.5)))
        if island is None:
            return None
        near = Point(hull.east, hull.north).to(island.point) <= AT_ISLAND
        return island if near else None

    # ------------------------------------------------------------- courses

    def arm(self, hull: Hull) -> None:
        """Set her on the way to the goal of her leg, from where she is now."""
        self.fix(hull)
        hull.course, hull.now = None, self.clock
        hull.voyage += 1
        if hull.steps:
            self.steppers.add(hull)
            return
        self.steppers.discard(hull)
        here = Point(hull.east, hull.north)
        if hull.tug is not None or hull.goal is None or (here == hull.goal and not _owed(hull)):
            return
        course = steer(here, hull.goal, self.clock, hull.step, hull.fuel, hull.burn)
        hull.course = course
        for segment in {course.arrives, course.dry, *self._passes(course)} - {NEVER}:
            heappush(self._agenda, (segment, hull.id, hull.voyage))

    def due(self) -> int:
        """The next segment in which a course brings something."""
        agenda = self._agenda
        while agenda and self._stale(agenda[0]):
            heappop(agenda)
        return agenda[0][0] if agenda else NEVER

    def reports(self) -> list[Hull]:
        """The ships whose courses bring something in this segment, by id."""
        found = set()
        while self.due() <= self.clock:
            found.add(heappop(self._agenda)[1])
        return [self.hulls[place] for place in sorted(found)]

    def _stale(self, entry: tuple[int, int, int]) -> bool:
        hull = self.hulls[entry[1]]
        return hull.course is None or hull.voyage != entry[2]

    def _passes(self, course: Course) -> Iterator[int]:
        """Segments at whose ends she is at an island on the way (MER-H115)."""
        length, start = course.length, course.start
        if length == 0.0 or not course.step:
            return
        east = (course.goal.east - start.east) / length
        north = (course.goal.north - start.north) / length
        for island in self.charted.values():
            over, up = island.e - start.east, island.n - start.north
            if abs(over * north - up * east) <= AT_ISLAND:
                along = (over * east + up * north) / course.step
                for segment in range(int(along) - 1, int(along) + 3):
                    if 0 < segment < course.arrives - course.since:
                        yield course.since + segment

    # ------------------------------------------------------------- contents

    def dry(self, hull: Hull, product: str) -> None:
        self.thirsty.add(hull)
        place = (hull.east, hull.north)
        self.tell(RanDry(self.clock, hull.name, hull.owner, product, *place))

    def check_thirst(self, hull: Hull) -> None:
        (self.thirsty.add if hull.thirsty else self.thirsty.discard)(hull)

    def room(self, hull: Hull, product: str) -> float:
        """Km, shells or torpedoes that she could still take."""
        able = hull.fit
        if product == FUEL:
            return max(0.0, able.fuel_room - hull.fuel)
        if product == AMMO:
            return max(0, able.ammo_room - hull.ammo)
        return max(0, able.torpedo_room - hull.torpedoes)


def _owed(hull: Hull) -> bool:
    """Is there still a leg to be completed where she lies?"""
    return hull.mission is not None and hull.leg < legs(hull.mission)


def legs(mission: Mission) -> int:
    """How many legs a mission has; shipyard work has none."""
    if isinstance(mission, Sail):
        return len(mission.to)
    if isinstance(mission, Carry | Tow):
        return 2
    return 1 if isinstance(mission, Disband) else 0


def put_to_sea(state: State, dice: Dice) -> Sea:
    """A position made ready for a week."""
    players = state.players
    hulls = [
        _hull(place, ship, players[ship.owner].alliance)
        for place, ship in enumerate(state.ships.values())
    ]
    sea = Sea(
        before=state,
        dice=dice,
        hulls=hulls,
        names={hull.name.casefold(): hull for hull in hulls},
        islands={name.casefold(): island for name, island in state.islands.items()},
        charted={(island.e, island.n): island for island in state.islands.values()},
        stores={name: dict(island.stores) for name, island in state.islands.items()},
        visited={name: set(player.visited) for name, player in players.items()},
        sunk={name: player.sunk for name, player in players.items()},
        captures={name: player.captures for name, player in players.items()},
        dies={name: Die(player, state.options, dice) for name, player in players.items()},
        seen={name: dict(each.seen) for name, each in state.alliances.items()},
    )
    _tie(sea, state)
    return sea


def bring_home(sea: Sea, turn: int) -> State:
    """The position after what was run, for that turn."""
    before = sea.before
    return msgspec.structs.replace(
        before,
        turn=turn,
        islands={
            name: msgspec.structs.replace(island, stores=_stocked(sea.stores[name]))
            for name, island in before.islands.items()
        },
        players={
            name: msgspec.structs.replace(
                player,
                visited=frozenset(sea.visited[name]),
                sunk=sea.sunk[name],
                captures=sea.captures[name],
                magic=sea.dies[name].memory(),
            )
            for name, player in before.players.items()
        },
        alliances={
            name: msgspec.structs.replace(alliance, seen=dict(sorted(sea.seen[name].items())))
            for name, alliance in before.alliances.items()
        },
        ships={hull.name: _ship(sea, hull) for hull in sea.afloat()},
        sunk=(*before.sunk, *sea.losses),
    )


def _hull(place: int, ship: Ship, alliance: AllianceName) -> Hull:
    return Hull(
        id=place,
        name=ship.name,
        owner=ship.owner,
        alliance=alliance,
        cells=cells(ship.structure),
        fit=fit(ship.structure),
        east=ship.e,
        north=ship.n,
        fuel=ship.fuel,
        ammo=ship.ammo,
        torpedoes=ship.torpedoes,
        cargo=ship.cargo,
        mission=ship.mission,
        leg=ship.leg,
        option=ship.engagement,
        kills=ship.kills,
    )


def _tie(sea: Sea, state: State) -> None:
    """Lines, targets and engagements of the week before."""
    for hull, ship in zip(sea.hulls, state.ships.values(), strict=True):
        hull.towing = sea.ship(ship.towing) if ship.towing else None
        if hull.towing:
            hull.towing.tug = hull
        hull.target = sea.ship(ship.target) if ship.target else None
        hull.engaged = sea.ship(ship.engaged) if ship.engaged else None
        if hull.target or hull.engaged:
            sea.busy.add(hull)
        sea.check_thirst(hull)


def _ship(sea: Sea, hull: Hull) -> Ship:
    """A ship as she is kept; places and fuel to a millionth of a km (MER-3.6)."""
    sea.fix(hull)
    return Ship(
        name=hull.name,
        owner=hull.owner,
        structure=hull.structure,
        e=round(hull.east, 6),
        n=round(hull.north, 6),
        fuel=round(hull.fuel, 6),
        ammo=hull.ammo,
        torpedoes=hull.torpedoes,
        cargo=hull.cargo,
        mission=hull.mission,
        leg=hull.leg,
        engagement=hull.option,
        kills=hull.kills,
        towing=hull.towing.name if hull.towing else None,
        target=hull.target.name if hull.target else None,
        engaged=hull.engaged.name if hull.engaged else None,
    )


def _stocked(stores: dict[str, float]) -> dict[str, float]:
    """What is there, by code; whole numbers as such, and no dust."""
    kept = {code: round(amount, 9) for code, amount in sorted(stores.items())}
    return {code: int(n) if n == int(n) else n for code, n in kept.items() if n}
