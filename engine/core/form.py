"""What a role may order now, as orders; the grammar writes the lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Order = TypeVar("Order")


@dataclass(frozen=True, slots=True)
class Choice(Generic[Order]):
    """One order that could be given, and how a pick list names it."""

    label: str
    order: Order
    #: Worth a place in a letter, where long lists are not read; the order page has them all.
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Line(Generic[Order]):
    """One line of the order form."""

    #: What the line is about: `Phoenix`, `overlord`.
    subject: str
    #: The line with nothing filled in; the grammar reads it as no order at all.
    blank: str
    #: What helps to fill it in: `5E at Agnes`.
    note: str
    #: What stands already.
    standing: tuple[Order, ...] = ()
    choices: tuple[Choice[Order], ...] = ()
    #: What happens if nothing is ordered, after the subject; empty if that needs no saying.
    otherwise: str = ""


@dataclass(frozen=True, slots=True)
class OrderForm(Generic[Order]):
    stage: int
    lines: tuple[Line[Order], ...]
