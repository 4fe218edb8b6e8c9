"""What everybody may know of a week: sinkings, scores, alliances, as the game has it (MER-19.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.ruleset import OBSERVER, Event, Role, Turn
from engine.core.sheet import Block, Heading, Items, Paragraph, Row, Sheet, Table
from engine.core.wording import enumeration
from engine.merchant.events import Sinking, Victory
from engine.merchant.honours import kudos
from engine.merchant.state import State


def public_sheet(turn: Turn[State]) -> Sheet | None:
    """The sheet of those who only watch; nothing before the first turn is open (FEAT-G9)."""
    if turn.state.turn == 0:
        return None
    title = f"Turn {turn.stage}" if turn.stage else "The game begins"
    return Sheet(OBSERVER, title, turn.stage, tuple(_blocks(turn)))


def _blocks(turn: Turn[State]) -> Iterator[Block]:
    state = turn.state
    yield Paragraph(_standing(turn.stage, state))
    if state.over and (awarded := kudos(state)):
        yield Heading("Kudos")
        yield Items(tuple(f"{one.title}: {enumeration(one.players)}." for one in awarded))
    yield Heading("Final table" if state.over else "Score")
    yield _scores(state)
    if turn.stage:
        yield Heading("News")
        yield from _news(turn.events, state)


def _standing(stage: int, state: State) -> str:
    if state.over:
        return f"Turn {stage} was the last; the game is over."
    end = f"The game ends after the turn in which somebody has {state.options.vp_end} points."
    return f"{f'Turn {stage} has been played' if stage else 'The game begins'}. {end}"


def _scores(state: State) -> Table:
    """Alliances are public (MER-H124); points may be secret until the game is over (MER-H123)."""
    if not (state.options.public_scores or state.over):
        names = sorted(state.players)
        rows = tuple(Row((name, state.players[name].alliance)) for name in names)
        return Table(("Player", "Alliance"), rows)
    ordered = sorted(state.players, key=lambda name: (-state.points(name), name))
    return Table(
        ("Player", "Alliance", "Points", "Islands", "Sunk"),
        tuple(Row(_score(state, name)) for name in ordered),
        "llrrr",
    )


def _score(state: State, name: Role) -> tuple[str, ...]:
    player = state.players[name]
    counts = (state.points(name), state.visits(name), player.sunk)
    return (name, player.alliance, *map(str, counts))


def _news(events: Sequence[Event], state: State) -> Iterator[Block]:
    """Whose ships were sunk (MER-H122); neither where nor by whom (MER-19.2)."""
    for event in events:
        if isinstance(event, Victory):
            yield Paragraph(f"Most points: {enumeration(event.winners)}.")
    if not state.options.public_sinkings:
        yield Paragraph("What was sunk is told to those whom it concerns.")
        return
    sunk = sorted((event.owner, event.ship) for event in events if isinstance(event, Sinking))
    if not sunk:
        yield Paragraph("No ship was sunk.")
        return
    lost = Counter(owner for owner, _ in sunk)
    yield Items(
        tuple(
            f"{owner} lost {enumeration([ship for who, ship in sunk if who == owner])}."
            for owner in sorted(lost, key=lambda owner: (-lost[owner], owner))
        )
    )
