"""What a player is told after a turn, as tests ask for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.dice import FairDice
from engine.core.ruleset import Role, Turn
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Sheet, Table, plain
from engine.raider.orders import Order, ShipOrder
from engine.raider.sheet import sheet
from engine.raider.state import IslandName, ShipName, State
from engine.raider.turn import adjudicate
from engine.raider.view import Inside, View


def after(state: State, orders: Mapping[Role, Sequence[Order]] | None = None) -> Turn[State]:
    return adjudicate(state, orders or {}, FairDice(b"a test"))


def goes(ship: str, to: str, structure: str = "", name: str = "") -> ShipOrder:
    return ShipOrder(ShipName(ship), to, structure, name)


def sheet_of(turn: Turn[State], role: Role) -> Sheet:
    made = sheet(turn, role, ())
    assert made is not None
    return made


def inside(seen: View, island: IslandName) -> Inside:
    known = seen.islands[island].inside
    assert known is not None
    return known


def text(made: Sheet) -> str:
    """All words of a sheet, a line a paragraph, item or row."""
    return words_of(made.blocks)


def card(made: Sheet | None, key: str) -> str:
    """All words of one card."""
    assert made is not None
    (found,) = (each for each in made.cards if each.key == key)
    return words_of(found.blocks)


def words_of(blocks: Sequence[Block]) -> str:
    lines: list[str] = []
    for block in blocks:
        match block:
            case Heading(words):
                lines.append(f"# {words}")
            case Paragraph(words):
                lines.append(plain(words))
            case Items(items):
                lines += [plain(words) for words in items]
            case Table():
                lines.append(" | ".join(block.columns))
                lines += [" | ".join(map(plain, row.cells)) for row in block.rows]
            case Figure():
                lines.append(block.caption)
    return "\n".join(lines)
