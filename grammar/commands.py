"""Words to the service and the heads of press, the same in all games."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from lark import Token
from lark.exceptions import UnexpectedInput

from engine.core.ruleset import Problem, Vocabulary
from grammar import mistakes
from grammar.names import Nearest
from grammar.reading import Audience
from grammar.shared import keywords, load

#: The kind under which a vocabulary lists the roles of the game.
ROLES = "player"
#: And that of the names in character from which its reader has heard.
PENS = "pen"

_PARSER = load("commands.lark", "line")
_EVERYBODY = frozenset({"all", "everyone", "everybody", "all players"})
_NEXT_SHEET = frozenset({"world", "public"})
_ALLIES = frozenset({"allies", "my allies", "all allies", "my ally", "ally"})
_GM = frozenset({"gm", "the gm", "gamesmaster", "gamemaster", "game master", "referee"})
_FIRST = re.compile(r"[^\W\d_]+")
_TAIL = re.compile(r"(?:[\s.!,]|\b(?:please|pls|thanks)\b)+$", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)
_QUOTES = ' "“”„«»'
_SILENT = frozenset({"TO", "FOR", "AS", "SHEET", "COLON", "COMMA", "AND", "TURN"})

COMMAND_WORDS = keywords(_PARSER)


@dataclass(frozen=True, slots=True)
class PressHead:
    """The line with which a message to other people begins."""

    audience: Audience
    to: tuple[str, ...]
    #: What stands on the same line; empty if the text begins on the next.
    text: str
    problems: tuple[Problem, ...] = ()
    #: Not to be signed with the role.
    unsigned: bool = False
    #: The name in character to sign it with instead.
    pen: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """What is to be ordered every turn; empty if it begins on the next line (FEAT-O11)."""

    rest: str
    #: Prose may begin so too, but not with a colon.
    colon: bool


@dataclass(frozen=True, slots=True)
class TurnLine:
    """Which turn the letter is for, and an order on the same line."""

    turn: int
    rest: str


@dataclass(frozen=True, slots=True)
class SeedLine:
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word to the service, with what follows it."""

    word: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class End:
    """Closes press."""


CommandLine: TypeAlias = PressHead | TurnLine | Repeat | SeedLine | Word | End


def read_command(line: str, words: Vocabulary) -> CommandLine | None:
    """What the line says to the service; None if it says nothing to it."""
    first = _FIRST.match(line)
    if first is None or first[0].casefold() not in COMMAND_WORDS:
        return None
    try:
        tree = _PARSER.parse(line)
    except UnexpectedInput:
        return _without_full_stop(line, words)
    tokens = [token for token in tree.children if isinstance(token, Token)]
    match tree.data:
        case "press":
            return _press(tokens, words)
        case "turn":
            return TurnLine(int(_text(tokens, "NUMBER")[:6]), _text(tokens, "TEXT"))
        case "repeat":
            return None if _is_name(first[0], words) else _repeat(tokens)
        case "forget":
            return _forget(tokens)
        case "seed":
            return SeedLine(_text(tokens, "TEXT"))
        case "stop":
            return End()
    return _word(tokens)


def _without_full_stop(line: str, words: Vocabulary) -> CommandLine | None:
    bare = _TAIL.sub("", line)
    return read_command(bare, words) if bare != line else None


def _word(tokens: Sequence[Token]) -> Word:
    first, *rest = tokens
    return Word(first.lower(), tuple(str(token) for token in rest if token.type not in _SILENT))


def _is_name(word: str, words: Vocabulary) -> bool:
    """A ship may have been named so before it was a word of the language."""
    said = word.casefold()
    return any(said in name.casefold().split() for names in words.names.values() for name in names)


def _repeat(tokens: Sequence[Token]) -> Repeat:
    return Repeat(_text(tokens, "TEXT"), any(token.type == "COLON" for token in tokens))


def _forget(tokens: Sequence[Token]) -> Word:
    """`cancel turn 6` is `cancel` of `turn` and `6`; `cancel every turn` that of `always`."""
    kinds = {token.type for token in tokens}
    if "NUMBER" in kinds:
        return Word("cancel", ("turn", str(int(_text(tokens, "NUMBER")[:6]))))
    about = _text(tokens, "TEXT")
    return Word("cancel", ("always", *((about,) if about else ())))


def _text(tokens: Sequence[Token], kind: str) -> str:
    return next((str(token).strip() for token in tokens if token.type == kind), "")


def _press(tokens: Sequence[Token], words: Vocabulary) -> PressHead | None:
    head = _addressed(tokens, words)
    if head is None:
        return None
    pen = " ".join(_text(tokens, "PEN").strip(_QUOTES).split())
    unsigned = any(token.type in ("ANONYMOUS", "PEN") for token in tokens)
    return replace(head, unsigned=unsigned, pen=pen)


def _addressed(tokens: Sequence[Token], words: Vocabulary) -> PressHead | None:
    """For whom it is; whoever bears a name goes before what the word means otherwise."""
    text = _text(tokens, "TEXT")
    kinds = {token.type for token in tokens}
    if kinds & {"PUBLIC", "PRINT"}:
        return PressHead(Audience.PUBLIC, (), text)
    if "GM" in kinds:
        return PressHead(Audience.GM, (), text)
    named = [name for name in _BETWEEN.split(_text(tokens, "NAMES").strip()) if name.strip(_QUOTES)]
    only = named[0].casefold() if len(named) == 1 else ""
    players = {name.casefold() for kind in (ROLES, PENS) for name in words.names.get(kind, ())}
    if only and only not in players:
        for audience, spellings in _GROUPS.items():
            if only in spellings:
                return PressHead(audience, (), text)
    return _to_roles([name.strip(_QUOTES) for name in named], text, words)


_GROUPS = {
    Audience.ALL: _EVERYBODY,
    Audience.PUBLIC: _NEXT_SHEET,
    Audience.GM: _GM,
    Audience.ALLIES: _ALLIES,
}


def _to_roles(named: Sequence[str], text: str, words: Vocabulary) -> PressHead | None:
    """Press to players by name; None if what is named are places or ships."""
    others = {
        name.casefold()
        for kind, names in words.names.items()
        if kind not in (ROLES, PENS)
        for name in names
    }
    found, problems = resolve(named, words)
    if not found and any(name.casefold() in others for name in named):
        return None
    return PressHead(Audience.ROLES, found, text, problems)


def resolve(
    named: Sequence[str], words: Vocabulary, *, partly: bool = True
) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The roles meant, each once, and what is to be said about the names.

    `partly`: a role may stand in a longer name.
    """
    roles = (*words.names.get(ROLES, ()), *words.names.get(PENS, ()))
    exact = {role.casefold(): role for role in roles}
    nearest = Nearest(roles)
    found: dict[str, None] = {}
    problems: list[Problem] = []
    for name in named:
        if role := exact.get(name.casefold()) or (partly and _among(name, exact)):
            found[role] = None
            continue
        begun = nearest.begun(name) if words.abbreviations else ()
        near = begun or nearest.near(name)
        if len(near) == 1:
            found[near[0]] = None
            if not begun:
                problems.append(mistakes.remark("corrected", f"I read “{name}” as {near[0]}."))
        else:
            problems.append(mistakes.no_such_player(name, near, known=roles).problem)
    return tuple(found), tuple(problems)


def _among(name: str, roles: Mapping[str, str]) -> str:
    """The one role that stands in a longer name: `Vael Reach` where the role is `reach`."""
    stand = {roles[word] for word in name.casefold().split() if word in roles}
    return stand.pop() if len(stand) == 1 else ""
