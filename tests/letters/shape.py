"""Letters as a person writes them down: what is expected, a line `===`, the letter with gaps.

The head is TOML (`Expected` has its words); the letter below it is all text, its parts are coded as
their own headers say when it is built. A line with `{orders}` or `{sheet}` stands for as many lines
as there are orders or lines of our sheet, `{n}` in it for their number; `\\u00ad` is that sign.
"""

from __future__ import annotations

import re
import tomllib
from base64 import encodebytes
from binascii import b2a_qp
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

FOLDER = Path(__file__).parent
ORDERS = ("Phoenix to Pearl", "Eden, Hood to Agnes")
#: Nothing of this may ever be carried out: an order, a filled template, an echoed order.
SHEET = (
    "Pentarchy, turn 3",
    "",
    "Phoenix lies at Pearl.",
    "Volen to Agnes",
    "#orders",
    "Rhea to Eden",
    "#end",
    " 12| Wasp to Coral",
    "The harbour of Agnes burns.",
)

_GAP = re.compile(r"\{(orders|sheet)\}")
_SIGN = re.compile(r"\\u([0-9a-f]{4})")
_PARAMETER = re.compile(
    r"""\b(charset|boundary|format)\*?=\s*(?:"([^"]*)"|([^\s;"]+))""", re.IGNORECASE
)
_CODECS = {"ks_c_5601-1987": "cp949", "gb2312": "gb18030", "iso-8859-8-i": "iso-8859-8"}
_LINE_ENDS = {"crlf": "\r\n", "lf": "\n", "cr": "\r"}


@dataclass(frozen=True, slots=True)
class Expected:
    """What the head of a letter says; everything but the rules has a usual value."""

    #: The rules that it holds.
    rules: tuple[str, ...]
    #: The own lines, blank ones aside.
    own: str = "{orders}"
    held: str = ""
    #: The codes of all remarks.
    remarks: tuple[str, ...] = ()
    trouble: str = ""
    #: The rule by which a machine is known; empty for people.
    machine: str = ""
    sender: str = "anna@example.org"
    #: The character set of the bytes, whatever the parts say.
    bytes: str = ""
    line_ends: str = "crlf"
    #: The text is not coded, whatever the parts say.
    as_is: bool = False
    #: The lines of the sheet are known to have been mailed to the player.
    ours: bool = False
    #: May other orders be put in place of its own?
    graft: bool = True


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of the corpus."""

    name: str
    expected: Expected
    template: str

    def raw(self, orders: Sequence[str] = ORDERS, sheet: Sequence[str] = SHEET) -> bytes:
        """The bytes as a server hands them out."""
        return b"".join(
            _Post(self.expected, {"orders": orders, "sheet": sheet}).build(self.template)
        )

    def own(self, orders: Sequence[str] = ORDERS) -> list[str]:
        return written(_filled(self.expected.own, {"orders": orders, "sheet": SHEET}))

    def held(self, orders: Sequence[str] = ORDERS) -> list[str]:
        return written(_filled(self.expected.held, {"orders": orders, "sheet": SHEET}))


def letters() -> list[Letter]:
    """The whole corpus, by name."""
    return [_read(file) for file in sorted(FOLDER.glob("*/*.letter"))]


def written(text: str) -> list[str]:
    """The lines that have something on them."""
    return [line.rstrip() for line in text.split("\n") if line.strip()]


def _read(file: Path) -> Letter:
    head, _, template = file.read_text(encoding="utf-8").partition("\n===\n")
    said = tomllib.loads(head)
    lists = {name: tuple(said.get(name, ())) for name in ("rules", "remarks")}
    expected = Expected(**{**said, **lists})
    return Letter(f"{file.parent.name}/{file.stem}", expected, template)


def _filled(text: str, gaps: dict[str, Sequence[str]], kind: str = "") -> str:
    return "\n".join(line for template in text.split("\n") for line in _lines(template, gaps, kind))


def _lines(template: str, gaps: dict[str, Sequence[str]], kind: str) -> Iterator[str]:
    found = _GAP.search(template)
    if found is None:
        yield template
        return
    for number, line in enumerate(gaps[found[1]], 1):
        if kind == "html":
            line = escape(line, quote=False) or "&nbsp;"
        whole = template.replace(found[0], line).replace("{n}", str(number))
        if kind == "flowed" and len(whole) > 72 and template == found[0]:
            whole = " \n".join(wrap(whole, 72, break_on_hyphens=False, break_long_words=False))
        yield whole


class _Post:
    """Codes a letter part by part, as the mail programs of its writer would have."""

    def __init__(self, expected: Expected, gaps: dict[str, Sequence[str]]) -> None:
        self._expected = expected
        self._gaps = gaps
        self._end = _LINE_ENDS[expected.line_ends]
        self._boundaries: set[str] = set()

    def build(self, template: str) -> Iterator[bytes]:
        header: list[str] = []
        body: list[str] | None = None
        for line in template.removesuffix("\n").split("\n"):
            if self._is_boundary(line):
                yield from self._body(header, body or [])
                yield self._coded(line + self._end, "utf-8")
                header, body = [], None if not line.rstrip().endswith("--") else []
            elif body is not None:
                body.append(line)
            elif line:
                header.append(line)
            else:
                self._boundaries |= {self._said(header, "boundary")} - {""}
                yield self._coded(self._end.join([*header, "", ""]), "utf-8")
                body = None if "message/rfc822" in "".join(header).lower() else []
                header = header if body is not None else []
        if body is None:
            yield self._coded(self._end.join([*header, ""]), "utf-8")
        yield from self._body(header, body or [])

    def _is_boundary(self, line: str) -> bool:
        return line[:2] == "--" and line[2:].rstrip().removesuffix("--") in {
            *self._boundaries,
            *(boundary.removesuffix("--") for boundary in self._boundaries),
        }

    def _said(self, header: list[str], name: str) -> str:
        found = (match for match in _PARAMETER.finditer("\n".join(header)))
        return next((m[2] or m[3] for m in found if m[1].lower() == name), "")

    def _body(self, header: list[str], lines: list[str]) -> Iterator[bytes]:
        if not lines:
            return
        head = "\n".join(header).lower()
        kind = "html" if "text/html" in head else self._said(header, "format").lower()
        text = _filled("\n".join(lines), self._gaps, kind)
        charset = self._said(header, "charset").lower()
        data = self._coded(text.replace("\n", self._end), charset)
        is_text = "content-type" not in head or "content-type: text/" in head
        if is_text and not self._expected.as_is:
            if re.search(r"encoding:\s*\"?base64", head):
                data = encodebytes(data).replace(b"\n", self._end.encode())
            elif re.search(r"encoding:\s*\"?quoted-printable", head):
                data = b2a_qp(data, istext=True)
        yield data.removesuffix(self._end.encode()) + self._end.encode()

    def _coded(self, text: str, charset: str) -> bytes:
        name = self._expected.bytes or _CODECS.get(charset, charset) or "utf-8"
        try:
            return _SIGN.sub(_sign, text).encode(name)
        except LookupError:
            return _SIGN.sub(_sign, text).encode()


def _sign(match: re.Match[str]) -> str:
    return chr(int(match[1], 16))
