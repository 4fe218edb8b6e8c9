"""Structures as players write and read them (MER-6.2, MER-L6.4)."""

from __future__ import annotations

import re
from itertools import groupby

from engine.core.structure import WILD, BadStructure, expand
from engine.merchant.products import MODULES
from engine.merchant.state import LARGEST, SMALLEST

_MODULE = re.compile(r"[A-Z?]\+?")


def short(structure: str) -> str:
    """A structure as sheets show it; a count is for the module after it with its `+` (MER-H32).

    >>> short("AABBEEEEHHHHHHHHHH+H+R")
    '2A2B4E9H2H+R'
    """
    runs = ((module, len(list(run))) for module, run in groupby(_MODULE.findall(structure)))
    return "".join(f"{count if count > 1 else ''}{module}" for module, count in runs)


def structure_problem(text: str, *, wildcards: bool) -> tuple[str, str] | None:
    """Why this can be no ship, as a code and a text; None if it can."""
    try:
        signs = expand(text.replace(" ", ""), MODULES)
    except BadStructure as slip:
        letters = " ".join(MODULES)
        return "bad-structure", f"{text} is not a structure: {slip}. Modules are {letters}."
    if WILD in signs and not wildcards:
        return "wildcard", f"{text} leaves modules to chance with ?: name each of them."
    if not SMALLEST <= len(signs) <= LARGEST:
        count = f"{len(signs)} module{'s' if len(signs) > 1 else ''}"
        return "size", f"{text} has {count}; a ship has {SMALLEST} to {LARGEST}."
    return None
