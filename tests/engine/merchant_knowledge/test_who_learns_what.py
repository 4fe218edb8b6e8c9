"""Who may know what (MER-19.7), in the words of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as change

from engine.core.plane import grid
from engine.core.ruleset import Event, Role
from engine.merchant.events import (
    Aborted,
    Capture,
    Correction,
    Hit,
    Met,
    Production,
    Salvo,
    Sinking,
    YardFailed,
)
from engine.merchant.hearing import heard
from engine.merchant.knowledge import view, vocabulary
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.products import FUEL
from engine.merchant.scoring import settle
from engine.merchant.state import AllianceName, Level, Seen, State, Sunk
from tests.engine.merchant.fleet import ANN, BEN, CAT, DAN, island, ship, world

RADAR = "EEEEEEEEEEBBBRR"
PLAIN = "AABBEEEEHHHHHHHHHHH"
BOAT = "UUUUUUEEEETTTBBB"
HOME = island("Home", 1000, 1000, "E", E=3, _1=2.5)
FAR = island("Far", 5000, 5000, "?", G=7)


def sea(*ships: dict[str, Any], **options: Any) -> State:
    """Turn 3, with Ann's scout at Home, which sees 200, 140 and 100 km far."""
    start = world(HOME, FAR, ship("Scout", "Ann", RADAR, "Home"), *ships, **options)
    return msgspec.structs.replace(start, turn=3)


def contacts(state: State, role: Role = ANN) -> list[tuple[Any, ...]]:
    seen = view(state, role).contacts
    return [(c.label, grid(c.point), c.level.name, c.name, c.owner, c.structure) for c in seen]


def enemy(away: int, structure: str = PLAIN) -> State:
    return sea(ship("Prinz", "Cat", structure, 1000, 1000 + away))


def told(state: State, role: Role, *events: Event) -> Sequence[Event]:
    return heard(events, state, role)


# --------------------------------------------------------------------- contacts


def test_at_100_km_a_radar_she_is_only_detected() -> None:
    assert contacts(enemy(200)) == [("C1", "1000E1200N", "DETECTED", None, None, None)]


def test_at_70_km_a_radar_name_and_owner_are_known() -> None:
    assert contacts(enemy(140)) == [("C1", "1000E1140N", "IDENTIFIED", "Prinz", "Cat", None)]


def test_at_50_km_a_radar_the_structure_is_known_too() -> None:
    assert contacts(enemy(100)) == [("C1", "1000E1100N", "ANALYSED", "Prinz", "Cat", PLAIN)]


def test_beyond_there_is_no_trace() -> None:
    assert contacts(enemy(201)) == []


def test_a_uboat_is_seen_from_nearby_only() -> None:
    assert contacts(enemy(26, BOAT)) == []
    assert contacts(enemy(24, BOAT)) == [("C1", "1000E1024N", "DETECTED", None, None, None)]


def test_the_ally_shares_the_contacts_and_the_enemy_does_not() -> None:
    state = enemy(100)
    assert contacts(state, BEN) == contacts(state, ANN)
    assert contacts(state, CAT) == []


def test_contacts_are_numbered_from_west_to_east() -> None:
    ships = [ship(n, "Cat", PLAIN, e, 1100) for n, e in (("Aft", 1010), ("Bow", 990))]
    assert [row[1] for row in contacts(sea(*ships))] == ["0990E1100N", "1010E1100N"]


def test_a_name_once_learnt_stays_where_the_game_remembers() -> None:
    state = sea(ship("Prinz", "Cat", PLAIN, 1000, 1190), memory="names")
    red = msgspec.structs.replace(
        state.alliances[AllianceName("Red")], names={ShipName("Prinz"): CAT}
    )
    state = msgspec.structs.replace(state, alliances={**state.alliances, red.name: red})
    assert contacts(state) == [("C1", "1000E1190N", "DETECTED", "Prinz", "Cat", None)]
    assert ShipName("Prinz") in view(state, ANN).reported


def test_a_name_that_is_remembered_is_told_of_whom_one_sees_and_as_one_knew_her() -> None:
    state = sea(ship("Prinz", "Dan", PLAIN, 5000, 5000), memory="names")
    red = change(state.alliances[AllianceName("Red")], names={ShipName("Prinz"): CAT})
    state = change(state, alliances={**state.alliances, red.name: red})
    scout, prinz = (ShipName("Scout"), ANN), (ShipName("Prinz"), DAN)
    for level, by in ((Level.NONE, ("", "")), (Level.DETECTED, ("Prinz", CAT))):
        hit = Hit(1, *scout, *prinz, "tube", 3, "B", 0.0, level, Level.NONE)
        (felt,) = told(state, ANN, hit)
        assert isinstance(felt, Hit)
        assert (felt.by, felt.by_owner) == by


def test_a_remembered_name_does_not_lapse_when_she_is_broken_up_unseen() -> None:
    red = AllianceName("Red")
    state = sea(ship("Prinz", "Cat", PLAIN, 5000, 5000), memory="names")
    knows = change(state.alliances[red], names={ShipName("Prinz"): CAT, ShipName("Gone"): CAT})
    lost = Sunk(ShipName("Gone"), CAT, 2)
    state = change(state, alliances={**state.alliances, red: knows}, sunk=(lost,))
    broken_up = change(state, ships={ShipName("Scout"): state.ships[ShipName("Scout")]})
    assert list(settle(broken_up)[0].alliances[red].names) == ["Prinz"]
    assert list(settle(state)[0].alliances[red].names) == ["Prinz"]


# --------------------------------------------------------------------- ships, stores, scores


def test_of_an_allys_ship_name_place_and_structure_are_known() -> None:
    known = view(sea(ship("Hector", "Ben", PLAIN, "Far")), ANN).ally_ships[ShipName("Hector")]
    assert (known.owner, known.structure, known.island) == (BEN, PLAIN, "Far")
    assert not hasattr(known, "fuel")


def test_a_game_may_hide_allied_ships() -> None:
    assert view(sea(ship("Hector", "Ben", PLAIN, "Far"), ally_ships=False), ANN).ally_ships == {}


def test_own_ships_stand_in_the_order_of_their_names() -> None:
    state = sea(ship("Argo", "Ann", PLAIN, "Far"))
    assert list(view(state, ANN).ships) == ["Argo", "Scout"]


def stores(state: State, role: Role, name: str) -> Seen | None:
    return view(state, role).islands[IslandName(name)].seen


def test_stores_are_known_where_a_ship_of_the_alliance_lies() -> None:
    state = sea()
    assert stores(state, ANN, "Home") == stores(state, BEN, "Home") == Seen(2, {FUEL: 2.5, "E": 3})
    assert stores(state, CAT, "Home") is None


def test_elsewhere_they_are_as_last_seen() -> None:
    state = sea()
    red = msgspec.structs.replace(
        state.alliances[AllianceName("Red")], seen={IslandName("Far"): Seen(1, {"G": 2.0})}
    )
    state = msgspec.structs.replace(state, alliances={**state.alliances, red.name: red})
    assert stores(state, ANN, "Far") == Seen(1, {"G": 2.0})


def test_a_game_may_publish_all_stores() -> None:
    assert stores(sea(stores="public"), CAT, "Far") == Seen(2, {"G": 7})


def test_scores_are_public_unless_the_game_says_otherwise() -> None:
    assert view(sea(), CAT).standings[ANN].points == 0
    secret = view(sea(public_scores=False), CAT).standings
    assert (secret[ANN].points, secret[CAT].points) == (None, 0)
    assert secret[ANN].alliance == "Red"


def test_losses_are_public_unless_the_game_says_otherwise() -> None:
    loss = Sunk(ShipName("Hulk"), CAT, 1)
    for options, known in (({}, (loss,)), ({"public_sinkings": False}, ())):
        state = msgspec.structs.replace(sea(**options), sunk=(loss,))
        assert view(state, ANN).sunk == known
        assert view(state, DAN).sunk == (loss,)


def test_a_reader_may_know_own_allied_and_identified_ships() -> None:
    state = sea(
        ship("Hector", "Ben", PLAIN, "Far"),
        ship("Prinz", "Cat", PLAIN, 1000, 1100),
        ship("Shade", "Cat", PLAIN, 1000, 1190),
    )
    names = vocabulary(view(state, ANN)).names
    assert names["own"] == ("Scout",)
    assert names["ship"] == ("Scout", "Hector", "Prinz")


# --------------------------------------------------------------------- events

PRINZ, SCOUT = (ShipName("Prinz"), CAT), (ShipName("Scout"), ANN)
NOBODY = (ShipName(""), Role(""))


def hit(level: Level, known: Level) -> Hit:
    """A shell of Prinz takes a hold of Scout, with the cargo in it."""
    return Hit(9, *SCOUT, *PRINZ, "gun", 3, "H", 1.0, level, known)


@pytest.mark.parametrize("level", list(Level))
def test_who_is_hit_is_told_by_whom_only_if_he_was_identified(level: Level) -> None:
    (felt,) = told(sea(), ANN, hit(level, Level.ANALYSED))
    assert isinstance(felt, Hit)
    assert (felt.by, felt.by_owner) == (PRINZ if level >= Level.IDENTIFIED else NOBODY)
    assert (felt.module, felt.lost, felt.known) == ("H", 1.0, Level.NONE)


@pytest.mark.parametrize("known", list(Level)[1:])
def test_who_hits_sees_what_his_radar_shows_and_never_what_was_lost(known: Level) -> None:
    (seen,) = told(sea(), CAT, hit(Level.ANALYSED, known))
    assert isinstance(seen, Hit)
    assert (seen.ship, seen.owner) == (SCOUT if known >= Level.IDENTIFIED else NOBODY)
    assert (seen.module, seen.position) == (("H", 3) if known == Level.ANALYSED else ("", 0))
    assert (seen.lost, seen.level) == (0.0, Level.NONE)


def test_partners_are_not_told_of_each_others_shots() -> None:
    assert told(sea(), BEN, hit(Level.ANALYSED, Level.ANALYSED)) == ()
    assert told(sea(), DAN, hit(Level.ANALYSED, Level.ANALYSED)) == ()


def test_salvos_and_meetings_name_whom_one_can_name() -> None:
    place = (1.0, 2.0)
    for known in (Level.DETECTED, Level.IDENTIFIED):
        met = Met(9, *SCOUT, *PRINZ, Engagement.SHADOW, known, *place)
        fired = Salvo(9, *SCOUT, *PRINZ, 50, 0, 3, known)
        one, other = told(sea(), ANN, met, fired)
        assert isinstance(one, Met)
        assert isinstance(other, Salvo)
        named = PRINZ if known is Level.IDENTIFIED else NOBODY
        assert (one.enemy, one.enemy_owner) == (other.target, other.target_owner) == named


def test_a_game_may_leave_meetings_out_of_the_log() -> None:
    met = Met(9, *SCOUT, *PRINZ, Engagement.SHADOW, Level.ANALYSED, 1.0, 2.0)
    assert told(sea(log_meetings=False), ANN, met) == ()


def sinking(level: Level = Level.NONE) -> Sinking:
    return Sinking(9, *SCOUT, *PRINZ, 1000.0, 1000.0, level, Level.DETECTED)


def test_everybody_hears_who_was_sunk_and_nobody_by_whom() -> None:
    (public,) = told(sea(), DAN, sinking())
    assert isinstance(public, Sinking)
    assert (public.ship, public.owner) == SCOUT
    assert (public.by, public.by_owner, public.segment, public.east) == (*NOBODY, 0, 0.0)


def test_the_sinker_knows_himself_and_the_victim_knows_him_if_she_saw_him() -> None:
    for role, level, by in ((CAT, Level.NONE, PRINZ), (ANN, Level.NONE, NOBODY), (ANN, 2, PRINZ)):
        (heard_of,) = told(sea(), role, sinking(Level(level)))
        assert isinstance(heard_of, Sinking)
        assert (heard_of.by, heard_of.by_owner) == by


def test_where_sinkings_are_secret_only_those_concerned_hear_of_them() -> None:
    secret = sea(public_sinkings=False)
    assert told(secret, DAN, sinking()) == ()
    (known,) = told(secret, CAT, sinking())
    assert isinstance(known, Sinking)
    assert (known.ship, known.by) == ("", "Prinz")


def test_who_loses_a_prize_is_not_told_to_whom() -> None:
    prize = (9, ShipName("Scout"), ANN, CAT, ShipName("Prinz"), 1.0, 2.0)
    taken = Capture(*prize, Level.DETECTED)
    void = Aborted(9, ShipName("Scout"), ANN, ShipName("Prinz"), "boarded")
    loss, end = told(sea(), ANN, taken, void)
    assert isinstance(loss, Capture)
    assert isinstance(end, Aborted)
    assert (loss.to, loss.by, end.about) == ("", "", "")
    assert told(sea(), CAT, taken) == (Capture(*prize, Level.NONE),)
    assert told(sea(), BEN, taken) == ()


def test_who_loses_a_prize_to_a_ship_that_he_has_identified_knows_to_whom() -> None:
    taken = Capture(9, ShipName("Scout"), ANN, CAT, ShipName("Prinz"), 1.0, 2.0, Level.IDENTIFIED)
    assert told(sea(), ANN, taken) == (taken,)


def test_a_mission_that_named_a_ship_ends_in_the_same_words_whether_she_ever_was() -> None:
    gone, never = (Aborted(9, *SCOUT, ShipName("Ghost"), w) for w in ("disbanded", "unknown"))
    assert told(sea(), ANN, gone) == told(sea(), ANN, never) == (never,)


def test_that_she_was_sunk_is_told_where_sinkings_are_public() -> None:
    sunk, never = (Aborted(9, *SCOUT, ShipName("Ghost"), w) for w in ("sunk", "unknown"))
    assert told(sea(), ANN, sunk) == (sunk,)
    assert told(sea(public_sinkings=False), ANN, sunk) == (never,)


def test_of_a_friend_the_reason_is_told() -> None:
    state = sea(ship("Hector", "Ben", PLAIN, "Far"))
    end = Aborted(9, *SCOUT, ShipName("Hector"), "disbanded")
    assert told(state, ANN, end) == (end,)


def test_a_foreign_ship_that_was_not_there_may_be_anywhere_or_nowhere() -> None:
    gone = YardFailed(2016, *SCOUT, ShipName("Ghost"), "gone")
    (said,) = told(sea(), ANN, gone)
    assert isinstance(said, YardFailed)
    assert said.why == "not here"


def test_what_an_island_made_is_seen_by_those_who_lie_there() -> None:
    made = Production(IslandName("Home"), {"E": 7})
    assert told(sea(), ANN, made) == told(sea(), BEN, made) == (made,)
    assert told(sea(), CAT, made) == ()


def test_a_correction_is_told_without_what_it_changed_and_a_quiet_one_not_at_all() -> None:
    loud = Correction("ship/Prinz/fuel", 3, "a slip of the pen", quiet=False)
    (known,) = told(sea(), ANN, loud, msgspec.structs.replace(loud, quiet=True))
    assert isinstance(known, Correction)
    assert (known.what, known.value, known.why) == ("", None, "a slip of the pen")
