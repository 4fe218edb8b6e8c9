"""The names by which things of the position are known, each with a type of its own."""

from __future__ import annotations

from typing import NewType

UnitName = NewType("UnitName", str)
AreaName = NewType("AreaName", str)
PlaceName = NewType("PlaceName", str)
ClassName = NewType("ClassName", str)
