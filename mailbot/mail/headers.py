"""Headers as they came, read without ever raising (MAIL-H1)."""

from __future__ import annotations

import binascii
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from mailbot.mail.charset import decode

#: Fields beyond this are not looked at; real letters have fewer than 200.
MOST_FIELDS = 2000
LONGEST_VALUE = 100_000
_MOST_LINES = 10 * MOST_FIELDS

_FIELD = re.compile(rb"[\x21-\x39\x3b-\x7e]{1,200}[ \t]{0,20}:")
_LOOSE = re.compile(rb"[a-z*0-9-]{1,20}=\S", re.IGNORECASE)
_BLANK_LINE = re.compile(rb"\n\r?\n")
_WORD = re.compile(r"=\?([^?\s]{1,80})\?([bBqQ])\?([^?\n]{0,2000})\?=")
_PARAMETER = re.compile(
    r';\s{0,100}([^\s=;"]{1,100})\s{0,100}=\s{0,100}("[^"]{0,1000}"?|[^;]{0,1000})'
)
_PLAIN_LINE = re.compile(rb"\n(?=[^\s]{1,200} [^\s]|[-_*]{3})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Headers:
    """The fields of one header, from the top, names in lower case, values unfolded."""

    fields: tuple[tuple[str, str], ...] = ()

    def all(self, name: str) -> tuple[str, ...]:
        return tuple(value for field, value in self.fields if field == name)

    def first(self, name: str) -> str:
        """The topmost value; empty if there is none."""
        return next((value for field, value in self.fields if field == name), "")

    def __contains__(self, name: object) -> bool:
        return any(field == name for field, _ in self.fields)


def split(raw: bytes) -> tuple[Headers, bytes]:
    """Header and body of a letter or a part; what does not look like a field begins the body."""
    if b"\n" not in raw[:LONGEST_VALUE] and b"\r" in raw:
        raw = raw.replace(b"\r", b"\n")
    raw = raw.removeprefix(BOM_UTF8)
    fields: list[tuple[str, list[bytes]]] = []
    start, end, lines = 0, len(raw), 0
    while start < end:
        stop = raw.find(b"\n", start)
        after = end if stop < 0 else stop + 1
        line = raw[start:after].rstrip(b"\r\n")
        if not line:
            start = after
            break
        if fields and (line[:1] in b" \t" or _is_loose_parameter(line, fields[-1][1][-1])):
            fields[-1][1].append(line)
        elif found := _FIELD.match(line):
            name = found[0][:-1].rstrip().decode("ascii").lower()
            fields.append((name, [line[found.end() :]]))
        elif start or not line.startswith((b"From ", b">From ")):
            break
        start = after
        lines += 1
        if len(fields) > MOST_FIELDS or lines > _MOST_LINES:
            blank = _BLANK_LINE.search(raw, start - 1)
            start = blank.end() if blank else end
            break
    read = tuple((name, _value(pieces)) for name, pieces in fields[:MOST_FIELDS])
    return Headers(read), raw[start:]


def _is_loose_parameter(line: bytes, above: bytes) -> bool:
    """Is this a parameter that should have been indented below its field?"""
    return above.rstrip().endswith(b";") and _LOOSE.match(line) is not None


def words(value: str) -> str:
    """A header value for people: encoded words decoded (RFC 2047), no control characters."""
    if "=?" in value:
        value = _decoded(value[:LONGEST_VALUE])
    return _CONTROL.sub(" ", value).strip()


def parameters(value: str) -> tuple[str, Mapping[str, str]]:
    """`text/plain; charset=x` as its main word and parameters, names in lower case (RFC 2231)."""
    main, semicolon, rest = value[:LONGEST_VALUE].partition(";")
    main = main.strip().lower()
    if not semicolon:
        return main, {}
    found: dict[str, str] = {}
    for match in _PARAMETER.finditer(";" + rest[:10_000]):
        name, _, piece = match[1].lower().partition("*")
        text = match[2].strip().strip('"')
        if piece.endswith("*") or (match[1].endswith("*") and not piece):
            text = _percent(text)
        found[name] = found[name] + text if piece.rstrip("*") and name in found else text
    return main, found


def _value(pieces: list[bytes]) -> str:
    data = b" ".join(piece.strip() for piece in pieces) if len(pieces) > 1 else pieces[0].strip()
    return decode(data[:LONGEST_VALUE], "utf-8")[0]


def _decoded(value: str) -> str:
    """Neighbouring words in one character set are joined first: a letter may be cut in two."""
    out: list[str] = []
    waiting: tuple[str, list[bytes]] | None = None
    end = 0
    for match in _WORD.finditer(value):
        between = value[end : match.start()]
        charset = match[1].partition("*")[0].lower()
        data = _bytes(match[2], match[3])
        if waiting and waiting[0] == charset and not between.strip():
            waiting[1].append(data)
        else:
            out.append(_said(waiting))
            out.append(between if between.strip() or waiting is None else "")
            waiting = (charset, [data])
        end = match.end()
    return "".join((*out, _said(waiting), value[end:]))


def _said(waiting: tuple[str, list[bytes]] | None) -> str:
    return decode(b"".join(waiting[1]), waiting[0])[0] if waiting else ""


def _bytes(how: str, text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    return base64(data) if how in "bB" else binascii.a2b_qp(data, header=True)


def base64(data: bytes) -> bytes:
    """Base64 decoded as far as it goes; what is no base64 is passed over."""
    data = _coded_lines(data)
    try:
        return binascii.a2b_base64(data + b"==")
    except binascii.Error:
        pass
    kept = re.sub(rb"[^A-Za-z0-9+/]", b"", data)
    return binascii.a2b_base64(kept[: len(kept) // 4 * 4])


def _coded_lines(data: bytes) -> bytes:
    """The coded lines alone: servers add lines of plain text below them."""
    plain = _PLAIN_LINE.search(data)
    return data[: plain.start()] if plain and data[: plain.start()].strip() else data


def _percent(text: str) -> str:
    charset, _, value = text.split("'", 2) if text.count("'") > 1 else ("", "", text)
    return decode(unquote_to_bytes(value), charset or "utf-8")[0]
