"""What a player writes to others, without what tells who he is outside the game (FEAT-P1).

Pure: text in, text out, in time linear in its length.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grammar.pleasantries import takes_leave
from mailbot.mail.footings import PHONE_SIGNATURE
from mailbot.render.text import WIDTH
from mailbot.render.words import wrap

#: Every address: were those of players left out alone, a letter could ask who plays.
_ADDRESS = re.compile(
    r"(?:mailto:)?[^\s<>()\[\]\"',;:@]{1,64}@[^\s<>()\[\]\"',;:@]{1,190}\.\w{2,20}"
)
_HIDDEN_ADDRESS = "[address]"
_HIDDEN_NAME = "[name]"
#: Down here a line is looked at as a part of a signature.
_LOWEST = 8
_SIGNS = " \t-–—~_*.,!/\\|<>()[]"
#: A mail program breaks lines no shorter than this.
_LONG_LINE = 50
_BY_HAND = str.maketrans(
    {
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'",
        "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "\u00a0": " ", "\t": " ",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Veiled:
    """What goes on to others."""

    text: str
    #: Something was left out, or hidden in the middle of a sentence.
    changed: bool


def veiled(text: str, name: str, role: str, *, unsigned: bool) -> Veiled:
    """The text without mail addresses, his own name and what stands below a letter.

    `name` is how his mail program calls him. His role is no secret where he signs with it.
    """
    names = _names(name, "" if unsigned else role) | ({role.casefold()} if unsigned else set())
    said = _ADDRESS.sub(_HIDDEN_ADDRESS, text)
    if len(parts := name.split()) > 1:
        whole = r"\s+".join(map(re.escape, parts))
        said = re.sub(rf"\b{whole}\b", _HIDDEN_NAME, said, flags=re.IGNORECASE)
    lines = list(_above_signature(said.split("\n"), names))
    kept = "\n".join(lines).strip("\n")
    return Veiled(in_one_hand(kept) if unsigned else kept, kept != text.strip("\n"))


def in_one_hand(text: str) -> str:
    """The text as if all had the same mail program: its quotes, dashes and widths are no sign."""
    plain = unicodedata.normalize("NFC", text).translate(_BY_HAND)
    pieces = _rejoined(plain.split("\n"))
    said = "\n".join(line for piece in pieces for line in wrap(piece, WIDTH - 2)).strip()
    return re.sub(r"\n{3,}", "\n\n", said)


def _names(name: str, but: str) -> set[str]:
    """The name and its parts in small letters, without what he is called in the game."""
    parts = [part.strip(_SIGNS) for part in name.split()]
    found = {part.casefold() for part in (" ".join(parts), *parts) if len(part) > 1}
    return found - {but.casefold()}


def _above_signature(lines: Sequence[str], names: set[str]) -> Iterator[str]:
    end = len(lines)
    for _ in range(_LOWEST):
        while end and not lines[end - 1].strip(_SIGNS):
            end -= 1
        if not end or not _is_signature(lines[end - 1], names):
            break
        end -= 1
    yield from lines[: end - 1] if end else ()
    if end:
        yield _without_name(lines[end - 1], names)


def _is_signature(line: str, names: set[str]) -> bool:
    """His name, how to reach him, or what his telephone wrote."""
    bare = " ".join(line.strip(_SIGNS).split()).casefold()
    only_hidden = not re.sub(r"\[(?:address|name)\]", "", line).strip(_SIGNS)
    return bare in names or only_hidden or PHONE_SIGNATURE.match(line) is not None


def _without_name(line: str, names: set[str]) -> str:
    """`Cheers, Paul` as `Cheers,`."""
    head, _, last = line.rstrip(_SIGNS).rpartition(" ")
    hidden = {*names, _HIDDEN_NAME.strip(_SIGNS)}
    if head and takes_leave(line) and last.strip(_SIGNS).casefold() in hidden:
        return head.rstrip()
    return line


def _rejoined(lines: Sequence[str]) -> Iterator[str]:
    """Lines that a mail program broke are one again; verses stay verses."""
    whole, last = "", ""
    for line in (" ".join(each.split()) for each in lines):
        if line and len(last) >= _LONG_LINE:
            whole = f"{whole} {line}"
        else:
            yield whole
            whole = line
        last = line
    yield whole
