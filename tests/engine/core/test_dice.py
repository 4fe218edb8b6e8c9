"""Dice that anyone can check."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from engine.core.dice import (
    FairDice,
    QuickDice,
    Roll,
    ScriptedDice,
    commitment,
    die,
    order_digest,
    pick,
    salted,
    shuffled,
    stage_salt,
    stage_secret,
    stage_seed,
)


def test_a_throw_depends_on_seed_and_purpose_alone() -> None:
    one, two = FairDice(b"seed"), FairDice(b"seed")
    two.below(100, "something else")
    assert one.below(1000, "gun 1") == two.below(1000, "gun 1")
    assert FairDice(b"other").below(10**9, "gun 1") != FairDice(b"seed").below(10**9, "gun 1")


def test_nothing_is_thrown_twice_for_one_purpose() -> None:
    dice = FairDice(b"seed")
    dice.below(6, "gun 1")
    with pytest.raises(ValueError, match="thrown before: gun 1"):
        dice.below(6, "gun 1")


def test_every_throw_is_logged() -> None:
    dice = FairDice(b"seed")
    face = dice.below(6, "gun 1")
    assert dice.rolls == (Roll("gun 1", 6, face),)


def test_without_faces_there_is_no_throw() -> None:
    with pytest.raises(ValueError, match="no face to choose from"):
        FairDice(b"seed").below(0, "gun 1")


def test_faces_are_equally_likely() -> None:
    dice = FairDice(b"seed")
    count = Counter(dice.below(6, str(n)) for n in range(6000))
    assert sum((number - 1000) ** 2 / 1000 for number in count.values()) < 20.5  # p = 0.001


def test_known_throws_never_change() -> None:
    """Archives of finished games are replayed with these."""
    dice = FairDice(bytes(32))
    assert [dice.below(1000, f"throw {n}") for n in range(5)] == [832, 221, 24, 831, 672]


def test_scripted_faces_come_before_the_dice_underneath() -> None:
    dice = ScriptedDice({"gun 1": 4}, QuickDice(1))
    assert dice.below(6, "gun 1") == 4
    with pytest.raises(ValueError, match="not one of the faces 0 to 2"):
        dice.below(3, "gun 1")


def test_a_die_is_counted_from_1() -> None:
    fair, same = FairDice(b"seed"), FairDice(b"seed")
    assert die(fair, 6, "search/1") == same.below(6, "search/1") + 1


def test_a_face_is_given_by_its_purpose_or_once_by_its_first_word() -> None:
    dice = ScriptedDice({"search": 4, "search/Deeps/2": 6}, FairDice(b"seed"), lowest=1)
    fair = die(FairDice(b"seed"), 6, "search/Deeps/3")
    thrown = [die(dice, 6, f"search/Deeps/{number}") for number in (1, 2, 3)]
    assert thrown == [4, 6, fair]


def test_several_faces_are_given_for_the_throws_that_begin_with_a_word() -> None:
    dice = ScriptedDice({"search": [4, 4, 2]}, FairDice(b"seed"), lowest=1)
    assert [die(dice, 6, f"search/Deeps/{number}") for number in (1, 2, 3)] == [4, 4, 2]


def test_what_is_used_of_a_script_stays_used_over_other_dice() -> None:
    dice = ScriptedDice({"search": 4}, FairDice(b"seed"), lowest=1)
    assert die(dice, 6, "search/1") == 4
    fair = die(FairDice(b"other"), 6, "search/2")
    assert die(dice.onto(FairDice(b"other")), 6, "search/2") == fair


def test_scripted_faces_of_a_die_are_written_from_1() -> None:
    with pytest.raises(ValueError, match="not one of the faces 1 to 6"):
        die(ScriptedDice({"search": 0}, FairDice(b"seed"), lowest=1), 6, "search/Deeps/1")


def test_a_single_choice_needs_no_throw() -> None:
    dice = FairDice(b"seed")
    assert pick(dice, ["Ajax"], "target") == "Ajax"
    assert dice.rolls == ()


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    dice = QuickDice("shuffle")
    orders = Counter(shuffled(dice, "abc", "order") for _ in range(6000))
    assert len(orders) == 6
    assert all(abs(number - 1000) < 150 for number in orders.values())


def test_the_commitment_fixes_the_master_secret() -> None:
    assert commitment(b"x" * 32) != commitment(b"y" * 32)
    assert len(commitment(b"x" * 32)) == 64


def test_stage_secrets_are_hkdf_of_the_master() -> None:
    """Recomputed by hand from the two steps of RFC 5869."""
    master = bytes(range(32))
    extracted = hmac_sha256(b"mailbot stage secret", master)
    assert stage_secret(master, 3) == hmac_sha256(extracted, b"stage 3\x01")


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in padded) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in padded) + inner).digest()


def test_seed_words_of_any_player_change_the_stage_seed() -> None:
    seeds = {
        stage_seed(bytes(32), "g", 1, words)
        for words in ({}, {"Ann": "a"}, {"Bob": "a"}, {"Ann": "b"}, {"Ann": "a", "Bob": "a"})
    }
    assert len(seeds) == 5


def test_the_order_of_players_does_not_change_seed_or_digest() -> None:
    words = {"Ann": "a", "Bob": "b"}
    turned = dict(reversed(words.items()))
    assert stage_seed(bytes(32), "g", 1, words) == stage_seed(bytes(32), "g", 1, turned)
    assert order_digest(words) == order_digest(turned)


def test_one_stage_salt_tells_nothing_of_the_next() -> None:
    """Recomputed by hand; who was told one cannot make another."""
    secret = bytes(range(16))
    salts = [stage_salt(secret, stage) for stage in (3, 4)]
    assert salts == [hmac_sha256(secret, b"stage 3")[:16], hmac_sha256(secret, b"stage 4")[:16]]


def test_a_salt_hides_equal_orders() -> None:
    assert salted(b"one", "Ajax to Pearl") != salted(b"two", "Ajax to Pearl")
