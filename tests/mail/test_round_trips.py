"""Our letters go out, a mail program quotes them, and only what is new is read (MAIL-B4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbot.mail.body import known_lines
from mailbot.mail.letter import read_envelope
from mailbot.mail.outgoing import ORDERS_ABOVE, Kind, Outgoing, compose
from mailbot.mail.parts import parse
from mailbot.mail.screening import Ourselves, machine_sign
from mailbot.mail.tokens import check, reply_address, tokens_in
from mailbot.render.echo import echo
from tests.mail.letters import FROM_ANNA, letter, multipart, part, read
from tests.mail.test_outgoing import NOON, PLAIN, RICH

Program: TypeAlias = Callable[[str, str], bytes]

NEW = "Phoenix, Eden to Pearl\nVolen to Agnes"
SHEET = "\n".join(
    (
        ORDERS_ABOVE,
        "",
        "Turn 3",
        "Phoenix lies at Pearl.",
        *echo(1, "Rhea to Agnes"),
        "",
        "Rhea to Eden",
    )
)
DATE = "On Mon, 4 May 2026 at 12:30, Pentarchy <orders@example.net> wrote:"
OUTLOOK = "From: Pentarchy <orders@example.net>\nSent: 4 May 2026 12:30\nTo: Anna\nSubject: Turn 3"


def body(outgoing: Outgoing) -> str:
    """What a mail program shows of a letter of ours."""
    parts = parse(compose(outgoing, NOON)).walk()
    text, _ = next(part for part in parts if part.media_type == "text/plain").text()
    return text.replace("\r\n", "\n")


def gmail(new: str, old: str) -> bytes:
    quoted = "".join(f"> {line}\n" for line in old.split("\n"))
    lines = "".join(f"<div>{escape(line)}</div>" for line in new.split("\n"))
    html = f"<div dir=ltr>{lines}</div><br><div class=gmail_quote>{DATE}<blockquote>{escape(old)}"
    plain = part(f"{new}\n\n{DATE}\n\n{quoted}", how="quoted-printable")
    return FROM_ANNA.encode() + multipart("alternative", plain, part(html, kind="text/html"))


def outlook(new: str, old: str) -> bytes:
    return letter(f"{new}\n\n{'_' * 32}\n{OUTLOOK}\n\n{old}", charset="cp1252", how="base64")


def outlook_html(new: str, old: str) -> bytes:
    def lines(text: str) -> str:
        return "".join(f"<p class=MsoNormal>{escape(x) or '&nbsp;'}</p>" for x in text.split("\n"))

    rest = f"<hr><div id=divRplyFwdMsg>{lines(OUTLOOK)}</div><div>{lines(old)}</div>"
    return letter(f"<html><body><div>{lines(new)}</div>{rest}", kind="text/html")


def thunderbird_below(new: str, old: str) -> bytes:
    quoted = "".join(f"> {line}\n" for line in old.split("\n"))
    kind = "text/plain; format=flowed"
    return letter(
        f"Am 04.05.2026 um 12:30 schrieb Pentarchy:\n{quoted}\n{new}\n\n-- \nAnna", kind=kind
    )


def apple(new: str, old: str) -> bytes:
    quoted = "".join(f"> {line}\n" for line in f"{DATE}\n\n{old}".split("\n"))
    return letter(f"{new}\n\nSent from my iPhone\n\n{quoted}")


PROGRAMS = (gmail, outlook, outlook_html, thunderbird_below, apple)
NAMES = st.sampled_from(
    ["Phoenix", "Eden", "Volen", "Rhea", "From", "On", "Am", "Le", "To", "Date"]
)
ORDERS = st.builds(
    lambda ships, port: f"{', '.join(ships)} to {port}", st.lists(NAMES, min_size=1), NAMES
)


@pytest.mark.parametrize("program", PROGRAMS)
@settings(deadline=None)
@given(st.lists(ORDERS | st.just(""), min_size=1, max_size=30))
def test_any_orders_survive_any_program(program: Program, lines: list[str]) -> None:
    new = "\n".join(lines).strip("\n")
    assert read(program(new, SHEET)).text == new


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("sent", [PLAIN, RICH])
def test_only_the_new_text_of_a_reply_is_read(program: Program, sent: Outgoing) -> None:
    old = body(replace(sent, text=SHEET))
    reading = read(program(NEW, old))
    assert (reading.text, reading.held, reading.remarks) == (NEW, "", ())


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_reply_without_new_text_orders_nothing(program: Program) -> None:
    reading = read(program("", SHEET), ours=known_lines(SHEET))
    assert reading.text == ""
    assert reading.held == ""


def test_a_receipt_come_back_without_any_marks_orders_nothing_again() -> None:
    """MAIL-O4."""
    receipt = "\n".join(echo(1, "Phoenix to Pearl") + echo(2, "Volen, Eden, Rhea to Agnes " * 4))
    assert read(letter(body(replace(PLAIN, kind=Kind.RECEIPT, text=receipt)))).text == ""


def test_our_own_letter_come_back_is_a_machines() -> None:
    us = Ourselves(frozenset({"orders@example.net"}), "example.net", "games-1")
    envelope = read_envelope(compose(PLAIN, NOON))
    assert machine_sign(envelope, us) is not None


def test_the_token_of_a_sheet_comes_back_in_the_reply() -> None:
    key = b"k" * 32
    address = reply_address("orders@example.net", "pentarchy", "Zane", 4, key)
    sheet = read_envelope(compose(replace(PLAIN, reply_to=address), NOON))
    reply = read_envelope(f"To: {sheet.headers.first('reply-to')}\n\nx".encode())
    [token] = tokens_in(reply)
    assert check(token, key, "pentarchy", ("Zane",), (4,)) == ("Zane", 4)
