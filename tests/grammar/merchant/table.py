"""A player who writes orders, and how a letter of his is told in one line."""

from __future__ import annotations

from engine.core.ruleset import Cancel, Problem, Vocabulary
from engine.merchant.orders import Order
from grammar.merchant import MerchantGrammar
from grammar.reading import Parsed

MERCHANT = MerchantGrammar()

PLACES = {"Scuttle": "Corsica", "Argo": "Corsica", "Rusty": "Madeira", "Slipway": "Madeira"}
OWN = (*PLACES, "Samson", "Wolf")
OTHERS = ("Bismarck", "Hulk")
ISLANDS = ("Corsica", "Socotra", "Wrangel", "Yap", "Zanzibar", "Heard", "Gough", "Madeira")
PLAYERS = ("Zane", "Paul", "Red", "Rick Westera")

TURN = Vocabulary(
    {"own": OWN, "ship": (*OWN, *OTHERS), "island": ISLANDS, "player": PLAYERS},
    PLACES,
    stage=4,
    me="Paul",
)
SIGN_UP = Vocabulary({"own": (), "ship": (), "island": ISLANDS, "player": PLAYERS}, me="Paul")


def read(text: str, words: Vocabulary = TURN) -> Parsed[Order]:
    return MERCHANT.parse(text, words)


def signed(text: str) -> Parsed[Order]:
    return read(text, SIGN_UP)


def written(parsed: Parsed[Order]) -> str:
    """The orders as the canonical lines, with `cancel …` for what is taken back."""
    return "; ".join(
        f"cancel {order.subject or 'all'}" if isinstance(order, Cancel) else MERCHANT.write(order)
        for order in parsed.orders
    )


def problems(parsed: Parsed[Order]) -> tuple[Problem, ...]:
    return tuple(problem for line in parsed.lines for problem in line.problems) + parsed.problems


def codes(parsed: Parsed[Order]) -> list[str]:
    return [problem.code for problem in problems(parsed)]


def texts(parsed: Parsed[Order]) -> str:
    return " ".join(problem.text for problem in problems(parsed))
