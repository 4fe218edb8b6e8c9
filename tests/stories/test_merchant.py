"""Merchant Raider by mail: two alliances sign up, sail a week, and read what they may know."""

from __future__ import annotations

from typing import Any

import pytest

from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Phase
from tests.helpers.world import ByHand, Person, World

SEA = "sea"
PLAYERS = {
    "Zane": ("Corsica", "Rick", "Argo, Rusty, Hector, Tern", "Slipway, Bristol", "Wolf", "Scuttle"),
    "Rick": ("Delos", "Zane", "Alpha, Bravo, Carlo, Delta", "Echo, Foxtrot", "Golf", "Hotel"),
    "Mara": ("Ascension", "Mallory", "Plum, Pear, Fig, Sloe", "Oak, Elm", "Pike", "Eel"),
    "Mallory": ("Bouvet", "Mara", "Ruby, Opal, Agate, Jade", "Anvil, Forge", "Kite", "Hawk"),
}


def registration(name: str) -> str:
    home, ally, cargo, yards, warship, uboat = PLAYERS[name]
    return (
        f"home: {home}\nally: {ally}\nalliance: of {name}\ncargo ships: {cargo}\n"
        f"shipyards: {yards}\nship 7: {warship} 2A3B5E3G3C2R2H\nship 8: {uboat} 6E6U4T2B1R\n"
    )


@pytest.fixture
def people(world: World) -> list[Person]:
    return opened(world)


def opened(world: World, **options: Any) -> list[Person]:
    """The sign-up of four, and their first week open."""
    post = world.post

    def sign_up() -> None:
        world.creates(SEA, ruleset="merchant", options=options)
        world.post = ByHand()
        for name in PLAYERS:
            world.joins(name, SEA, registration(name))
        world.post = post

    world.once(sign_up, SEA, options)
    assert world.game(SEA).phase == Phase.SIGN_UP
    world.starts(SEA)
    return [world.person(name) for name in PLAYERS]


def test_those_who_name_each_other_are_allies(people: list[Person]) -> None:
    for person, ally in zip(people, ("Rick", "Zane", "Mallory", "Mara"), strict=True):
        assert f"with {ally} as your ally." in person.last(Kind.SHEET).words


def test_a_week_from_letters_to_sheets(world: World, people: list[Person]) -> None:
    zane, rick, mara, mallory = people
    (receipt,) = zane.writes(
        "Argo carry 11 engins from Vanikoro to Corsica, avoid\nWolf: Lemnos then Corsica, attack"
    )
    assert "I read “engins” as" in receipt.words
    assert "Vanikoro: 2246 km" in receipt.words
    rick.writes("Golf sail to Wolf, shadow\nBravo, Carlo: sail to Quemoy")
    mara.writes("Pike sail to Ghost, attack")
    mallory.writes("dice normal\nPublic: Keep out of my waters!")
    assert world.stands(rick, SEA) == [
        "Golf sail to Wolf, shadow",
        "Bravo sail to Quemoy",
        "Carlo sail to Quemoy",
    ]
    world.turn(SEA)
    sheet = zane.last(Kind.SHEET)
    assert sheet.subject == "[sea T2] Sea: Turn 1"
    assert "Wolf: day" in sheet.words
    assert "Keep out of my waters!" in sheet.words
    assert "Ghost" in mara.last(Kind.SHEET).words
    assert "your dice are normal" in mallory.last(Kind.SHEET).words


def test_no_receipt_tells_whether_there_is_such_a_ship(world: World, people: list[Person]) -> None:
    """(MER-19.4)"""
    (real,) = people[0].writes("Wolf sail to Pike, attack")
    (none,) = people[0].writes("Wolf sail to Pile, attack")
    said = [
        receipt.words.partition("Remarks:")[2].partition("To change")[0] for receipt in (real, none)
    ]
    assert said[0].replace("Pike", "Pile") == said[1]
    assert said[1].count("Pile is not a name known to you: it is taken for a ship.") == 1


def test_a_ship_of_an_enemy_takes_no_orders(world: World, people: list[Person]) -> None:
    (receipt,) = people[0].writes("Pike sail to Corsica\nAlpha sail to Corsica")
    assert world.stands(people[0], SEA) == []
    assert "You have no ship called Pike" in receipt.words
    assert "You have no ship called Alpha" in receipt.words


def test_an_ally_reads_the_orders_where_the_game_says_so(world: World) -> None:
    """(MER-H120)"""
    zane, rick, mara, _ = opened(world, ally_receipts=True)
    zane.writes("Wolf sail to Lemnos, attack\ndice normal")
    notice = rick.last(Kind.NOTICE).words
    assert "Zane's orders for turn 1 as they stand now: Wolf sail to Lemnos, attack" in notice
    assert "dice" not in notice
    assert mara.letters(Kind.NOTICE) == []


def test_the_war_ends_when_somebody_has_the_points(world: World) -> None:
    people = opened(world, vp_end=1)
    world.turn(SEA)
    assert world.game(SEA).phase == Phase.OVER
    assert "Final table" in people[0].last(Kind.SHEET).text
    (farewell,) = people[0].writes("Wolf sail to Corsica")
    assert "is over" in farewell.text
