"""What a ship order adds up to: orders with remarks, or a `Slip`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from engine.core.ruleset import Problem
from engine.raider.orders import DISBAND_MARK, Order, ShipOrder
from engine.raider.state import ShipName
from grammar import mistakes, raider_mistakes
from grammar.lexicon import Lexicon
from grammar.lines import Reading
from grammar.raider_fields import canonical, divide, is_structure, like_structure, new_name
from grammar.raider_parts import BUILDING, Parts

Built: TypeAlias = "tuple[str, str, tuple[Problem, ...]]"
"""Structure, name, and remarks."""


def ordered(parts: Parts, lexicon: Lexicon) -> Reading[Order]:
    if not parts.ships:
        raise raider_mistakes.no_ship(parts.said[0] if parts.said else "go")
    if not (parts.commands or parts.places or parts.fields or parts.scrap):
        return _nothing_said(parts)
    _check_places(parts, lexicon)
    destination = "" if "HOLD" in parts.commands else parts.place
    launching = "LAUNCH" in parts.commands
    structure, name = divide(parts.fields, launching=launching, going=_going(parts))
    structure, name, remarks = _task(parts, structure, name, lexicon)
    if name and len(parts.ships) > 1:
        raise raider_mistakes.one_launch_each(parts.ships)
    orders = tuple(ShipOrder(ShipName(ship), destination, structure, name) for ship in parts.ships)
    return Reading(orders, remarks, parts.group, parts.unfinished)


def _nothing_said(parts: Parts) -> Reading[Order]:
    """A form line left empty; several ships with nothing to do are a slip."""
    if len(parts.ships) > 1 or parts.group:
        raise raider_mistakes.nothing_to_do(parts.ships)
    if parts.going:
        raise raider_mistakes.no_destination(parts.ship)
    return Reading(unfinished=parts.unfinished)


def _check_places(parts: Parts, lexicon: Lexicon) -> None:
    """Is there one destination, and is what stands in its place an island (RAID-R46)?"""
    for one in parts.fields:
        if one.place and not ("REFIT" in parts.commands and is_structure("".join(one.words))):
            near = lexicon.nearest(one.words[0], "island")
            raise mistakes.no_such_island(" ".join(one.words), near)
    at = {lexicon.words.places.get(ship) for ship in parts.ships}
    if len(parts.places) == 2 and at == {parts.places[0]}:
        del parts.places[0]  # `Phoenix at Agnes to Pearl`
    if len(set(parts.places)) > 1:
        raise raider_mistakes.two_destinations(parts.places)
    if "HOLD" in parts.commands:
        for ship in parts.ships:
            if parts.place and lexicon.words.places.get(ship, parts.place) != parts.place:
                raise raider_mistakes.holds_elsewhere(ship, parts.place)


def _task(parts: Parts, structure: str, name: str, lexicon: Lexicon) -> Built:
    """Structure, name and remarks, if the command words agree with them (RAID-R61)."""
    doing = [kind for kind in parts.commands if kind in ("DISBAND", "REFIT", "LAUNCH")]
    if len(set(doing)) > 1:
        raise raider_mistakes.two_commands(parts.said)
    if parts.scrap or "DISBAND" in doing:
        return _disband(parts, doing, structure, name)
    if doing == [] and parts.commands:
        return _only_goes(parts, structure, name, lexicon)
    if doing == []:
        return _inferred(parts, structure, name, lexicon)
    launching = "LAUNCH" in doing
    if not structure:
        new = name or "Newname" if launching else ""
        raise raider_mistakes.structure_missing(parts.said[-1], parts.ship, new)
    built = canonical(structure)
    if launching:
        if not name:
            raise raider_mistakes.name_missing(parts.ship, built)
        return built, new_name(name, lexicon), ()
    if name:
        would = f"To launch {name}, write launch in place of {parts.said[-1]}."
        raise raider_mistakes.contradiction(parts.said[-1], f"the name {name} too", would)
    return built, "", ()


def _disband(parts: Parts, doing: Sequence[str], structure: str, name: str) -> Built:
    """X, or a word for it; a name beside it is ignored (RAID-R52)."""
    if any(kind in BUILDING for kind in doing):
        would = "X breaks the ship up. Leave it out, or leave the word out."
        raise raider_mistakes.contradiction(parts.said[-1], "an X", would)
    if structure and not name and not like_structure(structure):
        structure, name = "", structure
    if structure:
        would = "To rebuild the ship, write refit. To break her up, leave the structure out."
        said = parts.said[-1] if parts.said else DISBAND_MARK
        instead = f"{_going(parts)}, disband"
        raise raider_mistakes.contradiction(said, f"the structure {structure} too", would, instead)
    return DISBAND_MARK, "", (_ignored(name, "RAID-R52"),) if name else ()


def _only_goes(parts: Parts, structure: str, name: str, lexicon: Lexicon) -> Built:
    """`move` and `stay` build nothing (RAID-R61); a name is ignored (RAID-R53)."""
    said = parts.said[0]
    if structure and not name and not like_structure(structure):
        structure, name = "", structure
    if "HOLD" not in parts.commands and not parts.places:
        if structure or name:
            word = structure or name
            raise mistakes.no_such_island(word, lexicon.nearest(word, "island"))
        raise raider_mistakes.no_destination(parts.ship)
    if structure and parts.last in ("MOVE", "HOLD"):
        raise raider_mistakes.bad_name(said, "that is a word of the order language", "RAID-R23")
    if structure:
        instead = f"{_going(parts)}, refit as {structure}"
        would = f"To build there, write: {instead}"
        if not is_structure(structure):
            instead = ""
        raise raider_mistakes.contradiction(said, f"the structure {structure} too", would, instead)
    return "", "", (_ignored(name, "RAID-R53"),) if name else ()


def _inferred(parts: Parts, structure: str, name: str, lexicon: Lexicon) -> Built:
    """What the fields say without a command word (RAID-5.2)."""
    if not structure:
        if name:
            raise raider_mistakes.name_without_structure(parts.ship, parts.place or "…", name)
        return "", "", ()
    if not is_structure(structure) and not like_structure(structure):
        if not parts.places:
            raise raider_mistakes.neither_island_nor_structure(
                structure, lexicon.nearest(structure, "island")
            )
        raise raider_mistakes.name_without_structure(parts.ship, parts.place, structure)
    built = canonical(structure)
    return built, new_name(name, lexicon) if name else "", ()


def _going(parts: Parts) -> str:
    """Ships and destination as a line begins with them."""
    ships = ", ".join(parts.ships)
    return f"{ships} to {parts.place}" if parts.place and "HOLD" not in parts.commands else ships


def _ignored(name: str, rule: str) -> Problem:
    return mistakes.remark(
        "name-ignored", f"I read the order without “{name}”, since it launches nothing.", rule
    )
