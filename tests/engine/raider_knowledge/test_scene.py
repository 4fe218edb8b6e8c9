"""The map: what its reader knows, drawn, and nothing that tells more."""

from __future__ import annotations

from engine.core.ruleset import Role
from engine.core.scene import Disc, Label, Paint, Path, Polygon, Scene
from engine.raider.events import Moved, Sinking
from engine.raider.knowledge import view
from engine.raider.scene import scene
from engine.raider.state import IslandName, ShipName
from tests.helpers.positions import position

ANN, BOB = Role("Ann"), Role("Bob")
AGNES, PEARL = IslandName("Agnes"), IslandName("Pearl")
SEA = """
Agnes 0,0 G Ann 8G2AMT
Pearl 1,0 B Bob 8B
Coral 3,0 T Cal 8T
"""
PLAYERS = "Ann Agnes\nBob>Ann Pearl\nCal Coral"
SHIPS = "Ajax Ann Agnes 5E\nBruin Bob Agnes 5E\nCrab Cal Agnes 5E\nCod Cal Coral 5E"


def drawn(
    players: str = PLAYERS, ships: str = SHIPS, events: tuple[Moved | Sinking, ...] = ()
) -> Scene:
    return scene(view(position(SEA, players, ships), ANN), events)


def labels(made: Scene) -> list[str]:
    return [shape.text for shape in made.shapes if isinstance(shape, Label)]


def paints(made: Scene, kind: type) -> list[Paint]:
    return [shape.paint for shape in made.shapes if isinstance(shape, kind)]


def test_islands_are_unknown_known_or_open_to_launches() -> None:
    land = [p for p in paints(drawn("Ann Agnes Coral\nBob\nCal"), Polygon) if p is not Paint.SEA]
    assert land == [Paint.HOME, Paint.LAND, Paint.FOG]


def test_a_visited_island_shows_its_three_most_numerous_modules() -> None:
    assert "8G 2A 1M" in labels(drawn())
    assert "8T" not in labels(drawn())


def test_a_name_where_the_reader_may_launch_is_starred() -> None:
    starred = [s.text for s in drawn().shapes if isinstance(s, Label) and s.paint is Paint.STARRED]
    assert starred == ["Agnes"]


def test_ships_are_counted_by_allegiance_where_owners_are_known() -> None:
    assert paints(drawn(), Disc) == [Paint.OWN, Paint.ALLY, Paint.ENEMY, Paint.NEUTRAL]


def test_own_moves_are_arrows_and_battles_are_marked() -> None:
    moved = Moved(ShipName("Ajax"), ANN, PEARL, AGNES)
    sunk = Sinking(PEARL, ShipName("Bruin"), BOB, ShipName("Ajax"), ANN)
    made = drawn(events=(moved, sunk))
    assert [shape.arrow for shape in made.shapes if isinstance(shape, Path)].count(True) == 1
    assert Paint.BATTLE in paints(made, Disc)


def test_rings_show_what_own_ships_can_reach() -> None:
    assert paints(drawn(), Path) == [Paint.REACH] * 2
    assert paints(drawn(ships="Ajax Ann Agnes 5A"), Path) == []


def test_the_box_depends_on_the_board_alone() -> None:
    assert drawn().box == drawn(ships="").box == drawn("Ann Agnes Pearl Coral\nBob\nCal").box


def test_everything_lies_inside_the_box() -> None:
    x, y, wide, high = drawn().box
    points = [p for shape in drawn().shapes if isinstance(shape, Polygon) for p in shape.points]
    assert all(x <= a <= x + wide and y <= b <= y + high for a, b in points)
