"""Leaks planted on purpose, each of which the test of non-interference must find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.ruleset import Role, Turn
from engine.core.scene import Disc, Paint
from engine.core.sheet import Block, Card, Figure, Heading, Sheet
from engine.raider import hearing, knowledge, sheet
from engine.raider.events import Launch
from engine.raider.state import Island, IslandName, ShipName, State, has_launch_rights
from engine.raider.view import Inside, KnownShip, View
from tests.helpers.noninterference import leaks
from tests.helpers.random_turns import random_turn

Plant = Callable[[pytest.MonkeyPatch], None]


def ships_in_order_of_kills(patch: pytest.MonkeyPatch) -> None:
    honest = knowledge._ships

    def leaky(state: State, role: Role, **rest: Any) -> Mapping[ShipName, KnownShip]:
        known = honest(state, role, **rest)
        return dict(sorted(known.items(), key=lambda pair: state.ships[pair[0]].kills))

    patch.setattr(knowledge, "_ships", leaky)


def owner_of_an_unvisited_island(patch: pytest.MonkeyPatch) -> None:
    def leaky(state: State, role: Role, island: Island) -> Inside:
        rights = has_launch_rights(state, role, island)
        known = island.name in state.players[role].visited
        return Inside(island.owner, island.stores if known else {}, rights)

    patch.setattr(knowledge, "_inside", leaky)


def owner_of_an_unvisited_island_in_the_news(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        fights = [event for event in turn.events if isinstance(event, hearing.FIGHTING)]
        lords = [turn.state.islands[event.island].owner for event in fights]
        news = tuple(Heading(f"A battle at an island of {lord}") for lord in lords)
        return made and replace(made, blocks=(*made.blocks, *news))

    patch.setattr(sheet, "sheet", leaky)


def launch_mark_before_visiting(patch: pytest.MonkeyPatch) -> None:
    def leaky(view: View, island: IslandName) -> bool:
        owner = kept[-1].islands[island].owner
        return owner is not None and view.role in (owner, kept[-1].players[owner].overlord)

    kept: list[State] = []
    honest = knowledge._seen

    def seen(state: State, role: Role, **rest: Any) -> View:
        kept.append(state)
        return honest(state, role, **rest)

    patch.setattr(knowledge, "_seen", seen)
    patch.setattr(View, "may_launch", leaky)


def reach_shortened_by_hidden_guards(patch: pytest.MonkeyPatch) -> None:
    honest = knowledge._seen

    def leaky(state: State, role: Role, **rest: Any) -> View:
        view = honest(state, role, **rest)
        guns = sum(ship.count("G") for ship in state.ships.values() if ship.owner != role)
        slower = {
            name: replace(ship, structure=ship.structure.replace("E", "", guns % 2))
            for name, ship in view.ships.items()
        }
        return replace(view, ships=slower)

    patch.setattr(knowledge, "_seen", leaky)


def map_scaled_to_all_strong_ships(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        strong = [ship.island for ship in turn.state.ships.values() if ship.count("T") > 1]
        wide = max((turn.state.islands[island].q for island in strong), default=0)
        return made and replace(made, blocks=tuple(widened(block, wide) for block in made.blocks))

    patch.setattr(sheet, "sheet", leaky)


def widened(block: Block, wide: int) -> Block:
    if not isinstance(block, Figure):
        return block
    x, y, _, height = block.scene.box
    return replace(block, scene=replace(block.scene, box=(x, y, float(wide), height)))


def shots_for_everybody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(hearing, "_close", lambda *_: True)


def launches_of_others(patch: pytest.MonkeyPatch) -> None:
    honest = hearing._told
    patch.setattr(
        hearing,
        "_told",
        lambda event, state, role: (
            event if isinstance(event, Launch) else honest(event, state, role)
        ),
    )


def overlords_of_third_parties(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(knowledge, "_tells", lambda *_: True)


def holder_of_a_start(patch: pytest.MonkeyPatch) -> None:
    honest = knowledge._home

    def leaky(state: State, role: Role) -> IslandName | None:
        first = max(state.claims, key=lambda island: state.claims[island], default=None)
        return honest(state, role) if first is None else first

    patch.setattr(knowledge, "_home", leaky)


def circle_of_a_hidden_reach_over_the_map(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        engines = sum(ship.count("E") for ship in turn.state.ships.values())
        circle = Disc((0.0, 0.0), float(engines), Paint.REACH)
        return made and replace(made, cards=(*made.cards, Card("", "", "", (), (circle,))))

    patch.setattr(sheet, "sheet", leaky)


def owners_in_the_past_of_an_island(patch: pytest.MonkeyPatch) -> None:
    def leaky(view: View, history: tuple[Sheet, ...]) -> Iterator[Card]:
        lords = sorted(f"{name} {isle.owner}" for name, isle in kept[-1].islands.items())
        yield Card("", "", "", (Heading(", ".join(lords)),))

    kept: list[State] = []
    honest = knowledge._seen

    def seen(state: State, role: Role, **rest: Any) -> View:
        kept.append(state)
        return honest(state, role, **rest)

    patch.setattr(knowledge, "_seen", seen)
    patch.setattr(sheet, "cards", leaky)


def ships_of_all_on_a_chart(patch: pytest.MonkeyPatch) -> None:
    honest = sheet.sheet

    def leaky(turn: Turn[State], role: Role, past: tuple[Sheet, ...]) -> Sheet | None:
        made = honest(turn, role, past)
        afloat = [Heading(f"{ship.owner}: {ship.kills}") for ship in turn.state.ships.values()]
        return made and replace(made, annex=(*made.annex, *afloat))

    patch.setattr(sheet, "sheet", leaky)


PLANTS: Mapping[Plant, str] = {
    ships_in_order_of_kills: "records",
    owner_of_an_unvisited_island: "owners",
    owner_of_an_unvisited_island_in_the_news: "owners",
    launch_mark_before_visiting: "owners",
    reach_shortened_by_hidden_guards: "structures",
    map_scaled_to_all_strong_ships: "structures",
    shots_for_everybody: "shots",
    launches_of_others: "builders",
    overlords_of_third_parties: "lords",
    holder_of_a_start: "claims",
    circle_of_a_hidden_reach_over_the_map: "structures",
    owners_in_the_past_of_an_island: "owners",
    ships_of_all_on_a_chart: "records",
}


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_a_planted_leak_is_found(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert any(PLANTS[plant] in rows_that_show(seed) for seed in range(30))


def rows_that_show(seed: int) -> set[str]:
    random = Random(seed)
    turn = random_turn(random)
    return {leak.partition(":")[0] for leak in leaks(turn, Role("Ann"), random)}
