"""What areas, places, units and raids are called as things on the map, each with its card."""

from __future__ import annotations


def area_thing(name: str) -> str:
    return f"area/{name}"


def place_thing(name: str) -> str:
    return f"place/{name}"


def unit_thing(name: str) -> str:
    return f"unit/{name}"


def raid_thing(area: str) -> str:
    """Raids are told apart by the area that they strike: one a turn."""
    return f"raid/{area}"
