"""What does not go on with a player's words: addresses, his own name, signatures (FEAT-P1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.games.veil import in_one_hand, veiled


def signed(text: str, name: str = "Paul Prior", role: str = "Zane") -> str:
    return veiled(text, name, role, unsigned=False).text


def unsigned(text: str, name: str = "Paul Prior", role: str = "Zane") -> str:
    return veiled(text, name, role, unsigned=True).text


def test_every_address_is_hidden_whoever_it_belongs_to() -> None:
    """Else a letter could ask which of them play."""
    said = signed("Write to me (paul@example.org), mailto:x.y+z@mail.example.net or @ noon.")
    assert said == "Write to me ([address]), [address] or @ noon."


@pytest.mark.parametrize(
    "below",
    [
        "Paul",
        "Paul Prior",
        "- paul -",
        "Prior.",
        "Sent from my iPhone",
        "Paul\npaul@example.org\n\nSent from my iPhone",
        "Paul Prior <paul@example.org>",
    ],
)
def test_his_name_and_what_his_telephone_writes_go_from_the_end(below: str) -> None:
    assert signed(f"Peace?\n\n{below}") == "Peace?"
    assert veiled(f"Peace?\n{below}", "Paul Prior", "Zane", unsigned=False).changed


def test_a_farewell_stays_and_the_name_in_it_goes() -> None:
    assert signed("Peace?\nCheers, Paul") == "Peace?\nCheers,"
    assert signed("Peace?\nCheers,\nPaul Prior") == "Peace?\nCheers,"


def test_his_whole_name_is_hidden_in_the_middle_too() -> None:
    assert signed("I am Paul  PRIOR, and Paul is a common name.") == (
        "I am [name], and Paul is a common name."
    )


def test_his_name_in_the_game_stays_where_he_signs_with_it() -> None:
    assert signed("Peace?\nZane", name="Zane Prior") == "Peace?\nZane"
    assert unsigned("Peace?\nZane", name="Zane Prior") == "Peace?"
    assert unsigned("Zane shall fall!\nZane", name="x") == "Zane shall fall!"


def test_what_holds_nothing_of_the_kind_goes_on_as_written() -> None:
    text = "Peace?\n\n  I offer:\n  - Pearl\n  - Agnes"
    assert veiled(text, "Paul Prior", "Zane", unsigned=False).text == text
    assert not veiled(text, "Paul Prior", "Zane", unsigned=False).changed


def test_unsigned_words_look_the_same_whatever_wrote_them() -> None:
    """Quotes, dashes and the width of lines tell of the program, and so of its owner."""
    telephone = (
        "I know what you did at Pearl – and “Rick” knows it too… Meet me at Agnes\u00a0when the "
        "moon is down, and bring gold.\n\nCome alone."
    )
    desk = (
        'I know what you did at Pearl - and "Rick" knows it too... Meet me at\n'
        "Agnes when the moon is down, and bring gold.  \n\n\n\nCome alone.\n"
    )
    assert unsigned(telephone) == unsigned(desk)


def test_verses_stay_verses() -> None:
    assert in_one_hand("Roses are red\nViolets are blue") == "Roses are red\nViolets are blue"


@given(st.text(max_size=400), st.text(max_size=30), st.booleans())
def test_any_text_and_name_is_veiled(text: str, name: str, bare: bool) -> None:
    said = veiled(text, name, "Zane", unsigned=bare).text
    assert "\n\n\n" not in said or not bare
