"""The sheet after a stage: all that one side is told, from what it knows and hears (OFF-3.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.core.sheet import Block, Heading, Items, Paragraph, Sheet
from engine.offmap.cards import cards
from engine.offmap.charts import charts
from engine.offmap.facts import facts
from engine.offmap.hearing import heard
from engine.offmap.how_to import how_to_order
from engine.offmap.knowledge import view
from engine.offmap.news import news
from engine.offmap.outcome import raid_told
from engine.offmap.past import past_of
from engine.offmap.phases import Phase, phase_of, turn_of
from engine.offmap.rosters import score
from engine.offmap.scoring import winner
from engine.offmap.state import State
from engine.offmap.turn import stage
from engine.offmap.view import View
from engine.offmap.welcome import position, welcome

ASKED = {
    (Phase.DECLARE, True): "Your part: declare moves and raids, or pass.",
    (Phase.DECLARE, False): "You may give standing orders meanwhile.",
    (Phase.REACT, False): "A raid is coming: say who reacts, and which force shall be near.",
    (Phase.DESIGNATE, False): "Say which of the two waiting forces is the near one.",
    (Phase.BATTLE, True): "Fight the battle and send your report; say where your ships go home.",
    (Phase.BATTLE, False): "Fight the battle and send your report; say if a force has joined.",
}
"""What a side is asked for, by phase and by whether the part is its own (OFF-3.1)."""


def sheet(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
    """What this side is told of the stage; None if there is nothing to tell or to ask.

    What the defender hears in REACT is told with the result, unless he has to name the near force.
    """
    if role not in turn.state.sides:
        return None
    seen, problems = view(turn.state, role), turn.problems.get(role, ())
    events = heard(turn.events, turn.state, role)
    if not _worth_a_letter(turn, role, events, problems):
        return None
    if seen.stage == 0:
        title, blocks = "Sign-up", welcome(seen, problems)
    else:
        title = _title(turn)
        asked = role in stage(turn.state).may
        blocks = _stage(seen, _Told(title, events, problems, winner(turn.state), asked))
    told = facts(seen, events, problems)
    made = Sheet(role, title, turn.stage, tuple(blocks), told)
    known = past_of((*past, made), seen.options)
    return replace(made, cards=tuple(cards(seen, known)), annex=tuple(charts(seen, known)))


def _worth_a_letter(
    turn: Turn[State], role: Role, events: Sequence[Event], problems: Sequence[Problem]
) -> bool:
    state = turn.state
    if role in stage(state).may or state.over or problems or state.stage == 0:
        return True
    resolving = state.phase is Phase.DESIGNATE
    return bool(events) and not resolving


def _title(turn: Turn[State]) -> str:
    """By the stage that was run."""
    if turn.stage == 0:
        return "The game begins"
    number = turn_of(turn.stage, turn.state.options)
    return f"Turn {number}, {phase_of(turn.stage)}"


@dataclass(frozen=True, slots=True)
class _Told:
    """What there is to tell beside what the reader knows."""

    #: Of the sheet.
    title: str
    events: Sequence[Event]
    problems: Sequence[Problem]
    winner: Role | None
    #: May he send orders now?
    asked: bool


def _stage(seen: View, told: _Told) -> Iterator[Block]:
    yield Paragraph(_standing(seen, told))
    if sentences := tuple(news(seen, told.events, told.problems)):
        yield Heading("News")
        yield Items(sentences)
    for raid in seen.raids.values():
        yield from raid_told(seen, raid)
    yield Heading("Final score" if seen.over else "Score")
    yield score(seen)
    yield from position(seen, told.events, told.title)
    if told.asked and not seen.over:
        yield Heading("How to order")
        yield Items(tuple(how_to_order(seen)))


def _asked(seen: View) -> str:
    """In a raid whose defenders are not divided there is no near force."""
    if seen.phase is Phase.REACT and seen.options.zones == "seven":
        return "A raid is coming: say who reacts, and in which sub-areas your ships are."
    if seen.phase is Phase.REACT and seen.options.defence == "chosen":
        return "A raid is coming: say who reacts."
    return ASKED[seen.phase, seen.raiding]


def _standing(seen: View, told: _Told) -> str:
    """Where the game stands, and what is asked of the reader."""
    if seen.over:
        end = f"{seen.sides[told.winner].name} has won." if told.winner else "It is a draw."
        return f"The game is over. {end}"
    asked = _asked(seen) if told.asked else "Nothing is asked of you now."
    return f"Turn {seen.turn} of {seen.options.turns}, {seen.phase}. {asked}"
