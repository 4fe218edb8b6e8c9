"""The order form as a page of its own: map, pick lists, a link that writes the letter (FEAT-O9).

The page is attached to a sheet and works from a disk: it fetches nothing, and without its script
it still shows the letter and the link as they stood when the sheet was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar
from urllib.parse import quote

from jinja2 import Template
from markupsafe import Markup

from engine.core.form import Line, OrderForm
from engine.core.sheet import Figure, Sheet
from mailbot.render.cover import FORM
from mailbot.render.form import heading
from mailbot.render.html import environment
from mailbot.render.svg import scene_svg

Order = TypeVar("Order")

#: Longer links are cut off by some systems on their way to the mail program.
LONGEST_LINK = 1900


@dataclass(frozen=True, slots=True)
class Desk:
    """Where the orders of one role go, and what they are called there."""

    #: The address for orders; it may carry a token.
    address: str
    subject: str
    game: str
    stage_words: str


@dataclass(frozen=True, slots=True)
class _Entry:
    key: str
    subject: str
    note: str
    blank: str
    orders: tuple[str, ...]
    choices: tuple[tuple[str, str], ...]


def order_page(
    sheet: Sheet,
    form: OrderForm[Order],
    write: Callable[[Order], str],
    desk: Desk,
    opening: Sequence[str] = (),
) -> str:
    """The page for this form, with the maps of this sheet."""
    entries = tuple(_entry(number, line, write) for number, line in enumerate(form.lines))
    head = heading(desk.game, desk.stage_words)
    letter = "\n".join((head, *_given(entries), "#end"))
    to = f"mailto:{quote(desk.address, safe='@+')}?subject={quote(desk.subject)}&body="
    link = to + quote(letter.replace("\n", "\r\n"), safe="")
    return _page().render(
        title=f"{FORM} - {sheet.role}, {desk.stage_words}",
        opening=opening,
        maps=[_map(block) for block in sheet.blocks if isinstance(block, Figure)],
        form=FORM,
        entries=entries,
        head=head,
        letter=letter,
        to=to,
        href=link if len(link) <= LONGEST_LINK else "",
        most=LONGEST_LINK,
    )


def _entry(number: int, line: Line[Order], write: Callable[[Order], str]) -> _Entry:
    return _Entry(
        key=f"order-{number}",
        subject=line.subject,
        note=line.note,
        blank=line.blank,
        orders=tuple(map(write, line.standing)) or (line.blank,),
        choices=tuple((choice.label, write(choice.order)) for choice in line.choices),
    )


def _given(entries: Sequence[_Entry]) -> list[str]:
    return [order for entry in entries for order in entry.orders if order != entry.blank]


def _map(figure: Figure) -> Markup:
    return Markup(scene_svg(figure.scene))  # noqa: S704 - escaped where it is drawn


@cache
def _page() -> Template:
    return environment().get_template("page.html.j2")
