"""What a GM may set for one game of off-map raids."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Count = Annotated[int, msgspec.Meta(ge=0)]
"""A number that is not below 0."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rule as drafted, with its holes filled as ruled (OFF-3.14)."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=999)] = 6
    #: one-sided: only `first` raids; alternating: each side has its part of every turn (OFF-H74).
    sequence: Literal["one-sided", "alternating"] = "one-sided"
    #: The side that raids first; empty: the first side of the scenario.
    first: str = ""
    #: report: the players fight and report; quick: fought here (OFF-H8).
    battle: Literal["report", "quick"] = "report"

    size_rule: Literal["limited", "any"] = "limited"
    cost_ep: Count = 3
    extra_ships: Count = 3
    free_scouts: Count = 1
    drone_slots: Count = 3
    admiral_bonus: Count = 0
    #: void: an oversize force voids the raid; trim: the weakest stay behind (OFF-H23).
    oversize: Literal["void", "trim"] = "void"
    crippled_may_raid: bool = True

    threshold: int = 6
    mod_mp: int = 1
    mod_previous: int = 1
    mod_planet: int = -2
    mod_base: int = -2
    mod_capital: int = -3
    mod_survey: int = -4
    mod_warship: int = -3
    mod_soft: int = -1
    mod_other: int = 0
    capital_cumulative: bool = False
    #: A 1 never reaches, a 6 always does (OFF-H40).
    natural: bool = False
    objective_secret: bool = False
    #: What is lost of the survey points when they are reached (OFF-H37).
    survey_effect: Literal["all", "half"] = "all"

    #: The round at whose start the force joins; 0: never (OFF-H1).
    near_round: Count = 2
    far_round: Count = 3
    designate: Literal["ask", "default"] = "ask"
    #: break: the division breaks carrier groups up; unit: each goes as one (OFF-H56).
    carrier_groups: Literal["break", "unit"] = "break"
    zones: Literal["none", "near_far", "seven"] = "none"
    guards: bool = False
    shelter: bool = False
    #: reserve: ships marked so may stay out of the division; waiting: those of the near and far
    #: force may stay out of the battle.
    excuse: Literal["none", "reserve", "waiting"] = "none"
    #: chosen: no division, the defender allots every ship to a target or leaves it out.
    defence: Literal["divided", "chosen"] = "divided"
    #: One approach round before the objective takes part.
    intercept: bool = False
    reserve_joins: Literal["split", "near"] = "split"
    police: Literal["none", "fifty"] = "none"
    intel: Literal["open", "fixed"] = "open"
    reveal: Literal["initial", "all"] = "initial"
