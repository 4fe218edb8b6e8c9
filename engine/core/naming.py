"""Which of several names was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, names: Iterable[str]) -> str:
    """The name that was probably meant, empty if none is near.

    >>> nearest("agness", ["Agnes", "Pearl"]), nearest("Xyz", ["Agnes"])
    ('Agnes', '')
    """
    written = {name.casefold(): name for name in sorted(names)}
    near = get_close_matches(word.casefold(), written, n=1)
    return written[near[0]] if near else ""
