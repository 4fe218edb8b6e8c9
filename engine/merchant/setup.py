"""Before turn 1: registrations, alliances, homes, names and the first eight ships (MER-18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from engine.core.dice import Dice, pick, shuffled
from engine.core.ruleset import Problem, Role, Seat, Severity, Turn
from engine.core.structure import expand
from engine.merchant.fit import fit
from engine.merchant.fleets import NAMES, SPECIALS
from engine.merchant.merging import merge
from engine.merchant.names import next_free
from engine.merchant.orders import (
    ChooseDice,
    Design,
    DieKind,
    Home,
    IslandName,
    NameAlliance,
    NameAlly,
    Order,
    ShipName,
)
from engine.merchant.pairing import call_alliances, pair_up
from engine.merchant.products import MODULES
from engine.merchant.seeing import everything
from engine.merchant.signing import accepted, complete, why_not_sign_up
from engine.merchant.state import (
    FLEET,
    STARTERS,
    Alliance,
    AllianceName,
    Player,
    Ship,
    State,
)
from engine.merchant.view import View
from engine.merchant.world import World

Slot = tuple[Role, int]


def setup(world: World, seats: Sequence[Seat], dice: Dice) -> Turn[State]:  # noqa: ARG001
    """Sign-up, with the homes that complete registrations hold already, in the order of `seats`.

    No dice are thrown before the game is opened.
    """
    state = State(
        turn=0,
        islands={island.name: island for island in world.islands},
        players={seat.role: Player(seat.role, AllianceName(seat.role)) for seat in seats},
        alliances={},
        ships={},
        options=world.options,
        world=world.name,
        sectors={sector.name: sector.homes for sector in world.sectors},
    )
    for seat in seats:
        state = _claim(state, seat)
    said = {seat.role: why_not_sign_up(*_registration(state, seat)) for seat in seats}
    return Turn(0, state, problems={role: problems for role, problems in said.items() if problems})


def open_game(state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice) -> Turn[State]:
    """The position before turn 1; what a registration lacks is filled in by lot.

    Who named no ally, or one who did not name him, is paired by lot; who finds no home free starts
    at another; ships without a name get one, specials without a structure a sensible one.
    """
    desk = _Desk(state, dice)
    for role in state.players:
        desk.take_in(role, orders.get(role, ()))
    pairs, left_out = pair_up(state, desk.allies, dice)
    for role in left_out:
        desk.tell(role, "left-out", "Nobody was left to be your ally, and this game needs one.")
    desk.fill_in(role for pair in pairs for role in pair)
    homes = desk.homes([role for pair in pairs for role in pair])
    names = call_alliances(state, pairs, desk.alliances, homes)
    alliances = {name: Alliance(name, pair) for name, pair in zip(names, pairs, strict=True)}
    of = {role: each.name for each in alliances.values() for role in each.members}
    players = {
        role: Player(role, of.get(role, AllianceName(role)), desk.dice_of(role), homes.get(role))
        for role in state.players
    }
    for role in left_out:
        alliances[AllianceName(role)] = Alliance(AllianceName(role), (role,))
    after = msgspec.structs.replace(
        state,
        turn=1,
        players=players,
        alliances=alliances,
        ships=desk.launch(homes),
        claims={},
        pairs=(),
        sectors={},
    )
    problems = {role: tuple(desk.problems[role]) for role in sorted(desk.problems)}
    return Turn(0, after, (), problems)


def _registration(state: State, seat: Seat) -> tuple[View, tuple[Order, ...]]:
    return everything(state, seat.role), merge((), seat.orders)


def _claim(state: State, seat: Seat) -> State:
    """First come, first served: complete registrations only (MER-H13)."""
    known, orders = everything(state, seat.role), merge((), seat.orders)
    wish = next((order.island for order in orders if isinstance(order, Home)), None)
    taken = wish in state.claims
    if wish is None or taken or state.options.shared_homes or not complete(known, orders):
        return state
    return msgspec.structs.replace(state, claims={**state.claims, wish: seat.role})


@dataclass(slots=True)
class _Desk:
    """All registrations together, while the game is opened."""

    state: State
    dice: Dice
    #: Name asked for and structure of each ship.
    fleet: dict[Slot, tuple[str, str]] = field(default_factory=dict)
    wishes: dict[Role, IslandName] = field(default_factory=dict)
    allies: dict[Role, Role] = field(default_factory=dict)
    alliances: dict[Role, str] = field(default_factory=dict)
    chosen: dict[Role, ChooseDice] = field(default_factory=dict)
    problems: dict[Role, list[Problem]] = field(default_factory=dict)

    def take_in(self, role: Role, orders: Sequence[Order]) -> None:
        merged = merge((), orders)
        said = why_not_sign_up(everything(self.state, role), merged)
        if refused := [problem for problem in said if problem.refused]:
            self.problems[role] = refused
        for order in accepted(merged, said):
            match order:
                case Design():
                    self.fleet[role, order.slot] = order.name, _structure(order)
                case Home():
                    self.wishes[role] = order.island
                case NameAlly():
                    self.allies[role] = order.ally
                case NameAlliance():
                    self.alliances[role] = order.name
                case ChooseDice():
                    self.chosen[role] = order

    def dice_of(self, role: Role) -> DieKind:
        order = self.chosen.get(role)
        return order.dice if order else self.state.players[role].dice

    def fill_in(self, roles: Iterable[Role]) -> None:
        """The ships still missing, with names by lot."""
        used = {name.casefold() for name, _ in self.fleet.values()}
        used |= {name.casefold() for name in self.state.islands}
        pool = iter(n for n in shuffled(self.dice, NAMES, "names") if n.casefold() not in used)
        for role in sorted(roles):
            for slot, structure in enumerate((*STARTERS, *SPECIALS), 1):
                if (role, slot) not in self.fleet:
                    self.fleet[role, slot] = next(pool), structure

    def homes(self, roles: Sequence[Role]) -> dict[Role, IslandName]:
        """Claims, then wishes, then lots among what is free (MER-H13)."""
        shared = self.state.options.shared_homes
        homes = {role: island for island, role in self.state.claims.items() if role in roles}
        for role in roles:
            wish = self.wishes.get(role)
            if role not in homes and wish and (shared or wish not in homes.values()):
                homes[role] = wish
        for role in sorted(set(roles) - set(homes)):
            free = sorted(
                island.name
                for island in self.state.islands.values()
                if island.home and island.name not in homes.values()
            )
            homes[role] = pick(self.dice, free, f"home/{role}")
            self.tell(role, "home-by-lot", f"By lot you start at {homes[role]}.")
        return {role: homes[role] for role in self.state.players if role in homes}

    def launch(self, homes: Mapping[Role, IslandName]) -> dict[ShipName, Ship]:
        """Eight ships each, in the order of the seats; names that two want by lot (MER-H90)."""
        names = self._names(homes)
        full = self.state.options.initial_supplies == "full"
        ships: dict[ShipName, Ship] = {}
        for role, home in homes.items():
            island = self.state.islands[home]
            for slot in range(1, FLEET + 1):
                name, structure = names[role, slot], self.fleet[role, slot][1]
                able = fit(structure)
                ships[name] = Ship(
                    name,
                    role,
                    structure,
                    float(island.e),
                    float(island.n),
                    fuel=able.fuel_room if full else 0.0,
                    ammo=able.ammo_room if full else 0,
                    torpedoes=able.torpedo_room if full else 0,
                    engagement=self.state.options.default_engagement,
                )
        return ships

    def _names(self, homes: Mapping[Role, IslandName]) -> dict[Slot, ShipName]:
        used = {name.casefold() for name in self.state.islands}
        slots = sorted(slot for slot in self.fleet if slot[0] in homes)
        asked: dict[str, list[Slot]] = {}
        for slot in slots:
            asked.setdefault(self.fleet[slot][0].casefold(), []).append(slot)
        given: dict[Slot, ShipName] = {}
        for name, rivals in sorted(asked.items(), key=lambda item: (len(item[1]) > 1, item[0])):
            alone = len(rivals) == 1
            for slot in rivals if alone else shuffled(self.dice, rivals, f"name/{name}"):
                wanted = self.fleet[slot][0]
                given[slot] = ShipName(next_free(wanted, used))
                used.add(given[slot].casefold())
                if given[slot] != wanted:
                    text = f"The name {wanted} was taken: your ship is called {given[slot]}."
                    self.tell(slot[0], "renamed", text, Severity.REMARK)
        return given

    def tell(self, role: Role, code: str, text: str, severity: Severity = Severity.WARNED) -> None:
        problem = Problem(code, text, severity, rule="MER-18.1")
        self.problems.setdefault(role, []).append(problem)


def _structure(order: Design) -> str:
    if order.slot <= len(STARTERS):
        return STARTERS[order.slot - 1]
    return expand(order.structure.replace(" ", ""), MODULES)
