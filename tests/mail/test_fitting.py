"""Letters of at most so many bytes (MAIL-O10)."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from mailbot.mail.fitting import fit
from mailbot.mail.outgoing import Attachment, Picture, compose, text_alone
from tests.mail.test_outgoing import NOON, PLAIN

LARGE = replace(
    PLAIN,
    html='<html><body><p>Pearl<img src="cid:map" alt="The map"></p></body></html>',
    pictures=(Picture("map", "map-1.png", b"\x89PNG" + bytes(30_000)),),
    attachments=(
        Attachment("pent-4.html", "text/html; charset=utf-8", b"<p>" + b"x" * 20_000),
        Attachment("pent-4.json", "application/json", b'"' + b"x" * 10_000 + b'"'),
    ),
)
WHOLE = len(compose(LARGE, NOON))


def fitted(largest: int) -> EmailMessage:
    _, raw = fit(LARGE, NOON, largest)
    message = message_from_bytes(raw, policy=policy.SMTP)
    assert isinstance(message, EmailMessage)
    return message


def parts(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk() if not part.is_multipart()]


def said(message: EmailMessage, kind: str = "plain") -> str:
    body = message.get_body((kind,))
    assert isinstance(body, EmailMessage)
    return " ".join(body.get_content().split())


def test_a_letter_that_fits_is_whole() -> None:
    assert fit(LARGE, NOON, WHOLE) == (LARGE, compose(LARGE, NOON))


@pytest.mark.parametrize(
    ("largest", "left", "said_of"),
    [
        (WHOLE - 1, ["text/plain", "text/html", "image/png", "text/html"], "pent-4.json"),
        (WHOLE - 15_000, ["text/plain", "text/html", "text/html"], "pent-4.json, map-1.png"),
        (10_000, ["text/plain", "text/html"], "pent-4.json, map-1.png, pent-4.html"),
        (10, ["text/plain"], "pent-4.html, the letter as HTML"),
    ],
)
def test_what_is_left_out_is_said(largest: int, left: list[str], said_of: str) -> None:
    message = fitted(largest)
    assert parts(message) == left
    assert f"{said_of}." in said(message)
    assert "Phoenix lies at Pearl." in said(message)


def test_the_html_says_it_too_and_shows_no_broken_picture() -> None:
    html = said(fitted(10_000), "html")
    assert "<img" not in html
    assert html.endswith("pent-4.html.</p></body></html>")


def test_a_letter_as_text_alone_keeps_its_head_and_its_words() -> None:
    rich, plain = compose(replace(LARGE, text="Père Noël\n.dot\n"), NOON), None
    plain = message_from_bytes(text_alone(rich), policy=policy.SMTP)
    assert isinstance(plain, EmailMessage)
    assert plain.get_content_type() == "text/plain"
    assert plain.get_content() == "Père Noël\r\n.dot\r\n"
    whole = message_from_bytes(rich, policy=policy.SMTP)
    for name in ("Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted"):
        assert plain[name] == whole[name]
