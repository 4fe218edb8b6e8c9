"""Two sides who write orders, and how a letter of theirs is told in one line."""

from __future__ import annotations

from engine.core.ruleset import Cancel, Problem, Vocabulary
from engine.offmap.orders import Order
from grammar.offmap import OffmapGrammar
from grammar.reading import Parsed

OFFMAP = OffmapGrammar()

PACT = (
    *("Anvil", "Bellows", "Crucible", "Dross", "Emery", "Hammer", "Ingot"),
    *("Jig", "Kiln", "Quill", "Sledge", "Tongs", "Yoke", "Zinc"),
)
FIXED = ("Bastion", "Hearth", "Loam", "Marl")
SHIPS = (
    *("Alder", "Birch", "Cedar", "Cradle", "Elm", "Glaive", "Halberd"),
    *("Ibis", "Partisan", "Plumb", "Rook", "Wagons", "O'Hara-2"),
)
REACH = (*FIXED, *SHIPS)
AREAS = ("Deeps", "Hollow")
PLACES = ("Rim", "Ford", "Kest", "Gate", "Citadel", "Farpost")


def knowing(own: tuple[str, ...], others: tuple[str, ...], me: str) -> Vocabulary:
    return Vocabulary(
        {
            "own": own,
            "unit": (*own, *others),
            "area": AREAS,
            "place": PLACES,
            "player": ("pact", "reach"),
        },
        stage=1,
        me=me,
    )


RAIDER = knowing(PACT, REACH, "pact")
#: He knows what is fixed, and no ship of the other side.
BLIND = knowing(PACT, FIXED, "pact")
DEFENDER = knowing(REACH, PACT, "reach")
#: Nothing is known of the position: the reader of `parse` without one.
NOTHING = Vocabulary({}, stage=1)


def read(text: str, words: Vocabulary = RAIDER) -> Parsed[Order]:
    return OFFMAP.parse(text, words)


def written(parsed: Parsed[Order]) -> str:
    """The orders as the canonical lines, with `cancel …` for what is taken back."""
    return "; ".join(
        f"cancel {order.subject or 'all'}" if isinstance(order, Cancel) else OFFMAP.write(order)
        for order in parsed.orders
    )


def problems(parsed: Parsed[Order]) -> tuple[Problem, ...]:
    return tuple(problem for line in parsed.lines for problem in line.problems) + parsed.problems


def codes(parsed: Parsed[Order]) -> list[str]:
    return [problem.code for problem in problems(parsed)]
