"""An envelope sender for each letter (MAIL-O3)."""

from __future__ import annotations

import pytest

from mailbot.config import LONGEST_SENDER
from mailbot.mail.verp import bounce_address, is_bounce_address, is_genuine

KEY, OTHER = b"k" * 32, b"o" * 32
BASE = "bounce@example.org"
ADDRESS = bounce_address(BASE, b"eight of", KEY)


def test_it_names_the_letter_and_proves_that_we_made_it() -> None:
    assert ADDRESS == "bounce+mvuwo2duebxwm.nwpoqmm2doso3nz3@example.org"
    assert is_genuine(ADDRESS, BASE, KEY)
    assert is_genuine(ADDRESS.upper(), BASE, KEY)


def test_nobody_else_can_make_one() -> None:
    assert not is_genuine(bounce_address(BASE, b"eight of", OTHER), BASE, KEY)
    assert not is_genuine(ADDRESS.replace("mvuwo", "mvuwa"), BASE, KEY)


@pytest.mark.parametrize(
    "address",
    [
        "bounce@example.org",
        "bounce+pent.zane.abcdefghij234567@example.org",
        "bounce+mvuwo2duebxwm.short@example.org",
        "games+mvuwo2duebxwm.abcdefghij234567@example.org",
        "bounce+mvuwo2duebxwm.abcdefghij234567@example.net",
    ],
)
def test_other_addresses_of_ours_are_none(address: str) -> None:
    assert not is_bounce_address(address, BASE)


def test_the_longest_base_that_a_config_may_have_fits() -> None:
    made = bounce_address("g" * LONGEST_SENDER + "@example.org", b"eight of", KEY)
    assert len(made.partition("@")[0]) <= 64


def test_a_letter_is_named_by_eight_bytes() -> None:
    with pytest.raises(ValueError, match="8 random bytes"):
        bounce_address(BASE, b"few", KEY)
