"""A sheet for programs: the same facts, the same bytes every time (docs/sheet-for-programs.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.sheet import Sheet

#: Of the format; rises when a field goes or changes its meaning, not when one is added.
VERSION = 1


def sheet_json(sheet: Sheet, ruleset: str, game: str) -> str:
    """The facts of a sheet, with whose it is, of which game and stage; keys in order."""
    told = {
        "version": VERSION,
        "ruleset": ruleset,
        "game": game,
        "role": sheet.role,
        "title": sheet.title,
        "stage": sheet.stage,
        "facts": sheet.facts,
    }
    return msgspec.json.encode(told, enc_hook=_open, order="sorted").decode()


def _open(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"a fact cannot be a {type(value).__name__}")
