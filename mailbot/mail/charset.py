"""Bytes to text, whatever the letter claims about itself (MAIL-H4, MAIL-B1)."""

from __future__ import annotations

import codecs
import re
import unicodedata

LONGEST_LINE = 1000

_ALIASES = {
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "cp-932": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "big5": "big5hkscs",
    "x-x-big5": "big5hkscs",
    "tis-620": "cp874",
    "windows-874": "cp874",
    "iso-8859-9": "cp1254",
    "x-mac-roman": "mac_roman",
    "ansi": "cp1252",
    "ansi_x3.4-1968": "us-ascii",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "iso-8859-8-i": "iso-8859-8",
    "cp-850": "cp850",
    "utf8": "utf-8",
    "utf8mb4": "utf-8",
    "unicode": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
}
# us-ascii is what programs write that do not know: seen over UTF-8 as often as over cp1252.
_NOTHING_SAID = {"", "none", "unknown", "unknown-8bit", "default", "x-unknown", "us-ascii", "ascii"}
# Text codecs by name only: slow on hostile input, or no character sets at all.
_NO_CHARSETS = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape"}
#: What old programs and gateways say of everything: what is valid UTF-8 is not meant as these.
_SAID_WRONGLY = {"cp1252", "iso8859-15", "cp1254"}
_GUESSES = ("utf-8", "cp1252", "latin-1")

#: Other letters than ASCII's for each that is broken, if a text is still taken for UTF-8.
_WHOLE_FOR_BROKEN = 4

_DROPPED = (
    *range(0x09),
    *range(0x0E, 0x20),
    *range(0x7F, 0x85),
    *range(0x86, 0xA0),
    0xAD,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x206A),
    0xFEFF,
    0xFFFC,
)
_SPACES = (0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
_TABLE: dict[int, str | None] = {
    **dict.fromkeys(_DROPPED, None),
    **dict.fromkeys(_SPACES, " "),
    **dict.fromkeys((0x0B, 0x0C, 0x85, 0x2028, 0x2029), "\n"),
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
}
_ODD_ASCII = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def decode(data: bytes, charset: str) -> tuple[str, bool]:
    """The text, and whether a character set had to be guessed or characters were lost (MAIL-H4)."""
    name = _known(charset)
    if data.isascii() and name in {None, "utf-8", "cp1252"}:
        return data.decode("ascii"), False
    if name in _SAID_WRONGLY and not data.isascii() and _is_utf_8(data):
        return data.decode("utf-8"), True
    for attempt in ((name,) if name else ()) + _GUESSES:
        try:
            return data.decode(attempt), attempt != name
        except ValueError:
            if attempt == "utf-8" and (text := _nearly_utf_8(data)):
                return text, True
    return data.decode("utf-8", "replace"), True


def _nearly_utf_8(data: bytes) -> str:
    """The text, if only few of its letters are broken: one bad byte spoils no others."""
    text = data.decode("utf-8", "replace")
    whole = len(text) - len(text.encode("ascii", "ignore"))
    return text if text.count("\ufffd") * _WHOLE_FOR_BROKEN < whole else ""


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except ValueError:
        return False
    return True


def lines_only(text: str) -> str:
    """The same text with LF as the only line end among CR and LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def clean(text: str) -> str:
    """One kind of line end and of space, no invisible characters, composed letters (MAIL-B1).

    Quotes and dashes stay as written, since press and names may hold them; the order grammars
    fold those in their own words. Lines longer than `LONGEST_LINE` are divided at a space.
    """
    text = lines_only(text)
    if not text.isascii() or _ODD_ASCII.search(text):
        text = text.translate(_TABLE)
    if len(text) > LONGEST_LINE:
        text = "\n".join(piece for line in text.split("\n") for piece in _divided(line))
    # Only now that lines are short: composing takes time by the square of a run of accents.
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _known(charset: str) -> str | None:
    """The codec to try first; None where the letter says nothing useful."""
    first = charset.strip().strip("\"'").split(" ")[0].split(";")[0].lower()[:60]
    name = _ALIASES.get(first, first)
    if name in _NOTHING_SAID:
        return None
    codec = _codec(name) or _codec(name.removeprefix("x-")) or _codec(name.removeprefix("cs"))
    if codec is None:
        return None
    if codec.name.replace("-", "_") in _NO_CHARSETS:
        return None
    # Asking a codec whether it is a character set has no public name.
    return codec.name if getattr(codec, "_is_text_encoding", True) else None


def _codec(name: str) -> codecs.CodecInfo | None:
    try:
        return codecs.lookup(name)
    except (LookupError, ValueError, TypeError):
        return None


def _divided(line: str) -> list[str]:
    """Pieces that are not too long; those of a quoted line are quoted."""
    mark = "> " if line.lstrip().startswith(">") else ""
    pieces = []
    while len(line) > LONGEST_LINE:
        at = line.rfind(" ", LONGEST_LINE // 2, LONGEST_LINE) + 1 or LONGEST_LINE
        pieces.append(line[:at])
        line = mark + line[at:]
    return [*pieces, line]
