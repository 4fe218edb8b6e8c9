"""What a bot builds, and what it wants to have in store for that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

WARSHIP = "EEEEEGGGGCCCCRRAABBB"
CARRIER = "EEEEEHHHHHHHHHHRAABB"
"""As far as the modules last, the most needful first."""

WISHES: Mapping[str, int] = Counter(WARSHIP) + Counter(CARRIER) + Counter({"1": 8, "2": 4})
"""Units by product code where the shipyard lies."""
