"""Hexes (RAID-1.3)."""

from __future__ import annotations

from math import hypot

from engine.core.hexes import STEPS, Hex, centre, corners, distance, neighbours


def test_distance_counts_steps() -> None:
    assert distance(Hex(0, 0), Hex(0, 0)) == 0
    assert all(distance(Hex(3, -1), near) == 1 for near in neighbours(Hex(3, -1)))
    assert distance(Hex(-5, 3), Hex(4, -1)) == 9


def test_distance_is_the_same_both_ways_and_never_shortened_by_a_detour() -> None:
    hexes = [Hex(q, r) for q in range(-3, 4) for r in range(-3, 4)]
    for a in hexes:
        for b in hexes:
            assert distance(a, b) == distance(b, a)
            assert all(
                distance(a, b)
                <= distance(a, Hex(a.q + s.q, a.r + s.r)) + distance(Hex(a.q + s.q, a.r + s.r), b)
                for s in STEPS
            )


def test_neighbours_are_drawn_equally_far_apart() -> None:
    x, y = centre(Hex(2, 1), 10)
    gaps = [hypot(x - nx, y - ny) for nx, ny in (centre(n, 10) for n in neighbours(Hex(2, 1)))]
    assert max(gaps) - min(gaps) < 1e-9


def test_corners_lie_around_the_centre() -> None:
    x, y = centre(Hex(1, 1), 10)
    assert all(abs(hypot(x - cx, y - cy) - 10) < 1e-9 for cx, cy in corners(Hex(1, 1), 10))
