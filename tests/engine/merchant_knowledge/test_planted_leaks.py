"""Leaks planted on purpose, each of which the test of non-interference must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.ruleset import Event, Role, Turn
from engine.core.scene import Disc, Paint
from engine.core.sheet import Card, Paragraph, Sheet
from engine.merchant import hearing, knowledge, sheet, sight
from engine.merchant.events import Aborted, Capture, Hit, Sinking, YardFailed
from engine.merchant.orders import ShipName
from engine.merchant.radar import contacts
from engine.merchant.state import Level, State
from tests.helpers import merchant_told
from tests.helpers.merchant_games import PLAYERS, games
from tests.helpers.merchant_hidden import MUTATIONS

Plant = Callable[[pytest.MonkeyPatch], None]


def a_sentence(patch: pytest.MonkeyPatch, words: Callable[[Turn[State], Role], object]) -> None:
    """Something that a sheet says of the position itself."""
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
        made = honest(turn, role, past)
        return made and replace(made, blocks=(*made.blocks, Paragraph(repr(words(turn, role)))))

    patch.setattr(merchant_told, "sheet", leaky)


def fuel_of_the_ally(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: sum(ship.fuel for ship in turn.state.ships.values()))


def names_of_all_contacts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "contacts", _one_better(Level.DETECTED, Level.IDENTIFIED))


def owners_of_all_contacts(patch: pytest.MonkeyPatch) -> None:
    names_of_all_contacts(patch)


def structures_of_all_contacts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "contacts", _one_better(Level.IDENTIFIED, Level.ANALYSED))


def _one_better(low: Level, high: Level) -> Callable[..., Any]:
    honest = contacts

    def leaky(state: State, alliance: Any) -> Mapping[Any, Level]:
        found = honest(state, alliance)
        return {name: high if level == low else level for name, level in found.items()}

    return leaky


def all_ships_in_the_report(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, alliance: Any) -> Mapping[Any, Level]:
        members = state.alliances[alliance].members
        foes = (ship for ship in state.ships.values() if ship.owner not in members)
        return {ship.name: Level.DETECTED for ship in foes}

    patch.setattr(sight, "contacts", leaky)


def places_to_the_metre(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "_whole", lambda point: point)


def number_of_all_ships(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: sorted(turn.state.ships))


def stores_everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sight, "ports", lambda state, _: frozenset(state.islands))


def production_where_a_ship_once_lay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hearing, "ports", lambda state, role: frozenset(sight.stores_seen(state, role)))


def what_other_alliances_saw(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: [a.seen for a in turn.state.alliances.values()])


def islands_that_others_visited(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: [sorted(p.visited) for p in turn.state.players.values()])


def secret_points(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, _: Role) -> Mapping[Role, Any]:
        return {name: knowledge._standing(state, name) for name in sorted(state.players)}

    patch.setattr(knowledge, "_standings", leaky)


def the_magic_die(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, role: turn.state.players[role].magic)


def everything_that_happened(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Event, state: State, role: Role, ours: object) -> Event:
        return event

    patch.setattr(hearing, "_told", leaky)


def names_of_unseen_shooters(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, role: Role, ship: ShipName, owner: Role, level: Level) -> object:
        return ship, owner

    patch.setattr(hearing, "_who", leaky)


def modules_that_were_not_analysed(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Hit, state: State, role: Role) -> Hit | None:
        return event if role in (event.owner, event.by_owner) else None

    patch.setattr(hearing, "_hit", leaky)


def sinkers_for_everybody(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Sinking) -> Sinking:
        return event

    patch.setattr(hearing, "_as_published", leaky)


def the_captor(patch: pytest.MonkeyPatch) -> None:
    def leaky(event: Capture, state: State, role: Role) -> Capture | None:
        return event if role in (event.from_, event.to) else None

    patch.setattr(hearing, "_capture", leaky)


def whether_a_ship_exists(patch: pytest.MonkeyPatch) -> None:
    def aborted(event: Aborted, ours: object, state: State) -> Aborted:
        return event

    def yard(event: YardFailed, ours: object) -> YardFailed:
        return event

    patch.setattr(hearing, "_aborted", aborted)
    patch.setattr(hearing, "_yard", yard)


def slips_of_others(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: turn.problems)


def quiet_corrections(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: len(turn.events))


def ships_in_the_order_of_the_position(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, owners: frozenset[Role]) -> list[Any]:
        return [ship for ship in state.ships.values() if ship.owner in owners]

    patch.setattr(knowledge, "_fleet", leaky)


def chart_scaled_to_all_ships(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: max(ship.e for ship in turn.state.ships.values()))


def distance_to_an_enemy(patch: pytest.MonkeyPatch) -> None:
    a_sentence(patch, lambda turn, _: [s.point for s in turn.state.ships.values()])


def a_card(patch: pytest.MonkeyPatch, far: Callable[[Turn[State], Role], float]) -> None:
    """A circle over the chart whose size the position itself decides."""
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
        made = honest(turn, role, past)
        circle = Disc((0.0, 0.0), far(turn, role), Paint.REACH)
        return made and replace(made, cards=(*made.cards, Card("", "", "", (), (circle,))))

    patch.setattr(merchant_told, "sheet", leaky)


def circle_of_the_fuel_of_others(patch: pytest.MonkeyPatch) -> None:
    a_card(patch, lambda turn, _: sum(ship.fuel for ship in turn.state.ships.values()))


def circle_around_unseen_ships(patch: pytest.MonkeyPatch) -> None:
    a_card(patch, lambda turn, _: max(ship.n for ship in turn.state.ships.values()))


def secret_points_on_a_chart(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
        made = honest(turn, role, past)
        sunk = [Paragraph(f"{player.sunk}") for player in turn.state.players.values()]
        return made and replace(made, annex=(*made.annex, *sunk))

    patch.setattr(merchant_told, "sheet", leaky)


PLANTS: Mapping[Plant, str] = {
    fuel_of_the_ally: "contents",
    names_of_all_contacts: "names",
    owners_of_all_contacts: "masters",
    structures_of_all_contacts: "structures",
    all_ships_in_the_report: "places",
    chart_scaled_to_all_ships: "places",
    places_to_the_metre: "decimals",
    distance_to_an_enemy: "decimals",
    number_of_all_ships: "ghosts",
    stores_everywhere: "stores",
    production_where_a_ship_once_lay: "factories",
    what_other_alliances_saw: "memories",
    islands_that_others_visited: "visits",
    secret_points: "secret_scores",
    the_magic_die: "dice",
    everything_that_happened: "foreign_events",
    names_of_unseen_shooters: "strangers",
    modules_that_were_not_analysed: "strangers",
    sinkers_for_everybody: "sinkers",
    the_captor: "captors",
    whether_a_ship_exists: "reasons",
    slips_of_others: "slips",
    quiet_corrections: "corrections",
    ships_in_the_order_of_the_position: "keeping",
    circle_of_the_fuel_of_others: "contents",
    circle_around_unseen_ships: "places",
    secret_points_on_a_chart: "secret_scores",
}


def caught(row: str) -> Iterator[tuple[int, Role]]:
    for number, played in enumerate(games(0, 30)):
        for role in PLAYERS:
            past = played.past[role]
            after = MUTATIONS[row](played.turn, role, Random(number))
            if repr(after) == repr(played.turn):
                continue
            before = merchant_told.told(played.turn, role, past)
            if merchant_told.told(after, role, past) != before:
                yield number, role


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    games(0, 30)  # honestly told
    plant(monkeypatch)
    assert next(caught(PLANTS[plant]), None) is not None


def test_every_row_has_a_plant() -> None:
    assert set(PLANTS.values()) == set(MUTATIONS)
