"""A sheet for programs: the same facts, the same bytes every time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core.sheet import Sheet


def sheet_json(sheet: Sheet) -> str:
    """The facts of a sheet, with whose it is and of which stage, keys in order."""
    told = {
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
