"""Letters that we send: valid for a strict reader, and as the rules want them (MAIL-O1 to O5)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape, unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbot.mail.address import Address
from mailbot.mail.outgoing import (
    Attachment,
    Kind,
    Outgoing,
    OwnId,
    Picture,
    compose,
    new_message_id,
    read_message_id,
    reply_references,
    reply_subject,
)

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)
ID = new_message_id(Kind.SHEET, "pentarchy", 4, "Zane", "example.net", bytes(range(16)))
PLAIN = Outgoing(
    kind=Kind.SHEET,
    to=Address("anna@example.org", "Anna"),
    from_=Address("orders@example.net", "Pentarchy"),
    subject="[pentarchy T4] Turn 3",
    text="Phoenix lies at Pearl.\n",
    message_id=ID,
    instance="games-1",
)
RICH = replace(
    PLAIN,
    html="<p>Phoenix lies at <b>Pearl</b>.<img src='cid:map'></p>",
    pictures=(Picture("map", "map.png", b"\x89PNG\r\n\x1a\n" * 30),),
    attachments=(Attachment("sheet.json", "application/json", b'{"a": 1}'),),
)


def strict(outgoing: Outgoing) -> EmailMessage:
    """The letter as a strict reader takes it: no defect, no bare line end, no long line."""
    raw = compose(outgoing, NOON)
    assert raw.isascii()
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    message = message_from_bytes(raw, policy=policy.SMTP.clone(raise_on_defect=True))
    assert isinstance(message, EmailMessage)
    assert not any(message[name].defects for name in message)
    return message


def content(message: EmailMessage, kind: str) -> str:
    body = message.get_body((kind,))
    assert isinstance(body, EmailMessage)
    text: str = body.get_content()
    return text


def test_a_plain_letter_is_one_short_part() -> None:
    message = strict(PLAIN)
    assert message.get_content_type() == "text/plain"
    assert message["Content-Transfer-Encoding"] == "7bit"
    assert message.get_content() == "Phoenix lies at Pearl.\r\n"
    assert message["To"] == "Anna <anna@example.org>"
    assert message["Message-ID"] == ID


def test_a_rich_letter_holds_text_html_picture_and_file() -> None:
    message = strict(RICH)
    kinds = [part.get_content_type() for part in message.walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/json",
    ]
    picture = next(part for part in message.walk() if part.get_content_type() == "image/png")
    assert picture["Content-ID"] == "<map>"
    assert picture.get_payload(decode=True) == RICH.pictures[0].png
    [attached] = message.iter_attachments()
    assert (attached.get_filename(), attached.get_content()) == ("sheet.json", b'{"a": 1}')


def test_the_bytes_are_the_same_at_every_attempt() -> None:
    """MAIL-O2."""
    assert compose(RICH, NOON) == compose(RICH, NOON)


@pytest.mark.parametrize(
    ("kind", "says"), [(Kind.RECEIPT, "auto-replied"), (Kind.SHEET, "auto-generated")]
)
def test_every_letter_says_that_a_machine_sent_it(kind: Kind, says: str) -> None:
    """MAIL-O1."""
    message = strict(replace(PLAIN, kind=kind))
    assert message["Auto-Submitted"] == says
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Game-Loop"] == "games-1"
    assert "Precedence" not in message


LINES = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\u2028\u2029"))


@settings(deadline=None)
@given(st.lists(LINES, max_size=6), st.lists(LINES, max_size=6))
def test_any_text_arrives_as_it_was(text: list[str], html: list[str]) -> None:
    """MAIL-O4."""
    lines = "\n".join(text) + "\n"
    rich = escape("\n".join(html)) + "\n"
    message = strict(replace(RICH, text=lines, html=rich))
    assert content(message, "plain").replace("\r\n", "\n") == lines
    shown = unescape(content(message, "html").replace("\r\n", "\n"))
    assert shown == "\n".join(html) + "\n"


def test_a_style_with_foreign_letters_is_left_as_it_is() -> None:
    html = "<style>b:after{content:'–'}</style><p>Zoë</p>"
    assert html in content(strict(replace(RICH, html=html)), "html")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 3000,
        "ä" * 3000,
        "Волга " * 500,
        ".",
        "From here",
        "trailing ",
        "a=_b",
        "a\r\nb\rc\n\x00d",
    ],
)
def test_long_and_touchy_lines_are_folded_safely(text: str) -> None:
    """MAIL-O4."""
    raw = compose(replace(PLAIN, text=text), NOON)
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert b"\nFrom " not in raw.partition(b"\r\n\r\n")[2]
    strict(replace(PLAIN, text=text))


@settings(deadline=None)
@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=100))
def test_no_name_can_add_a_header(name: str, subject: str, game: str) -> None:
    """MAIL-O2."""
    from_ = Address("orders@example.net", game)
    raw = compose(
        replace(PLAIN, to=Address("anna@example.org", name), subject=subject, from_=from_), NOON
    )
    message = message_from_bytes(raw)
    assert len(message.keys()) == 13 - 2
    assert max(map(len, raw.split(b"\r\n"))) <= 998


@pytest.mark.parametrize(
    "name",
    ["Anna\r\nBcc: evil@example.org", "Zoë, the Baker", 'An "a" <b>', "=?utf-8?q?x?=", "A.B"],
)
def test_odd_names_are_quoted(name: str) -> None:
    message = strict(replace(PLAIN, to=Address("anna@example.org", name)))
    [address] = message["To"].addresses
    assert address.addr_spec == "anna@example.org"
    assert address.display_name == " ".join(name.split())
    assert "Bcc" not in message


@pytest.mark.parametrize(
    "address",
    ["", "anna", "a@b\r\nBcc: c@d", "a@b, c@d", "<a@b>", "zoë@example.org", "a b@c", "a@b@c"],
)
def test_an_address_that_says_more_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="not an address"):
        compose(replace(PLAIN, to=Address(address)), NOON)


def test_a_file_name_may_be_in_any_script() -> None:
    odd = Attachment("пере/ход \r\n“3”.json", "application/json", b"{}")
    [attached] = strict(replace(PLAIN, attachments=(odd,))).iter_attachments()
    assert attached.get_filename() == "пере-ход  “3”.json"


def test_an_answer_names_what_it_answers() -> None:
    """MAIL-O2."""
    answer = replace(
        PLAIN, kind=Kind.RECEIPT, in_reply_to="<b@x>", references=("<a@x>", "bad\r\nid", "<b@x>")
    )
    message = strict(answer)
    assert (message["In-Reply-To"], message["References"]) == ("<b@x>", "<a@x> <b@x>")
    assert "References" not in strict(replace(answer, in_reply_to="<b@x>\r\nBcc: c@d>"))


def test_references_keep_the_last_that_fit() -> None:
    """MAIL-O2."""
    ids = tuple(f"<{number}.{'x' * 60}@example.org>" for number in range(40))
    kept = reply_references("<last@x>", ids)
    assert kept[-1] == "<last@x>"
    assert len(" ".join(kept)) <= 900
    assert kept[:-1] == ids[40 - len(kept) + 1 :]
    assert len(reply_references("<last@x>", tuple(f"<{n}@x>" for n in range(40)))) == 20


@pytest.mark.parametrize(
    ("subject", "answer"),
    [
        ("Turn 3", "Re: [g T4] Turn 3"),
        ("", "Re: [g T4]"),
        ("AW: Re: RE[2]: Turn 3", "Re: [g T4] Turn 3"),
        ("Antw: [g T3] [g T4] x", "Re: [g T4] x"),
        ("orders [k:abcdefghij234567] now", "Re: [g T4] orders now"),
        ("a\r\nBcc: x@y\x00", "Re: [g T4] a Bcc: x@y"),
        ("x" * 300, "Re: [g T4] " + "x" * 139),
    ],
)
def test_the_subject_of_an_answer_carries_one_re_and_one_tag(subject: str, answer: str) -> None:
    """MAIL-O2, MAIL-O3."""
    assert reply_subject(subject, "[g T4]") == answer


def test_our_message_id_can_be_read_again() -> None:
    """MAIL-O2."""
    assert read_message_id(ID, "example.net") == OwnId(Kind.SHEET, "pentarchy", 4, "zane")
    assert read_message_id(ID, "example.org") is None
    assert read_message_id("<abc@example.net>", "example.net") is None
