"""A letter that somebody got, as tests look at it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from typing import Any

from mailbot.mail.outgoing import Kind, read_message_id

#: Where what an order means goes on in the next line.
_WRAPPED = re.compile(r"\n *\d+\|   ")

DOMAIN = "game.test"
GAMES = f"games@{DOMAIN}"


@dataclass(frozen=True)
class Mail:
    """A letter that somebody got."""

    message: EmailMessage
    raw: bytes

    @staticmethod
    @lru_cache(maxsize=500)
    def of(raw: bytes) -> Mail:
        """The letter of these bytes; nobody changes it, so that a story may look at it again."""
        message = message_from_bytes(raw, policy=policy.SMTP)
        assert isinstance(message, EmailMessage)
        return Mail(message, raw)

    @property
    def id(self) -> str:
        return str(self.message["Message-ID"]).strip()

    @property
    def kind(self) -> Kind:
        own = read_message_id(self.id, DOMAIN)
        assert own is not None
        return own.kind

    @property
    def subject(self) -> str:
        return str(self.message["Subject"])

    @property
    def reply_to(self) -> str:
        """Where an answer goes."""
        return str(self.message["Reply-To"] or self.message["From"])

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    @property
    def words(self) -> str:
        """The text as one line, to look for phrases that may be wrapped, also below an order."""
        return " ".join(_WRAPPED.sub(" ", self.text).split())

    @property
    def files(self) -> list[tuple[str, bytes]]:
        """Name and bytes of what is attached."""
        attached = self.message.iter_attachments()
        return [(str(part.get_filename()), part.get_payload(decode=True)) for part in attached]  # type: ignore[misc]  # bytes

    @property
    def facts(self) -> Any:
        """The JSON of a sheet."""
        for part in self.message.iter_attachments():
            if part.get_content_type() == "application/json":
                return json.loads(part.get_payload(decode=True))  # type: ignore[arg-type]  # bytes
        raise AssertionError("no JSON in this letter")


def quoted(mail: Mail) -> str:
    """The letter that is answered, as a mail program quotes it."""
    lines = "".join(f"> {line}\n" for line in mail.text.splitlines())
    return f"On Mon, 1 Dec 2025 at 12:00, Harbour Games <{GAMES}> wrote:\n{lines}"
