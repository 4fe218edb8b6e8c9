"""Room on a map where nothing else stands."""

from __future__ import annotations

from math import dist
from random import Random

import pytest

from engine.core.ornaments import around, plate, rose, scale
from engine.core.scene import Label, Polygon
from engine.core.vacant import Box, boxed, vacant

FRAME = Box(0, 0, 200, 100)
MIDDLE = (100.0, 50.0)


def apart(one: Box, other: Box) -> bool:
    return (
        one.right <= other.left
        or other.right <= one.left
        or one.bottom <= other.top
        or other.bottom <= one.top
    )


def test_an_empty_map_has_room_where_it_is_wanted() -> None:
    at = vacant(FRAME, [], 40, 16, MIDDLE)
    assert at is not None
    assert dist(at, MIDDLE) < 8


def test_a_full_map_has_none() -> None:
    assert vacant(FRAME, [FRAME], 8, 8, MIDDLE) is None
    assert vacant(FRAME, [], 300, 8, MIDDLE) is None


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_covers_nothing_and_stays_in_the_frame(seed: int) -> None:
    random = Random(seed)
    near, *spots = [(random.uniform(0, 200), random.uniform(0, 100)) for _ in range(7)]
    covered = [boxed(spot, 30, 20) for spot in spots]
    at = vacant(FRAME, covered, 32, 16, near)
    assert at is not None
    found = boxed(at, 32, 16)
    assert all(apart(found, box) for box in covered)
    assert min(found.left, found.top) >= 0
    assert found.right <= FRAME.right
    assert found.bottom <= FRAME.bottom
    assert vacant(FRAME, [*covered, found], 32, 16, near) != at


def test_the_rose_is_as_large_as_there_is_room() -> None:
    (large,) = rose(FRAME, [], 80, MIDDLE)
    (small,) = rose(FRAME, [Box(0, 0, 200, 40)], 80, MIDDLE)
    assert large.size > small.size
    assert apart(around(small), Box(0, 0, 200, 40))
    assert list(rose(FRAME, [FRAME], 80, MIDDLE)) == []


def test_a_plate_has_room_for_its_title_and_the_line_below() -> None:
    edge, _, *labels = plate(MIDDLE, 120, 40, "Turn 5", "Pentarchy")
    assert isinstance(edge, Polygon)
    assert [label.text for label in labels if isinstance(label, Label)] == ["Turn 5", "Pentarchy"]
    assert all(isinstance(label, Label) and 0 < label.room < 120 for label in labels)


def test_the_bars_of_a_scale_are_as_long_as_they_say() -> None:
    bars = [shape for shape in scale(MIDDLE, 20, 3, 10, "3 hexes") if isinstance(shape, Polygon)]
    ends = [(bar.points[0][0], bar.points[1][0]) for bar in bars]
    assert ends == [(70, 90), (90, 110), (110, 130)]
