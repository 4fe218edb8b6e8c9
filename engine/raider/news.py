"""The news of a turn: what it came to, then battle by battle (RAID-10.4, RAID-10.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.ruleset import Event, Role
from engine.core.sheet import Block, Heading, Items, Paragraph, Span, Words
from engine.core.wording import enumeration, joined, number, sentence, spelled
from engine.raider.events import Capture, Deflection, Hit, Sinking
from engine.raider.hearing import FIGHTING, Present
from engine.raider.modules import many_modules
from engine.raider.state import IslandName, ShipName
from engine.raider.view import View
from engine.raider.wording import island_words, ship_words

Fight: TypeAlias = Hit | Deflection | Sinking | Capture
Phrase: TypeAlias = "tuple[str | Span, ...]"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle as far as the reader has heard of it."""

    island: IslandName
    fights: Sequence[Fight]
    #: What belongs in one sentence.
    volleys: Sequence[Sequence[Fight]]
    #: Ships that met there, with their owners; told to visitors only.
    present: Sequence[tuple[ShipName, Role]]

    def of(self, kind: type[Sinking | Capture]) -> tuple[ShipName, ...]:
        """The ships lost in this way."""
        return tuple(fight.ship for fight in self.fights if isinstance(fight, kind))


def news(view: View, events: Sequence[Event]) -> Iterator[Block]:
    """Totals, then great battles by the islands' names, then those of which a line is known."""
    battles = _battles(events)
    if not battles:
        yield Paragraph("You have heard of no battle this turn.")
        return
    yield Paragraph(_total(battles))
    great = [battle for battle in battles if len(battle.volleys) > 1]
    for battle in great:
        yield from _battle(view, battle)
    if great and len(great) < len(battles):
        yield Heading("Elsewhere", 2)
    if lines := tuple(_line(view, battle) for battle in battles if battle not in great):
        yield Items(lines)


def _battles(events: Sequence[Event]) -> list[Battle]:
    fights = [event for event in events if isinstance(event, FIGHTING)]
    present = {event.island: event.ships for event in events if isinstance(event, Present)}
    battles = []
    for island in sorted({fight.island for fight in fights}):
        here = [fight for fight in fights if fight.island == island]
        battles.append(Battle(island, here, list(_volleys(here)), present.get(island, ())))
    return battles


def _total(battles: Sequence[Battle]) -> str:
    """What the turn came to, as far as the reader was told."""
    sunk = sum(len(battle.of(Sinking)) for battle in battles)
    taken = sum(len(battle.of(Capture)) for battle in battles)
    where = f"In {spelled(len(battles))} battle{'s' if battles[1:] else ''}"
    if not sunk + taken:
        return f"{where} no ship was lost, as far as you have heard."
    first, word = (sunk, "sunk") if sunk else (taken, "captured")
    also = f" and {spelled(taken)} captured" if sunk and taken else ""
    return f"{where} {spelled(first)} {'ships were' if first > 1 else 'ship was'} {word}{also}."


def _battle(view: View, battle: Battle) -> Iterator[Block]:
    place = island_words(view, battle.island)
    star = "*" if view.may_launch(battle.island) else ""
    yield Heading(f"{place.text}{star}: {_headline(battle)}", 2)
    if words := joined([*_shots_told(battle), *_present(view, battle)], " "):
        yield Paragraph(words)
    yield Items(tuple(sentence(_volley(view, volley), ".") for volley in battle.volleys))


def _headline(battle: Battle) -> str:
    """The ships lost, by name unless there are many."""
    lost = ((battle.of(Sinking), "sunk"), (battle.of(Capture), "captured"))
    told = [f"{_names(ships)} {how}" for ships, how in lost if ships]
    return ", ".join(told) or "no ship lost"


def _names(ships: Sequence[ShipName]) -> str:
    return enumeration(ships) if len(ships) < 3 else f"{spelled(len(ships))} ships"


def _shots_told(battle: Battle) -> Iterator[Words]:
    hits = sum(isinstance(fight, Hit) for fight in battle.fights)
    stopped = sum(isinstance(fight, Deflection) for fight in battle.fights)
    told = [number(hits, "hit")] if hits else []
    told += [f"{number(stopped, 'shell')} turned away"] if stopped else []
    if told:
        yield f"{enumeration(told)}."


def _present(view: View, battle: Battle) -> Iterator[Words]:
    if battle.present:
        ships = [ship_words(view, ship, owner) for ship, owner in battle.present]
        yield sentence("Ships there: ", joined(ships, ", "), ".")


def _line(view: View, battle: Battle) -> Words:
    """A battle of one sentence, and who else was there."""
    (volley,) = battle.volleys
    fought = {name for fight in volley for name in (fight.ship, fight.by)}
    others = [ship_words(view, *pair) for pair in battle.present if pair[0] not in fought]
    also = sentence(" Also there: ", joined(others, ", "), ".") if others else ""
    return sentence(island_words(view, battle.island), ": ", _volley(view, volley), ".", also)


def _volleys(fights: Sequence[Fight]) -> Iterator[list[Fight]]:
    """What belongs in one sentence: all shots that a ship fires in a row, with what they sink."""
    together: list[Fight] = []
    for event in fights:
        if together and not _goes_on(together, event):
            yield together
            together = []
        together.append(event)
    if together:
        yield together


def _goes_on(together: Sequence[Fight], event: Fight) -> bool:
    first = together[0]
    if isinstance(first, Capture | Sinking) or isinstance(event, Capture):
        return False
    if (first.by, first.by_owner) != (event.by, event.by_owner):
        return False
    return isinstance(event, Sinking) or event.weapon == first.weapon


def _volley(view: View, volley: Sequence[Fight]) -> Phrase:
    match first := volley[0]:
        case Capture():
            captor = ship_words(view, first.by, first.to)
            victim = ship_words(view, first.ship, first.from_)
            return sentence(captor, " boarded ", victim, " and took her")
        case Sinking():
            victim = ship_words(view, first.ship, first.owner)
            return sentence(victim, " was sunk by ", ship_words(view, first.by, first.by_owner))
        case _:
            shooter = ship_words(view, first.by, first.by_owner)
            told = [_suffered(view, volley, ship) for ship in dict.fromkeys(s.ship for s in volley)]
            return sentence(shooter, f" fired her {first.weapon}s: ", joined(told, "; "))


def _suffered(view: View, volley: Sequence[Fight], ship: ShipName) -> Phrase:
    """What the shots of one ship did to another."""
    shots = [shot for shot in volley if shot.ship == ship]
    stopped = sum(isinstance(shot, Deflection) for shot in shots)
    lost = Counter(shot.module for shot in shots if isinstance(shot, Hit))
    did = [f"turned away {number(stopped, 'shell')}"] if stopped else []
    if lost:
        did.append(f"lost {enumeration([many_modules(*pair) for pair in sorted(lost.items())])}")
    if any(isinstance(shot, Sinking) for shot in shots):
        did.append("was sunk")
    first = shots[0]
    owner = first.from_ if isinstance(first, Capture) else first.owner
    return sentence(ship_words(view, ship, owner), f" {enumeration(did)}")
