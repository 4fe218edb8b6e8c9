"""A Gamesmaster's letter as commands: each line is understood wholly, or nothing of it is done.

Where players' orders are corrected with a remark, nothing is corrected here: a slip is answered
with the nearest word, game, player or date, since what a Gamesmaster does concerns everybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeAlias

from lark import Token
from lark.exceptions import UnexpectedInput

from grammar.shared import load
from grammar.steering_forms import FORMS, near, near_moment, verb_of

_PARSER = load("steering.lark", "start")
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_ALL = "all"
_SAYS = {"show": "status", "games": "list"}
_BLOCKS = ("say", "note", "orders")
LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Deed:
    """One command of a Gamesmaster."""

    verb: str
    line: int = field(default=0, compare=False)
    game: str = ""
    #: Players, in the spelling of the game; none of them: all.
    roles: tuple[str, ...] = ()
    #: In the zone of the game.
    when: datetime | None = None
    address: str = ""
    turn: int | None = None
    #: Of `amend`, and the word that `help` or `confirm` is about.
    what: str = ""
    value: str = ""
    text: str = ""
    why: str = ""
    quiet: bool = False
    send: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that was not understood, and what would work."""

    line: int
    text: str
    said: str
    #: Its first word is, or is near to, one of ours: it is no greeting.
    meant: bool = True


Said: TypeAlias = Deed | Unread
Table: TypeAlias = Mapping[str, Sequence[str]]
"""The games that there are, with their players."""


class _Slip(Exception):
    """What is wrong with a line."""


def read_deeds(text: str, table: Table) -> tuple[Said, ...]:
    """All commands of a letter, in order, with what could not be read between them."""
    lines = [line.strip() for line in text.splitlines()]
    found: list[Said] = []
    at = 0
    while at < len(lines):
        if lines[at]:
            said = read_deed(lines[at], table, at + 1)
            said, at = _with_text(said, lines, at, table)
            if not (isinstance(said, Deed) and said.verb == "end"):
                found.append(said)
        at += 1
    return tuple(found)


def read_deed(line: str, table: Table, number: int = 1) -> Said:
    """One line, understood wholly or not at all."""
    try:
        if len(line) > LONGEST:
            raise _Slip(f"It is longer than {LONGEST} characters.")
        tokens = [each for each in _PARSER.parse(line).children if isinstance(each, Token)]
        return replace(_checked(_raw(tokens), table), line=number)
    except UnexpectedInput:
        return _unread(number, line, table)
    except _Slip as slip:
        return Unread(number, line, str(slip))


def speaks(line: str, table: Table) -> bool:
    """Is this a command, or what may have been meant as one? Such a line ends no sentence."""
    word = verb_of(line)
    rest = line.split()
    if word in FORMS or word in _SAYS:
        return isinstance(read_deed(line, table), Deed) or len(rest) < 2 or _names(rest, table)
    return bool(near(word, FORMS)) and _names(rest, table)


def write_deed(deed: Deed) -> str:
    """The command as it is best written: reading it gives the same command."""
    words = {
        "help": deed.what,
        "confirm": deed.what,
        "extend": f"{deed.when:%Y-%m-%d %H:%M}" if deed.when else "",
        "rerun": "send" if deed.send else "",
        "resend": " ".join([*deed.roles, "" if deed.turn is None else str(deed.turn)]),
        "say": f"{', '.join(deed.roles) or _ALL}: {deed.text}",
        "note": f": {deed.text}",
        "amend": f"{deed.what} {deed.value}{' quiet' if deed.quiet else ''}",
        "seat": " ".join([*deed.roles, deed.address]),
        "replace": " ".join([*deed.roles, deed.address]),
        "kick": " ".join(deed.roles),
    }
    if deed.verb == "orders":
        return f"orders for {deed.roles[0]} in {deed.game}: {deed.text}".rstrip()
    pieces = [deed.verb, deed.game, words.get(deed.verb, ""), deed.why and f"why: {deed.why}"]
    return " ".join(piece.strip() for piece in pieces if piece.strip()).replace(" : ", ": ")


# Texts over several lines.


def _with_text(said: Said, lines: Sequence[str], at: int, table: Table) -> tuple[Said, int]:
    """A command with the lines that belong to it, and the last of them."""
    if isinstance(said, Unread):
        return said, at
    if said.verb in _BLOCKS and not said.text:
        return _block(said, lines, at, table)
    if not (said.text or said.why):
        return said, at
    more: list[str] = []
    for line in lines[at + 1 :]:
        if not line or isinstance(read_deed(line, table), Deed):
            break
        if speaks(line, table):
            told = (
                f"The line “{line[:60]}” below it begins like a command and is none. Write it in "
                "other words, or put an empty line before it."
            )
            return Unread(at + 1, lines[at], told), at + len(more)
        more.append(line)
    if said.text:
        return replace(said, text="\n".join([said.text, *more])), at + len(more)
    return replace(said, why=" ".join([said.why, *more])), at + len(more)


def _block(deed: Deed, lines: Sequence[str], at: int, table: Table) -> tuple[Said, int]:
    """A text that begins below its command: until `end`, another command, or the letter's end."""
    stop = len(lines)
    for number in range(at + 1, len(lines)):
        if lines[number].lower() == "end":
            stop = number
            break
        if _ends(deed, lines[number], table):
            end = _end_below(lines, number)
            if deed.verb == "orders" and end is None:
                return replace(deed, text=_joined(lines[at + 1 : number])), number - 1
            told = f"Line {number + 1} below it reads as a command: write `end` before that line."
            # What a player wrote and was pasted here must give no commands: nothing of it is done.
            return Unread(at + 1, lines[at], told), number - 1 if end is None else end
    text = _joined(lines[at + 1 : stop])
    if not text:
        return Unread(at + 1, lines[at], "Nothing stands below it."), stop
    return replace(deed, text=text), stop


def _end_below(lines: Sequence[str], since: int) -> int | None:
    return next((at for at in range(since, len(lines)) if lines[at].lower() == "end"), None)


def _ends(deed: Deed, line: str, table: Table) -> bool:
    if deed.verb == "orders":
        return isinstance(read_deed(line, table), Deed)
    return speaks(line, table) and " " in line


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip("\n")


# One line.


def _raw(tokens: Sequence[Token]) -> Deed:
    """The words of a line in their places, not compared with anything yet."""
    verb = tokens[0].type.lower()
    deed = Deed(verb)
    for token in tokens[1:]:
        deed = replace(deed, **_place(deed, token))
    if verb in ("help", "confirm"):
        return replace(deed, game="", what=deed.game.lower())
    if verb == "amend":
        return replace(deed, what=deed.roles[0], roles=())
    days = [token.lower() for token in tokens if token.type == "WEEKDAY"]
    if days and deed.when is not None and not days[0].startswith(_DAYS[deed.when.weekday()]):
        right = deed.when.strftime("%A")
        raise _Slip(f"{deed.when:%Y-%m-%d} is a {right}. Which of the two is meant?")
    return deed


def _place(deed: Deed, token: Token) -> Mapping[str, Any]:
    text = str(token).strip()
    match token.type:
        case "NAME":
            return {"game": text}
        case "ROLE" | "ROLES":
            return {"roles": tuple(piece.strip() for piece in text.split(","))}
        case "ADDRESS":
            return {"address": text.lower()}
        case "NUMBER":
            return {"turn": int(text)}
        case "VALUE":
            return {"value": text}
        case "MOMENT":
            return {"when": _moment(text)}
        case "QUIET" | "SEND":
            return {token.type.lower(): True}
        case "TEXT":
            return {"text" if deed.verb in _BLOCKS else "why": text}
    return {}


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(" ".join(text.replace("T", " ").split()))
    except ValueError:
        raise _Slip(f"There is no such day or hour. Did you mean {near_moment(text)}?") from None


def _checked(deed: Deed, table: Table) -> Deed:
    """With game and players as the service spells them."""
    if deed.verb == "help":
        return deed
    if deed.verb == "orders" and not deed.game:
        deed = replace(deed, game=_only_game(deed, table))
    if not deed.game:
        return deed
    deed = replace(deed, game=_known(deed.game, table, "game"))
    if deed.verb in ("seat", "amend") or not deed.roles:
        return deed
    if deed.verb == "say" and [each.lower() for each in deed.roles] == [_ALL]:
        return replace(deed, roles=())
    roles = tuple(_known(role, table[deed.game], "player") for role in deed.roles)
    return replace(deed, roles=tuple(dict.fromkeys(roles)))


def _known(name: str, names: Mapping[str, object] | Sequence[str], noun: str) -> str:
    found = next((each for each in names if each.lower() == name.lower()), None)
    if found is not None:
        return found
    meant = near(name, names)
    hint = f"Did you mean {meant}?" if meant else f"There are: {', '.join(names) or 'none yet'}."
    raise _Slip(f"There is no {noun} “{name}”. {hint}")


def _only_game(deed: Deed, table: Table) -> str:
    """The one game in which somebody of this name plays."""
    name = deed.roles[0].lower()
    games = [game for game, roles in table.items() if name in (each.lower() for each in roles)]
    if len(games) == 1:
        return games[0]
    if games:
        raise _Slip(f"In which game? Write `orders for {deed.roles[0]} in {games[0]}:`.")
    everybody = [role for roles in table.values() for role in roles]
    return _known(deed.roles[0], everybody, "player")


# What was not read.


def _unread(number: int, line: str, table: Table) -> Unread:
    """With the form of the word, and the name or date that may be wrong in it."""
    word = verb_of(line)
    verb = _SAYS.get(word, word)
    if verb not in FORMS:
        meant = near(word, FORMS) if _names(line.split(), table) else ""
        hint = f"Did you mean `{FORMS[meant]}`?" if meant else "`help` lists what can be said."
        return Unread(number, line, hint, meant=bool(meant))
    hints = [f"It is written `{FORMS[verb]}`.", *_guesses(verb, line, table)]
    return Unread(number, line, " ".join(hints))


def _guesses(verb: str, line: str, table: Table) -> Iterator[str]:
    if verb == "extend" and (moment := near_moment(line)):
        yield f"Did you mean {moment}?"
    words = line.split()
    if verb not in ("list", "help", "confirm", "orders", "end") and not _has_game(words, table):
        yield f"The games are: {', '.join(table) or 'none yet'}."


def _names(words: Sequence[str], table: Table) -> bool:
    """Is one of the games, or nearly one of them, named where it should be?"""
    bare = [word.strip(":,") for word in words[1:4]]
    return _has_game(words, table) or any(near(word, table) for word in bare)


def _has_game(words: Sequence[str], table: Table) -> bool:
    games = {game.lower() for game in table}
    return any(word.strip(":,").lower() in games for word in words[1:4])
