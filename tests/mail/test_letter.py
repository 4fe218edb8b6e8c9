"""Envelopes: who, to whom, what about."""

from __future__ import annotations

import pytest

from mailbot.mail.letter import body_key, read_envelope


def sender(from_: str) -> str | None:
    return read_envelope(f"From: {from_}\n\nHello".encode()).sender


@pytest.mark.parametrize(
    ("from_", "address"),
    [
        ("anna@example.org", "anna@example.org"),
        ("Anna <Anna@Example.ORG>", "anna@example.org"),
        ('"Anna, the (mad) Baker" <anna@example.org>', "anna@example.org"),
        ('"anna@example.net" <anna@example.org>', "anna@example.org"),
        ("anna@example.org (Anna)", "anna@example.org"),
        ("anna@example.org <anna@example.org>", "anna@example.org"),
        ("=?utf-8?q?anna=40example=2Enet?= <anna@example.org>", "anna@example.org"),
        ("Anna <anna@müller.example>", "anna@xn--mller-kva.example"),
        ("Anna\n <anna+games@example.org>", "anna+games@example.org"),
    ],
)
def test_the_sender_is_the_one_address_of_the_one_from(from_: str, address: str) -> None:
    """MAIL-H2."""
    assert sender(from_) == address


@pytest.mark.parametrize(
    "from_",
    [
        "",
        "Anna",
        '"',
        "(c):",
        "anna@good.example <evil@example.org>",
        "anna@example.org, berta@example.org",
        "anna@example.org (really evil@example.net)",
        "<anna@example.org> <evil@example.net>",
        "<anna@example.org\x00>",
        "anna@@example.org",
        "Anna <anna@example.org>\nFrom: Evil <evil@example.org>",
        "undisclosed-recipients:;",
        "<@example.net:anna@example.org>",
    ],
)
def test_a_from_with_two_readings_is_no_sender(from_: str) -> None:
    """MAIL-H2."""
    assert sender(from_) is None


def test_neither_reply_to_nor_sender_is_who_wrote() -> None:
    """MAIL-H3."""
    more = "Reply-To: mallory@example.com\nSender: eve@example.com\n"
    assert read_envelope(f"{more}From: anna@example.org\n\nx".encode()).sender == "anna@example.org"


def test_a_byte_order_mark_before_the_header_is_passed_over() -> None:
    assert read_envelope(b"\xef\xbb\xbfFrom: anna@example.org\n\n").sender == "anna@example.org"


def test_the_message_id_is_the_first_that_looks_like_one() -> None:
    """MAIL-D1."""
    assert read_envelope(b"Message-ID: junk <A.b@C> <d@e>\n\n").message_id == "<A.b@C>"


def test_a_missing_message_id_is_made_from_the_bytes() -> None:
    """MAIL-D1."""
    one, two = read_envelope(b"Subject: a\n\n"), read_envelope(b"Subject: b\n\n")
    assert one.message_id.endswith("@missing.local>")
    assert one.message_id != two.message_id


def test_recipients_noted_by_the_server_come_first() -> None:
    """MAIL-S2."""
    to = b"To: a@example.org, B <b@example.org>\nCc: team: c@example.org;\n"
    raw = to + b"Delivered-To: d@example.org\n\n"
    assert read_envelope(raw).recipients == (
        "d@example.org",
        "a@example.org",
        "b@example.org",
        "c@example.org",
    )


def test_a_subject_is_decoded_and_has_no_control_characters() -> None:
    raw = (
        b"Subject: =?utf-8?b?w4Q=?= =?utf-8?q?pfel_und=0d=0aBcc:?=\n =?iso-8859-1?q?_B=E4ren?=\n\n"
    )
    assert read_envelope(raw).subject == "Äpfel und Bcc: Bären"


def test_a_letter_cut_in_the_middle_of_a_character_is_joined() -> None:
    raw = b"Subject: =?utf-8?b?ww==?= =?utf-8?b?hA==?=pfel\n\n"
    assert read_envelope(raw).subject == "Äpfel"


def test_unencoded_names_are_read_as_utf_8_or_latin() -> None:
    assert read_envelope("From: Zoë <z@example.org>\n\n".encode()).display_name == "Zoë"
    assert read_envelope("From: Zoë <z@example.org>\n\n".encode("latin-1")).display_name == "Zoë"


def test_references_name_the_answered_letter_first() -> None:
    raw = b"References: <a@x> <b@x>\nIn-Reply-To: <b@x>\n\n"
    assert read_envelope(raw).references == ("<b@x>", "<a@x>")


def test_a_letter_with_nothing_but_text_has_an_empty_envelope() -> None:
    envelope = read_envelope(b"Phoenix to Pearl\n")
    assert (envelope.sender, envelope.subject, envelope.recipients) == (None, "", ())


def test_the_same_text_of_the_same_writer_is_the_same_letter() -> None:
    """MAIL-D2."""
    assert body_key("Phoenix to Pearl\n", "a@x") == body_key("Phoenix to Pearl", "a@x")
    assert body_key("Phoenix to Pearl", "a@x") != body_key("Phoenix to Pearl", "b@x")
