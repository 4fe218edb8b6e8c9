"""A player at his mail program: he reads his mailbox by IMAP and sends by SMTP."""

from __future__ import annotations

import json
import smtplib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parseaddr
from itertools import count
from typing import Any

from mailbot.accounts import SmtpAccount
from mailbot.clock import Clock
from mailbot.demo.cast import Admiral
from mailbot.demo.clients import Draft, Quoted
from mailbot.demo.server import DemoPost
from mailbot.inbound.mailbox import ImapMailbox, Place
from mailbot.mail.outgoing import Kind, read_message_id


@dataclass(frozen=True, slots=True)
class Received:
    """A letter of the service as its reader has it before him."""

    #: None for letters of anybody else.
    kind: Kind | None
    stage: int
    #: Simplified, as Message-IDs have it.
    role: str
    reply_to: str
    quoted: Quoted
    #: The facts attached to a sheet.
    facts: Any
    #: The pictures that its HTML shows, by Content-ID.
    pictures: Mapping[str, bytes]

    @property
    def text(self) -> str:
        return self.quoted.text

    def says(self, words: str) -> bool:
        """Does it say this, however its lines are broken?"""
        return " ".join(words.split()) in " ".join(self.text.split())


@dataclass(slots=True)
class Player:
    """An admiral with his mailbox."""

    admiral: Admiral
    post: DemoPost
    clock: Clock
    #: The role that the service gave him; empty until he is seated.
    role: str = ""
    letters: list[Received] = field(default_factory=list)
    _place: Place | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _box: ImapMailbox | None = None

    def read_mail(self) -> list[Received]:
        """What has come since he looked last."""
        if self._box is None:
            self._box = ImapMailbox(self.post.imap_account(self.admiral.address), self.clock.now)
        new: list[Received] = []
        for place, letters in self._box.fetch_new(self._place):
            new += [read(letter.raw) for letter in letters]
            self._place = place
        self.letters += new
        return new

    def close(self) -> None:
        if self._box is not None:
            self._box.close()

    def latest(self, kind: Kind, stage: int | None = None) -> Received | None:
        """The last letter of that kind, for that stage if one is given."""
        fitting = (
            one
            for one in reversed(self.letters)
            if one.kind is kind and (stage is None or one.stage == stage)
        )
        return next(fitting, None)

    def write(self, to: str, subject: str, *lines: str) -> bytes:
        """Send a letter of his own; returns its bytes."""
        return self._send(to, subject, lines, None)

    def answer(self, letter: Received, *lines: str) -> bytes:
        """Answer a letter; returns the bytes."""
        subject = letter.quoted.subject
        reply = subject if subject.lower().startswith("re:") else f"Re: {subject}"
        return self._send(letter.reply_to, reply, lines, letter.quoted)

    def send_again(self, to: str, raw: bytes) -> None:
        hand_in(self.post.smtp_account(self.admiral.address), self.admiral.address, to, raw)

    def _send(self, to: str, subject: str, lines: tuple[str, ...], answers: Quoted | None) -> bytes:
        admiral = self.admiral
        local, _, domain = admiral.address.partition("@")
        draft = Draft(
            name=admiral.name,
            address=admiral.address,
            to=to,
            subject=subject,
            date=self.clock.now(),
            message_id=f"<{next(self._numbers)}.{local}@mail.{domain}>",
            lines=lines,
            signature=admiral.signature,
            answers=answers,
        )
        raw = admiral.client(draft)
        self.send_again(to, raw)
        return raw


def hand_in(account: SmtpAccount, sender: str, to: str, raw: bytes) -> None:
    """Hand a letter in at the post office."""
    with smtplib.SMTP(account.host, account.port, timeout=30) as line:
        if account.user is not None:
            line.login(account.user, account.password or "")
        line.sendmail(sender, [to], raw)


def read(raw: bytes) -> Received:
    """A letter as a mail program shows it."""
    letter = message_from_bytes(raw, _class=EmailMessage, policy=default)
    name, address = parseaddr(str(letter["From"]))
    own = read_message_id(str(letter["Message-ID"]), address.rpartition("@")[2])
    return Received(
        kind=own.kind if own else None,
        stage=own.stage if own else 0,
        role=own.role if own else "",
        reply_to=parseaddr(str(letter["Reply-To"] or letter["From"]))[1],
        quoted=Quoted(
            author=name or address,
            address=address,
            date=datetime.strptime(str(letter["Date"]), "%a, %d %b %Y %H:%M:%S %z"),
            to=str(letter["To"]),
            subject=str(letter["Subject"]),
            message_id=str(letter["Message-ID"]).strip(),
            references=tuple(str(letter["References"] or "").split()),
            text=_body(letter, "plain").rstrip(),
            html=_body(letter, "html"),
        ),
        facts=_facts(letter),
        pictures=dict(_pictures(letter)),
    )


def _body(letter: EmailMessage, subtype: str) -> str:
    """The text of that kind; empty if there is none."""
    part = letter.get_body((subtype,))
    content = part.get_content() if isinstance(part, EmailMessage) else ""
    return str(content).replace("\r\n", "\n")


def _facts(letter: EmailMessage) -> Any:
    for part in letter.iter_attachments():
        if part.get_content_type() == "application/json":
            return json.loads(part.get_content()).get("facts", {})
    return {}


def _pictures(letter: EmailMessage) -> Iterator[tuple[str, bytes]]:
    for part in letter.walk():
        if part.get_content_type() == "image/png" and part["Content-ID"]:
            yield str(part["Content-ID"]).strip().strip("<>"), part.get_content()
