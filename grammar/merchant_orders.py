"""What a ship order adds up to, mission by mission (MER-12), or a `Slip`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from engine.core.ruleset import Vocabulary
from engine.merchant.orders import (
    Build,
    Carry,
    Continue,
    Disband,
    Hold,
    Order,
    Rebuild,
    Sail,
    ShipName,
    Tow,
)
from engine.merchant.products import CODES, PRODUCTS
from grammar import merchant_mistakes
from grammar.lines import Reading
from grammar.merchant_parts import Item, Parts
from grammar.merchant_structures import canonical, fits, is_structure
from grammar.merchant_words import OPTIONS, new_name

Given: TypeAlias = "Callable[..., Order]"
"""The order, but for the ship that it is for."""

_TOGETHER = re.compile(r"(\d+)([A-Za-z])", re.ASCII)
MOST_DIGITS = 6


def ordered(parts: Parts, words: Vocabulary) -> Reading[Order]:
    """One order for each ship. Raises `Slip`."""
    if not parts.verb:
        return _no_mission(parts)
    given = _MISSIONS[parts.verb](parts, words)
    orders = tuple(given(ship=ShipName(ship), engagement=parts.engagement) for ship in parts.ships)
    return Reading(orders, tuple(parts.remarks), parts.group, parts.unfinished)


def _no_mission(parts: Parts) -> Reading[Order]:
    """`Argo:` is a line of the form that is not filled in; anything else is a slip."""
    if "engagement" in parts.slots and parts.engagement is not None:
        ships = ", ".join(parts.ships)
        to = parts.named("to")
        mission = f"sail to {to.text}" if to else "continue"
        raise merchant_mistakes.only_an_option(f"{ships} {mission}, {parts.engagement}")
    if parts.last != "LINK" or parts.group or len(parts.ships) > 1:
        raise merchant_mistakes.no_mission(parts.ships)
    return Reading(unfinished=True)


# Where to.


def _sail(parts: Parts, _words: Vocabulary) -> Given:
    to = [parts.location("to", "short_to", "foreign_to")]
    if "then" in parts.slots:
        to.append(parts.location("then"))
    return partial(Sail, to=tuple(to))


def _tow(parts: Parts, _words: Vocabulary) -> Given:
    return partial(Tow, target=parts.target(), to=parts.location("to"))


def _hold(parts: Parts, words: Vocabulary) -> Given:
    """She stays where she is; elsewhere it would be a voyage (MER-12.8)."""
    if parts.named("at"):
        place = parts.island("at")
        for ship in parts.ships:
            if words.places.get(ship, place) != place:
                raise merchant_mistakes.elsewhere(ship, place)
    return Hold


def _continue(_parts: Parts, _words: Vocabulary) -> Given:
    return Continue


def _disband(parts: Parts, _words: Vocabulary) -> Given:
    return partial(Disband, at=parts.island("at", "short_to", "foreign_to"))


# Cargo.


def _carry(parts: Parts, _words: Vocabulary) -> Given:
    units, product = _cargo(parts)
    source, destination = parts.island("from"), parts.island("onto")
    if units == "":
        route = f"from {source} to {destination}"
        raise merchant_mistakes.amount_missing(
            f"{', '.join(parts.ships)} carry all {PRODUCTS[product].name} {route}"
        )
    count = None if units == "all" else _count(units)
    if not product and count != 0:
        route = f"from {source} to {destination}"
        raise merchant_mistakes.product_missing(
            f"{', '.join(parts.ships)} carry {units} Engine {route}"
        )
    return partial(Carry, units=count, product=product, source=source, destination=destination)


def _unload(parts: Parts, _words: Vocabulary) -> Given:
    """Carrying nothing to where it is fetched lands what is aboard (MER-H77)."""
    place = parts.island("at")
    return partial(Carry, units=0, source=place, destination=place)


def _cargo(parts: Parts) -> tuple[str, str]:
    """Units as written, `all` or empty, and the code of the product or none. Raises `Slip`."""
    amount = next(iter(parts.slots.get("amount", ())), None)
    product = next(iter(parts.slots.get("product", parts.slots.get("product_only", ()))), None)
    if amount is None and product is None:
        raise merchant_mistakes.breaks_off(parts.ship, "carry")
    if amount is not None and amount.kind == "MIXED":
        together = _TOGETHER.fullmatch(amount.text)
        if together is None or product is not None:
            raise merchant_mistakes.no_such_product(amount.text)
        amount, product = Item("NUMBER", together[1]), Item("CODE", together[2])
    units = "" if amount is None else "all" if amount.kind == "ALL" else amount.text
    return units, _code(product) if product else ""


def _code(product: Item) -> str:
    """`P1` is the terminal of product 1; a code may be written itself."""
    spelled = product.kind[1:] if product.kind.startswith("P") else product.text.upper()
    if spelled not in PRODUCTS or len(spelled) != 1 or spelled not in CODES:
        raise merchant_mistakes.no_such_product(product.text)
    return spelled


def _count(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise merchant_mistakes.too_many(digits)
    return int(digits)


# Ships.


def _build(parts: Parts, _words: Vocabulary) -> Given:
    item = parts.named("name")
    if item is None or not parts.structure:
        raise merchant_mistakes.breaks_off(parts.ship, "build")
    if len(parts.ships) > 1 or parts.group:
        raise merchant_mistakes.one_build_each(parts.ships)
    if item.kind == "MIXED" and is_structure(item.text) and not is_structure(parts.structure):
        built = f"build {parts.structure} with {item.text}"
        raise merchant_mistakes.swapped(f"{parts.ship} {built}")
    name = new_name(item.text, parts.lexicon)
    _check_option(parts, f"build {name}")
    return partial(Build, name=name, structure=canonical(parts.structure))


def _rebuild(parts: Parts, _words: Vocabulary) -> Given:
    target = parts.target()
    if not parts.structure:
        raise merchant_mistakes.breaks_off(parts.ship, "rebuild")
    _check_option(parts, f"rebuild {target}")
    return partial(Rebuild, target=target, structure=canonical(parts.structure))


def _check_option(parts: Parts, work: str) -> None:
    """An option that follows a structure without its comma reads as modules (MER-L6.4).

    Raises `Slip` if it makes no sense as such.
    """
    *pieces, last = parts.pieces
    option, structure = OPTIONS.get(last.casefold()), "".join(pieces)
    if option and is_structure(structure) and not fits(structure + last):
        raise merchant_mistakes.comma_missing(f"{parts.ship} {work} with {structure}, {option}")


_MISSIONS: Mapping[str, Callable[[Parts, Vocabulary], Given]] = {
    "sail": _sail,
    "tow": _tow,
    "hold": _hold,
    "continue": _continue,
    "disband": _disband,
    "carry": _carry,
    "unload": _unload,
    "build": _build,
    "built": _build,
    "rebuild": _rebuild,
}
