"""What an order line of Raider adds up to, once it is read: orders, remarks, or a `Slip`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from lark import Token, Tree

from engine.core.ruleset import Cancel, Problem, Role, Vocabulary
from engine.raider.orders import DISBAND_MARK, Design, Order, Pledge, ShipOrder, Start
from engine.raider.state import FLEET, IslandName, ShipName
from grammar import mistakes
from grammar.commands import resolve
from grammar.letter import Reading
from grammar.lexicon import Lexicon, name_of
from grammar.raider_fields import Field, canonical, divide, is_structure, like_structure, new_name

Parse: TypeAlias = "Tree[Token]"

_BUILDING = ("REFIT", "LAUNCH")
_NAMED = ("SHIP", "PLACE", "PLAYER")
_WORDS = frozenset({"WORD", "MIXED", "NUMBER"})


class NotAnOrder(Exception):
    """The line reads, but means something else: `Tom Smith` is no design of a ship."""


def judge(tree: Parse, lexicon: Lexicon) -> Reading[Order]:
    """The orders in a line that was read. Raises `Slip` or `NotAnOrder`."""
    words = lexicon.words
    match tree.data:
        case "order":
            return _ordered(_gather(tree, words), lexicon)
        case "pledge":
            return _pledged(tree, words)
        case "cancel":
            return _cancelled(tree, words)
        case "design":
            return _designed(tree, words)
    return _started(tree)


# Orders of ships.


@dataclass(slots=True)
class _Parts:
    """What stands in an order line, by what it is for."""

    ships: list[str] = field(default_factory=list)
    #: `all`, and the island where those ships are.
    group: bool = False
    commands: list[str] = field(default_factory=list)
    #: As typed, for answers.
    command_words: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    origin: str = ""
    scrap: bool = False
    fields: list[Field] = field(default_factory=list)
    unfinished: bool = False
    command_last: bool = False

    @property
    def ship(self) -> str:
        return self.ships[0]

    @property
    def place(self) -> str:
        return self.places[0] if self.places else ""


def _gather(tree: Parse, words: Vocabulary) -> _Parts:
    parts = _Parts()
    opening: Field | None = None
    going = ""
    for child in tree.children:
        if isinstance(child, Tree):
            if child.data == "fleet":
                _muster(child, parts, words)
                opening, going = None, ""
                continue
            child = child.children[0]
            if isinstance(child, Tree):
                continue
        kind = child.type
        if kind == "PLACE" and not (parts.fields and parts.fields[-1] is opening and opening.words):
            if going == "FROM":
                parts.origin = name_of(child)
            else:
                parts.places.append(name_of(child))
            opening, going = None, ""
        elif kind in _WORDS or (kind in _NAMED and (parts.ships or kind == "PLACE")):
            if opening is None:
                opening = Field(place=going in ("TO", "AT"))
            if not opening.words:
                parts.fields.append(opening)
            opening.words.append(name_of(child) if kind in _NAMED else str(child))
        elif kind == "SHIP":
            parts.ships.append(name_of(child))
        elif kind in ("TO", "AT", "FROM"):
            going, opening = kind, None
        elif kind in ("AS", "LINK"):
            opening = Field(marked=True)
        elif kind == "NAMED":
            opening = Field(name=True)
        elif kind == "XMARK":
            parts.scrap, opening = True, None
        elif kind in ("COMMA", "AND"):
            opening, going = None, ""
        else:
            parts.commands.append(kind)
            parts.command_words.append(str(child))
            opening, going = (Field(marked=True) if kind in _BUILDING else None), ""
        parts.unfinished = kind in ("COMMA", "AND")
        parts.command_last = kind in ("MOVE", "HOLD")
    return parts


def _muster(tree: Parse, parts: _Parts, words: Vocabulary) -> None:
    """Which ships are meant (RAID-R62)."""
    tokens = [*tree.scan_values(lambda value: isinstance(value, Token))]
    named = [name_of(token) for token in tokens if token.type == "SHIP"]
    if tokens[0].type != "ALL":
        parts.ships = list(dict.fromkeys(named))
        return
    parts.group = True
    place = next((name_of(token) for token in tokens if token.type == "PLACE"), "")
    own = [ship for ship in words.names.get("ship", ()) if ship not in named]
    parts.ships = [ship for ship in own if not place or words.places.get(ship) == place]
    if not own:
        raise mistakes.no_ships_at_all()
    if not parts.ships:
        raise mistakes.none_there(place)


def _ordered(parts: _Parts, lexicon: Lexicon) -> Reading[Order]:
    if not parts.ships:
        raise mistakes.no_ship(parts.command_words[0] if parts.command_words else "go")
    if not (parts.commands or parts.places or parts.fields or parts.scrap):
        return _nothing_said(parts)
    _check_places(parts, lexicon)
    destination = "" if "HOLD" in parts.commands else parts.place
    structure, name = divide(parts.fields, launching="LAUNCH" in parts.commands)
    structure, name, remarks = _task(parts, structure, name, lexicon)
    if name and len(parts.ships) > 1:
        raise mistakes.one_launch_each(parts.ships)
    orders = tuple(ShipOrder(ShipName(ship), destination, structure, name) for ship in parts.ships)
    return Reading(orders, remarks, parts.group, parts.unfinished)


def _nothing_said(parts: _Parts) -> Reading[Order]:
    """A form line left empty; several ships with nothing to do are a slip."""
    if len(parts.ships) > 1 or parts.group:
        raise mistakes.nothing_to_do(parts.ships)
    return Reading()


def _check_places(parts: _Parts, lexicon: Lexicon) -> None:
    """Is there one destination, and is what stands in its place an island (RAID-R46)?"""
    for one in parts.fields:
        if one.place and not ("REFIT" in parts.commands and is_structure("".join(one.words))):
            near = lexicon.nearest(one.words[0], "island")
            raise mistakes.no_such_island(" ".join(one.words), near)
    at = {lexicon.words.places.get(ship) for ship in parts.ships}
    if len(parts.places) == 2 and at == {parts.places[0]}:
        del parts.places[0]  # `Phoenix at Agnes to Pearl`
    if len(set(parts.places)) > 1:
        raise mistakes.two_destinations(parts.places)
    if "HOLD" in parts.commands:
        for ship in parts.ships:
            if parts.place and lexicon.words.places.get(ship, parts.place) != parts.place:
                raise mistakes.holds_elsewhere(ship, parts.place)


def _task(
    parts: _Parts, structure: str, name: str, lexicon: Lexicon
) -> tuple[str, str, tuple[Problem, ...]]:
    """Structure, name and remarks, if the command words agree with them (RAID-R61)."""
    doing = [kind for kind in parts.commands if kind in ("DISBAND", "REFIT", "LAUNCH")]
    if len(set(doing)) > 1:
        raise mistakes.two_commands(parts.command_words)
    if parts.scrap or "DISBAND" in doing:
        return _disband(parts, doing, structure, name)
    if doing == [] and parts.commands:
        return _only_goes(parts, structure, name)
    if doing == []:
        return _inferred(parts, structure, name, lexicon)
    if not structure:
        raise mistakes.structure_missing(parts.command_words[-1], parts.ship, name)
    built = canonical(structure)
    if "LAUNCH" in doing:
        if not name:
            raise mistakes.name_missing(parts.ship, built)
        return built, new_name(name, lexicon.words), ()
    if name:
        would = f"To launch {name}, write launch in place of {parts.command_words[-1]}."
        raise mistakes.contradiction(parts.command_words[-1], f"the name {name} too", would)
    return built, "", ()


def _disband(
    parts: _Parts, doing: Sequence[str], structure: str, name: str
) -> tuple[str, str, tuple[Problem, ...]]:
    """X, or a word for it; a name beside it is ignored (RAID-R52)."""
    if any(kind in _BUILDING for kind in doing):
        would = "X breaks the ship up. Leave it out, or leave the word out."
        raise mistakes.contradiction(parts.command_words[-1], "an X", would)
    if structure and not name and not like_structure(structure):
        structure, name = "", structure
    if structure:
        would = "To rebuild the ship, write refit. To break her up, leave the structure out."
        said = parts.command_words[-1] if parts.command_words else DISBAND_MARK
        raise mistakes.contradiction(said, f"the structure {structure} too", would)
    return DISBAND_MARK, "", (_ignored(name, "RAID-R52"),) if name else ()


def _only_goes(parts: _Parts, structure: str, name: str) -> tuple[str, str, tuple[Problem, ...]]:
    """`move` and `stay` build nothing (RAID-R61); a name is ignored (RAID-R53)."""
    said = parts.command_words[0]
    if structure and not name and not like_structure(structure):
        structure, name = "", structure
    if "HOLD" not in parts.commands and not parts.places:
        if structure or name:
            raise mistakes.no_such_island(structure or name, ())
        raise mistakes.no_destination(parts.ship)
    if structure and parts.command_last:
        raise mistakes.bad_name(said, "that is a word of the order language", "RAID-R23")
    if structure:
        would = f"To build there, write: {parts.ship} to {parts.place}, refit as {structure}"
        if "HOLD" in parts.commands:
            would = f"To build, write: {parts.ship}, refit as {structure}"
        raise mistakes.contradiction(said, f"the structure {structure} too", would)
    return "", "", (_ignored(name, "RAID-R53"),) if name else ()


def _inferred(
    parts: _Parts, structure: str, name: str, lexicon: Lexicon
) -> tuple[str, str, tuple[Problem, ...]]:
    """What the fields say without a command word (RAID-5.2)."""
    if not structure:
        if name:
            raise mistakes.name_without_structure(parts.ship, parts.place or "…", name)
        return "", "", ()
    if not is_structure(structure) and not like_structure(structure):
        if not parts.places:
            raise mistakes.neither_island_nor_structure(
                structure, lexicon.nearest(structure, "island")
            )
        raise mistakes.name_without_structure(parts.ship, parts.place, structure)
    built = canonical(structure)
    return built, new_name(name, lexicon.words) if name else "", ()


def _ignored(name: str, rule: str) -> Problem:
    return mistakes.remark("name-ignored", f"The name {name} has no use here.", rule)


# Overlords, taking back, sign-up.


def _pledged(tree: Parse, words: Vocabulary) -> Reading[Order]:
    """`overlord: Zane`; oneself for independence (RAID-R73)."""
    lord = [
        token
        for token in tree.scan_values(lambda value: isinstance(value, Token))
        if token.type not in ("OVERLORD", "IS", "LINK", "TO", "AS")
    ]
    if not lord:
        return Reading()
    if [token.type for token in lord] == ["ME"]:
        if not words.me:
            raise mistakes.no_such_player(str(lord[0]), ())
        return Reading((Pledge(Role(words.me)),))
    typed = " ".join(name_of(token) if token.type in _NAMED else str(token) for token in lord)
    found, problems = resolve((typed,), words)
    return Reading(tuple(Pledge(Role(name)) for name in found), problems)


def _cancelled(tree: Parse, words: Vocabulary) -> Reading[Order]:
    """Which orders are taken back (RAID-R64)."""
    rest = tree.children[1:]
    if not rest:
        return Reading((Cancel(None),))
    about = rest[0]
    if isinstance(about, Tree):
        parts = _Parts()
        _muster(about, parts, words)
        alone = all(isinstance(one, Token) and one.type == "ALL" for one in about.children)
        return Reading((Cancel(None),) if alone else tuple(map(Cancel, parts.ships)))
    match about.type:
        case "OVERLORD":
            return Reading((Cancel("overlord"),))
        case "HOME":
            return Reading((Cancel("start"),))
        case "HULL":
            return Reading((Cancel(f"ship {int(str(rest[1]))}"),))
    if words.stage:
        raise mistakes.no_such_ship(str(about))
    return Reading((Cancel(str(about)),))


def _designed(tree: Parse, words: Vocabulary) -> Reading[Order]:
    """One of the ships to start with (RAID-3.1, RAID-R6)."""
    tokens = [token for token in tree.children if isinstance(token, Token)]
    slot, rest = _slot(tokens)
    signs = [token for token in rest if token.type in _WORDS]
    if not signs:
        return Reading()
    name, *modules = [str(token) for token in signs]
    structure = "".join(modules)
    plain = slot == 0 and not any(token.type in ("HULL", "LINK", "AS") for token in tokens)
    if plain and not _plainly(structure):
        raise NotAnOrder
    if not structure:
        raise mistakes.design_incomplete(name)
    if "?" in structure:
        raise mistakes.wild_at_sign_up(structure)
    design = Design(ShipName(new_name(name, words)), canonical(structure), slot)
    return Reading((design,))


def _slot(tokens: Sequence[Token]) -> tuple[int, Sequence[Token]]:
    rest = tokens[1:] if tokens[0].type == "HULL" else tokens
    if not rest or rest[0].type != "NUMBER":
        return 0, rest
    number = str(rest[0])
    if not 1 <= int(number[:4]) <= FLEET:
        raise mistakes.no_such_slot(number, FLEET)
    return int(number), rest[1:]


def _plainly(structure: str) -> bool:
    """Without any word or sign that says so, two words are a design only if this is plain."""
    return (
        bool(structure)
        and like_structure(structure)
        and (len(structure) >= 5 or not structure.isalpha())
    )


def _started(tree: Parse) -> Reading[Order]:
    """The island to start at, or several in order of preference (RAID-3.2, RAID-R2)."""
    islands = tuple(IslandName(name) for name in dict.fromkeys(_places(tree)))
    return Reading((Start(islands),) if islands else ())


def _places(tree: Parse) -> Iterator[str]:
    for token in tree.children:
        if isinstance(token, Token) and token.type == "PLACE":
            yield name_of(token)
