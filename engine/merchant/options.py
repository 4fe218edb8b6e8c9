"""What a GM may set for one game of Merchant Raider."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

Weight = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Engagement(StrEnum):
    """What a ship does when she meets an enemy (MER-13)."""

    IGNORE = "ignore"
    ATTACK = "attack"
    SHADOW = "shadow"
    AVOID = "avoid"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The defaults are the rules as written, with their holes filled as ruled."""

    #: Points for the first visit of a player to an island (MER-H01).
    vp_island_visited: Weight = 1
    #: Points for an enemy ship sunk (MER-H01).
    vp_ship_sunk: Weight = 1
    #: Points for an enemy ship boarded and taken (MER-H01).
    vp_capture: Weight = 0
    #: Points for each ship owned when points are counted (MER-H01).
    vp_ship_owned: Weight = 0
    #: The game ends after a turn in which somebody has so many points (MER-H08).
    vp_end: Annotated[int, msgspec.Meta(ge=1)] = 30
    #: Does the island where a player starts count among his visits (MER-H02)?
    home_island_counts_as_visited: bool = True
    #: Which honours are named at the end: those of the rules, or none (MER-H09).
    kudos: Literal["usual", "none"] = "usual"
    #: What is in the tanks and magazines of the first eight ships (MER-H12).
    initial_supplies: Literal["full", "empty"] = "full"
    #: May two players start at one island (MER-H13)?
    shared_homes: bool = False
    #: May a player play without an ally, where players are short (MER-H14)?
    one_handed_alliances: bool = True
    #: Midnight port calls before each of the seven days, or only before the first (MER-H15).
    midnight: Literal["daily", "once"] = "daily"
    #: Are fuel, ammo and torpedoes stored and taken on in parts of a unit (MER-H22)?
    fractional_consumables: bool = True
    #: What general factories make: all products, or modules only (MER-H25).
    factory_universe: Literal["all", "modules"] = "all"
    #: Which of two factories at an island works first (MER-H26).
    factory_order: Literal["dedicated first", "printed"] = "dedicated first"
    #: Do factories work after or before the shipyards (MER-H29)?
    production: Literal["after construction", "before construction"] = "after construction"
    #: By what each U-boat module multiplies the ranges at which she is seen (MER-H41).
    uboat_factor: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.707
    #: Range in km at which every ship detects every enemy, radar or not (MER-H43); 0: never.
    visual_km: Annotated[float, msgspec.Meta(ge=0, le=50)] = 0.0
    #: Contact reports show the level at the end of the turn, or names once learnt too (MER-H44).
    memory: Literal["off", "names"] = "off"
    #: Is an ally's ship shown with her place and structure (MER-H47)?
    ally_ships: bool = True
    #: All ships fire at once, or one after the other by lot (MER-H50).
    firing: Literal["simultaneous", "in turn"] = "simultaneous"
    #: How magic dice spread the hits (MER-H57).
    magic_die: Literal["stratified", "accumulator"] = "stratified"
    #: May a player change his dice during the game (MER-H58)?
    dice_change: Literal["next turn", "never"] = "next turn"
    #: Do ships that ignore enemies hold their fire (MER-H63)?
    hold_fire: Literal["never", "ignore"] = "never"
    #: At her last location she keeps with a ship there and returns to it, or stops (MER-H68).
    last_location: Literal["keep", "stop"] = "keep"
    #: An order given again as it stands goes on, or begins anew (MER-H74).
    reissue: Literal["continue", "restart"] = "continue"
    #: Does a ship wait at the source until her cargo is there (MER-H76)?
    carry_waits: bool = False
    #: How ships that load together share what is short (MER-H79).
    sharing: Literal["equal", "by lot"] = "equal"
    #: Does a ship that sails to an island land her cargo there (MER-H82)?
    sail_unloads: bool = False
    #: In which order the shipyards of an island work (MER-H89).
    yard_order: Literal["random", "ship order"] = "random"
    #: A rebuild that would give too small a ship leaves the old one whole (MER-H92).
    rebuild_atomic: bool = True
    #: Which enemy ships a shipyard can take by rebuilding them (MER-H93).
    rebuild_enemies: Literal["any", "unarmed", "never"] = "any"
    #: May a structure leave modules to chance with `?` (MER-H95)?
    wildcards: bool = True
    #: Which enemy ships can be boarded (MER-H97).
    boarding: Literal["any", "unarmed"] = "any"
    #: What a ship does about enemies if her orders never said (MER-H104).
    default_engagement: Engagement = Engagement.IGNORE
    #: Does an attacker back off when she is nearer than she likes (MER-H106)?
    attack_backs_off: bool = True
    #: Island stores: known where seen, or to all (MER-H119).
    stores: Literal["seen", "public"] = "seen"
    #: Are a player's receipts copied to his ally (MER-H120)?
    ally_receipts: bool = False
    #: Are sinkings told to all (MER-H122)?
    public_sinkings: bool = True
    #: Are points known to all (MER-H123)?
    public_scores: bool = True
    #: Does a ship's log tell what enemies she met in the week (MER-H125)?
    log_meetings: bool = True
    #: May the GM run a turn again once its sheets are out (MER-H131)?
    rerun_after_release: bool = False
