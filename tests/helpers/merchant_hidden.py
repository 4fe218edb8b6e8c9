"""What one player may not know after a week, changed row by row of the table (MER-19.7).

Nothing here uses `view`, `sight`, `radar` or `heard`: a hole there is to be found, not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import floor
from random import Random
from typing import Any

import msgspec

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.merchant import events as happened
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, Location, Sail, ShipName
from engine.merchant.products import CODES
from engine.merchant.state import (
    AllianceName,
    Cargo,
    Island,
    Level,
    MagicDie,
    Player,
    Seen,
    Ship,
    State,
    Sunk,
)

Mutation = Callable[[Turn[State], Role, Random], Turn[State]]
change = msgspec.structs.replace

PLACES = "ABCEGHRTY"
"""Modules that change nothing about how far a ship is seen."""


# --------------------------------------------------------------------- who is who


def us(state: State, role: Role) -> set[Role]:
    mine = state.players[role].alliance
    return {name for name, player in state.players.items() if player.alliance == mine}


def foes(state: State, role: Role) -> list[Role]:
    return [name for name in state.players if name not in us(state, role)]


def level(state: State, role: Role, ship: Ship) -> int:
    """How well the alliance sees her, straight from the rule (MER-8.2)."""
    best = 0
    for eye in state.ships.values():
        if eye.owner in us(state, role):
            away = ((eye.e - ship.e) ** 2 + (eye.n - ship.n) ** 2) ** 0.5
            far = sound(eye, "R") * state.options.uboat_factor ** sound(ship, "U")
            seen = [n for n, km in ((3, 50), (2, 70), (1, 100)) if away <= km * far + 1e-9 and far]
            visual = state.options.visual_km and away <= state.options.visual_km
            best = max(best, *seen, 1 if visual else 0, 0)
    return best


def sound(ship: Ship, letter: str) -> int:
    return ship.structure.count(letter) - ship.structure.count(letter + "+")


def enemies(state: State, role: Role, below: int) -> list[Ship]:
    """Enemy ships that are known less well than that."""
    foreign = (ship for ship in state.ships.values() if ship.owner not in us(state, role))
    return [ship for ship in foreign if level(state, role, ship) < below]


def remembered(state: State, role: Role, ship: ShipName) -> bool:
    alliance = state.alliances[state.players[role].alliance]
    return state.options.memory == "names" and ship in alliance.names


def watched(state: State, role: Role, island: Island) -> bool:
    """Does a ship of the alliance lie there?"""
    ours = [(s.e, s.n) for s in state.ships.values() if s.owner in us(state, role)]
    return any(((e - island.e) ** 2 + (n - island.n) ** 2) ** 0.5 <= 0.1 for e, n in ours)


def veiled(state: State, role: Role) -> list[Ship]:
    """Enemy ships whose names are not known."""
    return [s for s in enemies(state, role, 2) if not remembered(state, role, s.name)]


# --------------------------------------------------------------------- ships


def contents(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Fuel, magazines, cargo and orders of everybody else, the ally too."""

    def another(ship: Ship) -> Ship:
        return change(
            ship,
            fuel=random.random() * 900,
            ammo=random.randrange(50),
            torpedoes=random.randrange(10),
            cargo=random.choice((None, Cargo("E", random.randrange(1, 9)))),
            mission=random.choice((None, Sail(ship=ship.name, to=(Location("Bay"),)))),
            leg=random.randrange(2),
            engagement=random.choice(list(Engagement)),
            kills=0 if turn.state.over else random.randrange(9),
            target=random.choice((None, *turn.state.ships)),
            engaged=random.choice((None, *turn.state.ships)),
        )

    return _with_ships(turn, {s.name: another(s) for s in _others(turn.state, role)})


def names(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Names of enemies that are not identified; one of them a name that is asked about."""
    hidden = veiled(turn.state, role)
    fresh = ["Veil", *(f"Veil{'abcdefghijklmnopqrstuvwxyz'[n]}" for n in range(26))]
    random.shuffle(hidden)
    return _with_ships(
        turn, {s.name: change(s, name=ShipName(fresh[n])) for n, s in enumerate(hidden)}
    )


def masters(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Owners of enemies that are not identified."""
    state = turn.state
    if state.over or state.options.vp_ship_owned:
        return turn
    lords = foes(state, role)
    return _with_ships(
        turn, {s.name: change(s, owner=random.choice(lords)) for s in veiled(state, role)}
    )


def structures(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Structures of enemies that are not analysed, as far as they do not change the ranges."""

    def another(ship: Ship) -> Ship:
        cells = ["U"] * sound(ship, "U") + random.choices(PLACES, k=random.randrange(10, 14))
        random.shuffle(cells)
        return change(ship, structure="".join(cells[:20]))

    hidden = (s for s in enemies(turn.state, role, 3) if sound(s, "U") < 7)
    return _with_ships(turn, {s.name: another(s) for s in hidden})


def places(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Where ships are that nobody sees."""
    moved = {}
    for ship in enemies(turn.state, role, 1):
        there = change(ship, e=random.uniform(0, 9999), n=random.uniform(0, 9999))
        if not level(turn.state, role, there):
            moved[ship.name] = there
    return _with_ships(turn, moved)


def decimals(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Where in its square of a km a contact is (MER-H20)."""
    moved = {}
    for ship in enemies(turn.state, role, 4):
        e, n = (floor(x + 0.5) + random.uniform(-0.49, 0.49) for x in (ship.e, ship.n))
        there = change(ship, e=max(e, 0.0), n=max(n, 0.0))
        if level(turn.state, role, ship) == level(turn.state, role, there):
            moved[ship.name] = there
    return _with_ships(turn, moved)


def ghosts(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Ships that nobody sees: one more, and some fewer."""
    state = turn.state
    if state.over or state.options.vp_ship_owned:
        return turn
    hidden = {s.name for s in enemies(state, role, 1) if random.random() < 0.5}
    ships = {name: ship for name, ship in state.ships.items() if name not in hidden}
    ghost = Ship(
        name=ShipName("Veil"),
        owner=random.choice(foes(state, role)),
        structure="E" * 10,
        e=random.uniform(0, 9999),
        n=random.uniform(0, 9999),
    )
    if not level(state, role, ghost):
        ships = {ghost.name: ghost, **ships}
    return _with(turn, ships=ships)


# --------------------------------------------------------------------- islands and players


def stores(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What lies where no ship of the alliance does."""
    state = turn.state
    if state.options.stores == "public":
        return turn
    fresh = {
        name: change(island, stores={code: random.randrange(9) for code in CODES})
        for name, island in state.islands.items()
        if not watched(state, role, island)
    }
    return _with(turn, islands={**state.islands, **fresh})


def memories(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What other alliances have seen."""
    mine = turn.state.players[role].alliance

    def another(name: AllianceName) -> Any:
        alliance = turn.state.alliances[name]
        if name == mine:
            return alliance
        seen = {island: Seen(random.randrange(3), {"E": 5.0}) for island in turn.state.islands}
        return change(alliance, seen=seen, names={ShipName("Veil"): role})

    return _with(turn, alliances={name: another(name) for name in turn.state.alliances})


def visits(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Which islands others have visited; how many is public."""
    islands = sorted(turn.state.islands)

    def another(player: Player) -> Player:
        home = {player.home} & player.visited
        free = [island for island in islands if island != player.home]
        some = random.sample(free, len(player.visited - home))
        return change(player, visited=frozenset({*some, *home}))

    return _with_players(turn, [another(p) for p in _people(turn.state, role)])


def secret_scores(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Points of others, where they are secret (MER-H123)."""
    state = turn.state
    if state.options.public_scores or state.over:
        return turn
    islands = sorted(state.islands)

    def another(player: Player) -> Player:
        some = frozenset(random.sample(islands, random.randrange(len(islands))))
        return change(player, visited=some, sunk=random.randrange(9))

    return _with_players(turn, [another(p) for p in _people(state, role)])


def dice(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Dice of others, and what any magic die remembers, the player's own too."""

    def another(player: Player) -> Player:
        magic = MagicDie(random.random() * 9, random.randrange(9), random.random(), 1)
        kind = player.dice if player.name == role else random.choice(("normal", "magic"))
        captures = player.captures if turn.state.options.vp_capture else random.randrange(9)
        return change(player, magic=magic, dice=kind, captures=captures)

    return _with_players(turn, [another(p) for p in turn.state.players.values()])


# --------------------------------------------------------------------- events


def foreign_events(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What others did and suffered, without the player's ships."""
    kept = [event for event in turn.events if not _foreign(event, turn.state, role)]
    made = list(_invented(turn.state, role, random))
    random.shuffle(made)
    return replace(turn, events=(*kept, *made))


ALONE = (
    happened.Arrived,
    happened.Jettisoned,
    happened.Supplied,
    happened.Loaded,
    happened.Landed,
    happened.Disbanded,
    happened.RanDry,
    happened.Met,
    happened.BrokeOff,
    happened.Salvo,
    happened.Aborted,
    happened.Built,
    happened.YardFailed,
)


def _foreign(event: Event, state: State, role: Role) -> bool:
    match event:
        case happened.Disbanded():  # an ally's is a friend's name, which mutes or tells an abort
            return event.owner not in us(state, role)
        case happened.Hit():
            return role not in (event.owner, event.by_owner)
        case happened.Capture():
            return not us(state, role) & {event.from_, event.to}
        case happened.TookTow() | happened.DroppedTow():
            return not us(state, role) & {event.owner, event.towed_owner}
        case happened.Rebuilt():
            return role not in (event.owner, event.by_owner)
        case happened.Visit() | happened.DiceChosen():
            return event.player != role
        case _:
            return isinstance(event, ALONE) and event.owner != role


def _invented(state: State, role: Role, random: Random) -> Iterator[Event]:
    for foe in (p for p in state.players if p != role):
        other = random.choice(foes(state, role))
        where = (random.uniform(0, 9999), random.uniform(0, 9999))
        segment, isle = random.randrange(2016), random.choice(list(state.islands))
        who = (segment, ShipName("Veil"), foe)
        whom = (ShipName("Wisp"), other)
        yield happened.Arrived(*who, 1, Location("Bay"), *where)
        yield happened.Supplied(*who, isle, 9.0, 3, 2)
        yield happened.Loaded(*who, isle, Cargo("E", 3), 5)
        yield happened.Met(*who, *whom, Engagement.ATTACK, Level.ANALYSED, *where)
        yield happened.Salvo(*who, *whom, 50, 3, 4, Level.ANALYSED)
        yield happened.Hit(*who, *whom, "gun", 3, "E", 500.0, Level.ANALYSED, Level.ANALYSED)
        yield happened.Aborted(*who, ShipName("Wisp"), "sunk")
        yield happened.Built(*who, ShipName("Wisp"), isle, "E" * 10, "E" * 10, "Veil")
        yield happened.Visit(segment, foe, isle, ShipName("Veil"))
        yield happened.DiceChosen(foe, "magic")
        if foe in foes(state, role):
            yield happened.Capture(segment, ShipName("Wisp"), foe, other, who[1], *where)
            yield happened.TookTow(*who, *whom, *where)


def strangers(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Names, owners and ruptures of ships that were not seen so well when shots fell."""
    state = turn.state
    nameless = lambda ship, known: known < 2 and not remembered(state, role, ship)  # noqa: E731
    ship = lambda: random.choice((ShipName("Veil"), ShipName("Wisp"), ShipName("Haze")))  # noqa: E731
    foe = lambda: random.choice(foes(state, role))  # noqa: E731
    deep = lambda: random.choice(list(Level))  # noqa: E731
    # Which shots are told together must stay: one stranger for each before, one after.
    masks: dict[ShipName, tuple[ShipName, Role]] = {}

    def mask(name: ShipName) -> tuple[ShipName, Role]:
        return masks.setdefault(name, (ship(), foe()))

    def another(event: Event) -> Event:
        match event:
            case happened.Met() if event.owner == role and nameless(event.enemy, event.known):
                name, owner = mask(event.enemy)
                return change(event, enemy=name, enemy_owner=owner)
            case happened.Salvo() if event.owner == role and nameless(event.target, event.known):
                name, owner = mask(event.target)
                return change(event, target=name, target_owner=owner)
            case happened.Hit() if event.owner == role:
                felt = change(event, known=deep())
                if not nameless(event.by, event.level):
                    return felt
                name, owner = mask(event.by)
                return change(felt, by=name, by_owner=owner)
            case happened.Hit() if event.by_owner == role:
                shot = change(event, level=deep(), lost=random.random() * 99)
                if event.known < 3:
                    shot = change(
                        shot, position=random.randrange(1, 21), module=random.choice("EG")
                    )
                if nameless(event.ship, event.known):
                    name, owner = mask(event.ship)
                    shot = change(shot, ship=name, owner=owner)
                return shot
            case happened.Sinking() if event.owner == role:
                felt_last = change(event, known=deep())
                if not nameless(event.by, event.level):
                    return felt_last
                name, owner = mask(event.by)
                return change(felt_last, by=name, by_owner=owner)
            case happened.Sinking() if event.by_owner == role:
                return change(event, level=deep())
            case _:
                return event

    return replace(turn, events=tuple(map(another, turn.events)))


def sinkers(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Who sank a ship of others, when and where; if even that she sank is secret, more of them."""
    state = turn.state

    def another(event: Event) -> Event:
        if not isinstance(event, happened.Sinking) or role in (event.owner, event.by_owner):
            return event
        return change(
            event,
            segment=random.randrange(2016),
            by=ShipName("Wisp"),
            by_owner=random.choice(foes(state, role)),
            east=random.uniform(0, 9999),
            north=random.uniform(0, 9999),
            level=Level.NONE,
            known=Level.NONE,
        )

    told = tuple(map(another, turn.events))
    if state.options.public_sinkings:
        return replace(turn, events=told)
    foe = random.choice(foes(state, role))
    who = (9, ShipName("Haze"), foe, ShipName("Wisp"), foe, 1.0, 2.0)
    sinking = happened.Sinking(*who, Level.NONE, Level.NONE)
    loss = Sunk(ShipName("Haze"), foe, 1)
    return replace(_with(turn, sunk=(loss, *state.sunk)), events=(*told, sinking))


def captors(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """By whom a ship of the player's was taken."""
    wisp, foe = ShipName("Wisp"), random.choice(foes(turn.state, role))

    def another(event: Event) -> Event:
        match event:
            case happened.Capture() if event.from_ == role and event.to not in us(turn.state, role):
                return change(event, to=foe, by=wisp)
            case happened.Aborted() if event.owner == role and event.why == "boarded":
                return change(event, about=wisp)
            case _:
                return event

    return replace(turn, events=tuple(map(another, turn.events)))


def reasons(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Whether a foreign ship that an order named was gone, elsewhere, or never there."""
    ours = {s.name for s in turn.state.ships.values() if s.owner in us(turn.state, role)}
    for event in turn.events:
        if isinstance(event, happened.Sinking | happened.Disbanded | happened.Capture):
            ours.add(event.ship)

    def another(event: Event) -> Event:
        match event:
            case happened.Aborted() if event.about not in ours and event.why in (
                "disbanded",
                "unknown",
                "sunk",
            ):
                return change(event, why=random.choice(("disbanded", "unknown")))
            case happened.YardFailed() if event.about not in ours and event.why in (
                "gone",
                "not here",
            ):
                return change(event, why=random.choice(("gone", "not here")))
            case _:
                return event

    return replace(turn, events=tuple(map(another, turn.events)))


def factories(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """What was made where no ship of the alliance lies."""
    state = turn.state
    if state.options.stores == "public":
        return turn

    def another(event: Event) -> Event:
        if not isinstance(event, happened.Production):
            return event
        if watched(state, role, state.islands[event.island]):
            return event
        return change(event, products={random.choice(CODES): 7})

    return replace(turn, events=tuple(map(another, turn.events)))


def slips(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Orders of others that failed."""
    problem = Problem("stores-short", f"Veil found nothing, {random.random()}.")
    others = dict.fromkeys((p for p in turn.state.players if p != role), (problem,))
    return replace(turn, problems={**turn.problems, **others})


def corrections(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Quiet ones, and what open ones changed."""
    quiet = happened.Correction("ship/Veil/fuel", random.random(), "a slip", quiet=True)
    return replace(turn, events=(*turn.events, quiet))


def keeping(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """The order in which a position is kept."""

    def shuffled(kept: Mapping[Any, Any]) -> Mapping[Any, Any]:
        return dict(random.sample(list(kept.items()), len(kept)))

    state = turn.state
    return _with(
        turn,
        islands=shuffled(state.islands),
        players=shuffled(state.players),
        ships=shuffled(state.ships),
        alliances=shuffled(state.alliances),
    )


MUTATIONS: Mapping[str, Mutation] = {
    mutation.__name__: mutation
    for mutation in (
        contents,
        names,
        masters,
        structures,
        places,
        decimals,
        ghosts,
        stores,
        memories,
        visits,
        secret_scores,
        dice,
        foreign_events,
        strangers,
        sinkers,
        captors,
        reasons,
        factories,
        slips,
        corrections,
        keeping,
    )
}


def _others(state: State, role: Role) -> Iterable[Ship]:
    return (ship for ship in state.ships.values() if ship.owner != role)


def _people(state: State, role: Role) -> Iterable[Player]:
    return (player for player in state.players.values() if player.name != role)


def _with(turn: Turn[State], **changed: Any) -> Turn[State]:
    return replace(turn, state=change(turn.state, **changed))


def _with_ships(turn: Turn[State], new: Mapping[ShipName, Ship]) -> Turn[State]:
    """With these in the places of those that had the names."""
    ships = [new.get(name, ship) for name, ship in turn.state.ships.items()]
    return _with(turn, ships={ship.name: ship for ship in ships})


def _with_players(turn: Turn[State], new: Iterable[Player]) -> Turn[State]:
    return _with(turn, players={**turn.state.players, **{one.name: one for one in new}})


__all__ = ["MUTATIONS", "IslandName", "level"]
