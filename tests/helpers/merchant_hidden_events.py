"""What happened in a week without the knowledge of one player, changed (MER-19.7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import msgspec

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.merchant import events as happened
from engine.merchant.options import Engagement
from engine.merchant.orders import Location, ShipName
from engine.merchant.products import CODES
from engine.merchant.state import (
    Cargo,
    Level,
    State,
    Sunk,
)
from tests.helpers.merchant_sides import altered, foes, remembered, us, watched

change = msgspec.structs.replace


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
            yield happened.Capture(
                segment, ShipName("Wisp"), foe, other, who[1], *where, Level.NONE
            )
            yield happened.TookTow(*who, *whom, *where)


def strangers(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Names, owners and ruptures of ships that were not seen so well when shots fell."""
    state = turn.state
    #: Which shots are told together must stay, so every stranger keeps one new name.
    masks: dict[ShipName, tuple[ShipName, Role]] = {}

    def nameless(ship: ShipName, known: Level) -> bool:
        return known < 2 and not remembered(state, role, ship)

    def mask(name: ShipName) -> tuple[ShipName, Role]:
        called = random.choice(("Veil", "Wisp", "Haze"))
        return masks.setdefault(name, (ShipName(called), random.choice(foes(state, role))))

    def deep() -> Level:
        return random.choice(list(Level))

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
    return replace(altered(turn, sunk=(loss, *state.sunk)), events=(*told, sinking))


def captors(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """By whom a ship of the player's was taken."""
    wisp, foe = ShipName("Wisp"), random.choice(foes(turn.state, role))

    def nameless(event: happened.Capture) -> bool:
        known = event.level >= Level.IDENTIFIED or remembered(turn.state, role, event.by)
        return not known and event.to not in us(turn.state, role)

    def another(event: Event) -> Event:
        match event:
            case happened.Capture() if event.from_ == role and nameless(event):
                return change(event, to=foe, by=wisp)
            case happened.Capture() if event.to == role:
                return change(event, level=random.choice(list(Level)))
            case happened.Aborted() if event.owner == role and event.why == "boarded":
                return change(event, about=wisp)
            case _:
                return event

    return replace(turn, events=tuple(map(another, turn.events)))


def reasons(turn: Turn[State], role: Role, random: Random) -> Turn[State]:
    """Whether a foreign ship that an order named was gone, elsewhere, or never there."""
    state = turn.state
    ours = {ship.name for ship in state.ships.values() if ship.owner in us(state, role)}
    for event in turn.events:
        if isinstance(event, happened.Sinking | happened.Disbanded):
            ours |= {event.ship} if event.owner in us(state, role) else set()
    whys = ("disbanded", "unknown") if state.options.public_sinkings else SECRETLY_GONE

    def another(event: Event) -> Event:
        match event:
            case happened.Aborted() if event.about not in ours and event.why in whys:
                return change(event, why=random.choice(whys))
            case happened.YardFailed() if event.about not in ours and event.why in (
                "gone",
                "not here",
            ):
                return change(event, why=random.choice(("gone", "not here")))
            case _:
                return event

    return replace(turn, events=tuple(map(another, turn.events)))


SECRETLY_GONE = ("disbanded", "unknown", "sunk")


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
