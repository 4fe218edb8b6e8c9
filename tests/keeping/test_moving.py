"""One game moves to another service, or is copied beside itself (FEAT-G7)."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from sqlalchemy import select

from mailbot.errors import KeyFileError, Refused
from mailbot.games import steering
from mailbot.games.moving import Moved, export_game, import_game
from mailbot.games.replacing import kick
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.keys import keys_from
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Game, Letter, OutRow, OutState, Phase, Revision, TurnRow
from tests.helpers.world import KEYS, ByHand, World, fresh_sqlite

KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.servers))


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Two games, one of them in its second turn."""
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    zane, _ = world.begins("Zane", "Rick")
    zane.writes("Phoenix to Hilda")
    world.turn()
    world.begins("Mara", game="gull", options={"max_players": 2})
    return world


def exported(world: World, file: Path, name: str = "pent") -> Path:
    service = world.service
    with service.store.reading() as session:
        lines = export_game(session, name, service.store.version, world.clock.now())
        file.write_bytes(b"".join(lines))
    return file


def imported(world: World, file: Path, name: str = "") -> Moved:
    service = world.service
    with service.store.writing() as session:
        return import_game(session, file, service.keys, service.store.version, name)


def resumes(world: World, name: str) -> None:
    with world.service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), world.service.office.desk)
        steering.resume(session, find_game(session, name), hand)


def test_a_game_moves_with_all_that_it_has_and_goes_on(world: World, tmp_path: Path) -> None:
    file = exported(world, tmp_path / "pent.jsonl")
    other = World(
        fresh_sqlite(tmp_path / "other.db"), tmp_path, ByHand(), clock=world.clock, _ids=1000
    )
    moved = imported(other, file)
    assert moved.game == "pent"
    assert other.game().phase == Phase.PAUSED
    assert other.game().position == world.game().position
    resumes(other, "pent")
    zane = other.person("Zane")
    sheet = zane.letters(Kind.SHEET)[-1]
    zane.writes("Eden to Hilda", sheet)
    assert other.stands(zane) == ["Eden to Hilda"]
    other.turn()
    assert other.game().stage == 3
    other.close()


def test_the_dice_of_a_game_that_moved_are_the_same(world: World, tmp_path: Path) -> None:
    file = exported(world, tmp_path / "pent.jsonl")
    other = World(fresh_sqlite(tmp_path / "other.db"), tmp_path, ByHand(), clock=world.clock)
    imported(other, file)
    resumes(other, "pent")
    other.turn()
    world.turn()
    assert other.game().position == world.game().position
    other.close()


def test_another_game_of_the_same_service_stays_out(world: World, tmp_path: Path) -> None:
    text = exported(world, tmp_path / "pent.jsonl").read_text()
    assert "mara@game.test" not in text


def test_who_waits_for_a_seat_and_who_watches_move_along(tmp_path: Path) -> None:
    """But for those whose word is still to come: they ask again."""
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    _, rick = world.begins("Zane", "Rick", waiting_list=True, observers="public")
    for name, words in (
        ("Mara", "join pent"),
        ("Olga", "observe pent"),
        ("Ann", "join pent"),
        ("Bo", "observe pent"),
    ):
        world.person(name).sends(words)
    world.person("Mara").writes("yes")
    world.person("Olga").writes("yes")
    file = exported(world, tmp_path / "pent.jsonl")
    wishes = [line for line in file.read_text().splitlines() if '"asked":' in line]
    assert len(wishes) == 2
    assert "mara@game.test" in wishes[0]
    assert "olga@game.test" in wishes[1]
    other = World(
        fresh_sqlite(tmp_path / "other.db"), tmp_path, ByHand(), clock=world.clock, _ids=1000
    )
    imported(other, file)
    resumes(other, "pent")
    other.turn()
    assert [mail.subject for mail in other.person("Olga").letters(Kind.SHEET)] == [
        "[pent T2] Pent: Turn 1"
    ]
    with other.service.store.writing() as session:
        hand = Hand("gm", other.clock.now(), other.service.office.desk)
        kick(session, find_game(session, "pent"), hand, rick.name)
    other.works()
    mara = other.person("Mara")
    assert "a seat is free" in mara.last().subject
    assert "you play Rick now" in mara.writes("yes")[0].subject
    other.close()


def test_the_secret_of_the_dice_stays_sealed(world: World, tmp_path: Path) -> None:
    file = exported(world, tmp_path / "pent.jsonl")
    service = world.service
    with (
        pytest.raises(KeyFileError, match="another key file"),
        service.store.writing() as session,
    ):
        import_game(session, file, keys_from(b"x" * 32), service.store.version, "copy")
    with service.store.reading() as session:
        secret = KEYS.unseal(find_game(session, "pent").secret, "game pent")
    assert base64.b64encode(secret).decode().rstrip("=") not in file.read_text()


def test_a_copy_stands_beside_its_original(world: World, tmp_path: Path) -> None:
    file = exported(world, tmp_path / "pent.jsonl")
    before = len(world.outbox())
    imported(world, file, "practice")
    with world.service.store.reading() as session:
        names = set(session.scalars(select(Game.name)))
        copies = session.scalars(select(OutRow).where(OutRow.game == "practice")).all()
        turns = session.scalars(select(TurnRow.stage).where(TurnRow.game == "practice")).all()
        letters = session.scalars(select(Letter).where(Letter.game == "practice")).all()
        orders = session.scalars(select(Revision).where(Revision.game == "practice")).all()
    assert names == {"pent", "gull", "practice"}
    assert len(world.outbox()) > before
    assert {row.state for row in copies} == {OutState.DROPPED}
    assert sorted(turns) == [0, 1]
    assert {order.letter for order in orders} <= {letter.id for letter in letters}
    assert world.game().phase == Phase.RUNNING


def test_a_name_that_is_taken_is_refused(world: World, tmp_path: Path) -> None:
    file = exported(world, tmp_path / "pent.jsonl")
    with pytest.raises(Refused, match="give another name with --as"):
        imported(world, file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no exported game"),
        ("dear all\n", "is no exported game"),
        ('{"mailbot": 1, "version": "0001", "game": "x"}\n', "of version 0001"),
    ],
)
def test_a_file_that_is_something_else_is_told(
    world: World, tmp_path: Path, text: str, said: str
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(text)
    with pytest.raises(Refused, match=said):
        imported(world, file)


def practice(world: World) -> list[tuple[str, str]]:
    return [(row.to, row.about) for row in world.outbox() if row.game == "practice"]


def test_a_copy_of_a_game_with_a_held_result_sends_nothing_by_itself(tmp_path: Path) -> None:
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    world.begins("Zane", "Rick", hold_missing=2, hold_release="24 hours")
    world.turn()
    imported(world, exported(world, tmp_path / "pent.jsonl"), "practice")
    copies = practice(world)
    world.passes(hours=25)
    assert world.game().stage == 2
    assert world.game("practice").stage == 1
    assert practice(world) == copies


def test_nobody_is_offered_a_seat_in_a_copy_and_no_press_is_sent_twice(tmp_path: Path) -> None:
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    zane, rick, _ = world.begins("Zane", "Rick", "Mara", waiting_list=True, press="both")
    nina = world.person("Nina")
    nina.sends("join pent")
    nina.writes("yes")
    with world.service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), world.service.office.desk)
        kick(session, find_game(session, "pent"), hand, "Mara")
    zane.writes("anonymous to Rick: Beware of the ides")
    imported(world, exported(world, tmp_path / "pent.jsonl"), "practice")
    copies = practice(world)
    world.passes(hours=2)
    assert "Beware of the ides" in rick.last(Kind.PRESS).text
    assert "a seat is free" in nina.last().subject
    assert practice(world) == copies


def test_a_game_that_has_moved_offers_no_seat_before_it_is_resumed(tmp_path: Path) -> None:
    world = World(fresh_sqlite(tmp_path / "games.db"), tmp_path, ByHand())
    world.begins("Zane", "Rick", waiting_list=True)
    mara = world.person("Mara")
    mara.sends("join pent")
    mara.writes("yes")
    with world.service.store.writing() as session:
        hand = Hand("gm", world.clock.now(), world.service.office.desk)
        kick(session, find_game(session, "pent"), hand, "Rick")
    other = World(
        fresh_sqlite(tmp_path / "other.db"), tmp_path, ByHand(), clock=world.clock, _ids=1000
    )
    imported(other, exported(world, tmp_path / "pent.jsonl"))
    other.passes(hours=1)
    offers = [mail for mail in other.person("Mara").letters() if "a seat is free" in mail.subject]
    assert offers == []
    resumes(other, "pent")
    other.passes(minutes=5)
    assert "a seat is free" in other.person("Mara").last().subject
    other.close()
