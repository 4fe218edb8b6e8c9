"""Who is whose ally, and what the alliances are called (MER-2.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.dice import Dice, shuffled
from engine.core.ruleset import Role
from engine.merchant.orders import IslandName
from engine.merchant.state import AllianceName, State

Pair = tuple[Role, ...]


def pair_up(
    state: State, allies: Mapping[Role, Role], dice: Dice
) -> tuple[list[Pair], tuple[Role, ...]]:
    """The Gamesmaster's pairs, then those who named each other, then the rest by lot.

    One too many plays alone, or where the game needs allies is left out (MER-H14).
    """
    pairs: list[Pair] = [tuple(pair) for pair in state.pairs]
    paired = {role for pair in pairs for role in pair}
    for role in state.players:
        ally = allies.get(role)
        if (
            ally is not None
            and ally in state.players
            and allies.get(ally) == role
            and not {role, ally} & paired
        ):
            pairs.append((role, ally))
            paired |= {role, ally}
    rest = shuffled(dice, sorted(set(state.players) - paired), "allies")
    pairs += [tuple(rest[n : n + 2]) for n in range(0, len(rest) - 1, 2)]
    alone = rest[len(rest) // 2 * 2 :]
    if alone and state.options.one_handed_alliances:
        pairs.append(alone)
        alone = ()
    order = list(state.players)
    seated = [tuple(sorted(pair, key=order.index)) for pair in pairs]
    return sorted(seated, key=lambda pair: order.index(pair[0])), alone


def call_alliances(
    state: State,
    pairs: Sequence[Pair],
    wishes: Mapping[Role, str],
    homes: Mapping[Role, IslandName],
) -> list[AllianceName]:
    """What the first of them said, else the other; else the sector's name; no name twice."""
    used: set[str] = set()
    names: list[AllianceName] = []
    for pair in pairs:
        said = [wishes[role] for role in pair if role in wishes]
        sector = [name for name, lands in state.sectors.items() if homes.get(pair[0]) in lands]
        spare = (*state.sectors, *(f"Alliance{letter}" for letter in "ABCDEFGHIJ"))
        choices = (*said, *sector, *spare)
        name = next(choice for choice in choices if choice.casefold() not in used)
        used.add(name.casefold())
        names.append(AllianceName(name))
    return names
