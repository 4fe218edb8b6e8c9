"""What a turn would give, for the Gamesmaster's eyes alone (FEAT-T4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.wording import enumeration, number
from mailbot.errors import Refused
from mailbot.games.turns import Done, Work
from mailbot.render.text import sheet_text, title
from mailbot.storage.tables import Game, Phase


@dataclass(frozen=True, slots=True)
class Preview:
    """The result in a few lines, and every player's sheet."""

    summary: str
    #: By role, as plain text.
    sheets: Mapping[str, str]

    @property
    def whole(self) -> str:
        """All of it as one text, hidden things included."""
        return "\n\n\n".join((self.summary, *self.sheets.values())) + "\n"


def preview(work: Work, done: Done) -> Preview:
    """The result of this run as the Gamesmaster reads it."""
    sheets = {str(each.sheet.role): sheet_text(each.sheet) for each in done.issued}
    heading = title(f"{work.live.settings.title}, {work.live.stage.name}: preview", "=")
    return Preview("\n".join((heading, *_summary(work, done))), sheets)


def may_preview(row: Game) -> None:
    """Raises `Refused` if no turn is open."""
    if row.due is None or row.phase in (Phase.SIGN_UP, Phase.OVER):
        raise Refused(f"{row.name} has no turn that could be previewed: it is {row.phase}")


def _summary(work: Work, done: Done) -> Iterator[str]:
    missing = work.missing
    yield f"No orders from {enumeration(missing)}." if missing else "Everybody has sent orders."
    if work.in_care:
        yield f"A caretaker orders for {enumeration(work.in_care)}."
    yield f"{number(len(done.turn.events), 'event')}, {number(len(done.issued), 'sheet')}."
    ruleset = work.live.rules.ruleset
    before, after = ruleset.scores(work.live.state), ruleset.scores(done.turn.state)
    for role in sorted(after, key=lambda role: -after[role]):
        change = after[role] - before.get(role, 0)
        yield f"{role}: {number(after[role], 'point')} ({change:+d})"
    for role, problems in sorted(done.turn.problems.items()):
        for problem in problems:
            yield f"{role}: {problem.text}"
