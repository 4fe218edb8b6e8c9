"""The turn sheet: all that one player is told, put together from what he knows and hears."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Sheet
from engine.core.wording import enumeration, number
from engine.raider import gazetteer
from engine.raider.cards import cards
from engine.raider.charts import charts
from engine.raider.deeds import deeds, findings
from engine.raider.facts import facts
from engine.raider.hearing import heard
from engine.raider.knowledge import honours, view
from engine.raider.leaderboard import kudos_table, leader_board, overlords
from engine.raider.modules import TABLE
from engine.raider.news import news
from engine.raider.scene import scene
from engine.raider.scoring import Kudos
from engine.raider.state import State
from engine.raider.view import View
from engine.raider.welcome import welcome


def sheet(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
    """What this player is told of the turn; nothing if he has no seat."""
    if role not in turn.state.players:
        return None
    seen = view(turn.state, role)
    events = heard(turn.events, turn.state, role)
    problems = turn.problems.get(role, ())
    awarded = honours(turn.state)
    if seen.turn == 0:
        title, blocks = "Sign-up", welcome(seen, problems)
    else:
        title = f"Turn {turn.stage}"
        blocks = _turn(turn.stage, seen, events, problems, awarded, past)
    told = facts(seen, events, problems, awarded)
    made = Sheet(role, title, turn.stage, tuple(blocks), told)
    history = (*past, made)
    return replace(
        made,
        cards=tuple(cards(seen, history)),
        annex=tuple(charts(seen, history)),
    )


HOW_TO_ORDER = (
    "SHIP ISLAND: she sails there; without an island she stays where she is.",
    "SHIP ISLAND 3E2B: there she is refitted as 3E2B, from her own modules and the stores.",
    (
        "SHIP ISLAND 3E2B NAME: there she launches a new ship, from the stores alone; this takes "
        "launch rights."
    ),
    "SHIP ISLAND X: there she is broken up, and her modules go into the stores.",
    "A ? in a structure is one module drawn by lot from what is left.",
    f"Modules: {enumeration([f'{module.letter} {module.name}' for module in TABLE])}.",
    (
        "A star behind an island marks your launch rights, a number how many hexes it is away; "
        "the place of an island is told by its two coordinates."
    ),
)
"""For those who do not have the handbook beside them (RAID-5.2)."""


def _turn(
    stage: int,
    seen: View,
    events: Sequence[Event],
    problems: Sequence[Problem],
    awarded: Sequence[Kudos],
    past: Sequence[Sheet],
) -> Iterator[Block]:
    yield Paragraph(_standing(stage, seen))
    if awarded:
        yield Heading("Kudos")
        yield kudos_table(seen, awarded)
    yield Heading("Your orders" if stage else "Your start")
    if stage:
        yield from deeds(seen, events)
    yield from findings(seen, events, problems)
    if stage:
        yield Heading("News")
        yield from news(seen, events)
    yield Heading("Final table" if seen.over else "Leader board")
    yield leader_board(seen, _points_before(past))
    yield Heading("Overlord and vassals")
    yield from overlords(seen, events)
    yield Heading("Your fleet")
    yield gazetteer.fleet(seen)
    yield Heading("Islands that you have visited")
    yield from gazetteer.visited(seen)
    yield Heading("Islands that you have not visited")
    yield gazetteer.unvisited(seen)
    yield Heading("Map")
    drawn = scene(seen, events, f"Turn {stage}")
    yield Figure(drawn, "The sea at the end of the turn; the tables say the same.")
    if seen.own_ships and not seen.over:
        yield Heading("How to order")
        yield Items(HOW_TO_ORDER)


def _standing(stage: int, seen: View) -> str:
    """Where the game stands and the reader in it."""
    mine = seen.standings[seen.role]
    scored = (
        f"You have {number(mine.points, 'victory point')}: "
        f"{number(mine.visits, 'island')} visited, {number(mine.kills, 'ship')} sunk. "
        f"You command {number(len(seen.own_ships), 'ship')}."
    )
    last = seen.options.last_turn
    if seen.over:
        return f"Turn {stage} was the last; the game is over. {scored}"
    if not stage:
        return f"The game begins; {last} turns will be played. {scored}"
    return f"Turn {stage} of {last} has been played. {scored}"


def _points_before(past: Sequence[Sheet]) -> Mapping[Role, int]:
    """The points of all players as this reader's last sheet gave them."""
    players = past[-1].facts.get("players") if past else None
    if not isinstance(players, Mapping):
        return {}
    return {
        Role(name): row["points"]
        for name, row in players.items()
        if isinstance(row, Mapping) and isinstance(row["points"], int)
    }
