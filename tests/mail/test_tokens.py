"""Tokens: given in the reply address, found again in the letter (MAIL-S2)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbot.mail.letter import read_envelope
from mailbot.mail.tokens import Token, check, reply_address, tag, tag_in, token, tokens_in

KEY = b"k" * 32
BASE = "orders@example.org"


def found(headers: str) -> tuple[Token, ...]:
    return tokens_in(read_envelope(f"{headers}\n\nPhoenix to Pearl".encode()))


def test_a_token_is_16_lower_case_base32_characters() -> None:
    assert re.fullmatch("[a-z2-7]{16}", token(KEY, "pentarchy", "Zane", 4))


def test_a_token_depends_on_everything() -> None:
    tokens = {
        token(KEY, "pentarchy", "Zane", 4),
        token(KEY, "pentarchy", "Zane", 5),
        token(KEY, "pentarchy", "Red", 4),
        token(KEY, "other", "Zane", 4),
        token(b"x" * 32, "pentarchy", "Zane", 4),
        token(KEY, "pentarchyZane", "", 4),
    }
    assert len(tokens) == 6


@pytest.mark.parametrize("field", ["To", "Cc", "Delivered-To", "X-Original-To", "X-Forwarded-To"])
def test_the_token_of_a_reply_address_is_found_and_genuine(field: str) -> None:
    address = reply_address(BASE, "pentarchy", "Zane", 4, KEY)
    assert address.startswith("orders+pentarchy.zane.")
    [one] = found(f"{field}: Games <{address.upper()}>")
    assert check(one, KEY, "pentarchy", ("Red", "Zane"), (4, 3)) == ("Zane", 4)


@pytest.mark.parametrize("game", ["a-very-long-name-of-a-game-123", "odd--name-"])
def test_the_game_is_named_whole_so_that_it_can_be_looked_up(game: str) -> None:
    [one] = found(f"To: {reply_address(BASE, game, 'The Great Navigator of Pearl', 4, KEY)}")
    assert one.game == game


def test_an_earlier_stage_is_told_apart() -> None:
    [one] = found(f"To: {reply_address(BASE, 'pentarchy', 'Zane', 3, KEY)}")
    assert check(one, KEY, "pentarchy", ("Red", "Zane"), (4, 3)) == ("Zane", 3)
    assert check(one, KEY, "pentarchy", ("Red", "Zane"), (4,)) is None


def test_a_token_is_good_for_one_game_and_one_key() -> None:
    [one] = found(f"To: {reply_address(BASE, 'pentarchy', 'Zane', 4, KEY)}")
    assert check(one, KEY, "other", ("Zane",), (4,)) is None
    assert check(one, b"x" * 32, "pentarchy", ("Zane",), (4,)) is None


def test_a_token_in_the_subject_comes_last() -> None:
    mac = token(KEY, "pentarchy", "Zane", 4)
    address = reply_address(BASE, "other", "Red", 1, KEY)
    first, second = found(f"Subject: Re: x [k:{mac.upper()}]\nTo: {address}")
    assert (first.game, second) == ("other", Token(mac))


def test_a_token_in_the_text_does_not_count() -> None:
    address = reply_address(BASE, "pentarchy", "Zane", 4, KEY)
    assert not tokens_in(read_envelope(f"From: a@example.org\n\n> {address}".encode()))


@settings(deadline=None)
@given(st.text(max_size=80), st.text(max_size=80), st.integers(0, 999))
def test_any_names_survive_the_way(game: str, role: str, stage: int) -> None:
    address = reply_address(BASE, game, role, stage, KEY)
    assert len(address.partition("@")[0]) <= 64
    [one] = found(f"To: {address}")
    assert check(one, KEY, game, (role,), (stage,)) == (role, stage)


def test_the_tag_of_a_subject_names_game_and_stage() -> None:
    """MAIL-O2."""
    assert tag_in(f"AW: {tag('pentarchy', 4)} Eden") == ("pentarchy", 4)
    assert tag_in("Eden T4") is None
