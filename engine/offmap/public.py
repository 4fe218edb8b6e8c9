"""What both sides know, and so everybody may: how far the campaign is, and the score (OFF-3.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ruleset import OBSERVER, Turn
from engine.core.sheet import Block, Heading, Paragraph, Row, Sheet, Table
from engine.offmap.phases import Phase, phase_of, turn_of
from engine.offmap.scoring import scores, winner
from engine.offmap.state import State


def public_sheet(turn: Turn[State]) -> Sheet | None:
    """The sheet of those who only watch: at the beginning, and at the end of each turn (FEAT-G9).

    Phases pass unseen: that there is a raid at all is known only to whom it concerns.
    """
    state = turn.state
    if state.stage == 0:
        return None
    begins = turn.stage == 0
    if not (begins or state.over or _ends_turn(turn)):
        return None
    number = turn_of(turn.stage, state.options)
    title = "The game begins" if begins else f"Turn {number}"
    return Sheet(OBSERVER, title, turn.stage, tuple(_blocks(state, number)))


def _ends_turn(turn: Turn[State]) -> bool:
    options = turn.state.options
    last = phase_of(turn.stage) is Phase.END
    return last and turn_of(turn.stage, options) != turn_of(turn.state.stage, options)


def _blocks(state: State, number: int) -> Iterator[Block]:
    yield Paragraph(_standing(state, number))
    yield Heading("Final score" if state.over else "Score")
    rows = tuple(
        Row((state.sides[role].name, f"{points}")) for role, points in sorted(scores(state).items())
    )
    yield Table(("Side", "Points"), rows, "lr")


def _standing(state: State, number: int) -> str:
    if state.over:
        best = winner(state)
        end = f"{state.sides[best].name} has won." if best else "It is a draw."
        return f"The game is over. {end}"
    if not number:
        return f"The game begins; {state.options.turns} turns will be played."
    return f"Turn {number} of {state.options.turns} has been played."
