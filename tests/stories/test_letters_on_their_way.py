"""Letters that wait while an address changes hands go to whoever has the seat now (FEAT-O13)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from mailbot.games.addresses import dismiss, enter
from mailbot.games.settings import seat_of
from mailbot.mail.outgoing import Kind
from mailbot.outbox.bounced import forward, revive
from mailbot.storage.tables import OutRow, OutState, Way
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_addresses import takes_place

WAITING = (OutState.QUEUED, OutState.RETRY, OutState.UNCERTAIN)


@pytest.fixture
def world(worlds: Worlds) -> World:
    """Nothing is sent: all letters wait."""
    return worlds()


@pytest.fixture
def zane(world: World) -> Person:
    return world.begins("Zane", "Rick")[0]


def waiting(world: World, name: str, *kinds: Kind) -> list[OutRow]:
    """What waits for this address."""
    mine = [row for row in world.outbox() if row.to == f"{name}@game.test"]
    return [row for row in mine if row.state in WAITING and (not kinds or row.kind in kinds)]


def becomes(world: World, row: OutRow, state: OutState) -> None:
    with world.service.store.writing() as session:
        session.get_one(OutRow, row.id).state = state


def test_what_waits_for_an_old_address_goes_to_the_new_one(world: World, zane: Person) -> None:
    """And the last sheet but once. (FEAT-O13)"""
    world.person("Rick").writes("to Zane: Peace?", to=world.person("Rick").last(Kind.SHEET))
    takes_place(world, zane, "address mara@game.test", "Mara")
    assert waiting(world, "zane", Kind.SHEET, Kind.PRESS) == []
    assert [row.stage for row in waiting(world, "mara", Kind.SHEET)][-1:] == [1]
    assert len([row for row in waiting(world, "mara", Kind.SHEET) if row.stage == 1]) == 1
    assert len(waiting(world, "mara", Kind.PRESS)) == 1


@pytest.mark.parametrize("state", [OutState.UNCERTAIN, OutState.RETRY])
def test_a_seat_given_to_somebody_else_takes_its_letters_along(
    world: World, zane: Person, state: OutState
) -> None:
    """Also what may have reached its old address: it is not tried there again."""
    becomes(world, waiting(world, "zane", Kind.SHEET)[-1], state)
    with world.service.store.writing() as session:
        now, seat = world.clock.now(), seat_of(session, "pent", "Zane")
        enter(session, seat, "mara@game.test", Way.MAIN, now)
        forward(session, "pent", "Zane", zane.address, "mara@game.test", now)
    assert waiting(world, "zane", Kind.SHEET, Kind.RECEIPT) == []
    assert waiting(world, "mara", Kind.SHEET) != []


@pytest.mark.parametrize(
    ("kind", "state", "days"),
    [(Kind.RECEIPT, OutState.FAILED, 0), (Kind.SHEET, OutState.QUEUED, 31)],
    ids=["failed receipt", "old sheet"],
)
def test_what_is_of_no_use_at_a_new_address_does_not_go_to_the_old_one_either(
    world: World, zane: Person, kind: Kind, state: OutState, days: int
) -> None:
    """Whatever is tried again later: somebody else may have the seat now."""
    row = waiting(world, "zane", kind)[-1]
    becomes(world, row, state)
    world.clock.advance(timedelta(days=days))
    with world.service.store.writing() as session:
        now, seat = world.clock.now(), seat_of(session, "pent", "Zane")
        enter(session, seat, "mara@game.test", Way.MAIN, now)
        forward(session, "pent", "Zane", zane.address, "mara@game.test", now)
        assert session.get_one(OutRow, row.id).state == OutState.DROPPED
    assert row.about not in [each.about for each in waiting(world, "mara")]


@pytest.mark.parametrize("state", [*WAITING, OutState.BOUNCED])
def test_a_deputy_who_is_one_no_more_gets_nothing_that_waits(
    world: World, zane: Person, state: OutState
) -> None:
    """Nor later, when his address works again. (FEAT-O13)"""
    takes_place(world, zane, "deputy mara@game.test", "Mara")
    becomes(world, waiting(world, "mara", Kind.SHEET)[-1], state)
    with world.service.store.writing() as session:
        assert dismiss(session, seat_of(session, "pent", "Zane")) == ["mara@game.test"]
        revive(session, "mara@game.test", world.clock.now())
    assert waiting(world, "mara", Kind.SHEET, Kind.RECEIPT, Kind.PRESS) == []
    assert waiting(world, "zane", Kind.SHEET) != []
