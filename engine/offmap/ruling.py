"""What the Gamesmaster is asked about a battle, and what he rules (OFF-3.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.core.ruleset import BadPosition
from engine.offmap.ids import UnitName
from engine.offmap.orders import Report, account
from engine.offmap.raids import Account, Raid
from engine.offmap.state import State

USAGE = (
    "a ruling is written as a report: `crippled Dross; destroyed Cedar; devastated Loam; "
    "survey lost 5; none`"
)

_PARTS = re.compile(r"[;\n]")
_NAMES = re.compile(r"[\s,&]+|\band\b", re.IGNORECASE)


def ruling(text: str) -> Account:
    """The result that the text gives. Raises `BadPosition` that shows how it is written.

    >>> ruling("report crippled Dross and Emery; survey lost 3").survey_lost
    3
    """
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    if not parts:
        raise BadPosition(USAGE)
    return account(tuple(map(_part, parts)))


def as_ruling(told: Account) -> str:
    """The words that give this result.

    >>> as_ruling(ruling("destroyed Emery and Dross; survey lost 3")), as_ruling(Account())
    ('destroyed Dross, Emery; survey lost 3', 'none')
    """
    parts = [f"{what} {names}" for what, names in told.losses()]
    if told.survey_lost is not None:
        parts.append(f"survey lost {told.survey_lost}")
    return "; ".join(parts) or "none"


def question(state: State) -> str:
    """What both sides say of the battles that wait for a ruling, and where it is set (OFF-H76)."""
    return "\n\n".join(
        "\n".join(_asked(state, raid))
        for _, raid in sorted(state.raids.items())
        if raid.disputed and raid.result is None
    )


def _asked(state: State, raid: Raid) -> Iterator[str]:
    yield f"The result of the battle in {raid.area} is disputed."
    for role, side in state.sides.items():
        if role in raid.accounts:
            yield f"{side.name} reports: {as_ruling(raid.accounts[role])}"
        if role in raid.disputes:
            yield f"{side.name} disputes it: {raid.disputes[role] or '(without a word)'}"
    example = next(iter(map(as_ruling, raid.accounts.values())), "crippled Dross; destroyed Cedar")
    yield f"WHAT is raid/{raid.area}/result, and VALUE is written as a report: `{example}`."


def _part(text: str) -> Report:
    words = [UnitName(word) for word in _NAMES.split(text) if word]
    if words[:1] and words[0].casefold() == "report":
        del words[0]
    head = words[0].casefold() if words else ""
    names = tuple(words[1:])
    if head == "crippled" and names:
        return Report(crippled=names)
    if head == "destroyed" and names:
        return Report(destroyed=names)
    if head == "devastated" and names:
        return Report(devastated=names)
    if head == "survey" and names and names[-1].isdecimal():
        return Report(survey_lost=int(names[-1]))
    if head == "none" and not names:
        return Report()
    raise BadPosition(f"{text} cannot be read: {USAGE}")
