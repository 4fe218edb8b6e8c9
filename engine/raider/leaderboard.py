"""Who stands where, and who serves whom, as one reader may know it (RAID-10.6, RAID-8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.core.ruleset import Event, Role
from engine.core.sheet import Block, Items, Paragraph, Row, Span, Table, Words
from engine.core.wording import joined, sentence
from engine.raider.events import OverlordChange
from engine.raider.scoring import Kudos
from engine.raider.view import Standing, View
from engine.raider.wording import player_mark, player_words


def leader_board(view: View, before: Mapping[Role, int]) -> Table:
    """Points, visits and kills of all players, best first; `before` are the points last seen."""
    extra = [name for name, shown in _extras(view).items() if shown]
    columns = ("Player", "Points", "Visits", "Sunk", "To you", *extra)
    rows = [_row(view, standing, before, extra) for standing in by_points(view)]
    return Table(columns, tuple(rows), "lrrrl" + "".join("rl"[x == OVERLORD] for x in extra))


SHIPS, OVERLORD = "Ships", "Overlord"


def by_points(view: View) -> Sequence[Standing]:
    return sorted(view.standings.values(), key=lambda row: (-row.points, row.player))


def _extras(view: View) -> Mapping[str, bool]:
    """Columns that only some games or times show (RAID-R36, RAID-R158)."""
    rows = view.standings.values()
    return {
        SHIPS: all(row.ships is not None for row in rows),
        OVERLORD: view.options.public_overlords,
    }


def _row(view: View, row: Standing, before: Mapping[Role, int], extra: Sequence[str]) -> Row:
    gained = row.points - before.get(row.player, row.points)
    points = f"{row.points} (+{gained})" if gained else f"{row.points}"
    more = {SHIPS: f"{row.ships}", OVERLORD: f"{row.overlord}"}
    known = (row.player, points, f"{row.visits}", f"{row.kills}", relation(view, row.player))
    return Row((*known, *(more[name] for name in extra)), player_mark(view, row.player))


def relation(view: View, player: Role) -> str:
    """The word that stands beside the colour (RAID-R157)."""
    if player == view.role:
        return "you"
    return "ally" if view.ally(player) else "enemy"


def kudos_table(view: View, honours: Sequence[Kudos]) -> Table:
    """Who is honoured for what, all who share it (RAID-9.4, RAID-R138)."""
    return Table(("Kudos", "To"), tuple(Row((one.title, _honoured(view, one))) for one in honours))


def _honoured(view: View, one: Kudos) -> Words:
    players: list[tuple[str | Span, ...]] = [(player_words(view, p),) for p in one.players]
    return joined(players, ", ") if players else "not awarded"


def overlords(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """The reader's own overlord and vassals, what changed, and whom he could choose."""
    changes = [_change(view, event) for event in events if isinstance(event, OverlordChange)]
    if changes:
        yield Items(tuple(changes))
    yield Paragraph(_overlord(view))
    yield Paragraph(_vassals(view))
    if not view.over:
        yield Paragraph(_choices(view))


def _overlord(view: View) -> Words:
    if view.overlord == view.role:
        return "You are your own overlord."
    return sentence("Your overlord is ", player_words(view, view.overlord), ".")


def _vassals(view: View) -> Words:
    if not view.vassals:
        return "You have no vassals."
    named: list[tuple[str | Span, ...]] = [(player_words(view, one),) for one in view.vassals]
    return sentence("Your vassals: ", joined(named, ", "), ".")


def _choices(view: View) -> str:
    others = [player for player in view.standings if player not in (view.role, view.overlord)]
    free = ["yourself"] if view.overlord != view.role else []
    names = ", ".join([*free, *others]) or "nobody else"
    return f"To choose from: {names}. A choice takes effect at the end of the turn."


def _change(view: View, event: OverlordChange) -> Words:
    """A change as far as the reader is told of it (RAID-V23)."""
    who = player_words(view, event.player)
    if event.player == view.role:
        return sentence("You now serve ", _lord(view, event.to, event.player), ".")
    if event.to == view.role:
        return sentence(who, " now serves you.")
    if event.from_ == view.role and not event.to:
        return sentence(who, " serves you no longer.")
    return sentence(who, " now serves ", _lord(view, event.to, event.player), ".")


def _lord(view: View, lord: Role, vassal: Role) -> Words:
    if lord == vassal:
        return "nobody" if vassal != view.role else "nobody but yourself"
    return player_words(view, lord)
