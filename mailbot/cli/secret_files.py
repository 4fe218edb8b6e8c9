"""Files of a config that hold secrets and that others on this machine may read (FEAT-G10)."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from mailbot.config import Config

_SECRETS = ("password", "client_secret", "refresh_token")


def open_to_others(file: Path, config: Config) -> Iterator[str]:
    """What to say of each; the key file is looked at elsewhere, and is no mere note."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    for where, path in (*_said(file, data), *_tokens(config)):
        if _is_open(path):
            yield f"{where}: others on this machine may read it: chmod 600 {path}"


def _said(file: Path, data: Mapping[str, Any]) -> Iterator[tuple[str, Path]]:
    """The files that accounts name, and the config itself where a secret stands in it."""
    oauth = data.get("oauth", {})
    accounts = {name: data.get(name, {}) for name in ("imap", "smtp")}
    tables = accounts | {f"oauth.{name}": table for name, table in oauth.items()}
    for name, table in tables.items():
        for secret in _SECRETS:
            if f"{secret}_file" in table:
                yield f"{name}.{secret}_file", file.parent / table[f"{secret}_file"]
            elif table.get(secret):
                yield f"{name}.{secret} stands in the config", file


def _tokens(config: Config) -> Iterator[tuple[str, Path]]:
    for name, table in config.oauth.items():
        yield f"oauth.{name}.token_file", config.path(table.token_file)


def _is_open(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False
