"""What may be set at a path of a position, in words for the Gamesmaster."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine.offmap.options import Options
from engine.offmap.state import Area, Place, Side, Unit

STRUCTS: Mapping[str, type[msgspec.Struct]] = {
    "unit": Unit,
    "side": Side,
    "area": Area,
    "place": Place,
}

WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a word",
}

_WRONG_KIND = re.compile(r"Expected `[^`]*`(?P<limit> [<>]=? -?\d+)?|Invalid enum value")


def told_plainly(path: Sequence[str], slip: str) -> str:
    """What is to stand at this path, if that is what is wrong; empty if it is something else.

    >>> told_plainly(["unit", "Emery", "crippled"], "Expected `bool`, got `str`")
    'unit/Emery/crippled must be true or false.'
    >>> told_plainly(["options", "intel"], "Invalid enum value 'all'")
    'options/intel must be open or fixed.'
    >>> told_plainly(["options", "turns"], "Expected `int` >= 1")
    'options/turns must be a whole number >= 1.'
    """
    wrong = _WRONG_KIND.match(slip)
    if wrong is None or not (kind := _kind(path)):
        return ""
    return f"{'/'.join(path)} must be {kind}{wrong['limit'] or ''}."


def _kind(path: Sequence[str]) -> str:
    if path[0] == "options":
        return _words(get_type_hints(Options).get(path[1]))
    if path[0] not in STRUCTS or len(path) < 3:
        return ""
    hint = get_type_hints(STRUCTS[path[0]]).get(path[2])
    if len(path) == 4:
        hint = get_args(hint)[-1] if get_args(hint) else None
    return _words(hint)


def _words(hint: Any) -> str:
    if get_origin(hint) is Literal:
        *first, last = get_args(hint)
        return f"{', '.join(first)} or {last}"
    if get_origin(hint) in (tuple, frozenset):
        return "a list, in square brackets"
    if get_origin(hint) is Mapping:
        return 'a table such as {"Deeps": 1}'
    return WORDS.get(getattr(hint, "__supertype__", hint), "")
