"""Sign-up: ally, alliance, home, dice, and the names of eight ships (MER-18)."""

from __future__ import annotations

import pytest

from engine.merchant.orders import Design, NameAlliance, ShipName
from tests.grammar.merchant.table import codes, problems, read, signed, texts, written

SPECIAL = "2A2B4E4G5C3R"


def test_a_whole_sign_up_is_read() -> None:
    parsed = signed(
        f"""Hello,

        ally: Zane
        our alliance is called Red Banner
        home: Corsica
        cargo ships: Argo, Rusty, Samson and Tub
        shipyards: Slipway, Wharf
        special 1: Wolf {SPECIAL}
        ship 8: Hood = 10E 10G
        dice: magic

        Cheers
        Paul"""
    )
    assert written(parsed).split("; ") == [
        "ally: Zane",
        "alliance: Red Banner",
        "home: Corsica",
        "ship 1: Argo",
        "ship 2: Rusty",
        "ship 3: Samson",
        "ship 4: Tub",
        "ship 5: Slipway",
        "ship 6: Wharf",
        f"ship 7: Wolf {SPECIAL}",
        "ship 8: Hood 10E10G",
        "dice: magic",
    ]
    assert codes(parsed) == ["greeting"]


@pytest.mark.parametrize(
    "line",
    [
        f"Wolf {SPECIAL}",
        f"Wolf = {SPECIAL}",
        f"Wolf, {SPECIAL}",
        f"ship: Wolf with {SPECIAL}",
        f"special: Wolf {SPECIAL}",
        "my design: Wolf 2A 2B 4E 4G 5C 3R",
        "warship Wolf AABBEEEEGGGGCCCCCRRR",
    ],
)
def test_a_special_needs_no_number(line: str) -> None:
    assert signed(line).orders == (Design(ShipName("Wolf"), SPECIAL, 0),)


@pytest.mark.parametrize(
    ("line", "slot"),
    [("ship 3: Argo", 3), ("cargo ship 3: Argo", 3), ("shipyard 2: Argo", 6), ("ship: Argo", 0)],
)
def test_a_cargo_ship_or_shipyard_has_a_name_alone(line: str, slot: int) -> None:
    assert signed(line).orders == (Design(ShipName("Argo"), "", slot),)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("ship 3: Argo 10E", "given-structure"),
        ("shipyard 1: Argo 10E", "given-structure"),
        ("ship 7: Argo", "missing-structure"),
        ("special 2: Argo", "missing-structure"),
        ("ship 9: Argo", "no-such-slot"),
        ("special 3: Argo 10E", "no-such-slot"),
        ("shipyard 0: Argo", "no-such-slot"),
        ("cargo ships: Ale, Be, Ce, De, Ee", "no-such-slot"),
        ("cargo ship: Argo", "missing-slot"),
        ("ship 7: Argo 9E", "bad-structure"),
        ("ship 7: Argo 9E?", "bad-structure"),
        ("ship 7: Argo Wolf", "bad-structure"),
        ("ship 7: Argo-Two 10E", "bad-name"),
        ("ship 7: Corsica 10E", "name-of-island"),
        ("ship 7: Magic 10E", "name-reserved"),
        ("ship 7: X 10E", "name-reserved"),
        ("ship 1: New", "name-reserved"),
        ("cargo ships: Argo, The, Rusty", "name-reserved"),
        ("home: Atlantis", "no-such-island"),
        ("ally: nobody", "no-such-player"),
        ("alliance: Ωmega", "bad-name"),
        ("alliance: The Most Honourable Company", "bad-name"),
        ("alliance with Zane", "not-understood"),
        ("dice: loaded", "no-such-dice"),
        ("Tom Smith", "not-understood"),
    ],
)
def test_a_slip_at_sign_up_is_named(line: str, code: str) -> None:
    parsed = signed(line)
    assert parsed.orders == ()
    assert codes(parsed) == [code]


@pytest.mark.parametrize(
    ("line", "ally"),
    [
        ("ally: Zane", "Zane"),
        ("my ally is zane", "Zane"),
        ("Zane is my ally", "Zane"),
        ("partner = Rick Westera", "Rick Westera"),
        ("ally: Zaen", "Zane"),
    ],
)
def test_an_ally_is_named(line: str, ally: str) -> None:
    assert written(signed(line)) == f"ally: {ally}"


def test_an_ally_may_be_named_before_he_has_signed_up() -> None:
    assert written(signed("ally: Magic Mike")) == "ally: Magic Mike"
    assert problems(signed("ally: Magic Mike")) == ()


@pytest.mark.parametrize("line", ["I hope Zane is my ally", "partner me with anybody", "Ally ahoy"])
def test_prose_about_allies_names_none(line: str) -> None:
    assert signed(line).orders == ()
    assert codes(signed(line)) == ["not-understood"]


@pytest.mark.parametrize(
    "line",
    [
        "alliance: Run Away 2nd",
        "alliance = Run Away 2nd.",
        "our alliance is Run Away 2nd",
        'alliance name: "Run Away 2nd"',
        "Alliance called Run  Away 2nd",
    ],
)
def test_an_alliance_is_called_what_is_written(line: str) -> None:
    """Also where its words mean something in orders."""
    assert signed(line).orders == (NameAlliance("Run Away 2nd"),)


@pytest.mark.parametrize(
    "line", ["home: Corsica", "home island is Corsica", "start at corsica", "home: Corsia"]
)
def test_a_home_island_is_named(line: str) -> None:
    assert written(signed(line)) == "home: Corsica"


@pytest.mark.parametrize("line", ["ally:", "alliance:", "home:", "dice:", "ship 7:", "ship 1:"])
def test_a_line_of_the_form_left_empty_says_nothing(line: str) -> None:
    assert signed(line).orders == ()
    assert problems(signed(line)) == ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("cancel ship 3", "ship 3"),
        ("cancel Wolf", "Wolf"),
        ("cancel ally", "ally"),
        ("cancel alliance", "alliance"),
        ("cancel home", "home"),
        ("clear", "all"),
    ],
)
def test_what_was_signed_up_for_is_taken_back(line: str, said: str) -> None:
    assert written(signed(line)) == f"cancel {said}"


@pytest.mark.parametrize("line", ["Argo sail to Corsica", "Argo to Yap", "Argo build Foo with 10E"])
def test_no_ship_is_ordered_before_the_game_begins(line: str) -> None:
    assert codes(signed(line)) == ["not-begun"]


@pytest.mark.parametrize(
    "line", ["home: Corsica", "ally: Zane", "ship 7: Wolf 10E", "alliance: Red Banner"]
)
def test_nothing_is_signed_up_for_once_the_game_has_begun(line: str) -> None:
    assert codes(read(line)) == ["sign-up-is-over"]
    assert "begun" in texts(read(line))
