"""Corrections by the Gamesmaster: what every ruleset says of a path or value that will not do."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.core.naming import nearest
from engine.core.ruleset import Json, Problem
from engine.core.wording import enumeration

Struct: TypeAlias = type[msgspec.Struct]

_WRONG_KIND = re.compile(r"Expected `[^`]*`(?P<limit> [<>]=? -?[\d.]+)?|Invalid enum value")
_WORDS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a word",
}


def bad(code: str, text: str, suggestion: str = "") -> Problem:
    return Problem(code, text, suggestion=suggestion)


def unknown(kind: str, name: str, names: Iterable[str]) -> Problem:
    """There is nothing of that name."""
    near = nearest(name, names)
    hint = f" Do you mean {near}?" if near else ""
    return bad("no-such-name", f"There is no {kind} called {name}.{hint}", near)


def set_option(
    data: dict[str, Any], name: str, value: Json, options: Struct, fixed: Collection[str]
) -> Problem | None:
    """Set an option of a dumped position from now on; why it cannot be, or None."""
    if name in fixed:
        return bad("fixed", f"{name} cannot change once a game is made.")
    if name not in options.__struct_fields__:
        near = nearest(name, options.__struct_fields__)
        hint = f" Do you mean {near}?" if near else ""
        return bad("no-such-field", f"There is no option {name}.{hint}", near)
    data["options"] = {**data.get("options", {}), name: value}
    return None


def claim(data: dict[str, Any], island: str, role: Json, settled: str) -> Problem | None:
    """Who shall start at an island; null takes the claim away. Once the game has begun: why not."""
    if data["turn"] != 0:
        return bad("begun", f"The game has begun: {settled}.")
    claims = {name: held for name, held in data.get("claims", {}).items() if held != role}
    claims.pop(island, None)
    data["claims"] = claims if role is None else {**claims, island: role}
    return None


def told_plainly(
    path: Sequence[str], slip: str, kinds: Mapping[str, Struct], options: Struct
) -> str:
    """What is to stand at this path, if that is what is wrong; empty if it is something else.

    `kinds` are the things of a position by the first word of a path: `unit/Emery/crippled`.
    """
    wrong = _WRONG_KIND.match(slip)
    if wrong is None or not (words := _words(_hint(path, kinds, options))):
        return ""
    return f"{'/'.join(path)} must be {words}{wrong['limit'] or ''}."


def _hint(path: Sequence[str], kinds: Mapping[str, Struct], options: Struct) -> Any:
    """The type of what stands there."""
    if path[0] == "options" and len(path) == 2:
        return get_type_hints(options).get(path[1])
    if path[0] not in kinds or len(path) < 3:
        return None
    hint = get_type_hints(kinds[path[0]]).get(path[2])
    return hint if len(path) == 3 else next(iter(get_args(hint)[-1:]), None)


def _words(hint: Any) -> str:
    if get_origin(hint) in (UnionType, Union):
        words = [_words(each) for each in get_args(hint) if each is not NoneType]
        return f"{words[0]}, or null" if len(words) == 1 and words[0] else ""
    if get_origin(hint) is Literal:
        return enumeration(get_args(hint), "or")
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return enumeration(list(hint), "or")
    if get_origin(hint) in (tuple, frozenset, list):
        return "a list, in square brackets"
    if get_origin(hint) is Mapping:
        return 'a table such as {"NAME": 1}'
    return _WORDS.get(getattr(hint, "__supertype__", hint), "")
