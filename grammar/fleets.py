"""Which of his ships an order is for: some by name, all of them, or all at one place."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ruleset import Vocabulary
from grammar import mistakes
from grammar.lexicon import Word
from grammar.shapes import Part


def muster(
    fleet: Sequence[Part], line: Sequence[Word], words: Vocabulary, kind: str = "ship"
) -> tuple[tuple[str, ...], bool]:
    """The ships meant, each once, and whether they were written as `all`.

    `kind` is the one under which the vocabulary lists the writer's own ships. Raises `Slip` if none
    is meant (RAID-R62).
    """
    named = [line[part.place].text for part in fleet if part.kind == "SHIP"]
    if fleet[0].kind != "ALL":
        return tuple(dict.fromkeys(named)), False
    place = next((line[part.place].text for part in fleet if part.kind == "PLACE"), "")
    own = [ship for ship in words.names.get(kind, ()) if ship not in named]
    ships = tuple(ship for ship in own if not place or words.places.get(ship) == place)
    if not own:
        raise mistakes.no_ships_at_all()
    if not ships:
        raise mistakes.none_there(place)
    return ships, True
