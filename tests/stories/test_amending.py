"""What the Gamesmaster sets right in a running game: announced, shown, logged, replayed."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from engine.core.ruleset import GmEdit, Turn
from mailbot.errors import Refused
from mailbot.games.settings import live
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Amendment, Deed, Game, TurnRow
from tests.helpers.world import Person, World, Worlds

WHY = "Phoenix lost a battery in last turn's fight that never took place."


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


@pytest.fixture
def zane(world: World) -> Person:
    """He plays with Rick, and turn 1 is open."""
    return world.begins("Zane", "Rick")[0]


def test_a_correction_is_announced_to_everybody_and_shown_in_the_next_sheet(
    world: World, zane: Person
) -> None:
    world.amends("ship/Phoenix/structure", "3E3G3B", WHY)
    for person in (zane, world.person("Rick")):
        assert person.last(Kind.NOTICE).subject == "[pent T1] Pent: a decision of the Gamesmaster"
        assert WHY in person.last(Kind.NOTICE).words
    world.turn()
    assert "3E3G3B" in zane.last(Kind.SHEET).text


def test_what_exactly_was_changed_stands_in_no_announcement(world: World, zane: Person) -> None:
    """It may be hidden from some who read it."""
    world.amends("ship/Phoenix/structure", "3E3G3B", "A slip of mine.")
    assert "Phoenix" not in world.person("Rick").last(Kind.NOTICE).text


def test_a_quiet_correction_is_told_nobody_and_kept_all_the_same(
    world: World, zane: Person
) -> None:
    world.amends("ship/Phoenix/structure", "3E3G3B")
    assert zane.letters(Kind.NOTICE) == []
    with world.service.store.reading() as session:
        (deed,) = session.scalars(select(Deed).where(Deed.what == "amend")).all()
    assert deed.details["what"] == "ship/Phoenix/structure"


def test_orders_are_checked_against_the_position_set_right(world: World, zane: Person) -> None:
    world.amends("ship/Phoenix/island", "Pearl", "She was left behind.")
    zane.writes("Phoenix to Hilda")
    assert world.stands(zane) == []


@pytest.mark.parametrize(
    ("what", "value", "words"),
    [
        ("ship/Phonix/owner", "Rick", "Do you mean Phoenix?"),
        ("ship/Phoenix/owner", "Zoe", "there is no player Zoe"),
        ("weather", "fair", "Write what is meant as ship/NAME/structure"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reasons_and_changes_nothing(
    world: World, zane: Person, what: str, value: str, words: str
) -> None:
    before = world.game().position
    with pytest.raises(Refused, match=words):
        world.amends(what, value, WHY)
    assert world.game().position == before
    assert zane.letters(Kind.NOTICE) == []


def test_a_promise_made_in_sign_up_outlives_later_letters(world: World) -> None:
    """Sign-up is set up anew for every letter, and the promise is made again."""
    world.creates()
    zane = world.joins("Zane")
    rick = world.person("Rick")
    rick.sends("join pent as Rick")
    rick.writes("Yes, please.")
    world.amends("claim/Pearl", "Zane", "Pearl is for Zane.")
    zane.writes("Phoenix 4E4G")
    assert world.game().position["claims"]["Pearl"] == "Zane"
    (receipt,) = rick.writes("start: Pearl")
    assert "Pearl" in receipt.text.partition("Not accepted")[2]


def test_the_record_of_a_game_gives_its_corrected_positions_again(
    world: World, zane: Person
) -> None:
    world.turn()
    world.amends("ship/Phoenix/structure", "3E3G3B", WHY)
    world.amends("ship/Eden/island", "Hilda")
    world.turn()
    with world.service.store.reading() as session:
        game = live(session.get_one(Game, "pent"))
        rows = {row.stage: row for row in session.scalars(select(TurnRow))}
        edits = session.scalars(select(Amendment).where(Amendment.stage == 2)).all()
    ruleset = game.rules.ruleset
    state = ruleset.load(rows[1].after)
    for edit in edits:
        turn = ruleset.amend(state, GmEdit(edit.what, edit.value, edit.why, edit.quiet))
        assert isinstance(turn, Turn)
        state = turn.state
    assert len(edits) == 2
    assert state == ruleset.load(rows[2].before)
