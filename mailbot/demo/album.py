"""What is left of a demonstration: letters, sheets with their maps, and a page that leads there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import default
from email.utils import parseaddr
from pathlib import Path
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined

from engine.core.ruleset import Role
from mailbot.demo.cast import GAMES
from mailbot.demo.harbour import FILES, TITLE
from mailbot.demo.player import Received
from mailbot.demo.server import Delivered
from mailbot.demo.show import Chapter, Show
from mailbot.errors import Refused
from mailbot.mail.marks import slug
from mailbot.mail.outgoing import Kind

MARK = ".mailbot-demo"
"""A folder with this file in it is ours to write over."""

_OURS = (*FILES, "story.log", "index.html", "letters/*.eml", "sheets/*.html", "sheets/*.png")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A letter as the index lists it."""

    file: str
    at: datetime
    sender: str
    to: str
    subject: str
    #: It came to the service.
    incoming: bool


@dataclass(frozen=True, slots=True)
class SheetLeaf:
    """A sheet as the index lists it, with its first map if it has one."""

    file: str
    role: str
    title: str
    picture: str


@dataclass(slots=True)
class Section:
    """A chapter with what was written in it."""

    chapter: Chapter
    letters: list[Leaf] = field(default_factory=list)
    sheets: list[SheetLeaf] = field(default_factory=list)


@dataclass(slots=True)
class Album:
    """The folder of one demonstration."""

    folder: Path
    sections: list[Section] = field(default_factory=list)

    @property
    def sheets(self) -> int:
        return sum(len(section.sheets) for section in self.sections)

    def keep(
        self,
        delivered: Sequence[Delivered],
        chapters: Sequence[Chapter],
        received: Iterable[Received],
        zone: ZoneInfo,
    ) -> None:
        """Write every letter, and every sheet once more as a page with its pictures."""
        self.sections = [Section(chapter) for chapter in chapters]
        sheets = {one.quoted.message_id: one for one in received if one.kind is Kind.SHEET}
        for number, one in enumerate(delivered, 1):
            chapter = sum(each.first_letter < number for each in chapters) - 1
            section, head = self.sections[max(chapter, 0)], _heads(one.raw)
            section.letters.append(self._letter(number, one, head, zone))
            if sheet := sheets.get(str(head["Message-ID"]).strip()):
                section.sheets.append(self._sheet(sheet))

    def write_index(self, show: Show, seconds: float) -> None:
        """The page to begin with."""
        environment = Environment(
            loader=PackageLoader("mailbot.demo", "."),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        game = show.harbour.game()
        scores = game.rules.ruleset.scores(game.state)
        page = environment.get_template("index.html.j2").render(
            title=TITLE,
            rules=game.rules.ruleset.title,
            players=[
                (player.role, player.admiral, scores.get(Role(player.role)))
                for player in show.players
            ],
            sections=self.sections,
            letters=sum(len(section.letters) for section in self.sections),
            sheets=self.sheets,
            seconds=seconds,
            failures=show.failures,
        )
        (self.folder / "index.html").write_text(page, encoding="utf-8")

    def _letter(self, number: int, one: Delivered, letter: Message, zone: ZoneInfo) -> Leaf:
        incoming = one.mailbox == GAMES
        who = slug((one.sender if incoming else one.mailbox).partition("@")[0])
        file = f"letters/{number:04}-{'from' if incoming else 'to'}-{who}.eml"
        (self.folder / file).write_bytes(one.raw)
        return Leaf(
            file=file,
            at=one.at.astimezone(zone),
            sender=_names(letter["From"]),
            to=_names(letter["To"]),
            subject=str(letter["Subject"] or ""),
            incoming=incoming,
        )

    def _sheet(self, sheet: Received) -> SheetLeaf:
        """The HTML of a sheet, its pictures beside it under names of files."""
        title, role = sheet.quoted.subject.rpartition(": ")[2], sheet.role
        name = f"{_in_order(slug(title))}-{role}"
        html, pictures = sheet.quoted.html, []
        for number, (cid, png) in enumerate(sheet.pictures.items(), 1):
            picture = f"{name}-{number}.png"
            (self.folder / "sheets" / picture).write_bytes(png)
            html = html.replace(f"cid:{cid}", picture)
            pictures.append(f"sheets/{picture}")
        (self.folder / f"sheets/{name}.html").write_text(html, encoding="utf-8")
        return SheetLeaf(
            file=f"sheets/{name}.html",
            role=role.capitalize(),
            title=title,
            picture=pictures[0] if pictures else "",
        )


def open_album(folder: Path) -> Album:
    """A folder that is new, empty, or an earlier demonstration's, whose files are taken away.

    Raises `Refused` if it holds anything else.
    """
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is not a folder: name another with --dir")
    if folder.exists() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise Refused(f"{folder} is not empty and no demonstration: name another with --dir")
    for name in ("letters", "sheets"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / MARK).touch()
    for pattern in _OURS:
        for file in folder.glob(pattern):
            file.unlink()
    return Album(folder)


def _heads(raw: bytes) -> Message:
    return BytesHeaderParser(policy=default).parsebytes(raw)


def _in_order(name: str) -> str:
    """`turn-04`, so that files stand in the order of the turns."""
    return re.sub(r"\d+", lambda number: number[0].zfill(2), name)


def _names(header: object) -> str:
    """The name in an address, or the address without what stands behind its plus sign."""
    name, address = parseaddr(str(header or ""))
    return name or re.sub(r"\+[^@]*@", "@", address)
