"""What is told of a turn: only what its sheets tell, and nothing that one ruleset alone has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mailbot.demo.player import Received
from mailbot.demo.show import Plan, Show
from mailbot.games.settings import LiveGame
from mailbot.mail.outgoing import Kind

NEWS = "News"
CLOSING = ("Leader board", "Final table", "Final score", "Kudos")
"""The headings under which a sheet sums the game up."""


def news(show: Show, plans: Sequence[Plan], sheets: Sequence[Received]) -> None:
    count = sum(len(each.canonical()) for each in plans)
    go = "goes" if len(sheets) == 1 else "go"
    show.tell(f"It runs with {_some(count, 'order')}; {_some(len(sheets), 'sheet')} {go} out.")
    for event in (*public_events(sheets), *common_news(sheets)):
        show.tell(event)
    if table := scores(show):
        show.tell("Points: " + ", ".join(f"{role} {points}" for role, points in table.items()))


def _some(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def public_events(sheets: Sequence[Received]) -> list[str]:
    """What every sheet tells of one thing taking or ending another, in words."""
    told = [
        {json.dumps(event, sort_keys=True): event for event in _events(sheet)} for sheet in sheets
    ]
    if not told:
        return []
    common = [event for key, event in told[0].items() if all(key in other for other in told)]
    return [_event(event) for event in common if {"kind", "ship", "by", "island"} <= event.keys()]


def common_news(sheets: Sequence[Received]) -> list[str]:
    """What several sheets of one stage tell in the same words."""
    by_stage: dict[int, list[list[str]]] = {}
    for sheet in sheets:
        by_stage.setdefault(sheet.stage, []).append(items(section(sheet.text, NEWS)))
    return [
        item
        for told in by_stage.values()
        for item in (told[0] if told[1:] else ())
        if all(item in other for other in told)
    ]


def items(lines: Sequence[str]) -> list[str]:
    """The items of a list in a letter, each as one line.

    >>> items(["- She went", "  home.", "- He did not."])
    ['She went home.', 'He did not.']
    """
    whole: list[str] = []
    for line in lines:
        if line.startswith("- "):
            whole.append(line[2:])
        elif whole:
            whole[-1] += f" {line.strip()}"
    return whole


def _events(sheet: Received) -> list[dict[str, Any]]:
    events = sheet.facts.get("events", []) if isinstance(sheet.facts, dict) else []
    return [event for event in events if isinstance(event, dict)]


def _event(event: Mapping[str, Any]) -> str:
    owner = event.get("owner") or event.get("from")
    whose = f" ({owner})" if owner else ""
    kind, place = str(event["kind"]).capitalize(), event["island"]
    return f"{kind} at {place}: {event['ship']}{whose}, by {event['by']}."


def passed_at_once(show: Show, before: LiveGame, now: LiveGame) -> None:
    """The stages between these two, which nobody owed anything."""
    between = range(before.stage.number + 1, now.stage.number)
    if names := [now.when(stage).name for stage in between]:
        show.tell(f"Nobody has anything to decide in {'; '.join(names)}: passed at once.")


def scores(show: Show) -> dict[str, int]:
    game = show.harbour.game()
    points = game.rules.ruleset.scores(game.state)
    return dict(sorted(points.items(), key=lambda row: (-row[1], row[0])))


def the_end(show: Show) -> None:
    """The last table and the honours, as the last sheet has them."""
    show.chapter("The end" if show.harbour.game().over else "So far")
    became = ", ".join(f"{number} {what}" for what, number in show.harbour.letters_read().items())
    show.tell(f"What became of the letters to the service: {became}.")
    reader = show.players[0]
    sheet = reader.latest(Kind.SHEET)
    text = sheet.text if sheet else ""
    table = [line for heading in CLOSING for line in section(text, heading)]
    if table:
        show.tell(f"As {reader.role}'s last sheet has it:")
    for line in table:
        show.tell(line)


def section(text: str, heading: str) -> list[str]:
    """The lines under a heading of a letter, up to the next."""
    lines = text.split("\n")
    if heading not in lines:
        return []
    begin = lines.index(heading) + 2
    end = next(
        (n for n in range(begin + 1, len(lines)) if lines[n] and set(lines[n]) <= {"-"}),
        len(lines) + 1,
    )
    return "\n".join(lines[begin : end - 1]).rstrip().split("\n")
