"""Letters that machines wrote (MAIL-N1 to N8)."""

from __future__ import annotations

import pytest

from mailbot.mail.letter import read_envelope
from mailbot.mail.outgoing import Kind, new_message_id
from mailbot.mail.screening import Ourselves, machine_sign, quiet_wish

US = Ourselves(frozenset({"orders@example.net"}), "example.net", "games-1")
REPORT = "Content-Type: multipart/report; boundary=b\n\n--b\n\nx\n--b\nContent-Type: {}\n\ny\n--b--"


def sign(headers: str, from_: str = "anna@example.org") -> str | None:
    return machine_sign(read_envelope(f"From: {from_}\n{headers}\n\nPhoenix to Pearl".encode()), US)


@pytest.mark.parametrize(
    ("headers", "rule"),
    [
        ("Return-Path: <>", "N1"),
        (REPORT.format("message/delivery-status"), "N1"),
        (REPORT.format("message/disposition-notification"), "N1"),
        ("Content-Type: multipart/report; report-type=delivery-status", "N1"),
        ("X-Failed-Recipients: a@example.org", "N1"),
        ("Auto-Submitted: auto-replied", "N2"),
        ("Auto-Submitted: Auto-Generated; type=x", "N2"),
        ("Auto-Submitted:", "N2"),
        ("Precedence: Bulk", "N3"),
        ("X-Precedence: junk", "N3"),
        ("List-Unsubscribe: <mailto:x@example.org>", "N3"),
        ("X-Mailing-List: x", "N3"),
        ("X-Autoreply: yes", "N4"),
        ("X-Apple-Action: VACATION", "N4"),
        ("X-FC-Machinegenerated: true", "N4"),
        ("X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent", "N4"),
        ("X-Loop: games-1", "N4"),
        ("Subject: Automatic reply: [pentarchy T3]", "N7"),
        ("Subject: =?utf-8?q?R=C3=A9ponse?= automatique: turn 3", "N7"),
        ("Subject: Abwesenheitsnotiz: turn 3", "N7"),
        ("Subject: Undelivered Mail Returned to Sender", "N7"),
        ("\n".join(["Received: from a by b; now"] * 21), "N8"),
        ("X-Game-Loop: another", "N8"),
    ],
)
def test_a_machine_gives_itself_away(headers: str, rule: str) -> None:
    """MAIL-N1, MAIL-N2, MAIL-N3, MAIL-N4, MAIL-N7, MAIL-N8."""
    found = sign(headers)
    assert found is not None
    assert found.startswith(rule)


@pytest.mark.parametrize(
    "from_",
    [
        "MAILER-DAEMON@example.org",
        "no-reply@example.org",
        "bounces+123@example.org",
        "games-request@example.org",
        "owner-games@example.org",
        "Orders@Example.NET",
        "orders+pentarchy.zane.abcdefghij234567@example.net",
        "a@x.example, b@x.example",
        "",
    ],
)
def test_nobody_to_answer_is_a_machine(from_: str) -> None:
    """MAIL-N6."""
    assert (sign("", from_) or "").startswith("N6")


def test_our_own_letter_come_back_is_known_by_its_id() -> None:
    """MAIL-N6."""
    ours = new_message_id(Kind.SHEET, "pentarchy", 3, "Zane", "example.net", bytes(16))
    assert sign(f"Message-ID: {ours}") == "N6 our own Message-ID"
    assert sign("Message-ID: <abc@example.net>") is None


@pytest.mark.parametrize(
    "headers",
    [
        "Subject: Re: [pentarchy T3] Out of fuel",
        "Auto-Submitted: no",
        "Auto-Submitted: No (really)",
        "Precedence: normal",
        "X-Auto-Response-Suppress: All",
        "Return-Path: <anna@example.org>",
        "X-Loop: another",
        "X-Autoreply: no",
    ],
)
def test_a_human_is_left_alone(headers: str) -> None:
    """MAIL-N2, MAIL-N3, MAIL-N4, MAIL-N7: a sign that says no is none."""
    assert sign(headers) is None


@pytest.mark.parametrize(
    ("wish", "quiet"), [("DR, OOF, AutoReply", True), ("All", True), ("DR", False)]
)
def test_a_wish_for_silence_is_heard(wish: str, quiet: bool) -> None:
    """MAIL-N5."""
    assert quiet_wish(read_envelope(f"X-Auto-Response-Suppress: {wish}\n\n".encode())) is quiet
