"""What a player says for himself: dice, what he takes back, his sign-up (MER-18.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from engine.core.ruleset import Cancel, Role, Vocabulary
from engine.merchant.orders import (
    ChooseDice,
    Home,
    IslandName,
    NameAlliance,
    NameAlly,
    Order,
)
from grammar import merchant_mistakes, mistakes
from grammar.commands import resolve
from grammar.fleets import muster
from grammar.lexicon import Lexicon, Word
from grammar.lines import Reading
from grammar.merchant_words import OWN, PLAYER
from grammar.names import Nearest
from grammar.shapes import Shape

_ALLIANCE = re.compile(
    r"(?:my |our |the )?alliance(?:\s+name)?(?![\w'-])\s*[:=-]?"
    r"\s*(?:(?:is|called|named)(?!\S)\s*)*[:=]?(.*)",
    re.IGNORECASE,
)
_ALLY = re.compile(
    r"(?:my |our |the )?(?:ally|partner)(?![\w'-])\s*(?P<sign>[:=-]|is(?!\S))?\s*(?P<name>.*)",
    re.IGNORECASE,
)
_IS_ALLY = re.compile(r"(?P<name>.+?) is (?:my |our |the )?(?:ally|partner)[.!]?", re.IGNORECASE)
#: Not the name of anybody, whoever plays.
NOBODY = frozenset({"me", "myself", "none", "nobody", "no one", "anybody", "anyone", "random"})
_SPELLED = re.compile(r"[A-Za-z0-9][A-Za-z0-9 '&.-]*", re.ASCII)


def diced(shape: Shape, line: Sequence[Word]) -> Reading[Order]:
    """`dice: magic` (MER-2.3)."""
    kind: Literal["normal", "magic"]
    for kind in ("normal", "magic"):
        if any(part.kind == kind.upper() for part in shape.parts):
            return Reading((ChooseDice(kind),))
    strange = [line[part.place].text for part in shape.parts if part.kind == "WORD"]
    if strange:
        raise merchant_mistakes.no_such_dice(strange[0])
    return Reading(unfinished=True)


def cancelled(shape: Shape, line: Sequence[Word], words: Vocabulary) -> Reading[Order]:
    """Which orders are taken back; a ship at sign-up by her name or number."""
    about = [part for part in shape.parts if part.kind not in ("CANCEL", "HULL")]
    if not about or [part.kind for part in about] == ["ALL"]:
        return Reading((Cancel(None),))
    said = line[about[0].place].text
    match about[0].kind:
        case "SHIP" | "ALL":
            ships, _ = muster(about, line, words, OWN)
            return Reading(tuple(map(Cancel, ships)))
        case "DICE" | "ALLY" | "ALLIANCE" | "HOME":
            return Reading((Cancel(about[0].kind.lower()),))
        case "NUMBER":
            return Reading((Cancel(f"ship {int(said[:4])}"),))
    if words.stage:
        raise merchant_mistakes.no_such_ship(said)
    return Reading((Cancel(said),))


def named_ally(line: str, words: Vocabulary) -> Reading[Order] | None:
    """`ally: Zane`, also before Zane has signed up; None if the line is not about that."""
    headed = _ALLY.fullmatch(line)
    found = headed or _IS_ALLY.fullmatch(line)
    if found is None:
        return None
    name = _bare(found["name"])
    if not name:
        return Reading(unfinished=True)
    known, problems = resolve((name,), words, partly=headed is not None)
    if known or Nearest(words.names.get(PLAYER, ())).near(name):
        return Reading(tuple(NameAlly(Role(one)) for one in known), problems)
    if headed is None or not headed["sign"]:
        return None
    if name.casefold() in NOBODY or len(name) > merchant_mistakes.LONGEST_PLAYER:
        raise mistakes.no_such_player(mistakes.shortened(name), ())
    return Reading((NameAlly(Role(name)),))


def names_somebody(line: str) -> bool:
    """Does it name an ally or an alliance, well or badly?"""
    if (alliance := _ALLIANCE.fullmatch(line)) is not None:
        return bool(alliance[1].strip())
    ally = _ALLY.fullmatch(line)
    return ally is not None and bool(ally["sign"]) and bool(ally["name"].strip())


def named_alliance(line: str) -> Reading[Order] | None:
    """`alliance: Red Banner`, as typed; None if the line is not about that. Raises `Slip`."""
    found = _ALLIANCE.fullmatch(line)
    if found is None:
        return None
    name = _bare(found[1])
    if name.casefold().startswith("with "):
        return None
    if not name:
        return Reading(unfinished=True)
    if len(name) > merchant_mistakes.LONGEST_ALLIANCE:
        most = merchant_mistakes.LONGEST_ALLIANCE
        raise merchant_mistakes.bad_alliance(name, f"{most} letters and spaces fit")
    if not _SPELLED.fullmatch(name):
        raise merchant_mistakes.bad_alliance(name, "letters A to Z, digits and spaces fit")
    return Reading((NameAlliance(name),))


def settled(shape: Shape, line: Sequence[Word], lexicon: Lexicon) -> Reading[Order]:
    """The island to start at. Raises `Slip` if it is none."""
    last = shape.parts[-1]
    text = line[last.place].text
    if last.kind in ("WORD", "MIXED"):
        raise mistakes.no_such_island(text, lexicon.nearest(text, "island"))
    return Reading((Home(IslandName(text)),)) if last.kind == "PLACE" else Reading(unfinished=True)


def _bare(text: str) -> str:
    """Without the signs around it, and with single spaces."""
    return " ".join(text.strip(" .!\"'*“”„‘’").split())
