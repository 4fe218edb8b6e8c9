"""The page attached to a sheet: map, look-up, order form, charts, and the sheet (FEAT-O9, FEAT-T6).

The page works from a disk: it fetches nothing, and without its script it still shows everything,
and the letter and its link as they stood when the sheet was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape as escape_html
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from jinja2 import Template
from markupsafe import Markup, escape

from engine.core.form import Line, OrderForm
from engine.core.ruleset import NOTHING
from engine.core.scene import Shape
from engine.core.sheet import Block, Card, Figure, Sheet, Table
from mailbot.render.blanks import Blanks, Pool
from mailbot.render.cover import FORM
from mailbot.render.form import heading
from mailbot.render.html import BY_CLASS, environment
from mailbot.render.svg import by_class, scene_svg
from mailbot.render.tables import spoken
from mailbot.render.words import clean

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
    """A line of the form with its orders as they are written."""

    key: str
    line: Line[Any]
    orders: tuple[str, ...]
    drafts: tuple[Blanks, ...]


def order_page(
    sheet: Sheet,
    form: OrderForm[Order] | None,
    write: Callable[[Order], str],
    desk: Desk,
    opening: Sequence[str] = (),
) -> str:
    """The page of this sheet, with the form if there is something to order."""
    pool = Pool()
    entries = tuple(_entries(form, write, pool))
    head = heading(desk.game, desk.stage_words)
    letter = "\n".join((head, *_given(entries), "#end"))
    to = f"mailto:{quote(desk.address, safe='@+')}?subject={quote(desk.subject)}&body="
    link = to + quote(letter.replace("\n", "\r\n"), safe="")
    overlays = {card.key: card.overlay for card in sheet.cards if card.overlay}
    figures = [block for block in sheet.blocks if isinstance(block, Figure)]
    return _page().render(
        title=f"{sheet.title} - {sheet.role}",
        opening=opening,
        maps=[_drawn(figure, overlays) for figure in figures],
        cards=[_card(card) for card in sheet.cards],
        annex=tuple(map(_told, sheet.annex)),
        blocks=[_told(block) for block in sheet.blocks if not isinstance(block, Figure)],
        form=f"{FORM} for {desk.stage_words}",
        entries=entries,
        pool=_data(pool.json()),
        head=head,
        letter=letter,
        to=to,
        href=link if len(link) <= LONGEST_LINK else "",
        most=LONGEST_LINK,
        file=f"{desk.game}-{desk.stage_words.replace(' ', '-')}.txt",
        style=_part("page.css"),
        script=_part("page.js"),
    )


def _entries(
    form: OrderForm[Order] | None, write: Callable[[Order], str], pool: Pool
) -> Iterator[_Entry]:
    for number, line in enumerate(form.lines if form else ()):
        yield _Entry(
            key=f"order-{number}",
            line=line,
            orders=tuple(map(write, line.standing)) or (line.blank,),
            drafts=pool.line(line.subject, line.choices, line.drafts, write),
        )


def _data(json: str) -> Markup:
    """JSON as the text of an element, where quotes need no sign of their own."""
    return Markup(escape_html(json, quote=False))  # noqa: S704 - escaped here


def _given(entries: Sequence[_Entry]) -> list[str]:
    return [order for entry in entries for order in entry.orders if order != entry.line.blank]


def _card(card: Card) -> dict[str, Any]:
    return {
        "key": card.key,
        "title": card.title,
        "group": card.group,
        "blocks": tuple(map(_told, card.blocks)),
    }


def _told(block: Block) -> tuple[str, object]:
    """A block with its kind; a table speaks its colours, a figure is drawn."""
    match block:
        case Table():
            return "Table", spoken(block)
        case Figure():
            return "Figure", {"source": _drawn(block), "caption": block.caption}
    return type(block).__name__, block


def _drawn(figure: Figure, overlays: Mapping[str, Sequence[Shape]] = NOTHING) -> Markup:
    """The picture, with its caption for those who do not see it."""
    svg = by_class(scene_svg(figure.scene, overlays, smooth=True))
    told = f'<svg role="img" aria-label="{escape(clean(figure.caption))}" '
    return Markup(svg.replace("<svg ", told, 1))  # noqa: S704 - escaped where it is drawn


@cache
def _part(name: str) -> Markup:
    return Markup(Path(__file__).with_name(name).read_text(encoding="utf-8"))  # noqa: S704 - ours


@cache
def _page() -> Template:
    return environment(BY_CLASS).get_template("page.html.j2")
