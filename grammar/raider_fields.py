"""Structure and name in an order: which word is which (RAID-R24, RAID-R56, RAID-R60)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.structure import BadStructure, arrange, expand, shorten
from engine.raider.state import LETTERS
from grammar import raider_mistakes
from grammar.lexicon import Lexicon
from grammar.shared import is_reserved

_NAME = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*", re.ASCII)
#: Words whose letters are mostly modules: a structure was meant.
_MOSTLY = 0.75


@dataclass(slots=True)
class Field:
    """Neighbouring words that are part of a structure, or a name, or both."""

    words: list[str] = field(default_factory=list)
    #: After a command word, `as`, `with` or `=`: spaces in the structure do not matter.
    marked: bool = False
    #: After `named`.
    name: bool = False
    #: After `to` or `at`: an island was expected.
    place: bool = False


def canonical(text: str) -> str:
    """The one way to write a structure (RAID-R84). Raises `Slip` if it is none (RAID-R57)."""
    try:
        return shorten(arrange(expand(text, LETTERS), LETTERS))
    except BadStructure as error:
        raise raider_mistakes.bad_structure(text, str(error)) from None


def is_structure(text: str) -> bool:
    try:
        expand(text, LETTERS)
    except BadStructure:
        return False
    return True


def is_word(text: str) -> bool:
    """Letters only, but for a hyphen: it may be a name."""
    return text.replace("-", "").isalpha()


def like_structure(word: str) -> bool:
    """Was a structure meant, right or wrong?"""
    if any(sign.isdigit() or sign == "?" for sign in word):
        return True
    meant = sum(letter in LETTERS or letter == "X" for letter in word.upper())
    return len(word) >= (2 if meant == len(word) else 4) and meant >= _MOSTLY * len(word)


def new_name(name: str, lexicon: Lexicon) -> str:
    """The name if a ship may bear it (RAID-R18 to RAID-R23). Raises `Slip`."""
    if not name.isascii():
        raise raider_mistakes.bad_name(
            name, "only the letters A to Z and hyphens are possible", "RAID-R20"
        )
    if not _NAME.fullmatch(name):
        raise raider_mistakes.bad_name(
            name, "only letters and single inner hyphens fit", "RAID-R19"
        )
    if len(name) > raider_mistakes.LONGEST_NAME:
        why = f"it has {len(name)} letters, and {raider_mistakes.LONGEST_NAME} fit"
        raise raider_mistakes.bad_name(name, why, "RAID-R18")
    if is_reserved(name):
        raise raider_mistakes.bad_name(name, "that is a word of the order language", "RAID-R23")
    if lexicon.names(name, "island"):
        raise raider_mistakes.bad_name(name, "an island has that name", "RAID-R23")
    return name


def divide(fields: Sequence[Field], *, launching: bool, going: str) -> tuple[str, str]:
    """Structure and name as written; either may be empty. Raises `Slip`.

    `going` is how the line begins, for a line to suggest.
    """
    names = [one for one in fields if one.name]
    rest = [one for one in fields if not one.name]
    if launching:
        rest = _without_article(rest)
    if names:
        (name, *more) = [word for one in names for word in one.words] or [""]
        if more:
            raise raider_mistakes.words_left(more)
        return "".join(word for one in rest for word in one.words), name
    if not rest:
        return "", ""
    if len(rest) == 1:
        return _one(rest[0], launching=launching, going=going)
    whole = "".join(word for one in rest for word in one.words)
    if not launching and is_structure(whole) and not any(map(is_word, rest[-1].words)):
        raise raider_mistakes.set_apart(going, whole)
    if len(rest) == 2:
        return _two(*rest, launching=launching, going=going)
    raise raider_mistakes.words_left(rest[-1].words)


def _without_article(fields: Sequence[Field]) -> list[Field]:
    """`launch a Gannet`: the word is no module if no structure goes on from it."""
    first, *others = fields or [Field()]
    if first.words[:1] != ["a"] or (is_structure("".join(first.words)) and len(first.words) > 1):
        return list(fields)
    kept = Field(first.words[1:], first.marked)
    return [kept, *others] if kept.words else others


def _one(one: Field, *, launching: bool, going: str) -> tuple[str, str]:
    if launching:
        return _launched(one.words)
    if one.marked:
        return _marked(one.words)
    return _bare(one.words, going)


def _bare(words: Sequence[str], going: str) -> tuple[str, str]:
    """The first word, joined by those that cannot be names; then the name (RAID-R56)."""
    first, rest = words[0], "".join(words[1:])
    if is_word(first) and not is_structure(first) and is_structure(rest):
        raise raider_mistakes.launch_unsaid(going, first, rest)
    count = 1
    while count < len(words) and not is_word(words[count]):
        count += 1
    if len(words) > count + 1:
        raise raider_mistakes.words_left(words[count + 1 :])
    return "".join(words[:count]), "".join(words[count:])


def _marked(words: Sequence[str]) -> tuple[str, str]:
    """All of it is the structure, or all but a name at the end (RAID-R56)."""
    *front, last = words
    if (
        front
        and is_word(last)
        and not is_structure("".join(words))
        and is_structure("".join(front))
    ):
        return "".join(front), last
    return "".join(words), ""


def _launched(words: Sequence[str]) -> tuple[str, str]:
    """Name and structure in either order, if only one order makes sense (RAID-R24)."""
    if len(words) == 1:
        (word,) = words
        built = not is_word(word) or (word.isupper() and is_structure(word))
        return (word, "") if built else ("", word)
    first, rest = words[0], "".join(words[1:])
    front, last = "".join(words[:-1]), words[-1]
    name_first = is_word(first) and is_structure(rest)
    name_last = is_word(last) and is_structure(front)
    if name_first and name_last:
        raise raider_mistakes.which_is_which(first, last)
    if name_last or (not name_first and not is_word(first)):
        return front, last
    return rest, first


def _two(one: Field, two: Field, *, launching: bool, going: str) -> tuple[str, str]:
    """Two parts set apart by a comma, `and`, `as`, `=` …: the structure is the marked one."""
    a, b = "".join(one.words), "".join(two.words)
    swapped = is_word(a) and is_structure(b) and not is_structure(a)
    if swapped and two.marked and not one.marked and not launching:
        raise raider_mistakes.launch_unsaid(going, a, b)
    if len(one.words) == 1 and two.marked and launching:
        return b, a
    if len(two.words) == 1 and (is_structure(a) or not is_structure(b)):
        return a, b
    if len(one.words) == 1:
        return b, a
    raise raider_mistakes.words_left(two.words)
