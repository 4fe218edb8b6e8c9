"""Mail programs: what each makes of a few lines in answer to a letter, quote and all."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, formataddr
from html import escape
from typing import TypeAlias

WIDTH = 72


@dataclass(frozen=True, slots=True)
class Quoted:
    """The letter that is answered."""

    author: str
    address: str
    date: datetime
    to: str
    subject: str
    message_id: str
    references: tuple[str, ...]
    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody has typed, and where it goes."""

    name: str
    address: str
    to: str
    subject: str
    date: datetime
    message_id: str
    lines: tuple[str, ...]
    #: What the program sets below everything; one line each.
    signature: tuple[str, ...] = ()
    answers: Quoted | None = None


Client: TypeAlias = "Callable[[Draft], bytes]"


def gmail(draft: Draft) -> bytes:
    """Text and HTML beside each other, the whole letter quoted below an attribution."""
    letter = _head(draft)
    own, quoted = _signed(draft), draft.answers
    head = "" if quoted is None else _gmail_head(quoted)
    text = [*own, "", *_wrapped(head), "", *_marked(quoted)] if quoted else own
    html = f'<div dir="ltr">{_divs(own)}</div>'
    if quoted:
        html += (
            f'<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
            f"{escape(head)}<br></div>"
            '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;'
            f'border-left:1px solid rgb(204,204,204);padding-left:1ex">{quoted.html}'
            "</blockquote></div>\n"
        )
    letter.set_content(_text(text), charset="utf-8", cte="quoted-printable")
    letter.add_alternative(html, subtype="html", charset="utf-8", cte="quoted-printable")
    return bytes(letter)


def outlook(draft: Draft) -> bytes:
    """HTML alone, the letter below under a block of headers."""
    letter = _head(draft)
    letter["X-Mailer"] = "Microsoft Outlook 16.0"
    own = "".join(
        f'<p class="MsoNormal">{escape(line) or "<o:p>&nbsp;</o:p>"}</p>' for line in _signed(draft)
    )
    html = f'<html><body lang="EN-GB"><div class="WordSection1">{own}'
    if quoted := draft.answers:
        html += (
            '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
            f'<p class="MsoNormal"><b>From:</b> {escape(quoted.author)} '
            f"&lt;{escape(quoted.address)}&gt;<br>"
            f"<b>Sent:</b> {quoted.date:%d %B %Y %H:%M}<br>"
            f"<b>To:</b> {escape(quoted.to)}<br>"
            f"<b>Subject:</b> {escape(quoted.subject)}</p></div>{quoted.html}"
        )
    letter.set_content(f"{html}</div></body></html>\n", subtype="html", charset="utf-8")
    return bytes(letter)


def apple(draft: Draft) -> bytes:
    """Plain text in base64 with curly quotation marks, and the quote marked."""
    letter = _head(draft)
    letter["X-Mailer"] = "Apple Mail (2.3826)"
    lines = [_curly(line) for line in _signed(draft)]
    if quoted := draft.answers:
        head = f"On {quoted.date:%d %b %Y, at %H:%M}, {quoted.author} <{quoted.address}> wrote:"
        lines += ["", f"> {head}", ">", *_marked(quoted)]
    letter.set_content(_text(lines), charset="utf-8", cte="base64")
    return bytes(letter)


def terminal(draft: Draft) -> bytes:
    """Plain ASCII, each answer below the line of the letter that it is about."""
    letter = _head(draft)
    letter["User-Agent"] = "Mutt/2.2.12"
    lines: list[str] = []
    if quoted := draft.answers:
        lines.append(f"On {quoted.date:%a, %b %d, %Y at %H:%M:%S %z}, {quoted.author} wrote:")
        lines += [*_marked(quoted)[:3], ""]
    for line in draft.lines:
        lines += _line_about(line, quoted)
        lines.append(line)
    lines += _signature(draft)
    letter.set_content(_text(lines), charset="utf-8")
    return bytes(letter)


def phone(draft: Draft) -> bytes:
    """Plain text, an advertisement, and the letter quoted below it."""
    letter = _head(draft)
    lines = [*draft.lines, "", "Sent from my phone"]
    if quoted := draft.answers:
        head = f"On {quoted.date:%d %b %Y}, at {quoted.date:%H:%M}, {quoted.author} wrote:"
        lines += ["", head, "", *_marked(quoted)]
    letter.set_content(_text(lines), charset="utf-8", cte="8bit")
    return bytes(letter)


def thunderbird(draft: Draft) -> bytes:
    """German, format=flowed, Latin-1 as long as it lasts."""
    letter = _head(draft)
    letter["User-Agent"] = "Mozilla Thunderbird"
    letter["Content-Language"] = "de-DE"
    lines: list[str] = []
    if quoted := draft.answers:
        lines += [f"Am {quoted.date:%d.%m.%y um %H:%M} schrieb {quoted.author}:"]
        lines += [*_marked(quoted)[:12], ""]
    lines += [each for line in draft.lines for each in _flowed(line)] + _signature(draft)
    text = _text(lines)
    charset = "iso-8859-1" if _fits(text, "iso-8859-1") else "utf-8"
    letter.set_content(text, charset=charset, cte="quoted-printable", params={"format": "flowed"})
    return bytes(letter)


def _head(draft: Draft) -> EmailMessage:
    letter = EmailMessage(policy=SMTP)
    letter["From"] = formataddr((draft.name, draft.address))
    letter["To"] = draft.to
    letter["Subject"] = draft.subject
    letter["Date"] = format_datetime(draft.date)
    letter["Message-ID"] = draft.message_id
    if draft.answers is not None:
        letter["In-Reply-To"] = draft.answers.message_id
        letter["References"] = " ".join((*draft.answers.references, draft.answers.message_id))
    return letter


def _text(lines: Sequence[str]) -> str:
    return "\n".join(lines) + "\n"


def _signature(draft: Draft) -> list[str]:
    return ["", "-- ", *draft.signature] if draft.signature else []


def _signed(draft: Draft) -> list[str]:
    return [*draft.lines, *_signature(draft)]


def _marked(quoted: Quoted) -> list[str]:
    return [f"> {line}".rstrip() for line in quoted.text.split("\n")]


def _divs(lines: Sequence[str]) -> str:
    first, *rest = [escape(line) or "<br>" for line in lines]
    return first + "".join(f"<div>{line}</div>" for line in rest)


def _gmail_head(quoted: Quoted) -> str:
    when = f"{quoted.date:%a, %b %d, %Y at %I:%M %p}"
    return f"On {when} {quoted.author} <{quoted.address}> wrote:"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, WIDTH, break_on_hyphens=False, break_long_words=False)


def _flowed(line: str) -> list[str]:
    """One paragraph in soft lines (RFC 3676)."""
    pieces = textwrap.wrap(line, WIDTH - 2, break_on_hyphens=False, break_long_words=False)
    return [f"{piece} " for piece in pieces[:-1]] + pieces[-1:] or [""]


def _line_about(line: str, quoted: Quoted | None) -> list[str]:
    """The line of the letter that begins with the same word."""
    word = line.partition(" ")[0].rstrip(":,").lower()
    if quoted is None or len(word) < 3:
        return []
    about = (each for each in quoted.text.split("\n") if each.lower().startswith(word))
    return [f"> {each}" for each in list(about)[:1]]


def _curly(line: str) -> str:
    """Straight marks as the program turns them while one types."""
    return line.replace("'", "’").replace(' "', " “").replace('"', "”")


def _fits(text: str, charset: str) -> bool:
    try:
        text.encode(charset)
    except UnicodeEncodeError:
        return False
    return True
