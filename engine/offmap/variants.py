"""What a game plays otherwise than usual, in a sentence each (OFF-3.14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.offmap.options import Options

SAID: Mapping[tuple[str, object], str] = {
    ("size_rule", "any"): "A raid may have any number of ships.",
    ("oversize", "trim"): "Of a force that is too large the weakest ships stay behind.",
    ("crippled_may_raid", False): "Cripples do not raid.",
    ("natural", True): "A 1 never reaches the objective, a 6 always does.",
    ("objective_secret", True): "The defender learns the objective only with the result.",
    ("survey_effect", "half"): "Of survey points that are reached, half are lost.",
    ("designate", "default"): "After the die nobody is asked which force is near.",
    ("carrier_groups", "unit"): "No carrier group is broken up: each is dealt as one.",
    ("zones", "near_far"): (
        "Areas have a near and a far zone. Units in the far one can neither be raided nor fight, "
        "and `shift` from one to the other takes until the end of the turn."
    ),
    ("guards", True): "Warships may guard one target: they fight only for it.",
    ("shelter", True): "Docks and cripples may shelter at a base or planet, which fights for them.",
    ("excuse", "reserve"): "Warships marked as reserve may be left out before the dice.",
    ("excuse", "waiting"): "Ships of the near and far force may be left out of the battle.",
    ("defence", "chosen"): (
        "The defender's warships are not divided: each guards what she is told to, or takes no "
        "part. Those that react come as one body with the near force's round."
    ),
    ("intercept", True): "One approach round comes first, without the objective.",
    ("reserve_joins", "near"): "Reserves that react join the near force as one body.",
    ("police", "fifty"): "On 4 to 6 a police ship meets the raid as well.",
    ("intel", "fixed"): "Of an area the raider knows only bases, planets and whom he has met.",
    ("reveal", "all"): "The raider is told the names of the waiting forces too.",
}


def variants(options: Options) -> Iterator[str]:
    for (name, value), text in SAID.items():
        if getattr(options, name) == value:
            yield text
