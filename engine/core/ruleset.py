"""The one protocol between a game and the service, and the values that cross it.

The service knows a game only through `Ruleset` and the player's language only through
`grammar.reading.OrderGrammar`. A fourth game is a folder beside this one, a grammar, and one line
in `mailbot/rulesets.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NewType,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

import msgspec

if TYPE_CHECKING:
    from engine.core.dice import Dice
    from engine.core.form import OrderForm
    from engine.core.sheet import Sheet

Json: TypeAlias = "None | bool | int | float | str | Sequence[Json] | Mapping[str, Json]"

Role = NewType("Role", str)
"""A side of one game as its players write it: `Zane`, or `Pact` where several people share it."""

OBSERVER = Role("observer")
"""Stands in the sheet of those who only watch; nobody plays under it."""

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Severity(StrEnum):
    """How much a problem costs."""

    REFUSED = "refused"
    """The order does not count; whatever stood before still stands."""
    WARNED = "warned"
    """The order counts, and may not do what its writer hopes."""
    REMARK = "remark"
    """The order counts; this is how it was understood."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to tell the writer of an order, a scenario or a setting."""

    code: str
    #: What is wrong and what would work, in whole sentences, from what the reader may know.
    text: str
    severity: Severity = Severity.REFUSED
    #: The line of the letter, counted from 1; None if it belongs to no line.
    line: int | None = None
    #: Which of the orders asked about, counted from 0; None if it is about the set as a whole.
    order: int | None = None
    #: A line that could be written instead, in the order language; empty if there is none.
    suggestion: str = ""
    #: The rule it rests on, such as `RAID-R45`.
    rule: str = ""
    arguments: Mapping[str, Json] = field(default_factory=lambda: NOTHING)

    def on_line(self, line: int | None) -> Problem:
        """The same problem, at a line of a letter."""
        return replace(self, line=line)

    @property
    def refused(self) -> bool:
        return self.severity is Severity.REFUSED


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table that somebody has taken."""

    role: Role
    #: What its holder has sent at sign-up so far, as orders of stage 0.
    orders: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Seating:
    """How many may play, and whether the seats have names of their own."""

    least: int
    most: int
    #: The roles to be filled; empty where players bring their own names.
    roles: tuple[Role, ...] = ()


class Scenario(Protocol):
    """A board, world or scenario with its options, read and checked."""

    @property
    def name(self) -> str: ...
    @property
    def seating(self) -> Seating: ...


@dataclass(frozen=True, slots=True)
class Stage:
    """All that the service needs to know of where a game stands."""

    #: 0 is sign-up; numbers never skip.
    number: int
    #: For people: `sign-up`, `turn 3`.
    name: str
    #: Who has to send something before the deadline.
    owes: tuple[Role, ...] = ()
    #: Who may send orders; includes those who owe them.
    may: tuple[Role, ...] = ()
    #: None: the game's own schedule says.
    length: timedelta | None = None
    waits_for_gm: bool = False
    over: bool = False
    #: What the Gamesmaster has to decide where the stage waits for him, and how it is set.
    question: str = ""


@dataclass(frozen=True, slots=True)
class When:
    """A stage of a game as its players speak of it."""

    #: None: some stage of that turn.
    stage: int | None
    #: What they mean by `turn 3`; more than one stage may belong to it.
    turn: int
    #: As in `Stage`.
    name: str


class Event(msgspec.Struct, frozen=True, tag_field="kind"):
    """Something that happened while a stage ran; rulesets derive their own kinds, with a tag."""


State = TypeVar("State")
Order = TypeVar("Order")
View = TypeVar("View")
TheScenario = TypeVar("TheScenario", bound=Scenario)


@dataclass(frozen=True, slots=True)
class Turn(Generic[State]):
    """What running one stage gave."""

    #: The stage that was run.
    stage: int
    #: The position after it.
    state: State
    #: Everything that happened, in order, hidden things included.
    events: tuple[Event, ...] = ()
    #: For each role, what became of orders that could not be carried out.
    problems: Mapping[Role, tuple[Problem, ...]] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The names that a reader of one role's letter may know, and so may correct towards."""

    #: Kind of thing to its names as written: `{"ship": ("Phoenix",), "island": ("Agnes",)}`.
    names: Mapping[str, tuple[str, ...]]
    #: Own unit to the place where it is, for lines such as `all at Agnes`.
    places: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    #: May unique beginnings stand for names?
    abbreviations: bool = True
    stage: int = 0
    #: The turn that is open: a line `turn 6` names a later one; None: every turn is alike.
    turn: int | None = None
    #: The role that writes, and so what `me` means.
    me: str = ""


@dataclass(frozen=True, slots=True)
class Cancel:
    """Forget what stands for one subject, or everything."""

    #: A ship, `overlord`, … as the ruleset names what its orders are about; None: everything.
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """One line of a forecast: what these orders alone would lead to, from what may be known."""

    text: str
    #: Which of the orders asked about; None if it is about the set as a whole.
    order: int | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """What one role must hear before the stage ends."""

    to: Role
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class GmEdit:
    """A correction by the Gamesmaster, logged and replayed with the game."""

    #: Where, as a path: `ship/Phoenix/structure`.
    what: str
    value: Json
    why: str
    #: Not announced to the players.
    quiet: bool = False


class Ruleset(Protocol[TheScenario, State, Order, View]):
    """A game. Every method is pure; hidden information leaves only through `view`."""

    @property
    def name(self) -> str:
        """The word in config files: `raider`."""

    @property
    def title(self) -> str:
        """The name for people: `Raider 4.4`."""

    @property
    def version(self) -> str:
        """Changes whenever the same orders and dice could give another result."""

    def read(self, data: Json, options: Mapping[str, Json]) -> TheScenario | tuple[Problem, ...]:
        """A board, world or scenario file, checked, with the game's options over its defaults."""

    def setup(self, scenario: TheScenario, seats: Sequence[Seat], dice: Dice) -> Turn[State]:
        """Stage 0 for these seats; adjudicating it gives the position before turn 1.

        Seats come in the order in which they were ready, then in which they were taken; the service
        calls this again whenever a seat is taken or its sign-up changes.
        """

    def roles(self, state: State) -> tuple[Role, ...]: ...

    def stage(self, state: State) -> Stage: ...

    def when(self, state: State, stage: int) -> When:
        """Which turn a stage of this game belongs to, past or to come, and its name."""

    def view(self, state: State, role: Role) -> View:
        """What this role knows, and nothing else: the only door out of a state."""

    def form(self, view: View, standing: Sequence[Order]) -> OrderForm[Order]:
        """What this role may order now, with what stands already filled in."""

    def vocabulary(self, view: View) -> Vocabulary: ...

    def why_not(self, view: View, orders: Sequence[Order]) -> tuple[Problem, ...]:
        """Everything to be said against these orders, from what the view knows."""

    def forecast(self, view: View, orders: Sequence[Order]) -> tuple[Note, ...]:
        """What these orders alone would lead to: without dice, from the view."""

    def ready(self, view: View, orders: Sequence[Order]) -> bool:
        """Is nothing more needed from this role for this stage?"""

    def merge(
        self, standing: Sequence[Order], letter: Sequence[Order | Cancel]
    ) -> tuple[Order, ...]:
        """The standing set after a later letter: what it names is replaced, the rest stays."""

    def at_once(self, state: State, role: Role, orders: Sequence[Order]) -> tuple[Notice, ...]:
        """What others must hear of these orders before the stage ends."""

    def adjudicate(
        self, state: State, orders: Mapping[Role, Sequence[Order]], dice: Dice
    ) -> Turn[State]:
        """Run the stage. The result depends on nothing but the arguments."""

    def amend(self, state: State, edit: GmEdit) -> Turn[State] | tuple[Problem, ...]:
        """The position with a correction by the Gamesmaster, or why it cannot be made."""

    def sheet(self, turn: Turn[State], role: Role, past: Sequence[Sheet]) -> Sheet | None:
        """What this role is told of the turn; None if he is told nothing."""

    def scores(self, state: State) -> Mapping[Role, int]:
        """Points of every role, as the rules count them."""

    def draw(self, state: State) -> str:
        """The whole position as text for people: for the GM, bug reports and fixtures."""

    def dump(self, state: State) -> Json: ...

    def load(self, data: Json) -> State:
        """Read a dumped position, also one written by an earlier version.

        Raises `BadPosition` if it is none.
        """

    def dump_orders(self, orders: Sequence[Order]) -> Json: ...

    def load_orders(self, data: Json) -> tuple[Order, ...]:
        """Read dumped orders. Raises `BadPosition` if they are none."""


@runtime_checkable
class Stepwise(Protocol):
    """What a ruleset offers besides if its stages run in steps that can be looked into."""

    def checked(
        self,
        state: Any,
        orders: Mapping[Role, Sequence[Any]],
        dice: Dice,
        at: Collection[int],
    ) -> tuple[Turn[Any], Mapping[int, Mapping[str, Json]]]:
        """As `adjudicate`, and the position in figures by name after each of these steps."""

    def end_refs(self, done: Turn[Any]) -> Mapping[str, Json]:
        """The position in figures by name when the stage is over."""


@runtime_checkable
class Allied(Protocol):
    """What a ruleset offers besides if its players have allies."""

    def allies(self, view: Any) -> tuple[Role, ...]:
        """Those whom the viewer knows to be his."""


@runtime_checkable
class Watchable(Protocol):
    """What a ruleset offers besides if people without a seat may watch its games."""

    def public_sheet(self, turn: Turn[Any]) -> Sheet | None:
        """What everybody may know of a turn, whatever his seat; None if there is nothing."""


class BadPosition(ValueError):
    """A saved position or order set cannot be read; the message names the place."""


GivenOrder = TypeVar("GivenOrder", covariant=True)
SeenView = TypeVar("SeenView", contravariant=True)


class Bot(Protocol[GivenOrder, SeenView]):
    """A simulated player: sees only a view, and draws lots only from the dice it is given."""

    def __call__(self, view: SeenView, dice: Dice) -> tuple[GivenOrder, ...]: ...


AnyRuleset: TypeAlias = "Ruleset[Any, Any, Any, Any]"
AnyBot: TypeAlias = "Bot[Any, Any]"
