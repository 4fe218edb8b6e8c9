"""A signed letter says no more than was signed (MAIL-S4)."""

from __future__ import annotations

import pytest

from mailbot.config import TrustConfig
from mailbot.inbound.vouching import vouched_for
from mailbot.mail.authenticity import Verdict, dkim_verdict
from mailbot.mail.letter import read_envelope
from tests.helpers.signing import names, signed

HEAD = """\
From: zane@game.test
To: games@game.test
Subject: [pent T2] turn 2
Date: Mon, 2 Mar 2026 10:00:00 +0000
Message-ID: <1@game.test>
MIME-Version: 1.0
"""
PLAIN = "Content-Type: text/plain; charset=utf-8\n"
ALL = (b"from", b"to", b"cc", b"subject", b"date", b"message-id", b"mime-version")
GMAIL = (*ALL, b"content-transfer-encoding")
OUTLOOK = (*ALL, b"content-type")


def letter(body: str, kind: str = PLAIN) -> bytes:
    return (HEAD + kind + "\n" + body).encode().replace(b"\n", b"\r\n")


def verdict(raw: bytes) -> Verdict:
    return dkim_verdict(raw, "zane@game.test", names)


SIGNED = signed(letter("Phoenix to Pearl\n"), (*GMAIL, b"content-type"))


@pytest.mark.parametrize(
    "field",
    [
        "From: zane@game.test",
        "To: games@game.test",
        "Subject: [pent T2] Phoenix X",
        "Message-ID: <2@game.test>",
        "MIME-Version: 1.0",
        "Content-Type: text/html",
        "Content-Transfer-Encoding: quoted-printable",
        "content-type : text/html",
    ],
)
def test_a_field_more_than_was_signed_takes_the_proof_away(field: str) -> None:
    assert verdict(SIGNED) is Verdict.PASS
    assert verdict(f"{field}\r\n".encode() + SIGNED) is Verdict.NONE


def test_what_a_way_adds_does_not() -> None:
    way = "Received: from a by b; now\r\nDelivered-To: x@game.test\r\nReturn-Path: <zane@game.test>"
    again = "Delivered-To: y@game.test\r\nX-Spam-Status: No\r\nAuthentication-Results: b; none"
    assert verdict(f"{way}\r\n{again}\r\n".encode() + SIGNED) is Verdict.PASS


def test_a_subject_that_is_not_signed_takes_the_proof_away() -> None:
    assert verdict(signed(letter("Phoenix to Pearl\n"), (b"from", b"to"))) is Verdict.NONE


def test_what_lies_between_too_many_fields_to_be_read_is_not_believed() -> None:
    """Ours would see only the upper of two subjects, the signature speaks of the lower one."""
    forged = SIGNED.partition(b"From:")[0] + letter("")[:-2].replace(b"turn 2", b"x")
    assert verdict(forged + b"a:\r\n" * 2500 + SIGNED) is Verdict.NONE


def test_nor_what_a_mailbox_file_line_makes_body_for_us_alone() -> None:
    head, _, rest = SIGNED.partition(b"From:")
    forged = (
        head + b"From: zane@game.test\r\nTo: games@game.test\r\nFrom mallory\r\nX:\r\n Phoenix X"
    )
    assert verdict(forged + b"\r\nFrom:" + rest) is Verdict.NONE


HTML = "Content-Type: text/html\n"
MIXED = 'Content-Type: multipart/mixed; boundary="b"\n'
TWO = "--b\nContent-Type: text/plain\n\nPhoenix to Pearl\n--b--\n"
QUOTE = "Yes.\n\n-----Original Message-----\nFrom: Mallory\n\nPhoenix X\n"
QP = PLAIN + "Content-Transfer-Encoding: quoted-printable\n"
BASE64 = PLAIN + "Content-Transfer-Encoding: base64\n"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (PLAIN, "Phoenix to Pearl\n"),
        ("", "Phoenix to Pearl\n"),
        (PLAIN, QUOTE),
        (PLAIN.replace("utf-8", "iso-8859-2"), "Phoenix to Pearl\n"),
        (HTML, "<p>Phoenix to Pearl</p>\n"),
        (MIXED, f"This is a multi-part message in MIME format.\n{TWO}"),
        (QP, "Phoenix to =\nPearl\n"),
        (BASE64, "UGhvZW5peCB0byBQZWFybAo=\n"),
    ],
)
def test_gmail_signs_no_content_type_and_is_believed(kind: str, body: str) -> None:
    assert verdict(signed(letter(body, kind), ALL)) is Verdict.PASS


@pytest.mark.parametrize(
    ("was", "said", "body"),
    [
        (PLAIN, 'Content-Type: multipart/mixed; boundary="---Original Message-----"\n', QUOTE),
        (MIXED, 'Content-Type: multipart/mixed; boundary="c"\n', TWO + "> --c\n\nPhoenix X\n"),
        (MIXED, "", TWO),
        (PLAIN, HTML, "Yes.\n> <p>Phoenix X</p>\n"),
        (HTML, PLAIN, "<blockquote>\nPhoenix X\n</blockquote>\n"),
        (PLAIN, "Content-Type: text/plain; charset=utf-7\n", "> +AAo-Phoenix X\n"),
        (PLAIN, "Content-Type: text/plain; charset=iso-8859-2\n", "> \u00c5Phoenix X\n"),
        (PLAIN, QP, "> =0APhoenix X\n"),
        (PLAIN, BASE64, "> UGhvZW5peCBYCg==\n"),
    ],
)
def test_another_way_to_read_what_was_signed_takes_the_proof_away(
    was: str, said: str, body: str
) -> None:
    """Somebody's words stand quoted in it, and would be read as its writer's own."""
    raw = signed(letter(body, was), ALL)
    assert verdict(raw) is Verdict.PASS
    assert verdict(raw.replace(_crlf(was), _crlf(said), 1)) is Verdict.NONE


@pytest.mark.parametrize("field", ["Subject: x", "Content-Type: text/html", "To: games@game.test"])
def test_our_own_servers_word_is_none_for_a_letter_that_says_two_things(field: str) -> None:
    """(MAIL-S3)"""
    said = b"Authentication-Results: mx.game.test; dkim=pass header.d=game.test\r\n"
    trust = TrustConfig(authserv_id="mx.game.test")

    def word(raw: bytes) -> Verdict:
        return vouched_for(read_envelope(raw), raw, trust, "games@game.test", None)

    assert word(said + letter("Phoenix to Pearl\n")) is Verdict.PASS
    assert word(said + f"{field}\r\n".encode() + letter("Phoenix to Pearl\n")) is Verdict.NONE


def _crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()
