"""A position for the order language, and how a letter is told in one line."""

from __future__ import annotations

from engine.core.ruleset import Cancel, Problem, Vocabulary
from engine.raider.orders import Order
from grammar.raider import RaiderGrammar
from grammar.reading import Parsed

RAIDER = RaiderGrammar()
PLACES = {
    "Phoenix": "Agnes",
    "Eden": "Agnes",
    "Volen": "Hilda",
    "Chous-rave": "Coral",
    "Beast": "Jade",
}
ISLANDS = ("Agnes", "Pearl", "Coral", "Hilda", "Petrel", "Kraken", "Jade")
PLAYERS = ("Zane", "Paul", "Red", "Rick Westera")

TURN = Vocabulary(
    {"ship": tuple(PLACES), "island": ISLANDS, "player": PLAYERS}, PLACES, stage=3, me="Paul"
)
SIGN_UP = Vocabulary({"ship": (), "island": ISLANDS, "player": PLAYERS}, stage=0, me="Paul")


def read(text: str, words: Vocabulary = TURN) -> Parsed[Order]:
    return RAIDER.parse(text, words)


def written(parsed: Parsed[Order]) -> str:
    """The orders as the canonical lines, with `cancel …` for what is taken back."""
    return "; ".join(
        f"cancel {order.subject or 'all'}" if isinstance(order, Cancel) else RAIDER.write(order)
        for order in parsed.orders
    )


def problems(parsed: Parsed[Order]) -> tuple[Problem, ...]:
    return tuple(problem for line in parsed.lines for problem in line.problems) + parsed.problems


def codes(parsed: Parsed[Order]) -> list[str]:
    return [problem.code for problem in problems(parsed)]
