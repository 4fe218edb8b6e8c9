"""The weekly sheet says what happened, and says it in facts too."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from engine.core.ruleset import Event, Role, Turn
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Sheet, Table, plain
from engine.merchant.events import (
    BrokeOff,
    Correction,
    Hit,
    Jettisoned,
    Landed,
    Met,
    Salvo,
    Sinking,
    Supplied,
    Victory,
)
from engine.merchant.honours import kudos
from engine.merchant.options import Engagement
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.sheet import sheet
from engine.merchant.state import Cargo, Level, State
from tests.engine.merchant.fleet import ANN, BEN, CAT, island, run, ship, world

CARGO = "AABBEEEEHHHHHHHHHHHR"
YARD = "AABBYYYYYYYYYYYYYYYY"
GUNBOAT = "BBEEEEEEGGGCCCCRR"
NEAR = IslandName("Near")


def sea(*ships: dict[str, Any], **options: Any) -> State:
    return world(
        island("Home", 1000, 1000, "E", E=30, _1=5),
        island("Near", 1000, 1100, "G", G=7),
        ship("Argo", "Ann", CARGO, "Home"),
        ship("Slipway", "Ann", YARD, "Home"),
        *ships,
        **options,
    )


def told(turn: Turn[State], role: Role = ANN, past: tuple[Sheet, ...] = ()) -> Sheet:
    made = sheet(turn, role, past)
    assert made is not None
    return made


def words(block: Block) -> list[str]:
    match block:
        case Heading():
            return [block.text]
        case Paragraph():
            return [plain(block.words)]
        case Items():
            return [plain(item) for item in block.items]
        case Table():
            return [" | ".join(plain(cell) for cell in row.cells) for row in block.rows]
        case Figure():
            return [block.caption]


def under(sheet: Sheet, heading: str) -> list[str]:
    """What stands between this heading and the next."""
    found: list[str] = []
    inside = False
    for block in sheet.blocks:
        if isinstance(block, Heading):
            inside = block.text == heading
        elif inside:
            found += words(block)
    return found


def log(turn: Turn[State], role: Role = ANN) -> list[str]:
    return under(told(turn, role), "Log of the week")


def happened(*events: Event, state: State | None = None) -> Turn[State]:
    after = msgspec.structs.replace(state or sea(), turn=2)
    return Turn(1, after, events)


def test_a_cargo_is_logged_by_day_and_hour() -> None:
    turn = run(sea(), Ann=["Argo carry 11 E from Home to Near"])
    assert log(turn)[0] == (
        "Argo: day 1 00:00 reached Home for the first time, loaded 11 Engine; "
        "day 1 12:30 reached Near for the first time, landed 11 Engine."
    )


def test_a_new_ship_is_logged_by_her_yard() -> None:
    turn = run(sea(), Ann=["Slipway build Nemesis with 10E"])
    assert "Slipway: day 7 24:00 launched Nemesis, 10E." in log(turn)


def test_a_build_that_failed_says_why() -> None:
    turn = run(sea(), Ann=["Slipway build Nemesis with 10G"])
    why = "Nemesis was not built: fewer than ten modules would have come together."
    assert f"Slipway: day 7 24:00 {why}" in log(turn)


def test_shots_without_an_hours_pause_are_one_entry() -> None:
    who = (ShipName("Argo"), ANN, ShipName("Prinz"), CAT)
    salvos = [Salvo(n, *who, 15, 0, 1, Level.IDENTIFIED) for n in (12, 13, 14, 99)]
    assert log(happened(*salvos)) == [
        (
            "Argo: day 1 01:00 fired 45 shells at Prinz (Cat) until day 1 01:10: 3 hits; "
            "day 1 08:15 fired 15 shells at Prinz (Cat): 1 hit."
        )
    ]


def meeting(segment: int, enemy: str) -> Met:
    foe = ShipName(enemy)
    return Met(
        segment, ShipName("Argo"), ANN, foe, CAT, Engagement.AVOID, Level.IDENTIFIED, 1.0, 1.0
    )


def test_an_enemy_met_again_and_again_is_one_entry() -> None:
    events: list[Event] = []
    for n in (12, 60, 300):
        events += (meeting(n, "Prinz"), BrokeOff(n + 24, ShipName("Argo"), ANN, 1, 1))
    said = "met Prinz (Cat) 3 times, to avoid"
    assert log(happened(*events)) == [f"Argo: day 1 01:00 to day 2 03:00 {said}."]


def test_an_engagement_of_last_week_ends_with_a_word() -> None:
    event = BrokeOff(12, ShipName("Argo"), ANN, 1, 1)
    assert log(happened(event)) == ["Argo: day 1 01:00 broke off and went on her way."]


def test_what_happens_at_one_moment_has_one_time_and_one_place() -> None:
    who = (ShipName("Argo"), ANN)
    events = (Supplied(150, *who, NEAR, 200, 0, 0), Landed(150, *who, NEAR, Cargo("E", 3)))
    assert log(happened(*events)) == [
        "Argo: day 1 12:30 took on 0.1 fuel at Near, landed 3 Engine."
    ]


def test_modules_put_overboard_are_told_with_the_port() -> None:
    event = Jettisoned(150, ShipName("Argo"), ANN, NEAR, "HH", "AABBEEEEHHHHHHHHHR")
    assert log(happened(event)) == [
        "Argo: day 1 12:30 put 2 Hold overboard at Near, now 2A2B4E9HR."
    ]


def test_hits_by_somebody_unseen_are_by_an_unknown_enemy() -> None:
    who = (ShipName("Argo"), ANN, ShipName("Prinz"), CAT)
    hit = Hit(12, *who, "gun", 9, "H", 1.0, Level.DETECTED, Level.ANALYSED)
    felt = "hit by an unknown enemy: 1 hit, rupturing Hold; 1 unit of cargo lost"
    assert log(happened(hit)) == [f"Argo: day 1 01:00 {felt}."]


def test_a_duel_is_told_to_both_sides() -> None:
    state = sea(ship("Prinz", "Cat", GUNBOAT, 1000, 1004))
    turn = run(state, Cat=["Prinz hold"])
    assert any("sank Argo (Ann)" in line for line in log(turn, CAT))
    assert any("was sunk by Prinz (Cat)" in line for line in log(turn))
    assert "Argo (Ann) was sunk." in under(told(turn, BEN), "News")


def test_what_a_ship_is_about_and_how_far_it_is_still() -> None:
    turn = run(sea(), Ann=["Argo sail to 1000E3000N, avoid"])
    about = "Argo: SAIL to 1000E3000N: 656 km to go, there on day 4 10:00 of turn 2; AVOID."
    assert about in under(told(turn), "Your ships")


def test_own_ships_are_listed_with_all_that_is_aboard() -> None:
    turn = run(sea(), Ann=["Argo carry 11 E from Home to Near"])
    rows = [line for line in under(told(turn), "Your ships") if line.startswith("Argo |")]
    assert rows == ["Argo | 2A2B4E11HR | at Near | 8 | 0", "Argo | 1.95 (3900 km) |  |  | empty"]


def test_contacts_stand_in_the_report() -> None:
    turn = run(sea(ship("Prinz", "Cat", CARGO, 1000, 1040)), Ann=["Argo hold"])
    report = under(told(turn), "End of Turn Contact Report")
    assert report[0] == "C1 | 1000E1040N | analysed | Prinz | Cat | 2A2B4E11HR"


def test_stores_say_how_old_they_are() -> None:
    one = run(sea(), Ann=["Argo sail to Near"])
    two = run(one.state, Ann=["Argo sail to 1000E1200N"])
    rows = under(told(two), "Islands")
    assert any(row.startswith("Near G | 1000E1100N | turn 2: ") for row in rows)
    assert any(row.startswith("Home E | 1000E1000N | now: ") for row in rows)


def test_islands_never_seen_stand_apart_two_in_a_row() -> None:
    far = [island(name, 9000, 9000 + n, "?") for n, name in enumerate(("Xa", "Ya", "Za"))]
    state = world(*far, island("Home", 1000, 1000, "E", E=30), ship("Argo", "Ann", CARGO, "Home"))
    rows = under(told(run(state)), "Islands")
    assert "Xa ? | 9000E9000N | Za ? | 9000E9002N" in rows
    assert "Ya ? | 9000E9001N |  | " in rows


def test_ruptured_modules_are_counted_apart_and_explained() -> None:
    state = sea(ship("Hulk", "Ann", "AABBEEEEHHHH+H+HR", 2000, 2000))
    ships = under(told(run(state)), "Your ships")
    assert any(row.startswith("Hulk | 2A2B4E3H2H+HR |") for row in ships)
    assert any("marks ruptured modules" in row for row in ships)


def sinking(name: str, owner: Role, by: str, by_owner: Role) -> Sinking:
    who = (ShipName(name), owner, ShipName(by), by_owner)
    return Sinking(9, *who, 1.0, 1.0, Level.ANALYSED, Level.ANALYSED)


def test_news_of_sinkings_give_the_total_and_then_whose_ships_they_were() -> None:
    lost = [("Prinz", CAT, "Argo", ANN), ("Tern", BEN, "Wolf", CAT), ("Hulk", CAT, "Skua", BEN)]
    turn = happened(*(sinking(*one) for one in lost))
    assert under(told(turn), "News") == [
        "Three ships were sunk.",
        "Cat lost Prinz (to Argo) and Hulk.",
        "Ben lost Tern.",
    ]


def test_one_ship_sunk_is_one_sentence() -> None:
    assert under(told(happened(sinking("Prinz", CAT, "Argo", ANN))), "News") == [
        "Prinz (Cat) was sunk by Argo."
    ]


def test_a_correction_stands_in_the_news() -> None:
    turn = happened(Correction("ship/Argo/fuel", 1, "a leak", quiet=False))
    said = "The Gamesmaster has corrected the position (a leak)."
    assert under(told(turn), "News") == [said]


def test_the_end_names_the_winners_and_the_kudos() -> None:
    state = msgspec.structs.replace(sea(), over=True)
    ann = msgspec.structs.replace(state.players[ANN], sunk=2)
    state = msgspec.structs.replace(state, players={**state.players, ANN: ann})
    last = told(happened(Victory((ANN,)), state=state))
    assert "The game is over. Most points: you." in under(last, "News")
    assert "Most ships sunk: Ann." in under(last, "Kudos")
    assert "The best alliance: Ann and Ben." in under(last, "Kudos")
    assert "How to order" not in [w for block in last.blocks for w in words(block)]


def test_a_game_may_do_without_kudos() -> None:
    assert kudos(sea(kudos="none")) == ()


def test_points_are_compared_with_the_last_sheet() -> None:
    one = run(sea())
    two = run(one.state, Ann=["Argo sail to Near"])
    row = under(told(two, past=(told(one),)), "Score")[0]
    assert row == "Ann | Red | 2 | +1 | 2 | 0"


def test_facts_are_json_and_say_the_same() -> None:
    facts = json.loads(json.dumps(told(run(sea(), Ann=["Argo sail to Near, avoid"])).facts))
    assert facts["ships"]["Argo"]["island"] == "Near"
    assert facts["ships"]["Argo"]["engagement"] == "avoid"
    assert facts["islands"]["Home"]["stores"]["E"] == 37
    assert facts["players"]["Ann"]["visits"] == 2
    assert {event["kind"] for event in facts["events"]} >= {"arrival", "visit", "production"}


def test_who_has_no_seat_gets_no_sheet() -> None:
    assert sheet(run(sea()), Role("Zoe"), ()) is None
