"""What an applicant is told, and what not."""

from __future__ import annotations

from engine.core.dice import FairDice
from engine.core.ruleset import Role, Seat, Turn
from engine.core.sheet import Heading, Paragraph, plain
from engine.merchant.bots import careful
from engine.merchant.fleets import SPECIALS
from engine.merchant.form import form
from engine.merchant.knowledge import view
from engine.merchant.orders import Design, Home, IslandName, NameAlly, Order, ShipName
from engine.merchant.rules import MERCHANT
from engine.merchant.sheet import sheet
from engine.merchant.state import State
from tests.helpers.merchant_world import ARCHIPELAGO

ANN, BEN, CAT = map(Role, ("Ann", "Ben", "Cat"))


def registration(home: str, ally: str, letter: str) -> tuple[Order, ...]:
    """A complete one; the ships are called by one letter and their place."""
    structures = ("",) * 6 + SPECIALS
    designs = [
        Design(ShipName(f"{letter}ship{'abcdefgh'[n]}"), structure, n + 1)
        for n, structure in enumerate(structures)
    ]
    return (*designs, Home(IslandName(home)), NameAlly(Role(ally)))


def opened(*seats: Seat) -> Turn[State]:
    return MERCHANT.setup(ARCHIPELAGO, seats, FairDice(b"sign-up"))


def told(turn: Turn[State], role: Role) -> str:
    return repr(sheet(turn, role, ())) + repr(form(view(turn.state, role), ()))


def test_the_welcome_tells_what_is_needed() -> None:
    made = sheet(opened(Seat(ANN), Seat(BEN)), ANN, ())
    assert made is not None
    said = [plain(block.words) for block in made.blocks if isinstance(block, Paragraph)]
    assert made.title == "Sign-up"
    assert "four cargo ships (2A2B4E11HR) and two shipyards (2A2B16Y)" in said[0]
    assert "So far: Ann and Ben." in said


def test_a_home_that_is_held_is_not_offered_and_its_holder_is_not_named() -> None:
    held = opened(Seat(ANN, registration("Corsica", "Ben", "A")), Seat(BEN), Seat(CAT))
    also = opened(Seat(ANN), Seat(BEN, registration("Corsica", "Ann", "B")), Seat(CAT))
    assert IslandName("Corsica") in view(held.state, CAT).taken
    lines = {line.subject: line for line in form(view(held.state, CAT), ()).lines}
    assert not any(choice.label.startswith("Corsica") for choice in lines["home"].choices)
    assert told(held, CAT) == told(also, CAT)


def test_what_others_have_sent_is_their_own_affair() -> None:
    mine = Seat(CAT, registration("Delos", "Ben", "C"))
    one = opened(Seat(ANN, registration("Corsica", "Ben", "A")), Seat(BEN), mine)
    other = opened(Seat(ANN, registration("Corsica", "Ben", "Z")), Seat(BEN), mine)
    assert told(one, CAT) == told(other, CAT)


def test_there_is_a_line_for_each_thing_that_is_needed() -> None:
    subjects = [line.subject for line in form(view(opened(Seat(ANN)).state, ANN), ()).lines]
    ships = [f"ship {n}" for n in range(1, 9)]
    assert subjects == [*ships, "home", "ally", "alliance", "dice"]


def test_what_stands_is_filled_in_by_place() -> None:
    given = registration("Corsica", "Ben", "A")
    lines = form(view(opened(Seat(ANN), Seat(BEN)).state, ANN), given).lines
    assert [line.standing for line in lines[:9]] == [(order,) for order in given[:9]]


def test_a_bots_registration_is_complete() -> None:
    state = opened(Seat(ANN), Seat(BEN)).state
    orders = careful(view(state, ANN), FairDice(b"a bot"))
    assert MERCHANT.ready(view(state, ANN), orders)
    assert NameAlly(BEN) in orders


def test_who_asked_for_a_name_that_was_taken_is_told_of_her_new_one() -> None:
    state = opened(Seat(ANN), Seat(BEN)).state
    both = {
        ANN: registration("Corsica", "Ben", "A"),
        BEN: registration("Delos", "Ann", "A"),
    }
    begun = MERCHANT.adjudicate(state, both, FairDice(b"names"))
    said = told(begun, ANN) + told(begun, BEN)
    assert said.count("The name Ashipa was taken: your ship is called Ashipab.") >= 1
    headed = [sheet(begun, role, ()) for role in (ANN, BEN)]
    assert any(made and Heading("Your sign-up") in made.blocks for made in headed)


def test_bots_at_one_table_never_ask_for_the_same_name() -> None:
    players = tuple(map(Role, "ABCDEFGHIJ"))
    state = opened(*map(Seat, players)).state
    asked = [
        order.name
        for player in players
        for order in careful(view(state, player), FairDice(player.encode()))
        if isinstance(order, Design)
    ]
    assert len(set(asked)) == len(asked) == 80
