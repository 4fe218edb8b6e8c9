"""How fast orders are read, against bare Lark with the same grammar (PERF-P7)."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from lark import Lark

import grammar
from engine.core.ruleset import Vocabulary
from grammar import raider_reader
from grammar.raider import RaiderGrammar
from grammar.shapes import shape_reader
from tests.benchmarks.measure import ratios, seconds, tell

LETTERS, LINES = 500, 20

ISLANDS = tuple(
    "Agnes Brendan Dunstan Cuthbert Ninian Topaz Pearl Coral Onyx Jade Beryl Osprey Petrel "  # noqa: SIM905
    "Gannet Fulmar Mistral Sirocco Zephyr Monsoon Narwhal Dolphin Walrus Kraken Urchin".split()
)
DRAW = random.Random(44)
SHIPS = tuple(
    "".join(DRAW.choice("BDFLMNRSVW") + DRAW.choice("aeiou") for _ in range(3)).capitalize() + end
    for end in "lnrsdkmptxzvwgbcfhjq"
)
TURN = Vocabulary({"ship": SHIPS, "island": ISLANDS, "player": ("Zane", "Paul")}, stage=1)
#: One line in so many holds a slip of the pen.
SLIPS = 25


def structure() -> str:
    return "".join(f"{DRAW.randint(1, 4)}{letter}" for letter in DRAW.sample("ABEGMPST?", 3))


def name() -> str:
    return "".join(DRAW.choice("bdflmnrsv") + DRAW.choice("aeiou") for _ in range(4)).capitalize()


def line(ship: str) -> str:
    island, built, new = DRAW.choice(ISLANDS), structure(), name()
    return DRAW.choice(
        (
            f"{ship} {island}",
            f"{ship} to {island}",
            f"{ship}: move to {island}",
            f"{ship} {island} {built}",
            f"{ship} to {island}, launch {new} as {built}",
            f"{ship} {island} {built} {new}",
            f"{ship} -> {island} X",
            f"disband {ship} at {island}",
            f"refit {ship} {built}",
            f"{ship} stays",
        )
    )


def slipped(text: str) -> str:
    """Two letters of the ship's name swapped."""
    for ship in SHIPS:
        text = text.replace(ship, ship[0] + ship[2] + ship[1] + ship[3:])
    return text


CLEAN = [[line(ship) for ship in SHIPS[:LINES]] for _ in range(LETTERS)]
TYPED = [
    "\n".join(slipped(one) if DRAW.randrange(SLIPS) == 0 else one for one in letter)
    for letter in CLEAN
]


def floor() -> Callable[[], int]:
    """One parse a line, the tree thrown away: Lark and the grammar files, no product code."""
    files = Path(next(iter(grammar.__path__)))
    parser = Lark.open(
        str(files / "raider.lark"), parser="lalr", lexer="contextual", start=["turn", "signup"]
    )
    marked = [signs(one) for letter in CLEAN for one in letter]

    def run() -> int:
        for one in marked:
            parser.parse(one, "turn")
        return len(marked)

    return run


def signs(text: str) -> str:
    """The line as the grammar takes it: names and words of the player's own as signs."""
    return " ".join(word.sign for word in raider_reader.RaiderReader(TURN).mark(text))


def warm() -> int:
    return sum(len(RaiderGrammar().parse(letter, TURN).orders) for letter in TYPED)


def cold(monkeypatch: pytest.MonkeyPatch) -> int:
    """The same with every letter the first of its kind: no shape is known from another letter."""
    parser = raider_reader.PARSER
    count = 0
    for letter in TYPED:
        monkeypatch.setattr(raider_reader, "_TURN", shape_reader(parser, "turn"))
        count += len(RaiderGrammar().parse(letter, TURN).orders)
    return count


@pytest.mark.bench
def test_reading_orders_against_bare_lark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = floor()
    assert warm() == cold(monkeypatch) == bare() == LETTERS * LINES
    known, new = ratios(warm, bare), ratios(lambda: cold(monkeypatch), bare)
    rate, bare_rate = (LETTERS * LINES / seconds(run) for run in (warm, bare))
    with capsys.disabled():
        sys.stdout.write(f"\nP7: {rate:,.0f} orders/s, bare Lark {bare_rate:,.0f} lines/s\n")
        tell("P7 reading orders, R", known, "0.6")
        tell("P7 reading orders, every letter new, R", new, "0.6")
