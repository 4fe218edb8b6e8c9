"""What a letter says around its sheet."""

from __future__ import annotations

from dataclasses import dataclass

#: Heads the order form in every format.
FORM = "Order form"


@dataclass(frozen=True, slots=True)
class Cover:
    """The words of the service for one letter."""

    #: The line above which replies are written (MAIL-O5); empty if none is wanted.
    marker: str = ""
    #: What comes before the sheet: when orders are due, what to do.
    opening: tuple[str, ...] = ()
    #: The order form as `mailbot.render.form` writes it; empty if nothing may be ordered.
    template: str = ""
    #: Below everything: commitment, digest, how to get help.
    footer: tuple[str, ...] = ()


BARE = Cover()
