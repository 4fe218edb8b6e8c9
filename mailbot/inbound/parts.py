"""A letter for several games, taken apart: each part is read and answered by itself (FEAT-G4).

`game pentarchy` on a line of its own, `pentarchy: Phoenix to Pearl`, or the head of a form, say for
which of his games the lines after it are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from sqlalchemy.orm import Session

from mailbot.games.addresses import seats_at
from mailbot.inbound.decide import is_for_the_desk
from mailbot.inbound.facts import Known
from mailbot.mail.body import Reading
from mailbot.storage.tables import Letter, LetterState

PART = "part of "
"""The mailbox of letters that were parts of another one begins so, and ends with its number."""

MOST = 20
"""So many games one letter may speak to; the rest stays with the last of them."""

_GAME = re.compile(r"game:?\s+([a-z][a-z0-9-]{1,29})\s*[:.!]?", re.IGNORECASE | re.ASCII)
_NAMED = re.compile(r"([a-z][a-z0-9-]{1,29})\s*:(.*)", re.IGNORECASE | re.ASCII)
_FORM = re.compile(r"#\s*orders\s+([a-z][a-z0-9-]{1,29})\b.*", re.IGNORECASE | re.ASCII)
_MESSAGE = re.compile(
    r"(?:anonymous |unsigned |as [^:]{1,40} )?(?:(?:message |letter )?to [^:]{1,200}|public) ?:",
    re.IGNORECASE,
)
_NEAR = 0.75


@dataclass(frozen=True, slots=True)
class Part:
    """What a letter says to one game; None: to the one that it is for anyway."""

    game: str | None
    text: str


def parts_of(text: str, games: Collection[str], meant: str | None = None) -> tuple[Part, ...]:
    """The letter's text by games, in the order in which they are first named.

    What stands before the first name is for the game that the letter is for anyway, if that is
    known, else for the first one named. A letter that names none is one part.
    """
    sections: list[tuple[str | None, list[str]]] = [(None, [])]
    lines = text.split("\n")
    messages = _in_messages(lines)
    for place, line in enumerate(lines):
        game, rest = (None, line) if place in messages else _heading(line.strip(), games)
        if game is not None and len(sections) <= MOST:
            sections.append((game, []))
        sections[-1][1].append(line if game is None else rest)
    (_, opening), *named = sections
    if not named:
        return (Part(None, text),)
    if "".join(opening).strip():
        named.insert(0, (meant or named[0][0], opening))
    texts: dict[str | None, list[str]] = {}
    for game, lines in named:
        texts.setdefault(game, []).extend(lines)
    return tuple(Part(game, "\n".join(lines)) for game, lines in texts.items())


def _in_messages(lines: Sequence[str]) -> set[int]:
    """The places of lines that are words for other players: from `to Rick:` to its own `end`."""
    found: set[int] = set()
    begun: int | None = None
    for place, line in enumerate(map(str.strip, lines)):
        if _MESSAGE.fullmatch(line):
            begun = place
        elif begun is not None and line.lower() == "end":
            found |= set(range(begun, place + 1))
            begun = None
    return found


def _heading(line: str, games: Collection[str]) -> tuple[str | None, str]:
    """The game that this line names as the one that follows, and what else the line says."""
    if found := _GAME.fullmatch(line):
        return _near(found[1].lower(), games), ""
    if found := _FORM.fullmatch(line):
        return (found[1].lower() if found[1].lower() in games else None), line
    if (found := _NAMED.fullmatch(line)) and found[1].lower() in games:
        return found[1].lower(), found[2].strip()
    return None, line


def names_game(line: str) -> bool:
    """Is this line a word to the service that says for which game the next ones are?"""
    return _GAME.fullmatch(line.strip()) is not None


def _near(name: str, games: Collection[str]) -> str | None:
    if name in games:
        return name
    near = get_close_matches(name, games, n=2, cutoff=_NEAR)
    return near[0] if len(near) == 1 else None


def take_apart(known: Known, reading: Reading, row: Letter) -> tuple[Known, Reading, list[Part]]:
    """What of a letter is read now, what is known for that, and the parts that are read later.

    What stood below the head of a quote goes with the first part.
    """
    first, *others = _own_parts(known, reading.text, row.part)
    if first.game is None:
        return known, reading, []
    row.part = first.game
    reading = replace(reading, text=first.text)
    if is_part(row):
        reading = Reading(first.text)
    return _for_part(known, first.game), reading, others


def is_part(row: Letter) -> bool:
    return row.mailbox.startswith(PART)


def whole_of(row: Letter) -> int:
    """The number of the letter as it came: all its parts share its signatures (MAIL-S4)."""
    return int(row.mailbox.removeprefix(PART)) if is_part(row) else row.id


def marked(part: str | None, text: str) -> str:
    """The same words to another game are another letter (MAIL-D2)."""
    return text if part is None else f"{part}\0{text}"


def _own_parts(known: Known, text: str, part: str | None) -> tuple[Part, ...]:
    """A letter's parts by the games of its writer; of a letter that is a part itself, that one."""
    facts = known.facts
    watches = facts.watches or facts.leaves or facts.observes
    asks = facts.confirms or facts.accepts or (facts.joins if facts.joinable else watches)
    if facts.machine is not None or asks is not None or is_for_the_desk(facts):
        return (Part(None, text),)
    held, meant = {seat.game for seat in facts.seats}, game_of(known)
    found = parts_of(text, {*held, *([meant] if meant else [])}, meant)
    if part is None:
        return found
    if meant == part and found[0].game is None:
        return (Part(part, text),)
    return tuple(each for each in found if each.game == part) or (Part(part, ""),)


def game_of(known: Known) -> str | None:
    """The game that a letter is for anyway: by its token, its subject, or what it answers."""
    facts = known.facts
    if facts.token is not None:
        return facts.token.game
    return facts.names if any(seat.game == facts.names for seat in facts.seats) else None


def _for_part(known: Known, part: str) -> Known:
    """What is known, for a part of the letter: a proof for another game proves nothing here."""
    token = known.facts.token
    own = token is not None and token.game == part
    facts = replace(known.facts, names=part, token=token if own else None)
    tag = known.tag_stage if known.facts.names == part else None
    return replace(
        known, facts=facts, token_stage=known.token_stage if own else None, tag_stage=tag
    )


def split_off(session: Session, row: Letter, parts: Sequence[Part]) -> None:
    """Lay these parts down as letters of their own, received when the whole was."""
    for part in parts:
        session.add(
            Letter(
                mailbox=f"{PART}{row.id}",
                raw=row.raw,
                received=row.received,
                sha256=row.sha256,
                message_id=row.message_id,
                state=LetterState.RECEIVED,
                sender=row.sender,
                part=part.game,
            )
        )


def text_of(session: Session, row: Letter, text: str) -> str:
    """What of a letter's whole text is this part of it."""
    if row.part is None or row.sender is None:
        return text
    games = {seat.game for seat, _ in seats_at(session, row.sender)}
    found = parts_of(text, {*games, row.part}, row.part)
    return "\n".join(each.text for each in found if each.game in (row.part, None))
