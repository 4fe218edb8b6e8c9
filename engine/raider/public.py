"""What everybody may know of a turn: ships lost, the leader board (RAID-10.4, RAID-10.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import OBSERVER, Event, Turn
from engine.core.sheet import Block, Heading, Items, Paragraph, Row, Sheet, Table
from engine.core.wording import enumeration, number
from engine.raider.events import Capture, Sinking
from engine.raider.knowledge import honours
from engine.raider.scoring import Kudos
from engine.raider.state import State


def public_sheet(turn: Turn[State]) -> Sheet | None:
    """The sheet of those who only watch; nothing before the first turn is open (FEAT-G9)."""
    if turn.state.turn == 0:
        return None
    title = f"Turn {turn.stage}" if turn.stage else "The game begins"
    return Sheet(OBSERVER, title, turn.stage, tuple(_blocks(turn)))


def _blocks(turn: Turn[State]) -> Iterator[Block]:
    state = turn.state
    yield Paragraph(_standing(turn.stage, state))
    if awarded := honours(state):
        yield Heading("Kudos")
        yield Items(tuple(map(_kudos, awarded)))
    if turn.stage:
        yield Heading("News")
        yield from _news(turn.events, open_sinkers=state.options.news_sinker_owner)
    yield Heading("Final table" if state.over else "Leader board")
    yield _board(state)


def _standing(stage: int, state: State) -> str:
    if state.over:
        return f"Turn {stage} was the last; the game is over."
    last = state.options.last_turn
    if not stage:
        return f"The game begins; {number(last, 'turn')} will be played."
    return f"Turn {stage} of {last} has been played."


def _kudos(one: Kudos) -> str:
    return f"{one.title}: {enumeration(one.players) if one.players else 'not awarded'}."


def _news(events: Sequence[Event], *, open_sinkers: bool) -> Iterator[Block]:
    """By island and name: in which order it happened is for those who were there."""
    lost = [event for event in events if isinstance(event, Sinking | Capture)]
    if not lost:
        yield Paragraph("No ship was sunk or captured.")
        return
    ordered = sorted(lost, key=lambda event: (event.island, event.ship, isinstance(event, Sinking)))
    yield Items(tuple(_lost(event, open_sinkers=open_sinkers) for event in ordered))


def _lost(event: Sinking | Capture, *, open_sinkers: bool) -> str:
    """As it is published (RAID-R147, RAID-R148, RAID-R149)."""
    if isinstance(event, Capture):
        return f"{event.island}: {event.by} ({event.to}) took {event.ship} ({event.from_})."
    by = f"{event.by} ({event.by_owner})" if open_sinkers else event.by
    return f"{event.island}: {event.ship} ({event.owner}) was sunk by {by}."


def _board(state: State) -> Table:
    """Points, visits and kills, best first (RAID-V20)."""
    players = sorted(state.players.values(), key=lambda one: (-one.points, one.name))
    rows = tuple(
        Row((one.name, f"{one.points}", f"{len(one.visited)}", f"{one.kills}")) for one in players
    )
    return Table(("Player", "Points", "Visits", "Sunk"), rows, "lrrr")
