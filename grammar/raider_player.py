"""What a player says for himself: his overlord, what he takes back, his sign-up."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Cancel, Role, Vocabulary
from engine.raider.orders import Design, Order, Pledge, Start
from engine.raider.state import FLEET, IslandName, ShipName
from grammar import mistakes, raider_mistakes
from grammar.commands import resolve
from grammar.fleets import muster
from grammar.lexicon import Lexicon, Word
from grammar.lines import Reading
from grammar.raider_fields import canonical, like_structure, new_name
from grammar.shapes import Part, Shape

_ABOUT_LORDS = frozenset({"OVERLORD", "PLEDGE", "CHOOSE", "IS", "LINK", "TO", "AS"})
_WORDS = frozenset({"WORD", "MIXED", "NUMBER", "PLACE", "XMARK"})
#: What shows that two words are meant as a ship's name and structure.
_SAYS_SO = frozenset({"HULL", "LINK", "AS"})
_NAME_AND_SIGN = 2


class NotAnOrder(Exception):
    """The line reads, but means something else: `Tom Smith` is no design of a ship."""


def pledged(shape: Shape, line: Sequence[Word], words: Vocabulary) -> Reading[Order]:
    """`overlord: Zane`; oneself for independence (RAID-R73)."""
    lord = [part for part in shape.parts if part.kind not in _ABOUT_LORDS]
    if not lord:
        return Reading()
    if [part.kind for part in lord] == ["ME"]:
        if not words.me:
            raise mistakes.no_such_player(line[lord[0].place].text, (), "RAID-R35")
        return Reading((Pledge(Role(words.me)),))
    typed = " ".join(line[part.place].text for part in lord)
    found, problems = resolve((typed,), words)
    return Reading(tuple(Pledge(Role(name)) for name in found), problems)


def cancelled(shape: Shape, line: Sequence[Word], words: Vocabulary) -> Reading[Order]:
    """Which orders are taken back (RAID-R64)."""
    about = [part for part in shape.parts if part.kind not in ("CANCEL", "HULL")]
    if not about:
        return Reading((Cancel(None),))
    said = line[about[0].place].text
    match about[0].kind:
        case "SHIP" | "ALL":
            if len(about) == 1 and about[0].kind == "ALL":
                return Reading((Cancel(None),))
            ships, _ = muster(about, line, words)
            return Reading(tuple(map(Cancel, ships)))
        case "OVERLORD":
            return Reading((Cancel("overlord"),))
        case "HOME":
            return Reading((Cancel("start"),))
        case "NUMBER":
            return Reading((Cancel(f"ship {int(said[:4])}"),))
    if words.stage:
        raise mistakes.no_such_ship(said)
    return Reading((Cancel(said),))


def designed(shape: Shape, line: Sequence[Word], lexicon: Lexicon) -> Reading[Order]:
    """One of the ships to start with (RAID-3.1, RAID-R6)."""
    slot, rest = _slot(shape.parts, line)
    signs = [line[part.place].text for part in rest if part.kind in _WORDS]
    if not signs:
        return Reading()
    if any(part.kind == "PLACE" for part in rest if line[part.place].text != signs[0]):
        raise raider_mistakes.not_begun()
    name, structure = signs[0], "".join(signs[1:])
    plain = slot == 0 and not any(part.kind in _SAYS_SO for part in _inside(shape.parts))
    if plain and not _plainly(structure):
        raise NotAnOrder
    if not structure:
        raise raider_mistakes.design_incomplete(name)
    if "?" in structure:
        raise raider_mistakes.wild_at_sign_up(structure)
    design = Design(ShipName(new_name(name, lexicon)), canonical(structure), slot)
    return Reading((design,))


def _inside(parts: Sequence[Part]) -> Sequence[Part]:
    """Without a colon or comma at the end of several words, which says nothing of a ship."""
    several = len(parts) > _NAME_AND_SIGN
    return parts[:-1] if several and parts[-1].kind in {"LINK", "COMMA"} else parts


def _slot(parts: Sequence[Part], line: Sequence[Word]) -> tuple[int, Sequence[Part]]:
    """The number of the ship, 0 if none is written, and what follows it."""
    rest = parts[1:] if parts[0].kind == "HULL" else parts
    if not rest or rest[0].kind != "NUMBER":
        return 0, rest
    number = line[rest[0].place].text
    if not 1 <= int(number[:4]) <= FLEET:
        raise raider_mistakes.no_such_slot(number, FLEET)
    return int(number), rest[1:]


def _plainly(structure: str) -> bool:
    """Without any word or sign that says so, two words are a design only if this is plain."""
    return (
        bool(structure)
        and like_structure(structure)
        and (len(structure) >= 5 or not structure.isalpha())
    )


def started(shape: Shape, line: Sequence[Word], lexicon: Lexicon) -> Reading[Order]:
    """The island to start at, or several in order of preference (RAID-3.2, RAID-R2)."""
    last = line[shape.parts[-1].place]
    if shape.parts[-1].kind == "WORD":
        raise mistakes.no_such_island(last.text, lexicon.nearest(last.text, "island"))
    islands = [line[part.place].text for part in shape.parts if part.kind == "PLACE"]
    unique = tuple(map(IslandName, dict.fromkeys(islands)))
    return Reading((Start(unique),) if unique else ())
