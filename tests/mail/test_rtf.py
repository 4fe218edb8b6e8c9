"""The rich text inside Outlook's winmail.dat (MAIL-H5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.mail.rtf import rtf_text, unpacked

PACKED = bytes.fromhex(
    "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d"
    "0a800fa0"
)


def test_what_outlook_packed_is_unpacked() -> None:
    """MAIL-H5."""
    assert unpacked(PACKED) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert rtf_text(PACKED) == "hello world"


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        (rb"{\rtf1 Phoenix to Pearl\par Eden to Agnes\par}", "Phoenix to Pearl\nEden to Agnes"),
        (rb"{\rtf1{\fonttbl{\f0 Arial;}}{\*\generator X;}\pard\b Phoenix\b0  to Pearl}", None),
        (rb"{\rtf1\ansi\ansicpg1251 \'c2\'ee\'eb\'e3\'e0 to Pearl}", "Волга to Pearl"),
        (rb"{\rtf1\uc1 Zo\u235?\tab \u8211- \\\{\~x}", "Zoë\t– \\{ x"),
        (rb"{\rtf1 {\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Phoenix to Pearl}", None),
        (b"no rich text", ""),
    ],
)
def test_only_the_words_are_left(rtf: bytes, text: str | None) -> None:
    """MAIL-H5."""
    assert rtf_text(rtf) == ("Phoenix to Pearl" if text is None else text)


@given(st.binary(max_size=200))
def test_anything_is_unpacked_as_far_as_it_goes(data: bytes) -> None:
    rtf_text(PACKED[:16] + data)
    rtf_text(b"{\\rtf" + data)
