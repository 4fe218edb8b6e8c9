"""Raider as a game among games: the chapters of this folder behind the one protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.dice import Dice
from engine.core.form import OrderForm
from engine.core.ruleset import (
    Cancel,
    GmEdit,
    Json,
    Note,
    Notice,
    Problem,
    Role,
    Ruleset,
    Seat,
    Stage,
    Turn,
    Vocabulary,
    When,
)
from engine.core.sheet import Sheet
from engine.raider import (
    amend,
    board,
    checks,
    drawing,
    forecast,
    form,
    knowledge,
    merging,
    public,
    saving,
    setup,
    sheet,
    turn,
)
from engine.raider.board import Board
from engine.raider.orders import Order
from engine.raider.state import State
from engine.raider.view import View


class Raider:
    """Raider 4.4."""

    name = "raider"
    title = "Raider 4.4"
    version = "1"

    def read(self, data: Json, options: Mapping[str, Json]) -> Board | tuple[Problem, ...]:
        return board.read(data, options)

    def setup(self, scenario: Board, seats: Sequence[Seat], dice: Dice) -> Turn[State]:
        return setup.setup(scenario, seats, dice)

    def roles(self, state: State) -> tuple[Role, ...]:
        return tuple(state.players)

    def stage(self, state: State) -> Stage:
        return turn.stage(state)

    def when(self, state: State, stage: int) -> When:  # noqa: ARG002
        return turn.when(stage)

    def view(self, state: State, role: Role) -> View:
        return knowledge.view(state, role)

    def form(self, view: View, standing: Sequence[Order]) -> OrderForm[Order]:
        return form.form(view, standing)

    def vocabulary(self, view: View) -> Vocabulary:
        return knowledge.vocabulary(view)

    def why_not(self, view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
        return checks.why_not(view, orders)

    def forecast(self, view: View, orders: Sequence[Order]) -> tuple[Note, ...]:
        return forecast.forecast(view, orders)

    def ready(self, view: View, orders: Sequence[Order]) -> bool:
        return merging.ready(view, orders)

    def merge(
        self, standing: Sequence[Order], letter: Sequence[Order | Cancel]
    ) -> tuple[Order, ...]:
        return merging.merge(standing, letter)

    def at_once(
        self,
        state: State,  # noqa: ARG002
        role: Role,  # noqa: ARG002
        orders: Sequence[Order],  # noqa: ARG002
    ) -> tuple[Notice, ...]:
        """Nothing: orders are secret until the turn is run."""
        return ()

    def adjudicate(
        self, state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice
    ) -> Turn[State]:
        return turn.adjudicate(state, orders, dice)

    def amend(self, state: State, edit: GmEdit) -> Turn[State] | tuple[Problem, ...]:
        return amend.amend(state, edit)

    def sheet(self, turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
        return sheet.sheet(turn, role, past)

    def public_sheet(self, turn: Turn[State]) -> Sheet | None:
        return public.public_sheet(turn)

    def scores(self, state: State) -> Mapping[Role, int]:
        return {role: player.points for role, player in state.players.items()}

    def allies(self, view: View) -> tuple[Role, ...]:
        """Those whom his own map shows as allies (RAID-V22)."""
        return tuple(name for name in view.standings if name != view.role and view.ally(name))

    def draw(self, state: State) -> str:
        return drawing.draw(state)

    def dump(self, state: State) -> Json:
        return saving.dump(state)

    def load(self, data: Json) -> State:
        return saving.load(data)

    def dump_orders(self, orders: Sequence[Order]) -> Json:
        return saving.dump_orders(orders)

    def load_orders(self, data: Json) -> tuple[Order, ...]:
        return saving.load_orders(data)


RAIDER: Ruleset[Board, State, Order, View] = Raider()
