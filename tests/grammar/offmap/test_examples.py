"""The examples of the rulebook, exactly (OFF-3.8)."""

from __future__ import annotations

import pytest

from engine.core.ruleset import Cancel, Vocabulary
from engine.offmap.ids import AreaName, PlaceName, UnitName
from engine.offmap.orders import (
    Assign,
    Dispute,
    Guard,
    Move,
    Names,
    Near,
    Order,
    Pass,
    Raid,
    React,
    Report,
    Retrograde,
    Shelter,
    Shift,
)
from tests.grammar.offmap.table import DEFENDER, NOTHING, RAIDER, problems, read

DEEPS, RIM, KEST = AreaName("Deeps"), PlaceName("Rim"), PlaceName("Kest")


def units(names: str) -> Names:
    return tuple(UnitName(name) for name in names.split())


def raid(place: str, force: str, **clauses: object) -> Raid:
    ships = "all" if force == "all" else units(force)
    return Raid(DEEPS, ships, PlaceName(place), **clauses)  # type: ignore[arg-type] # test data


EXAMPLES: list[tuple[Vocabulary, str, tuple[Order | Cancel, ...]]] = [
    (
        RAIDER,
        "raid Deeps from Rim with Anvil, Bellows, Crucible objective Marl",
        (raid("Rim", "Anvil Bellows Crucible", objective="Marl"),),
    ),
    (
        RAIDER,
        "Raid into Deeps from Ford with all objective survey points",
        (raid("Ford", "all", objective="survey"),),
    ),
    (
        RAIDER,
        "incursion Deeps from Rim with Quill & Jig target Wagons fight 2",
        (raid("Rim", "Quill Jig", objective="Wagons", fight=2),),
    ),
    (
        RAIDER,
        "incur Deeps from Rim with Anvil Bellows\n  flagship Bellows\n  using command point",
        (raid("Rim", "Anvil Bellows", flagship=UnitName("Bellows"), command_point=True),),
    ),
    (
        RAIDER,
        "raid Deeps with all at Kest objective Hearth",
        (raid("Kest", "all", objective="Hearth"),),
    ),
    (RAIDER, "move Yoke and Zinc to Ford", (Move(units("Yoke Zinc"), PlaceName("Ford")),)),
    (RAIDER, "pass", (Pass(),)),
    (RAIDER, "cancel", (Cancel(None),)),
    (DEFENDER, "react Elm, Ibis", (React(units("Elm Ibis")),)),
    (DEFENDER, "react all", (React("all"),)),
    (DEFENDER, "react all from Citadel", (React("all", PlaceName("Citadel")),)),
    (DEFENDER, "react none", (React(()),)),
    (DEFENDER, "near 2 3", (Near((2, 3)),)),
    (DEFENDER, "near weakest", (Near("weakest"),)),
    (
        DEFENDER,
        "guard Hearth with Halberd, Partisan",
        (Guard(UnitName("Hearth"), units("Halberd Partisan")),),
    ),
    (DEFENDER, "shelter Cradle at Bastion", (Shelter(units("Cradle"), UnitName("Bastion")),)),
    (DEFENDER, "assign Alder, Birch to area 2", (Assign(units("Alder Birch"), 2),)),
    (DEFENDER, "assign rest to area 5", (Assign("rest", 5),)),
    (
        RAIDER,
        "raid Deeps from Rim with Anvil, Dross search avoid 4",
        (raid("Rim", "Anvil Dross", avoid=(4,)),),
    ),
    (DEFENDER, "shift Cradle to far", (Shift(units("Cradle"), "far"),)),
    (
        RAIDER,
        "report crippled Dross, Cedar; report rounds 1",
        (Report(crippled=units("Dross Cedar")), Report(rounds=1)),
    ),
    (RAIDER, "report survey lost 27", (Report(survey_lost=27),)),
    (
        DEFENDER,
        "dispute Cedar was never in the line",
        (Dispute("Cedar was never in the line"),),
    ),
    (RAIDER, "retrograde Anvil, Bellows to Kest", (Retrograde(KEST, units("Anvil Bellows")),)),
    (
        RAIDER,
        "raid Deeps from Rim with Anvil area 4",
        (raid("Rim", "Anvil", sub=4),),
    ),
]


@pytest.mark.parametrize(("words", "text", "orders"), EXAMPLES, ids=[e[1][:40] for e in EXAMPLES])
def test_the_example_is_understood(
    words: Vocabulary, text: str, orders: tuple[Order | Cancel, ...]
) -> None:
    parsed = read(text, words)
    assert parsed.orders == orders
    assert problems(parsed) == ()


@pytest.mark.parametrize(("words", "text", "orders"), EXAMPLES, ids=[e[1][:40] for e in EXAMPLES])
def test_the_example_is_understood_where_no_name_is_known(
    words: Vocabulary, text: str, orders: tuple[Order | Cancel, ...]
) -> None:
    assert words is not NOTHING
    assert read(text, NOTHING).orders == orders


@pytest.mark.parametrize(("words", "text", "orders"), EXAMPLES, ids=[e[1][:40] for e in EXAMPLES])
def test_the_example_is_understood_in_any_capitals(
    words: Vocabulary, text: str, orders: tuple[Order | Cancel, ...]
) -> None:
    if not isinstance(orders[0], Dispute):
        assert read(text.upper(), words).orders == orders
        assert read(text.lower(), words).orders == orders
