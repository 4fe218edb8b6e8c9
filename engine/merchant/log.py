"""The log of each own ship by day and hour (MER-19.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.ruleset import Event
from engine.core.sheet import Mark, Span, Words
from engine.core.structure import WILD, shorten
from engine.core.wording import enumeration, number, sentence
from engine.merchant.bursts import Burst, bursts
from engine.merchant.events import (
    Aborted,
    Arrived,
    Built,
    Capture,
    Disbanded,
    DroppedTow,
    Jettisoned,
    Landed,
    Loaded,
    RanDry,
    Rebuilt,
    Sinking,
    Supplied,
    TookTow,
    Visit,
    YardFailed,
)
from engine.merchant.meetings import Meeting, meetings
from engine.merchant.orders import ShipName
from engine.merchant.products import FUEL_UNIT
from engine.merchant.structures import short
from engine.merchant.view import View
from engine.merchant.wording import cargo_words, km, product_name, ship_words, time_words, units


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a ship's log."""

    segment: int
    ship: ShipName
    words: Words
    #: Its last segment, if it lasted.
    until: int = 0

    @property
    def when(self) -> str:
        until = f" to {time_words(self.until)}" if self.until > self.segment else ""
        return f"{time_words(self.segment)}{until}"


def entries(view: View, events: Sequence[Event]) -> tuple[Entry, ...]:
    """What befell own ships, in order of time; `events` are those that the reader may hear."""
    told = [
        *_meetings(view, events),
        *(Entry(b.first, b.ship, _fire(view, b)) for b in bursts(events, view.role)),
        *_calls(events),
        *_endings(events),
        *(entry for event in events for entry in _entries(view, event)),
    ]
    return tuple(sorted(told, key=lambda entry: entry.segment))


def _meetings(view: View, events: Sequence[Event]) -> Iterator[Entry]:
    met, earlier = meetings(events)
    for one in met:
        yield Entry(one.first, one.ship, _meeting(view, one), one.last)
    for event in earlier:
        yield Entry(event.segment, event.ship, "broke off and went on her way")


def _meeting(view: View, one: Meeting) -> Words:
    """Whom she met and how often; several whom she did not know may have been different ones."""
    often = "" if one.times == 1 else " twice" if one.times == 2 else f" {one.times} times"
    enemy: Words = ship_words(view, one.enemy, one.enemy_owner)
    if not one.enemy and one.times > 1:
        enemy = Span("unknown enemies", Mark.ENEMY)
    return sentence("met ", enemy, f"{often}, to {one.option.value}")


def _calls(events: Sequence[Event]) -> Iterator[Entry]:
    """What ships did in port; the island is named once for all that she does at one moment."""
    new = {_call(e, e.island) for e in events if isinstance(e, Visit)}
    reached = {_call(e, e.place) for e in events if isinstance(e, Arrived)}
    named = set(reached)
    for event in events:
        match event:
            case Arrived():
                again = " for the first time" if _call(event, event.place) in new else ""
                yield Entry(event.segment, event.ship, f"reached {event.place}{again}")
            case Visit() if _call(event, event.island) not in reached:
                said = f"called at {event.island} for the first time"
                yield Entry(event.segment, event.ship, said)
                named.add(_call(event, event.island))
            case Supplied() | Loaded() | Landed() | Jettisoned():
                where = "" if _call(event, event.island) in named else f" at {event.island}"
                yield Entry(event.segment, event.ship, _in_port(event, where))
                named.add(_call(event, event.island))
            case _:
                pass


def _call(
    event: Arrived | Visit | Supplied | Loaded | Landed | Jettisoned, place: str
) -> tuple[int, ShipName, str]:
    return event.segment, event.ship, place


def _in_port(event: Supplied | Loaded | Landed | Jettisoned, where: str) -> str:
    match event:
        case Supplied():
            return f"took on {enumeration(_supplies(event))}{where}"
        case Loaded():
            return f"{_loaded(event)}{where}"
        case Landed():
            return f"landed {cargo_words(event.cargo)}{where}"
        case Jettisoned():
            lost = enumeration(_counted(event.modules))
            return f"put {lost} overboard{where}, now {short(event.structure)}"


def _entries(view: View, event: Event) -> Iterator[Entry]:
    me = view.role
    match event:
        case Sinking() if event.by_owner == me:
            words = sentence("sank ", ship_words(view, event.ship, event.owner))
            yield Entry(event.segment, event.by, words)
        case Sinking() if event.owner == me:
            words = sentence("was sunk by ", ship_words(view, event.by, event.by_owner))
            yield Entry(event.segment, event.ship, words)
        case Capture() if event.to == me:
            words = sentence("took ", ship_words(view, event.ship, event.from_))
            yield Entry(event.segment, event.by, words)
        case Capture():
            words = sentence("was taken by ", ship_words(view, event.by, event.to))
            yield Entry(event.segment, event.ship, words)
        case Rebuilt() if event.by_owner == me:
            yield Entry(event.segment, event.by, _rebuilt(view, event))
        case Rebuilt():
            rebuilt = f"was rebuilt as {short(event.structure)} by {event.by}"
            yield Entry(event.segment, event.ship, rebuilt)
        case Built():
            yield Entry(event.segment, event.by, _built(event))
        case TookTow() | DroppedTow():
            yield from _tow(view, event)
        case _ if words_alone := _alone(event):
            yield Entry(event.segment, event.ship, words_alone)  # type: ignore[attr-defined]  # _alone speaks of such only


def _alone(event: Event) -> str:
    """What concerns one ship only; nothing for other events."""
    match event:
        case Disbanded():
            return f"was broken up at {event.island}"
        case RanDry():
            return f"ran out of {RAN_OUT[event.product]}"
        case YardFailed():
            return f"{event.about} was not built: {YARD[event.why]}"
        case _:
            return ""


RAN_OUT = {"1": "fuel", "2": "shells", "3": "torpedoes"}

YARD = {
    "no yard": "this takes five sound shipyard modules",
    "at sea": "the shipyard did not lie at an island",
    "too small": "fewer than ten modules would have come together",
    "not here": "no such ship lay at the island",
    "gone": "the ship was no more",
    "self": "a shipyard cannot rebuild herself",
    "not allowed": "this ship may not be taken so",
}


def _supplies(event: Supplied) -> list[str]:
    fuel = f"{units(event.fuel / FUEL_UNIT)} fuel" if event.fuel else ""
    shells = number(event.shells, "shell") if event.shells else ""
    torpedoes = number(event.torpedoes, "torpedo", "torpedoes") if event.torpedoes else ""
    return [words for words in (fuel, shells, torpedoes) if words]


def _loaded(event: Loaded) -> str:
    product = product_name(event.cargo.product)
    if not event.cargo.units:
        return f"found no {product} to load"
    short = event.cargo.units < event.asked
    asked = f" of the {event.asked} asked for" if short else ""
    return f"loaded {event.cargo.units} {product}{asked}"


def _endings(events: Sequence[Event]) -> Iterator[Entry]:
    """Missions that came to nothing because of another ship."""
    lines = {(event.segment, event.towed) for event in events if isinstance(event, TookTow)}
    for event in events:
        if isinstance(event, Aborted):
            hangs = event.why == "towed" and (event.segment, event.ship) not in lines
            on_a_line = f"could not take up her order, being in tow of {event.about}"
            yield Entry(event.segment, event.ship, on_a_line if hangs else _aborted(event))


def _aborted(event: Aborted) -> str:
    match event.why:
        case "boarded":
            return "was boarded; her mission is at an end"
        case "towed":
            return f"was taken in tow by {event.about}; her mission is at an end"
        case "sunk":
            return f"gave up her mission, as {event.about} was sunk"
        case "disbanded":
            return f"gave up her mission, as {event.about} was broken up"
        case "self":
            return "gave up her mission, which named herself"
        case "unknown":
            return f"gave up her mission, as there is no {event.about}"


def _built(event: Built) -> str:
    renamed = f" (the name {event.asked} was taken)" if event.asked != event.ship else ""
    return f"launched {event.ship}{renamed}, {short(event.structure)}{_left_out(event)}"


def _rebuilt(view: View, event: Rebuilt) -> Words:
    ship = ship_words(view, event.ship, event.before_owner)
    return sentence("rebuilt ", ship, f" as {short(event.structure)}{_left_out(event)}")


def _left_out(event: Built | Rebuilt) -> str:
    """What she lacks of what was asked for, since the stores ran out of it (MER-12.2)."""
    built, asked = Counter(event.structure), Counter(event.wanted.replace(WILD, ""))
    missing = "".join((asked - built).elements())
    wild = len(event.wanted) - len(event.structure) - len(missing)
    lacking = shorten(missing + WILD * max(0, wild))
    return f"; {lacking} of what was asked for was not in the stores" if lacking else ""


def _tow(view: View, event: TookTow | DroppedTow) -> Iterator[Entry]:
    took = isinstance(event, TookTow)
    if event.owner == view.role:
        other = ship_words(view, event.towed, event.towed_owner)
        words = sentence("took ", other, " in tow") if took else sentence("let go of ", other)
        yield Entry(event.segment, event.ship, words)
    if event.towed_owner == view.role and not took:
        yield Entry(event.segment, event.towed, f"was let go by {event.ship}")


def _fire(view: View, burst: Burst) -> Words:
    """A burst as one sentence, with its end if it lasted."""
    other = ship_words(view, burst.other, burst.other_owner)
    until = f" until {time_words(burst.last)}" if burst.last > burst.first else ""
    ruptured = f", rupturing {enumeration(_counted(burst.modules))}" if burst.modules else ""
    if burst.fires:
        shots = [
            number(count, one, many)
            for count, one, many in (
                (burst.shells, "shell", "shells"),
                (burst.torpedoes, "torpedo", "torpedoes"),
            )
            if count
        ]
        fired = f"fired {enumeration(shots)} at " if shots else "hit "
        return sentence(fired, other, f"{until}: {number(burst.hits, 'hit')}{ruptured}")
    lost = [f"{_amount(code, burst.lost[code])} lost" for code in LOST if burst.lost[code]]
    losses = f"; {', '.join(lost)}" if lost else ""
    effect = ruptured or ", without harm"
    return sentence("hit by ", other, f"{until}: {number(burst.hits, 'hit')}{effect}{losses}")


LOST = "EGTH"
"""Modules that take something with them (MER-7.2)."""


def _amount(code: str, amount: float) -> str:
    match code:
        case "E":
            return f"fuel for {km(amount)}"
        case "G":
            return number(int(amount), "shell")
        case "T":
            return number(int(amount), "torpedo", "torpedoes")
        case _:
            return f"{number(int(amount), 'unit')} of cargo"


def _counted(modules: Sequence[str]) -> list[str]:
    """`2 Hold`, `Gun`."""
    counts = Counter(modules)
    return [
        f"{count if count > 1 else ''} {product_name(code)}".strip()
        for code, count in sorted(counts.items())
    ]
