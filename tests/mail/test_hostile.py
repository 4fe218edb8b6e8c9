"""Any bytes at all: never an exception, and time in proportion to size (MAIL-H1, PERF-P8)."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbot.mail.authenticity import authentication_results, dkim_verdict
from mailbot.mail.letter import read_envelope
from mailbot.mail.outgoing import reply_subject
from mailbot.mail.screening import Ourselves, machine_sign, quiet_wish
from mailbot.mail.tokens import tag_in, tokens_in
from tests.mail.letters import FROM_ANNA, multipart, part, read

US = Ourselves(frozenset(), "example.net", "1")
HEAD = FROM_ANNA.encode()

SPICE = st.sampled_from(
    [
        *b"From: |Subject: |Received: x|Authentication-Results: mx; dkim=pass header.d=".split(
            b"|"
        ),
        *b"Content-Type: text/html; charset=|Content-Type: multipart/mixed; boundary=b".split(b"|"),
        *b"Content-Transfer-Encoding: base64|format=flowed|application/ms-tnef|utf-8".split(b"|"),
        *b"DKIM-Signature: v=1; d=example.org; h=from; b=|utf-7|--b|--b--|=?utf-8?b?".split(b"|"),
        *b"<div class=gmail_quote>|</div>|<blockquote>|<|> |wrote:|On 3 May 2026|-- ".split(b"|"),
        *b"#orders|#end|-----BEGIN PGP SIGNED MESSAGE-----|Phoenix to Pearl|?=|@|(|;| ".split(b"|"),
        *(b"\n", b"\r\n", b"\n\n", b'"', b"&#", b"\x00", b"\xff", b"\x78\x9f\x3e\x22"),
    ]
)
LETTERS = st.lists(SPICE | st.binary(max_size=12), max_size=40).map(b"".join)


def read_everything(raw: bytes) -> None:
    envelope = read_envelope(raw)
    machine_sign(envelope, US)
    quiet_wish(envelope)
    tokens_in(envelope)
    tag_in(envelope.subject)
    reply_subject(envelope.subject, "[g T1]")
    authentication_results(envelope, "mx")
    dkim_verdict(raw, envelope.sender or "a@example.org", lambda name: name.encode())
    reading = read(raw)
    assert (reading.trouble is None) == bool(reading.text or reading.held)
    assert "\r" not in reading.text
    reading.text.encode()


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_random_bytes_are_read(raw: bytes) -> None:
    read_everything(raw)


@settings(max_examples=400, deadline=None)
@given(LETTERS)
def test_broken_letters_are_read(raw: bytes) -> None:
    read_everything(raw)


def parts_of(children: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    kinds = st.sampled_from(["mixed", "alternative", "related", "signed", "report", "encrypted"])
    return st.builds(
        lambda kind, inside, boundary: multipart(kind, *inside, boundary=boundary),
        kinds,
        st.lists(children, max_size=4),
        st.sampled_from(["b", "bb", "b b", "=_1"]),
    )


LEAVES = st.builds(
    part,
    st.text(st.characters(codec="utf-8"), max_size=60),
    kind=st.sampled_from(["text/plain", "text/html", "message/rfc822", "image/png", "x", ""]),
    how=st.sampled_from(["8bit", "base64", "quoted-printable"]),
)


@settings(deadline=None)
@given(st.recursive(LEAVES, parts_of, max_leaves=8))
def test_any_structure_is_read(entity: bytes) -> None:
    read_everything(HEAD + entity)


def nested(kind: bytes, size: int) -> bytes:
    """Multiparts inside multiparts, or letters inside letters."""
    count = size // 60
    if kind == b"message/rfc822":
        return (b"Content-Type: message/rfc822\n\n") * (size // 30)
    return b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(count)
    )


def rich(packed: bytes) -> bytes:
    """A winmail.dat that holds nothing but a rich text."""
    size = len(packed).to_bytes(4, "little")
    value = b"\x01\0\0\0" + b"\x02\x01\x09\x10" + b"\x01\0\0\0" + size + packed
    head = b"\x78\x9f\x3e\x22\x01\0" + b"\x01\x03\x90\x06\0" + len(value).to_bytes(4, "little")
    return b"Content-Type: application/ms-tnef\n\n" + head + value + bytes(2)


def html(text: bytes, size: int) -> bytes:
    return b"Content-Type: text/html\n\n" + text * (size // len(text))


def plain(text: bytes, size: int) -> bytes:
    return b"Content-Type: text/plain; format=flowed\n\n" + text * (size // len(text))


HOSTILE: dict[str, Callable[[int], bytes]] = {
    "lines": lambda size: plain(b"x\n", size),
    "one line": lambda size: plain(b"x", size),
    "one flowed line": lambda size: plain(b"x" * 70 + b" \n", size),
    "spaces": lambda size: plain(b" ", size),
    "quotes": lambda size: plain(b">", size),
    "quoted lines": lambda size: plain(b"> Phoenix to Pearl\n", size),
    "attributions": lambda size: plain(b"On 3 May 2026 12:30\n", size),
    "attributions, marked": lambda size: plain(b"On 3 May 2026 a@b.c wrote:\n> x\n", size),
    "header lines": lambda size: plain(b"From: x\n", size),
    "lines of dashes": lambda size: plain(b"-" * 900 + b":\n", size),
    "rules": lambda size: plain(b"---\nAnna +44 20 7946 0123\n", size),
    "notices": lambda size: plain(b"This e-mail is confidential " * 30 + b"\n\n", size),
    "heads of Notes": lambda size: plain(b"x on 05/04/2026 12:30 PM\nTo: a\n", size),
    "frames": lambda size: plain(b"#orders\n#end\n", size),
    "signatures": lambda size: plain(b"--\nPhoenix to Pearl\n", size),
    "phone signatures": lambda size: plain(b"Sent from my iPhone\n", size),
    "accents": lambda size: plain("a\u0301\u0323".encode() + "\u0323\u0301".encode() * 200, size),
    "dashes": lambda size: plain(b"-", size),
    "letters that end in wrote": lambda size: plain(b"wrote ", size),
    "colons": lambda size: plain(b"a:\n", size),
    "base64": lambda size: b"Content-Transfer-Encoding: base64\n\n" + b"=" * size,
    "divs": lambda size: html(b"<div>", size),
    "bold": lambda size: html(b"<b a=1><p>", size),
    "closing tags": lambda size: html(b"<b></i>", size),
    "open quotes": lambda size: html(b'<a ">" ', size),
    "open tags": lambda size: html(b"<a ", size),
    "comments": lambda size: html(b"<!--", size),
    "scripts": lambda size: html(b"<script>", size),
    "entities": lambda size: html(b"&#1", size),
    "rows": lambda size: html(b"<tr><td><p>", size),
    "blockquotes": lambda size: html(b"<blockquote>x<br>", size),
    "parts": lambda size: multipart("mixed", *[b"\n"] * (size // 7)),
    "multiparts in multiparts": lambda size: nested(b"multipart/mixed", size),
    "letters in letters": lambda size: nested(b"message/rfc822", size),
    "addresses": lambda size: b"To: " + b"a@example.org, " * (size // 15),
    "quoted addresses": lambda size: b"To: " + b'"\\' * (size // 2),
    "comments in addresses": lambda size: b"From: " + b"(" * size,
    "fields": lambda size: b"X: y\n" * (size // 5),
    "folded fields": lambda size: b"X: y\n" + b" z\n" * (size // 3),
    "encoded words": lambda size: b"Subject: " + b"=?utf-8?q?a?= " * (size // 14),
    "half encoded words": lambda size: b"Subject: " + b"=?utf-8?q?a" * (size // 11),
    "parameters": lambda size: b"Content-Type: text/plain" + b";a=" * (size // 3),
    "subject signs": lambda size: b"Subject: " + b"Re: " * (size // 4),
    "results": lambda size: b"Authentication-Results: mx; " + b"(" * size,
    "winmail": lambda size: b"Content-Type: application/ms-tnef\n\n\x78\x9f\x3e\x22" + bytes(size),
    "rich text": lambda size: rich(b"{\\rtf1" + b"{\\u1 \\'c2" * (size // 8)),
    "packed rich text": lambda size: rich(bytes(8) + b"LZFu" + bytes(4) + b"\xff" * size),
    "body of a signed letter": lambda size: (
        b"DKIM-Signature: d=example.org; h=from\n\n" + b" " * size
    ),
}


def seconds(raw: bytes) -> float:
    start = process_time()
    read_everything(raw)
    return process_time() - start


@pytest.mark.parametrize("case", HOSTILE)
def test_time_grows_with_size_and_no_faster(case: str) -> None:
    """PERF-P8: four times the bytes may take ten times as long before it fails."""
    make = HOSTILE[case]
    small, large = HEAD + make(60_000), HEAD + make(240_000)
    quick, slow = (min(seconds(raw) for _ in range(2)) for raw in (small, large))
    assert slow < 10 * quick + 0.2
    assert slow < 2
