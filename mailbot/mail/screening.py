"""Letters that no human wrote: never executed, never answered (MAIL-N1 to N8)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mailbot.mail import machines
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import read_message_id
from mailbot.mail.verp import is_bounce_address

MOST_HOPS = 20
_SUBJECT_END = 60

_QUIET = frozenset({"all", "autoreply", "oof"})


@dataclass(frozen=True, slots=True)
class Ourselves:
    """By what our own letters are known when they come back."""

    addresses: frozenset[str]
    #: The domain of our Message-IDs.
    domain: str
    #: What stands in X-Game-Loop.
    instance: str
    #: Where bounces come back to.
    bounces: str = ""


def machine_sign(envelope: Envelope, ourselves: Ourselves) -> str | None:
    """The first sign, with its rule, that a machine sent this; None for a human's letter.

    It reads like `N2 Auto-Submitted: auto-replied`.
    """
    return (
        _returned(envelope, ourselves)
        or _report(envelope)
        or _auto_submitted(envelope)
        or _mass_mail(envelope)
        or _auto_reply(envelope, ourselves)
        or _writer(envelope, ourselves)
        or _subject(envelope)
        or _loop(envelope)
    )


def quiet_wish(envelope: Envelope) -> bool:
    """Does it ask for no help or error mail? Receipts and orders are not touched (MAIL-N5)."""
    wishes = envelope.headers.all("x-auto-response-suppress")
    return any(word.strip().lower() in _QUIET for wish in wishes for word in wish.split(","))


def _returned(envelope: Envelope, ourselves: Ourselves) -> str | None:
    """Nobody but a mail server writes to where our letters come back (MAIL-O3)."""
    if not ourselves.bounces:
        return None
    plain = {ourselves.bounces} - ourselves.addresses
    returned = any(
        address in plain or is_bounce_address(address, ourselves.bounces)
        for address in envelope.recipients
    )
    return "O3 sent to where letters come back" if returned else None


def _report(envelope: Envelope) -> str | None:
    """Bounces and reports: no sender to answer, or a machine's report inside (MAIL-N1)."""
    headers = envelope.headers
    if any(path.replace(" ", "") == "<>" for path in headers.all("return-path")):
        return "N1 Return-Path: <>"
    reports = ("multipart/report", "message/delivery-status", "message/feedback-report")
    if found := next((kind for kind in envelope.media_types if kind in reports), None):
        return f"N1 {found}"
    if envelope.answers_invitation:
        return "N1 answer to an invitation"
    return "N1 X-Failed-Recipients" if "x-failed-recipients" in headers else None


def _auto_submitted(envelope: Envelope) -> str | None:
    """Auto-Submitted with anything but `no` (MAIL-N2, RFC 3834)."""
    for value in envelope.headers.all("auto-submitted"):
        word = re.split(r"[;(\s]", value.strip().lower(), maxsplit=1)[0]
        if word != "no":
            return f"N2 Auto-Submitted: {word[:40]}"
    return None


def _mass_mail(envelope: Envelope) -> str | None:
    """Lists and mass mailings (MAIL-N3)."""
    for name, value in envelope.headers.fields:
        if name in {"precedence", "x-precedence"} and value.strip().lower() in machines.BULK:
            return f"N3 Precedence: {value.strip().lower()}"
        if name.startswith("list-") or name in machines.LIST_FIELDS:
            return f"N3 {name[:40]}"
    return None


def _auto_reply(envelope: Envelope, ourselves: Ourselves) -> str | None:
    """What the makers of auto-repliers write instead of Auto-Submitted (MAIL-N4)."""
    for name, value in envelope.headers.fields:
        said = value.strip().lower()
        automatic = name in machines.AUTO_FIELDS and said not in machines.DENIED
        if automatic or machines.AUTO_VALUES.get(name) == said:
            return f"N4 {name}"
        if name == "x-loop" and ourselves.instance and ourselves.instance in value:
            return "N4 X-Loop"
    return None


def _writer(envelope: Envelope, ourselves: Ourselves) -> str | None:
    """Nobody, a machine, or ourselves (MAIL-N6)."""
    if envelope.sender is None:
        return "N6 no usable From"
    local, _, domain = envelope.sender.rpartition("@")
    if f"{local.partition('+')[0]}@{domain}" in ourselves.addresses:
        return "N6 our own address"
    if local in machines.NOBODY or machines.NOBODY_LIKE.match(local):
        return f"N6 From {local}@"
    if read_message_id(envelope.message_id, ourselves.domain):
        return "N6 our own Message-ID"
    return None


def _subject(envelope: Envelope) -> str | None:
    """Subjects of auto-replies and bounces (MAIL-N7)."""
    subject = envelope.subject
    found = (
        machines.SUBJECT.match(subject)
        or machines.ABSENT_SUBJECT.match(subject)
        or machines.NOTES_SUBJECT.fullmatch(subject)
        or machines.SUBJECT_END.search(subject[-_SUBJECT_END:])
    )
    return f"N7 Subject: {found[0]}" if found else None


def _loop(envelope: Envelope) -> str | None:
    """Too long on its way, or sent by a service like this one (MAIL-N8)."""
    if len(envelope.headers.all("received")) > MOST_HOPS:
        return "N8 Received"
    return "N8 X-Game-Loop" if "x-game-loop" in envelope.headers else None
