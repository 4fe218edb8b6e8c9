"""Module strings: `3E3G4?` is three engines, three guns and four modules of any kind."""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby

WILD = "?"
LONGEST = 99

_ITEM = re.compile(r"(\d*)(\D)", re.ASCII)


class BadStructure(ValueError):
    """A structure cannot be read; the message says which sign is in the way."""


def expand(text: str, letters: str) -> str:
    """The modules one by one, in written order, in capitals (RAID-5.6, RAID-R55).

    A number counts for the one sign after it. `letters` are the module types allowed beside `?`.

    >>> expand("a3B3EGGS", "ABEGMPST")
    'ABBBEEEGGS'
    """
    signs: list[str] = []
    end = 0
    for item in _ITEM.finditer(text):
        if item.start() != end:
            break
        end = item.end()
        digits, sign = item[1], item[2].upper()
        if sign != WILD and sign not in letters:
            raise BadStructure(f"there is no module {item[2]}")
        count = int(digits[:4]) if digits else 1
        if count == 0:
            raise BadStructure(f"the count before {sign} is 0")
        if len(signs) + count > LONGEST:
            raise BadStructure(f"more than {LONGEST} modules")
        signs.extend(sign * count)
    if end != len(text):
        raise BadStructure(f"the number {text[end:][:4]} at the end has no module after it")
    if not signs:
        raise BadStructure("there are no modules")
    return "".join(signs)


def arrange(signs: str, letters: str) -> str:
    """The same modules in the order of the alphabet, wildcards last (RAID-R84).

    >>> arrange("GE?AE", "ABEGMPST")
    'AEEG?'
    """
    return "".join(sorted(signs, key=(letters + WILD).index))


def shorten(signs: str) -> str:
    """The short way to write modules given one by one, in the same order.

    >>> shorten("EEEGGG????")
    '3E3G4?'
    """
    runs = ((sign, len(list(run))) for sign, run in groupby(signs))
    return "".join(f"{count if count > 1 else ''}{sign}" for sign, count in runs)


def wanted(signs: str) -> tuple[Counter[str], int]:
    """The modules asked for by letter, and how many are left to chance.

    >>> wanted("EEG??")
    (Counter({'E': 2, 'G': 1}), 2)
    """
    named = Counter(sign for sign in signs if sign != WILD)
    return named, signs.count(WILD)
