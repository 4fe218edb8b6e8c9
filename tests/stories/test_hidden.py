"""Nothing that Zane gets tells what he may not know of Rick: not a byte, whatever Rick does."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.helpers.world import FLEETS, Mail, Person, World, Worlds

LOT = re.compile(
    rb"""\b(?: [0-9a-f]{64} | [0-9a-f]{32} | mark\ [0-9a-f]{12} | confirm\ [a-z2-7]{10} )\b
    | \b[a-z2-7]{26}(?=@) | =_\w+""",
    re.VERBOSE,
)
"""Digests, commitments, salts, codes, boundaries and Message-IDs: new in every world."""


@dataclass(frozen=True)
class Secrets:
    """What only Rick and the Gamesmaster know."""

    fleet: str = FLEETS["Rick"]
    first: tuple[str, ...] = ("Duke to Topaz",)
    second: tuple[str, ...] = ("Duke to Coral",)


PLAIN = Secrets()

NAMED = {"Message-ID": "<zane@mail.example.org>"}
"""A letter of Zane's whose id is the same in every world."""


def writes_unseen(rick: Person, letters: tuple[str, ...]) -> None:
    """All at one moment, so that Zane's letters come at the same time in every world."""
    for words in letters:
        world, last = rick.world, rick.last()
        world.post.bring(world, rick.letter(words, To=last.reply_to, Subject=last.subject))
        world.works()


def told(world: World, secrets: Secrets) -> list[object]:
    """All that Zane gets to see of a game of two turns."""
    world.creates(options={"last_turn": 3})
    zane = world.joins("Zane")
    rick = world.joins("Rick", fleet=secrets.fleet)
    zane.writes("Phoenix to Hilda\nEden to Rcik\nxyzzy\nto Rick: Peace?")
    writes_unseen(rick, secrets.first)
    zane.writes("status", headers=NAMED)
    zane.sends("Eden to Hilda")
    world.turn()
    zane.writes("Duke to Pearl\nEden to Brendan", headers=NAMED)
    writes_unseen(rick, secrets.second)
    world.turn()
    zane.writes("resend", headers=NAMED)
    return [shown(mail) for mail in zane.letters()]


def shown(mail: Mail) -> object:
    """Every header and every part, decoded, without what is drawn by lot."""
    head = [(name, LOT.sub(b"*", str(value).encode())) for name, value in mail.message.items()]
    parts = [
        (part.get_content_type(), part.get_filename(), part["Content-ID"], body(part))
        for part in mail.message.walk()
        if not part.is_multipart()
    ]
    return head, parts


def body(part: object) -> bytes:
    content = part.get_payload(decode=True)  # type: ignore[attr-defined]  # a part of a letter
    return LOT.sub(b"*", content)


@pytest.fixture(scope="module")
def plain() -> list[list[object]]:
    """What he gets in the plain world, kept for the other tests."""
    return []


def in_plain_world(worlds: Worlds, plain: list[list[object]]) -> list[object]:
    if not plain:
        plain.append(told(worlds(), PLAIN))
    return plain[0]


@pytest.mark.parametrize(
    "secrets",
    [
        Secrets(fleet=FLEETS["Rick"].replace("Duke 3E3G2B", "Duke 4E4T2S")),
        Secrets(fleet=FLEETS["Rick"].replace("Earl", "Margrave")),
        Secrets(first=("Earl to Topaz",), second=("Earl to Coral",)),
        Secrets(first=("Duke to Topaz\nEarl to nowhere\nplugh",)),
        Secrets(first=("Duke to Topaz", "Duke to Coral", "cancel Duke", "Duke to Topaz")),
        Secrets(first=("Duke to Topaz\nseed: rosebud\nto gm: Is Zane a fool?",)),
        Secrets(first=("Duke to Topaz", "status", "help", "resend")),
        Secrets(first=("Duke to Topaz\nBaron refit as 2A4E",)),
        Secrets(first=("Duke to Topaz", "turn 9\nDuke to Pearl")),
    ],
    ids=[
        "a design",
        "a name",
        "which ship",
        "slips",
        "changes",
        "words to the GM",
        "words to the service",
        "work in port",
        "kept orders",
    ],
)
def test_what_is_hidden_changes_no_letter(
    worlds: Worlds, plain: list[list[object]], secrets: Secrets
) -> None:
    assert told(worlds(), secrets) == in_plain_world(worlds, plain)


def test_what_can_be_seen_does_change_them(worlds: Worlds, plain: list[list[object]]) -> None:
    """Islands that he has not visited show how many ships lie there."""
    seen = Secrets(first=("Duke, Earl to Topaz",))
    assert told(worlds(), seen) != in_plain_world(worlds, plain)
