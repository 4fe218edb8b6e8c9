"""Lines of a letter repeated to their writer in a shape that is never executed (MAIL-O4)."""

from __future__ import annotations

from mailbot.render.words import clean, wrap

WIDTH = 60
#: What stands after the number before the meaning of a line.
ASIDE = "  "


def echo(number: int, text: str) -> list[str]:
    """The line under its number, every physical line with the prefix, at most 60 columns.

    >>> echo(12, "Phoenix to Pearl")
    [' 12| Phoenix to Pearl']
    """
    return _prefixed(f"{number:>3}| ", text)


def meaning(number: int, text: str) -> list[str]:
    """What the line under this number means; it comes back quoted as harmlessly as the line.

    >>> meaning(12, "Phoenix sails to Pearl.")
    [' 12|   Phoenix sails to Pearl.']
    """
    return _prefixed(f"{number:>3}| {ASIDE}", text)


def _prefixed(prefix: str, text: str) -> list[str]:
    return [prefix + line for line in wrap(clean(text).strip(), WIDTH - len(prefix))]
