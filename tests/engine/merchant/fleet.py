"""Short ways to write positions and orders in tests."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any, TypeVar

from engine.core.dice import Dice, QuickDice
from engine.core.ruleset import Event, Role, Turn
from engine.merchant import saving
from engine.merchant.checkpoints import Refs
from engine.merchant.options import Engagement
from engine.merchant.orders import (
    Build,
    Carry,
    ChooseDice,
    Continue,
    Disband,
    Hold,
    IslandName,
    Location,
    Order,
    Rebuild,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.products import PRODUCTS
from engine.merchant.rules import MERCHANT
from engine.merchant.state import State
from engine.merchant.turn import checked
from engine.merchant.world import World

Kind = TypeVar("Kind", bound=Event)

ANN, BEN, CAT, DAN = (Role(name) for name in ("Ann", "Ben", "Cat", "Dan"))
ARCHIPELAGO = tomllib.loads(
    (resources.files("engine.merchant") / "worlds" / "archipelago.toml").read_text("utf-8")
)
TABLE = [
    {"name": "Ann", "alliance": "Red"},
    {"name": "Ben", "alliance": "Red"},
    {"name": "Cat", "alliance": "Blue"},
    {"name": "Dan", "alliance": "Blue"},
]

_VERBS = {
    "sail": "sail|go|move to|move|s",
    "carry": "carry|transport|c",
    "unload": "unload",
    "disband": "disband|scrap",
    "build": "build|launch new|b",
    "rebuild": "rebuild|refit",
    "tow": "tow|t",
    "hold": "hold|stay",
    "continue": "continue",
}
_LINE = re.compile(
    rf"(?P<ship>\w+)(?::| ->)?\s+"
    rf"(?P<verb>{'|'.join(_VERBS.values())})\b\s*(?P<rest>.*)",
    re.IGNORECASE,
)
_OPTION = re.compile(r",\s*(ignore|attack|shadow|avoid)$", re.IGNORECASE)


def order(text: str) -> Order:
    """One order in the plainest words of the order language."""
    if text.lower().startswith("dice "):
        return ChooseDice("magic" if text.lower().endswith("magic") else "normal")
    option = _OPTION.search(text)
    engagement = Engagement(option[1].lower()) if option else None
    found = _LINE.fullmatch(_OPTION.sub("", text).strip())
    assert found, text
    ship = ShipName(found["ship"])
    verb = next(
        verb for verb, words in _VERBS.items() if re.fullmatch(words, found["verb"], re.IGNORECASE)
    )
    return _make(verb, ship, found["rest"].strip(), engagement)


def _make(verb: str, ship: ShipName, rest: str, engagement: Engagement | None) -> Order:
    words = re.sub(r"\b(to|at|with|units|of|unit)\b ?", "", rest).split()
    match verb:
        case "sail":
            places = [p.strip() for p in re.sub(r"^to ", "", rest).split(" then ")]
            to = tuple(Location(re.sub(r"^to ", "", p).replace(" ", "")) for p in places)
            return Sail(ship=ship, to=to, engagement=engagement)
        case "carry":
            units, product, _, source, destination = words
            return Carry(
                ship=ship,
                units=None if units in ("all", "max") else int(units),
                product=_code(product),
                source=IslandName(source),
                destination=IslandName(destination),
                engagement=engagement,
            )
        case "unload":
            where = IslandName(words[0])
            return Carry(ship=ship, units=0, source=where, destination=where, engagement=engagement)
        case "disband":
            return Disband(ship=ship, at=IslandName(words[0]), engagement=engagement)
        case "build":
            name, structure = words[0], "".join(words[1:])
            return Build(ship=ship, name=ShipName(name), structure=structure, engagement=engagement)
        case "rebuild":
            name, structure = words[0], "".join(words[1:])
            return Rebuild(
                ship=ship, target=ShipName(name), structure=structure, engagement=engagement
            )
        case "tow":
            to_ = Location(words[1])
            return Tow(ship=ship, target=ShipName(words[0]), to=to_, engagement=engagement)
        case "hold":
            return Hold(ship=ship, engagement=engagement)
    return Continue(ship=ship, engagement=engagement)


def _code(word: str) -> str:
    for code, product in PRODUCTS.items():
        if word.casefold() in (code.casefold(), *_spellings(product.name.casefold())):
            return code
    raise ValueError(word)


def _spellings(name: str) -> tuple[str, ...]:
    return (name, f"{name}s", f"{name}es")


def orders(given: Mapping[Role, Sequence[str]]) -> dict[Role, list[Order]]:
    return {role: [order(line) for line in lines] for role, lines in given.items()}


def island(name: str, e: int, n: int, *factories: str, **stores: float) -> dict[str, Any]:
    """An island; stores as `E=3`, consumables as `_1=2`."""
    units = {code.strip("_"): units for code, units in stores.items()}
    return {"name": name, "e": e, "n": n, "factories": factories, "stores": units}


def ship(name: str, owner: str, structure: str, *place: Any, **more: Any) -> dict[str, Any]:
    """A ship at an island or a point."""
    where = {"island": place[0]} if len(place) == 1 else {"e": place[0], "n": place[1]}
    return {"name": name, "owner": owner, "structure": structure, **where, **more}


def world(*things: dict[str, Any], **options: Any) -> State:
    """A position of four players in two alliances."""
    far = [island("Nowhere", 9990, 9990)]
    return saving.load(
        {
            "islands": [thing for thing in things if "owner" not in thing] or far,
            "ships": [thing for thing in things if "owner" in thing],
            "players": TABLE,
            "options": options,
        }
    )


def told(turn: Turn[State], kind: type[Kind]) -> list[Kind]:
    """What happened of one kind, in order."""
    return [event for event in turn.events if isinstance(event, kind)]


def archipelago(**options: Any) -> World:
    """The world that comes along, with these options."""
    read = MERCHANT.read(ARCHIPELAGO, options)
    assert isinstance(read, World), read
    return read


def run(state: State, dice: Dice | int = 1, **given: Sequence[str]) -> Turn[State]:
    """One turn, with the orders of each player as lines."""
    return stopped(state, dice, (), **given)[0]


def stopped(
    state: State, dice: Dice | int, at: Sequence[int], **given: Sequence[str]
) -> tuple[Turn[State], Mapping[int, Refs]]:
    """One turn, and the position in figures after the segments asked for."""
    thrown = QuickDice(dice) if isinstance(dice, int) else dice
    return checked(state, orders({Role(name): lines for name, lines in given.items()}), thrown, at)
