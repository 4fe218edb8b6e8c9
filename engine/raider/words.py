"""Turns of phrase that several texts for players share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def listed(names: Sequence[str]) -> str:
    """A list as one says it.

    >>> listed(("Agnes", "Coral", "Pearl"))
    'Agnes, Coral and Pearl'
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def nearest(word: str, names: Iterable[str]) -> str:
    """The name that was probably meant, empty if none is near.

    >>> nearest("agness", ["Agnes", "Pearl"]), nearest("Xyz", ["Agnes"])
    ('Agnes', '')
    """
    written = {name.casefold(): name for name in sorted(names)}
    near = get_close_matches(word.casefold(), written, n=1)
    return written[near[0]] if near else ""
