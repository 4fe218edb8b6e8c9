"""Where names stand on a chart."""

from __future__ import annotations

from engine.core.plane import Point
from engine.core.scene import Label, Paint
from engine.core.vacant import Box
from engine.merchant.chart import WIDE, chart
from engine.merchant.lettering import Covered, Line, Note, around, lettering

FRAME = Box(0, 0, 1000, 1000)


def note(x: float, y: float, text: str = "Corsica", *, optional: bool = False) -> Note:
    return Note((x, y), 9, (Line(text, Paint.TEXT, 20),), optional)


def lettered(*notes: Note, covered: tuple[Covered, ...] = ()) -> list[Label]:
    return list(lettering(notes, covered, FRAME))


def written(label: Label) -> Box:
    """Where a label of `Corsica` stands."""
    left = label.at[0] - {"start": 0.0, "middle": 42.0, "end": 84.0}[label.anchor]
    return Box(left, label.at[1] - 17, left + 84, label.at[1] + 4)


def test_a_name_stands_to_the_right_of_its_sign() -> None:
    (label,) = lettered(note(500, 500))
    assert (label.anchor, label.at[0]) == ("start", 512)


def test_a_name_at_the_right_edge_stands_to_the_left() -> None:
    (label,) = lettered(note(980, 500))
    assert (label.anchor, label.at[0]) == ("end", 968)


def test_two_names_do_not_cover_each_other() -> None:
    first, second = map(written, lettered(note(500, 500), note(540, 500)))
    beside = first.right <= second.left or second.right <= first.left
    assert beside or first.bottom <= second.top or second.bottom <= first.top


def test_a_name_keeps_off_what_is_drawn() -> None:
    (label,) = lettered(note(500, 500), covered=(Covered(around((560, 500), 40)),))
    assert label.anchor == "end"


def test_a_time_gives_way_where_there_is_no_room() -> None:
    everywhere = (Covered(FRAME),)
    assert lettered(note(500, 500, "4 02:10", optional=True), covered=everywhere) == []
    assert len(lettered(note(500, 500, "4 02:10"), covered=everywhere)) == 1


def test_lines_of_a_note_stand_below_each_other() -> None:
    lines = (Line("Corsica", Paint.TEXT, 20), Line("AS", Paint.OWN, 26))
    name, ships = lettered(Note((500, 500), 9, lines))
    assert ships.at[1] - name.at[1] > 20


def test_a_chart_is_as_wide_whatever_it_shows_and_north_is_up() -> None:
    small = chart([Point(1000.0, 1000.0), Point(1600.0, 1500.0)])
    large = chart([Point(0.0, 0.0), Point(9999.0, 9999.0)])
    assert small.box[2] == large.box[2] == WIDE
    assert small.at(Point(1000.0, 1500.0))[1] < small.at(Point(1000.0, 1000.0))[1]
    assert small.scale > large.scale
