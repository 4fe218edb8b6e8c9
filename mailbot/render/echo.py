"""Lines of a letter repeated to their writer in a shape that is never executed (MAIL-O4)."""

from __future__ import annotations

from mailbot.render.words import clean, wrap

WIDTH = 60


def echo(number: int, text: str) -> list[str]:
    """The line under its number, every physical line with the prefix, at most 60 columns.

    >>> echo(12, "Phoenix to Pearl")
    [' 12| Phoenix to Pearl']
    """
    prefix = f"{number:>3}| "
    return [prefix + line for line in wrap(clean(text).strip(), WIDTH - len(prefix))]
