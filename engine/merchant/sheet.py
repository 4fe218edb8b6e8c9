"""The turn sheet: all that one player is told, put together from what he knows and hears."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.core.ruleset import Event, Problem, Role, Turn
from engine.core.sheet import Block, Figure, Heading, Items, Mark, Paragraph, Sheet, Span, Words
from engine.core.wording import enumeration, joined, number, sentence
from engine.merchant import tables
from engine.merchant.cards import cards
from engine.merchant.charts import charts
from engine.merchant.facts import facts
from engine.merchant.hearing import heard
from engine.merchant.honours import Kudos, kudos
from engine.merchant.knowledge import view
from engine.merchant.log import Entry, entries
from engine.merchant.news import findings, news, production
from engine.merchant.scene import scene, sea_of
from engine.merchant.state import State
from engine.merchant.tracks import Track, tracks
from engine.merchant.view import View
from engine.merchant.welcome import welcome


def sheet(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
    """What this player is told of the turn; nothing if he has no seat."""
    if role not in turn.state.players:
        return None
    seen = view(turn.state, role)
    events = heard(turn.events, turn.state, role)
    problems = turn.problems.get(role, ())
    awarded = kudos(turn.state) if turn.state.over else ()
    told = facts(seen, events, problems, awarded)
    went = tracks(seen, events, past) if seen.turn else ()
    if seen.turn == 0:
        title, blocks = "Sign-up", welcome(seen, problems)
    else:
        title = f"Turn {turn.stage}"
        week = _Week(turn.stage, events, problems, awarded, went)
        blocks = _turn(seen, week, past)
    made = Sheet(role, title, turn.stage, tuple(blocks), told)
    history = (*past, made)
    return replace(
        made,
        cards=tuple(cards(seen, sea_of(seen, went), history)),
        annex=tuple(charts(seen, history)),
    )


HOW_TO_ORDER = (
    "Argo carry 11 E from Yap to Zanzibar: she fetches 11 engines and lands them.",
    "Argo sail to Corsica then 4567E5678N: to one place, then to another; a ship will do too.",
    "Slipway build Nemesis with 2A2B4E4G5C3R: a shipyard builds at the end of the turn.",
    "Slipway rebuild Argo with 2A2B6E9HR: the same with a ship that lies at the same island.",
    "Samson tow Hulk to Madeira: she fetches Hulk, an enemy's too, and tows her there.",
    "Argo disband at Madeira; Argo unload at Madeira; Argo hold; Argo continue.",
    "End any line with attack, shadow, avoid or ignore: what she does when she meets an enemy.",
    "A ship without an order goes on with her mission, and her option stays as it was.",
)
"""For those who do not have the handbook beside them (MER-L6.7)."""


@dataclass(frozen=True, slots=True)
class _Week:
    """What there is to tell beside what the reader knows."""

    stage: int
    events: Sequence[Event]
    problems: Sequence[Problem]
    awarded: Sequence[Kudos]
    went: Sequence[Track]


def _turn(seen: View, week: _Week, past: Sequence[Sheet]) -> Iterator[Block]:
    stage, events, problems = week.stage, week.events, week.problems
    yield Paragraph(_standing(stage, seen))
    if problems and not stage:
        yield Heading("Your sign-up")
        yield from findings(events, problems)
    if week.awarded:
        yield Heading("Kudos")
        yield Items(tuple(map(_kudos, week.awarded)))
    yield Heading("Final table" if seen.over else "Score")
    yield tables.scores(seen, _points_before(past))
    if stage:
        yield Heading("News")
        yield from news(seen, events)
    yield Heading("Your ships")
    yield from _fleet(seen)
    if stage:
        yield Heading("Log of the week")
        yield from _log(entries(seen, events))
        yield from findings(events, problems)
    yield Heading("End of Turn Contact Report")
    yield from _contacts(seen)
    yield from _ally(seen)
    yield Heading("Islands")
    yield tables.codes()
    yield from tables.islands(seen)
    yield from production(events)
    yield Heading("Chart")
    yield Figure(scene(seen, week.went, f"Turn {stage}"), CAPTION)
    if seen.ships and not seen.over:
        yield Heading("How to order")
        yield Items(HOW_TO_ORDER)


CAPTION = "The sea at the end of the week, north up, a line of the grid every 1000 km."


def _kudos(one: Kudos) -> str:
    return f"{one.title[:1].upper()}{one.title[1:]}: {enumeration(one.players)}."


def _standing(stage: int, seen: View) -> str:
    """Where the game stands and the reader in it."""
    mine = seen.standings[seen.role]
    scored = (
        f"You have {number(mine.points or 0, 'victory point')}: "
        f"{number(mine.visits or 0, 'island')} visited, "
        f"{number(mine.sunk or 0, 'enemy ship')} sunk. "
        f"You command {number(len(seen.ships), 'ship')} for {seen.alliance}"
        + (f", with {seen.ally} as your ally." if seen.ally else ", without an ally.")
    )
    if seen.over:
        return f"Turn {stage} was the last; the game is over. {scored}"
    end = f"The game ends after the turn in which somebody has {seen.options.vp_end} points."
    return f"{'The game begins' if not stage else f'Turn {stage} has been played'}. {scored} {end}"


def _fleet(seen: View) -> Iterator[Block]:
    if not seen.ships:
        yield Paragraph("You have no ships left.")
        return
    yield tables.fleet(seen)
    yield tables.aboard(seen)
    if not seen.over:
        yield Items(tables.errands(seen))
    if any("+" in ship.structure for ship in seen.ships.values()):
        yield Paragraph(RUPTURES)


RUPTURES = (
    "In a structure a + marks ruptured modules, and a number counts for the letter behind it: "
    "9H2H+ is nine sound holds and two ruptured ones."
)


def _log(lines: Sequence[Entry]) -> Iterator[Block]:
    """Ship by ship, each in the order of time."""
    if not lines:
        yield Paragraph("Nothing befell your ships.")
        return
    items = []
    for ship in sorted({line.ship for line in lines}):
        told = [
            _moment(when, at_once)
            for when, at_once in groupby(
                (line for line in lines if line.ship == ship), lambda line: line.when
            )
        ]
        name = Span(ship, Mark.OWN) if ship else Span("A ship of yours", Mark.OWN)
        items.append(sentence(name, ": ", joined(told, "; "), "."))
    yield Items(tuple(items))


def _moment(when: str, at_once: Iterable[Entry]) -> Words:
    """All that happened to a ship at one time."""
    return sentence(f"{when} ", joined([one.words for one in at_once], ", "))


def _contacts(seen: View) -> Iterator[Block]:
    if not seen.contacts:
        yield Paragraph("No enemy ship is in sight.")
        return
    yield tables.contact_report(seen)
    yield Paragraph("C1, C2 and so on name contacts on this sheet only; orders need real names.")


def _ally(seen: View) -> Iterator[Block]:
    if seen.ally is None or not seen.options.ally_ships:
        return
    yield Heading(f"Ships of your ally {seen.ally}")
    if seen.ally_ships:
        yield tables.ally_fleet(seen)
    else:
        yield Paragraph("None are left.")


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
