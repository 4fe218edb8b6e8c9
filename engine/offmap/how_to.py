"""How orders are written, for those who do not have the handbook beside them (OFF-3.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.offmap.checks import verbs
from engine.offmap.options import Options
from engine.offmap.view import View

RAID = (
    "raid AREA from PLACE with SHIP, SHIP objective UNIT: these ships strike; `all` takes every "
    "ship there, and `objective survey` is the survey points."
)
SEARCH = "raid AREA from PLACE with SHIP, SHIP search: these ships look for something to strike."
NEAR = (
    "near 2 3: force 2 is the near one or, if it is the initial one, force 3; `near strongest` "
    "and `near weakest` will do too."
)

HOW: Mapping[str, str] = {
    "raid": RAID,
    "move": "move SHIP, SHIP to PLACE: before a raid; the points that it takes are missing in it.",
    "react": "react SHIP, SHIP: they come from the map; or react all, react all from PLACE, none.",
    "near": NEAR,
    "guard": "guard UNIT with SHIP, SHIP: they fight only where UNIT is the objective.",
    "shelter": "shelter UNIT at BASE: she hides there, and does not fight.",
    "assign": "assign SHIP, SHIP to area 2: to a sub-area; assign rest to area 5.",
    "excuse": "excuse SHIP, SHIP: they stay out of it.",
    "shift": "shift UNIT to far: to another zone, or to a place on the map.",
    "report": (
        "report crippled SHIP, SHIP destroyed SHIP: what the battle cost both sides; or report "
        "none."
    ),
    "agree": "agree: the other side's report is right; dispute WORDS: the Gamesmaster decides.",
    "commit": "commit near: that force has joined the battle.",
    "retrograde": "retrograde SHIP, SHIP to PLACE: where they go when the raid is over.",
    "pass": "pass: nothing this time, and no reminder.",
}
"""By the order, in the order of the form."""


def how_to_order(view: View) -> Iterator[str]:
    """The orders that count in this phase of this game."""
    may = verbs(view)
    for word, told in HOW.items():
        if word in may and _played(word, view.options):
            yield SEARCH if word == "raid" and view.options.zones == "seven" else told


def _played(word: str, options: Options) -> bool:
    """Does any option of the game give this order a meaning?"""
    divided = options.zones != "seven" and options.defence == "divided"
    return {
        "near": divided,
        "guard": options.zones != "seven" and (options.guards or options.defence == "chosen"),
        "shelter": options.zones != "seven" and options.shelter,
        "assign": options.zones == "seven",
        "excuse": options.excuse != "none",
        "shift": options.zones != "none",
        "commit": divided,
    }.get(word, True)
