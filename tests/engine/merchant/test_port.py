"""Port calls, supplies and cargo (MER-12.3, MER-14)."""

from __future__ import annotations

from engine.merchant.events import Disbanded, Jettisoned, Landed, Loaded, Supplied, Visit
from engine.merchant.orders import IslandName, ShipName
from engine.merchant.state import Cargo
from tests.engine.merchant.fleet import ANN, island, run, ship, stopped, told, world

HOME, MID = IslandName("Home"), IslandName("Mid")
CARGO = "AABBEEEEHHHHHHHHHHHR"


def test_ruptured_modules_go_overboard_in_port_only() -> None:
    state = world(
        island("Home", 100, 100),
        ship("Hurt", "Ann", "AAB+BEEEEEE+BBB", "Home", fuel=0),
        ship("Sea", "Ann", "AAB+BEEEEEE+BBB", 500, 500),
    )
    turn = run(state)
    assert told(turn, Jettisoned)[0].modules == "BE"
    assert turn.state.ships[ShipName("Hurt")].structure == "AABEEEEEBBB"[0:3] + "EEEEEBBB"
    assert turn.state.ships[ShipName("Sea")].structure == "AAB+BEEEEEE+BBB"


def test_the_first_port_call_of_a_player_at_an_island_is_a_visit() -> None:
    state = world(
        island("Home", 100, 100),
        ship("One", "Ann", CARGO, "Home"),
        ship("Two", "Ann", CARGO, "Home"),
        ship("Third", "Ben", CARGO, "Home"),
    )
    assert [(v.player, v.ship) for v in told(run(state), Visit)] == [
        ("Ann", "One"),
        ("Ben", "Third"),
    ]


def test_sailing_past_an_island_is_no_visit() -> None:
    state = world(
        island("Home", 100, 100), island("Mid", 200, 100), ship("One", "Ann", CARGO, "Home")
    )
    turn = run(state, Ann=["One sail to 0300E0100N"])
    assert turn.state.players[ANN].visited == {"Home"}


def test_a_carrier_lands_what_is_aboard_then_loads_then_lands_it() -> None:
    state = world(
        island("Home", 100, 100, E=5),
        island("Mid", 140, 100),
        ship("One", "Ann", CARGO, "Home", cargo={"product": "G", "units": 2}),
    )
    turn = run(state, Ann=["One carry 4 E from Home to Mid"])
    assert [e.cargo for e in told(turn, Landed)] == [Cargo("G", 2), Cargo("E", 4)]
    assert dict(turn.state.islands[HOME].stores) == {"E": 1, "G": 2}
    assert turn.state.islands[MID].stores["E"] == 4


def test_ships_that_load_together_share_and_odd_units_go_by_lot() -> None:
    fleet = [ship(name, "Ann", CARGO, "Home") for name in ("Aa", "Bb", "Cc")]
    state = world(island("Home", 100, 100, E=7), island("Mid", 900, 100), *fleet)
    lines = [
        f"{s['name']} carry {n} E from Home to Mid" for s, n in zip(fleet, (1, 9, 9), strict=True)
    ]
    turn = run(state, Ann=lines)
    assert [e.cargo.units for e in told(turn, Loaded)] == [1, 3, 3]


def test_a_short_stock_is_taken_and_she_goes_on() -> None:
    state = world(
        island("Home", 100, 100), island("Mid", 140, 100), ship("One", "Ann", CARGO, "Home")
    )
    turn, at = stopped(state, 1, [60], Ann=["One carry 4 E from Home to Mid"])
    assert told(turn, Loaded)[0].cargo.units == 0
    assert at[60]["ship.One.position"] == [140.0, 100.0]


def test_where_carriers_wait_she_stays_till_midnight_brings_her_cargo() -> None:
    state = world(
        island("Home", 100, 100),
        island("Mid", 200, 100, E=4),
        ship("Late", "Ann", CARGO, "Mid"),
        ship("One", "Ann", CARGO, "Home"),
        carry_waits=True,
    )
    lines = ["Late carry 4 E from Mid to Home", "One carry 4 E from Home to Mid"]
    turn = run(state, Ann=lines)
    loaded = [(e.ship, e.segment) for e in told(turn, Loaded)]
    assert loaded == [("Late", 0), ("One", 288)]


def test_units_beyond_her_holds_are_not_loaded() -> None:
    state = world(
        island("Home", 100, 100, E=50), island("Mid", 900, 100), ship("One", "Ann", CARGO, "Home")
    )
    assert told(run(state, Ann=["One carry all E from Home to Mid"]), Loaded)[0].cargo.units == 11


def test_disbanding_yields_sound_modules_contents_and_cargo() -> None:
    state = world(
        island("Home", 100, 100),
        ship("Old", "Ann", "AABBEEEEHHHHHHHHHHHR+", 110, 100, cargo={"product": "G", "units": 3}),
    )
    turn = run(state, Ann=["Old disband at Home"])
    assert told(turn, Disbanded)[0].segment == 15
    stores = dict(turn.state.islands[HOME].stores)
    assert stores.pop("1") == 1.995
    assert stores == {"A": 2, "B": 2, "E": 4, "G": 3, "H": 11}


def test_midnight_supplies_ships_in_port_every_day_or_once() -> None:
    def filled(midnight: str) -> list[int]:
        state = world(
            island("Home", 100, 100, _1=0),
            island("Mid", 200, 100, _1=3),
            ship("Thirsty", "Ben", CARGO, "Home", fuel=0.001),
            ship("Tanker", "Ann", CARGO, "Mid"),
            midnight=midnight,
        )
        turn = run(state, Ann=["Tanker carry 3 1 from Mid to Home"])
        return [e.segment for e in told(turn, Supplied) if e.ship == "Thirsty"]

    assert filled("daily") == [288]
    assert filled("once") == []


def test_an_empty_ship_in_any_port_takes_on_what_comes_ashore_at_once() -> None:
    state = world(
        island("Home", 100, 100),
        island("Mid", 200, 100, _1=3),
        ship("Empty", "Ben", CARGO, "Home", fuel=0),
        ship("Tanker", "Ann", CARGO, "Mid"),
    )
    turn = run(state, Ann=["Tanker carry 3 1 from Mid to Home"])
    assert [e.segment for e in told(turn, Supplied) if e.ship == "Empty"] == [150]


def test_where_consumables_are_whole_only_whole_units_are_taken_on() -> None:
    state = world(
        island("Home", 100, 100, _1=1.5),
        ship("One", "Ann", CARGO, "Home", fuel=0.4),
        fractional_consumables=False,
    )
    turn = run(state)
    assert turn.state.ships[ShipName("One")].fuel == 2800.0
    assert turn.state.islands[HOME].stores["1"] == 0.5


def test_sharing_by_lot_serves_one_after_the_other() -> None:
    fleet = [ship(name, "Ann", CARGO, "Home") for name in ("Aa", "Bb")]
    state = world(island("Home", 100, 100, E=8), island("Mid", 900, 100), *fleet, sharing="by lot")
    turn = run(state, Ann=[f"{s['name']} carry 6 E from Home to Mid" for s in fleet])
    assert sorted(e.cargo.units for e in told(turn, Loaded)) == [2, 6]


def test_sailing_keeps_the_cargo_unless_the_game_lands_it() -> None:
    def aboard(*, sail_unloads: bool) -> Cargo | None:
        state = world(
            island("Home", 100, 100),
            island("Mid", 140, 100),
            ship("One", "Ann", CARGO, "Home", cargo={"product": "G", "units": 2}),
            sail_unloads=sail_unloads,
        )
        return run(state, Ann=["One sail to Mid"]).state.ships[ShipName("One")].cargo

    assert aboard(sail_unloads=False) == Cargo("G", 2)
    assert aboard(sail_unloads=True) is None
