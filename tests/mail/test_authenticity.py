"""Who vouches for a sender (MAIL-S3 to S5)."""

from __future__ import annotations

from functools import cache

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from mailbot.mail import authenticity
from mailbot.mail.authenticity import Verdict, authentication_results, dkim_verdict
from mailbot.mail.letter import read_envelope

OWN = "mx.example.net"
LETTER = b"From: Anna <anna@example.org>\r\nSubject: turn 3\r\n\r\nPhoenix to Pearl\r\n"


def verdict(headers: str, hops: int = 1) -> Verdict:
    raw = f"{headers}\nReceived: from x by {OWN}; now\nFrom: anna@example.org\n\n".encode()
    return authentication_results(read_envelope(raw), OWN, hops)


def results(text: str) -> Verdict:
    return verdict(f"Authentication-Results: {OWN}; {text}")


@pytest.mark.parametrize(
    "text",
    [
        "dmarc=pass (p=none) header.from=example.org",
        "dkim=pass header.d=example.org",
        "dkim=pass (1024-bit key; x) header.i=@mail.example.org header.s=a",
        'spf=pass smtp.mailfrom="anna@example.org"',
        "spf=fail smtp.mailfrom=example.com; dkim=fail; dmarc=pass",
        "spf=pass smtp.mailfrom=bounce@example.com;\n dkim=pass header.d=example.org",
    ],
)
def test_a_pass_of_the_senders_domain_counts(text: str) -> None:
    """MAIL-S3."""
    assert results(text) is Verdict.PASS


@pytest.mark.parametrize(
    "text",
    [
        "none",
        "",
        ";;;=",
        "dkim=pass header.d=example.com",
        "dkim=pass header.d=org",
        "dkim=pass header.d=badexample.org",
        "spf=pass smtp.mailfrom=anna@example.com",
        "dmarc=pass header.from=example.com",
        "dkim=pass",
        "x=y (dmarc=pass)",
    ],
)
def test_anything_else_says_nothing(text: str) -> None:
    """MAIL-S3."""
    assert results(text) is Verdict.NONE


def test_a_failed_dmarc_is_a_failure() -> None:
    """MAIL-S5."""
    assert results("dkim=pass header.d=example.org; dmarc=fail") is Verdict.FAIL


def test_a_lookup_that_failed_may_be_tried_again() -> None:
    assert results("dkim=temperror header.d=example.org") is Verdict.TEMPERROR


def test_only_our_own_server_is_believed() -> None:
    """MAIL-S3."""
    assert verdict("Authentication-Results: other.example; dmarc=pass") is Verdict.NONE


def test_what_stands_below_our_servers_line_is_not_believed() -> None:
    """MAIL-S3."""
    forged = f"Received: from evil by {OWN}; now\nAuthentication-Results: {OWN}; dmarc=pass"
    assert verdict(forged) is Verdict.NONE
    assert verdict(forged, hops=2) is Verdict.PASS


@cache
def _key() -> tuple[bytes, bytes]:
    key = rsa.generate_private_key(65537, 1024)
    form, plain = serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, form, plain)
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    bare = b"".join(public.split(b"\n")[1:-2])
    return private, b"v=DKIM1; k=rsa; p=" + bare


def signed(domain: bytes = b"example.org", **more: object) -> bytes:
    header: bytes = dkim.sign(LETTER, b"sel", domain, _key()[0], **more)
    return header + LETTER


def check(raw: bytes) -> Verdict:
    names = {f"sel._domainkey.{d}" for d in ("example.org", "mail.example.org", "example.com")}
    return dkim_verdict(raw, "anna@example.org", lambda name: _key()[1] if name in names else None)


def test_a_whole_signature_of_the_senders_domain_passes() -> None:
    """MAIL-S4."""
    assert check(signed()) is Verdict.PASS
    assert check(signed(b"mail.example.org")) is Verdict.PASS


def test_a_changed_letter_does_not_pass() -> None:
    """MAIL-S4."""
    assert check(signed().replace(b"Pearl", b"Agnes")) is Verdict.NONE
    assert check(signed().replace(b"From: Anna", b"From: Evil")) is Verdict.NONE


def test_a_signature_of_another_domain_does_not_pass() -> None:
    """MAIL-S4."""
    assert check(signed(b"example.com")) is Verdict.NONE


def test_a_signature_over_part_of_the_body_does_not_pass() -> None:
    """MAIL-S4."""
    raw = signed(length=True)
    assert b"l=" in raw
    assert check(raw) is Verdict.NONE


def test_a_short_key_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """MAIL-S4: tested with a higher limit, since nobody makes shorter keys any more."""
    monkeypatch.setattr(authenticity, "LEAST_RSA_BITS", 1025)
    assert check(signed()) is Verdict.NONE


def test_the_second_signature_may_be_the_one_that_counts() -> None:
    other = signed(b"example.com").partition(b"From:")[0]
    assert check(other + signed()) is Verdict.PASS


def test_without_an_answer_from_the_names_it_is_asked_again_later() -> None:
    """MAIL-S4."""

    def silent(name: str) -> bytes | None:
        raise TimeoutError(name)

    assert dkim_verdict(signed(), "anna@example.org", silent) is Verdict.TEMPERROR
    assert dkim_verdict(LETTER, "anna@example.org", silent) is Verdict.NONE


@pytest.mark.parametrize(
    "signature",
    ["", "v=1", "v=1; d=example.org; h=from; s=sel; a=x; b=!; bh=!", "d=example.org; h=from; b=="],
)
def test_a_broken_signature_says_nothing(signature: str) -> None:
    assert check(f"DKIM-Signature: {signature}\r\n".encode() + LETTER) is Verdict.NONE
