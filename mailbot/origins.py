"""Every setting in force, and where it comes from (FEAT-G1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from mailbot.config import Config
from mailbot.providers import PROVIDERS, SignIn

SECRET = "***"
"""What is shown of a secret that is set."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it counts."""

    #: As messages name it: `smtp.port`, `games.pent.schedule`.
    key: str
    value: Any
    #: `config.toml, line 12`, `default`, `environment NAME`, `provider gmail`, ...
    origin: str


@dataclass(frozen=True, slots=True)
class Source:
    """A config file as it was read."""

    name: str
    data: Mapping[str, Any]
    #: The line of each key.
    lines: Mapping[str, int]

    def place(self, key: str) -> str:
        line = self.lines.get(key)
        return self.name if line is None else f"{self.name}, line {line}"


def settings_of(config: Config, source: Source) -> tuple[Setting, ...]:
    """All settings of a config, table by table; no secret is among the values."""
    return tuple(_settings(config, source))


def _settings(config: Config, source: Source) -> Iterator[Setting]:
    data = source.data
    for name in ("service", "imap", "maildir", "smtp"):
        if (table := getattr(config, name)) is not None:
            yield from _of_table(table, name, data.get(name, {}), source)
    for name, sign_in in config.oauth.items():
        yield from _of_table(sign_in, f"oauth.{name}", data["oauth"][name], source)
    for name in ("trust", "limits", "log"):
        yield from _of_table(getattr(config, name), name, data.get(name, {}), source)
    for name, game in config.games.items():
        where, own = f"games.{name}", data["games"][name]
        yield from _of_table(game, where, own, source)
        for key, value in game.options.items():
            full = f"{where}.options.{key}"
            yield Setting(full, value, source.place(full))


def _of_table(table: Any, where: str, own: Mapping[str, Any], source: Source) -> Iterator[Setting]:
    named = "." in where
    for each in fields(table):
        if each.name == "options" or (named and each.name == "name"):
            continue
        value = getattr(table, each.name)
        if not each.repr:
            value = SECRET if value else ""
        elif each.name == "database":
            value = without_secrets(value)
        yield Setting(f"{where}.{each.name}", value, _origin(each.name, where, own, source))


def _origin(key: str, where: str, own: Mapping[str, Any], source: Source) -> str:
    if key in own:
        return source.place(f"{where}.{key}")
    if f"{key}_file" in own:
        return f"file {own[f'{key}_file']}"
    if f"{key}_env" in own:
        return f"environment {own[f'{key}_env']}"
    if key in _provided(where, own.get("provider", "")):
        return f"provider {own['provider']}"
    return "default"


def _provided(where: str, provider: str) -> frozenset[str]:
    """The keys that a provider sets in this table."""
    if provider not in PROVIDERS:
        return frozenset()
    preset = PROVIDERS[provider]
    if where in ("imap", "smtp"):
        return frozenset(getattr(preset, where))
    if where.startswith("oauth.") and preset.sign_in is not None:
        return frozenset(each.name for each in fields(SignIn) if getattr(preset.sign_in, each.name))
    return frozenset()


def without_secrets(url: str) -> str:
    """A database's URL, fit to be printed.

    >>> without_secrets("postgresql+psycopg://mailbot:s3cret@db.example.org/mailbot")
    'postgresql+psycopg://mailbot:***@db.example.org/mailbot'
    >>> without_secrets("postgresql+psycopg:///mailbot?host=db.example.org&password=s3cret")
    'postgresql+psycopg:///mailbot?host=db.example.org&password=***'
    """
    try:
        hidden = make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        hidden = re.sub(r"^(.*?//)?.*@", rf"\1{SECRET}@", url)
    return re.sub(r"(?i)(passw(?:or)?d=)[^&]*", rf"\1{SECRET}", hidden)


_TABLE = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?")
_KEY = re.compile(r"""\s*([A-Za-z0-9_."' -]+?)\s*=""")


def lines_of(text: str) -> Mapping[str, int]:
    """The line of each key and each table of a TOML file, the first where it stands twice."""
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        if head := _TABLE.fullmatch(line):
            table = _bare(head[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(f"{table}.{_bare(key[1])}".lstrip("."), number)
    return found


def line_named(message: str, lines: Mapping[str, int]) -> int | None:
    """The line of the setting that a message about a config speaks of; None if it has none."""
    words = re.findall(r"[a-z_]+(?:\.[a-z0-9_-]+)+|\[[^\[\]\s]+\]", message)
    keys = (word.strip("[]") for word in words)
    return next((lines[key] for key in keys if key in lines), None)


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
