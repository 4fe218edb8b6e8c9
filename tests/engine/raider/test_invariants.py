"""What holds after every turn, whatever was ordered (RAID part 7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from engine.core.dice import FairDice
from engine.core.play import DiceOf, Record, fair_dice, play
from engine.core.ruleset import AnyBot, Problem, Role, Turn
from engine.raider import saving
from engine.raider.board import Board
from engine.raider.bots import cautious
from engine.raider.events import Capture, Deflection, Disband, Hit, Launch, Production, Sinking
from engine.raider.knowledge import view
from engine.raider.rules import RAIDER
from engine.raider.state import LETTERS, State, allies, sorted_structure
from engine.raider.turn import adjudicate
from tests.helpers.raider import pentarchy
from tests.helpers.wild import wild

GAMES = 30
SOAK = 500
ROLES = tuple(map(Role, ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")))

change = msgspec.structs.replace


def options(random: Random) -> dict[str, Any]:
    """Some of the Gamesmaster's options, drawn."""
    return {
        "start_conflict": random.choice(("first_come", "ranked_list_lottery")),
        "default_ships": random.random() < 0.7,
        "initial_production_rounds": random.choice((0, 1, 1, 4)),
        "start_island_visited": random.random() < 0.8,
        "overlord_at_registration": random.random() < 0.3,
        "reuse_names": random.choice(("when_free", "never")),
        "name_clash": random.choice(("rename", "rename", "fail")),
        "unreachable_task": random.choice(("lapse", "do_here")),
        "last_turn": random.choice((4, 10)),
    }


def table(number: int) -> tuple[Board, dict[Role, AnyBot], DiceOf]:
    """Board, players and dice of a game between cautious and wild players."""
    random = Random(number)
    roles = random.sample(ROLES, random.randint(2, len(ROLES)))
    bots: dict[Role, AnyBot] = {role: random.choice((cautious, wild)) for role in roles}
    dice = fair_dice(bytes([number % 256]) * 32, str(number))
    return pentarchy(**options(random)), bots, dice


def game(number: int) -> tuple[Record, tuple[Turn[State], ...]]:
    return play(RAIDER, *table(number))


@pytest.mark.parametrize("number", range(GAMES))
def test_the_invariants_hold_in_any_game(number: int) -> None:
    check_game(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(GAMES, GAMES + SOAK))
def test_the_invariants_hold_in_very_many_games(number: int) -> None:
    check_game(number)


def check_game(number: int) -> None:
    _, turns = game(number)
    saving.load(saving.dump(turns[1].state))
    for before, turn in pairwise(turns[1:]):
        for check in CHECKS:
            check(before.state, turn)


def check_position(before: State, turn: Turn[State]) -> None:
    """1 and 2: ships of 5 to 10 modules with unique names, owners and islands that exist."""
    assert saving.load(saving.dump(turn.state)) == turn.state


def check_balance(before: State, turn: Turn[State]) -> None:
    """3: modules come from production alone, and go with ruptures and ships sunk."""
    fights = Fights.of(before, turn)
    made = sum(sum(e.modules.values()) for e in turn.events if isinstance(e, Production))
    hits = Counter(e.ship for e in turn.events if isinstance(e, Hit))
    sunk = {e.ship for e in turn.events if isinstance(e, Sinking)}
    lost = sum(n for ship, n in hits.items() if ship not in sunk)
    lost += sum(len(fights.before[ship]) for ship in sunk)
    assert modules(turn.state) == modules(before) + made - lost


def modules(state: State) -> int:
    ships = sum(len(ship.structure) for ship in state.ships.values())
    return ships + sum(sum(island.stores.values()) for island in state.islands.values())


def check_production(before: State, turn: Turn[State]) -> None:
    """4: eight of the speciality or five of anything, once an island."""
    made = [e for e in turn.events if isinstance(e, Production)]
    assert sorted(e.island for e in made) == sorted(before.islands)
    for event in made:
        speciality = before.islands[event.island].speciality
        assert event.modules == {speciality: 8} or sum(event.modules.values()) == 5


def check_growth(before: State, turn: Turn[State]) -> None:
    """5: owners stay; visits and kills never shrink."""
    after = turn.state
    for name, island in before.islands.items():
        assert after.islands[name].owner == island.owner
    for role, player in before.players.items():
        assert after.players[role].visited >= player.visited
        assert after.players[role].kills >= player.kills
    for ship, hull in after.ships.items():
        launched = any(isinstance(e, Launch) and e.ship == ship for e in turn.events)
        assert launched or hull.kills >= before.ships[ship].kills


def check_points(before: State, turn: Turn[State]) -> None:
    """6: the leader board shows visits and kills, and their sum."""
    for role, player in turn.state.players.items():
        for row in view(turn.state, role).standings.values():
            shown = turn.state.players[row.player]
            assert row.points == len(shown.visited) + shown.kills
        assert player.points == len(player.visited) + player.kills


def check_kills(before: State, turn: Turn[State]) -> None:
    """7: one kill for each sinking."""
    sunk = sum(isinstance(e, Sinking) for e in turn.events)
    kills = [sum(p.kills for p in s.players.values()) for s in (before, turn.state)]
    assert kills[1] - kills[0] == sunk


def check_enemies(before: State, turn: Turn[State]) -> None:
    """8: nobody harms an ally, by the overlords in force."""
    for event in turn.events:
        if isinstance(event, Hit | Deflection | Sinking):
            assert not allies(before.players, event.owner, event.by_owner)
        elif isinstance(event, Capture):
            assert not allies(before.players, event.from_, event.to)


def check_docking(before: State, turn: Turn[State]) -> None:
    """9: whoever has a ship at an island has visited it."""
    for ship in turn.state.ships.values():
        assert ship.island in turn.state.players[ship.owner].visited


@dataclass
class Fights:
    """The turn's battles told again from its events."""

    before: dict[str, str]
    captures: list[tuple[Capture, int, int]]

    @classmethod
    def of(cls, before: State, turn: Turn[State]) -> Fights:
        now = {str(name): ship.structure for name, ship in before.ships.items()}
        captures = []
        for event in turn.events:
            if isinstance(event, Hit):
                now[event.ship] = now[event.ship].replace(event.module, "", 1)
            elif isinstance(event, Capture):
                captures.append((event, now[event.by].count("M"), now[event.ship].count("M")))
        return cls({str(n): s.structure for n, s in before.ships.items()}, captures)


def check_boarding(before: State, turn: Turn[State]) -> None:
    """10: the captor had more marines, and the prize does not board afterwards."""
    taken: set[str] = set()
    for event, captor, prize in Fights.of(before, turn).captures:
        assert captor > prize
        assert event.by not in taken
        taken.add(event.ship)


def check_shots(before: State, turn: Turn[State]) -> None:
    """11: no more shots than weapons, no more deflections than armour gives."""
    shots = Counter((e.by, e.weapon) for e in turn.events if isinstance(e, Hit | Deflection))
    for (ship, weapon), number in shots.items():
        assert number <= before.ships[ship].count("G" if weapon == "gun" else "T")
    for ship, number in Counter(e.ship for e in turn.events if isinstance(e, Deflection)).items():
        assert number <= 2 * before.ships[ship].count("A")


def check_armour(before: State, turn: Turn[State]) -> None:
    """12: a shell comes through only when all protection is used up."""
    deflected: Counter[str] = Counter()
    for event in turn.events:
        if isinstance(event, Deflection):
            deflected[event.ship] += 1
        elif isinstance(event, Hit) and event.weapon == "gun":
            assert deflected[event.ship] == 2 * before.ships[event.ship].count("A")


CHECKS = (
    check_position,
    check_balance,
    check_production,
    check_growth,
    check_points,
    check_kills,
    check_enemies,
    check_docking,
    check_boarding,
    check_shots,
    check_armour,
)


@pytest.mark.parametrize("number", range(6))
def test_nothing_depends_on_the_order_in_which_things_are_listed(number: int) -> None:
    """13: islands, players, ships and orders may be permuted."""
    record, turns = game(number)
    random = Random(number)
    for before, dumped in zip(turns[1:-1], record.orders[1:], strict=True):
        orders = {role: RAIDER.load_orders(data) for role, data in dumped.items()}
        mixed = {role: shuffled(random, given) for role, given in shuffled(random, orders.items())}
        one, two = FairDice(b"same"), FairDice(b"same")
        state = before.state
        straight = adjudicate(state, {r: RAIDER.merge((), o) for r, o in orders.items()}, one)
        bent = adjudicate(permuted(random, state), mixed_merge(mixed, orders), two)
        assert bent.state == straight.state
        assert bent.events == straight.events
        assert one.rolls == two.rolls
        assert told(bent) == told(straight)


@pytest.mark.parametrize("number", range(12))
def test_the_receipt_and_the_adjudicator_refuse_the_same(number: int) -> None:
    """What a player was not told before the deadline cannot be refused after it."""
    record, turns = game(number)
    for before, dumped, turn in zip(turns[1:-1], record.orders[1:], turns[2:], strict=True):
        for role, data in dumped.items():
            orders = RAIDER.load_orders(data)
            told = [p for p in RAIDER.why_not(view(before.state, role), orders) if p.refused]
            assert told == [p for p in turn.problems.get(role, ()) if p.refused]


def shuffled(random: Random, things: Any) -> list[Any]:
    return random.sample(list(things), len(list(things)))


def mixed_merge(mixed: dict[Role, Any], orders: dict[Role, Any]) -> dict[Role, Any]:
    """The same standing orders, listed in another order."""
    merged = {role: RAIDER.merge((), given) for role, given in orders.items()}
    return {role: [o for o in given if o in merged[role]] for role, given in mixed.items()}


def permuted(random: Random, state: State) -> State:
    def mix(things: Any) -> Any:
        return dict(shuffled(random, things.items()))

    return change(
        state, islands=mix(state.islands), players=mix(state.players), ships=mix(state.ships)
    )


def told(turn: Turn[State]) -> dict[Role, list[str]]:
    def key(problem: Problem) -> str:
        return f"{problem.code} {problem.text}"

    return {role: sorted(map(key, problems)) for role, problems in turn.problems.items()}


@pytest.mark.parametrize("number", range(6))
def test_without_weapons_nothing_is_lost_but_by_disbanding(number: int) -> None:
    """15: peace keeps ships and their owners."""
    record, turns = game(number)
    for before, dumped in zip(turns[1:-1], record.orders[1:], strict=True):
        peaceful = disarmed(before.state)
        orders = {role: RAIDER.load_orders(data) for role, data in dumped.items()}
        turn = adjudicate(peaceful, orders, FairDice(b"peace"))
        gone = {e.ship for e in turn.events if isinstance(e, Disband)}
        for name, ship in peaceful.ships.items():
            assert name in gone or turn.state.ships[name].owner == ship.owner


def disarmed(state: State) -> State:
    """The same position with buoyancy for guns, tubes and marines."""
    swords = str.maketrans("GTM", "BBB")
    return change(
        state,
        ships={
            name: change(ship, structure=sorted_structure(ship.structure.translate(swords)))
            for name, ship in state.ships.items()
        },
    )


def stocks(state: State) -> Iterator[Counter[str]]:
    for island in state.islands.values():
        total = Counter(dict(island.stores))
        for ship in state.ships.values():
            if ship.island == island.name:
                total.update(ship.structure)
        yield total


@pytest.mark.parametrize("number", range(6))
def test_refits_and_launches_only_move_modules_about(number: int) -> None:
    """16: at each island, ships and stores together change by production alone."""
    record, turns = game(number)
    for before, dumped in zip(turns[1:-1], record.orders[1:], strict=True):
        peaceful = disarmed(before.state)
        orders = {role: RAIDER.load_orders(data) for role, data in dumped.items()}
        turn = adjudicate(peaceful, orders, FairDice(b"peace"))
        made = {e.island: Counter(e.modules) for e in turn.events if isinstance(e, Production)}
        total: Counter[str] = sum(stocks(peaceful), Counter()) + sum(made.values(), Counter())
        assert sum(stocks(turn.state), Counter()) == total
        assert set(total) <= set(LETTERS)
