"""Outlook's rich text to plain lines: unpacked, and everything but the words left out (MAIL-H5)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mailbot.mail.charset import decode

_LONGEST = 256 * 1024
_DEEPEST = 200
_HEAD = 16
_WINDOW = 4096
#: What the window holds before the first byte, by the format's description (MS-OXRTFCP).
_BEFORE = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript "
    rb"\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,9})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|[\r\n]+|([^\\{}\r\n]+)",
    re.DOTALL,
)
_BREAKS = {b"par", b"line", b"row", b"sect", b"page"}
_SPACES = {b"tab": "\t", b"cell": " ", b"emdash": "—", b"endash": "–", b"bullet": "•"}
_QUOTES = {b"lquote": "‘", b"rquote": "’", b"ldblquote": "“", b"rdblquote": "”"}
_SIGNS = _SPACES | _QUOTES
#: Groups whose words are no text.
_ASIDE = {b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"header", b"footer", b"object"}
_SURROGATES = range(0xD800, 0xE000)


def rtf_text(data: bytes) -> str:
    """The words of a rich text, packed as in winmail.dat or not; empty if it is none."""
    rtf = unpacked(data)
    return _Words().read(rtf).strip() if rtf.startswith(b"{\\rtf") else ""


def unpacked(data: bytes) -> bytes:
    """The rich text in the packing of Outlook, as far as it goes."""
    kind = data[8:12]
    if kind == b"MELA":
        return data[_HEAD : _HEAD + _LONGEST]
    return _unpacked(data[_HEAD:]) if kind == b"LZFu" else data[:_LONGEST]


def _unpacked(data: bytes) -> bytes:
    """Literal bytes and references into the last 4 KiB, eight of them after a byte of flags."""
    out = bytearray(_BEFORE)
    at = 0
    while at < len(data) and len(out) < _LONGEST:
        flags = data[at]
        at += 1
        for bit in range(8):
            if not flags >> bit & 1:
                out += data[at : at + 1]
                at += 1
                continue
            reference = int.from_bytes(data[at : at + 2], "big")
            at += 2
            back = (len(out) - (reference >> 4)) % _WINDOW
            if not back or at > len(data):
                return bytes(out[len(_BEFORE) :])
            for _ in range((reference & 15) + 2):
                out.append(out[-back] if back <= len(out) else 0)
    return bytes(out[len(_BEFORE) :])


@dataclass(slots=True)
class _Words:
    """What has been read so far, and the groups that are open."""

    out: list[str] = field(default_factory=list)
    coded: bytearray = field(default_factory=bytearray)
    charset: str = "cp1252"
    #: For each open group: is it left out, and how many signs stand in for one in Unicode?
    groups: list[tuple[bool, int]] = field(default_factory=list)
    aside: bool = False
    stand_ins: int = 1
    to_skip: int = 0

    def read(self, rtf: bytes) -> str:
        for word, number, code, sign, brace, text in _TOKEN.findall(rtf):
            if brace:
                self._group(brace)
            elif word:
                self._word(word, int(number) if number else None)
            elif self.aside:
                continue
            elif code:
                self._add(bytes.fromhex(code.decode("ascii")))
            elif sign:
                self._sign(sign)
            else:
                self._add(text)
        self._flush()
        return "".join(self.out)

    def _group(self, brace: bytes) -> None:
        self._flush()
        self.to_skip = 0
        if brace == b"{":
            if len(self.groups) < _DEEPEST:
                self.groups.append((self.aside, self.stand_ins))
        elif self.groups:
            self.aside, self.stand_ins = self.groups.pop()

    def _word(self, word: bytes, number: int | None) -> None:
        if word in _ASIDE:
            self.aside = True
        elif word == b"ansicpg" and number:
            self.charset = f"cp{number}"
        elif word == b"uc" and number is not None:
            self.stand_ins = min(max(number, 0), 9)
        elif not self.aside:
            self._written(word, number)

    def _written(self, word: bytes, number: int | None) -> None:
        self._flush()
        if word == b"u" and number is not None:
            point = number % 0x10000
            self.out.append("\ufffd" if point in _SURROGATES else chr(point))
            self.to_skip = self.stand_ins
        elif word in _BREAKS:
            self.out.append("\n")
        else:
            self.out.append(_SIGNS.get(word, ""))

    def _sign(self, sign: bytes) -> None:
        if sign == b"*":
            self.aside = True
        elif sign == b"~":
            self._add(b" ")
        elif sign in {b"\\", b"{", b"}"}:
            self._add(sign)

    def _add(self, data: bytes) -> None:
        """Text, less what only stands in for a sign that was given by its number."""
        skipped = min(self.to_skip, len(data))
        self.to_skip -= skipped
        self.coded += data[skipped:]

    def _flush(self) -> None:
        if self.coded:
            self.out.append(decode(bytes(self.coded), self.charset)[0])
            self.coded.clear()
