"""A table of a config file as a frozen value; every slip is named with its key and its remedy."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from mailbot.errors import ConfigError

T = TypeVar("T")


def table(kind: Callable[..., T], data: Any, where: str) -> T:
    """One table as a value: unknown keys, missing keys and wrong types are named."""
    allowed: dict[str, Field[Any]] = {each.name: each for each in fields(kind)}  # type: ignore[arg-type]  # a dataclass
    hints = get_type_hints(kind)
    values = {}
    for key, value in data.items():
        known(key, tuple(allowed), f"{where}.")
        values[key] = _typed(value, hints[key], f"{where}.{key}")
    for key, each in allowed.items():
        if key not in values and each.default is MISSING and each.default_factory is MISSING:
            raise ConfigError(f"{where}.{key} is missing")
    return kind(**values)


def known(key: str, allowed: tuple[str, ...], where: str) -> None:
    """Raise `ConfigError` for a key that does not exist, with the one that was meant."""
    if key in allowed:
        return
    near = difflib.get_close_matches(key, allowed, n=1)
    hint = f"did you mean {where}{near[0]}?" if near else f"known are {', '.join(allowed)}"
    raise ConfigError(f"there is no setting {where}{key}: {hint}")


def one_of(value: str, allowed: tuple[str, ...], where: str) -> None:
    if value not in allowed:
        choices = ", ".join(f'"{word}"' for word in allowed)
        raise ConfigError(f"{where} = {value!r} is not one of {choices}")


def between(value: int, low: int, high: int, where: str) -> None:
    if not low <= value <= high:
        raise ConfigError(f"{where} = {value} must lie between {low} and {high}")


def with_secret(
    data: Mapping[str, Any], name: str, where: str, folder: Path, environment: Mapping[str, str]
) -> dict[str, Any]:
    """The table with its secret `name` taken from where it says: itself, a file, the environment.

    It is printed in no message.
    """
    rest = dict(data)
    ways = [key for key in (name, f"{name}_file", f"{name}_env") if key in rest]
    if len(ways) > 1:
        word = name.replace("_", " ")
        raise ConfigError(f"[{where}] gives the {word} twice: keep one of {', '.join(ways)}")
    for key in ways:
        if not isinstance(rest[key], str):
            raise ConfigError(f"{where}.{key} must be text in quotes")
    file, variable = rest.pop(f"{name}_file", None), rest.pop(f"{name}_env", None)
    if file is not None:
        rest[name] = _first_line(folder / file, f"{where}.{name}_file")
    elif variable is not None:
        if variable not in environment:
            raise ConfigError(
                f"{where}.{name}_env: the environment has no {variable}: set it, "
                f"or give {where}.{name}_file"
            )
        rest[name] = environment[variable]
    return rest


def _first_line(file: Path, where: str) -> str:
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"{where}: {file} cannot be read ({why})") from error


_KINDS = {str: "text in quotes", int: "a whole number", bool: "true or false"}


def _typed(value: Any, hint: Any, where: str) -> Any:
    if hint in _KINDS:
        if type(value) is not hint:
            raise ConfigError(f"{where} must be {_KINDS[hint]}, not {value!r}")
        return value
    if hint == tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError(f'{where} must be a list of texts: ["…", "…"]')
        return tuple(value)
    if not isinstance(value, Mapping):
        raise ConfigError(f"{where} must be a table: write [{where}]")
    return dict(value)
