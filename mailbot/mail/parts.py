"""The parts of a letter: a MIME reader in linear time that takes any bytes (MAIL-H1, MAIL-H5).

The reader of the standard library recurses as deep as a hostile letter asks and takes seconds for
100,000 parts, so the little that is needed stands here: cut at boundaries, decode one part.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mailbot.mail.charset import decode
from mailbot.mail.headers import Headers, base64, parameters, split, words

_META = re.compile(rb"<meta\b[^<>]{0,200}?charset=[\"']?([A-Za-z0-9_-]{1,40})", re.IGNORECASE)

_BOUNDARY = re.compile(rb"^--([^\s]{1,200})\r?\n(?=Content-)", re.MULTILINE | re.IGNORECASE)

DEEPEST = 20
MOST_PARTS = 200


@dataclass(frozen=True, slots=True)
class Part:
    """One MIME part with those inside it."""

    headers: Headers
    #: `text/plain` where nothing sensible is said.
    media_type: str
    parameters: Mapping[str, str]
    #: As it came, transfer encoding still on.
    body: bytes
    children: tuple[Part, ...] = ()

    @property
    def disposition(self) -> str:
        return parameters(self.headers.first("content-disposition"))[0]

    @property
    def filename(self) -> str:
        said = parameters(self.headers.first("content-disposition"))[1].get("filename")
        return words(said or self.parameters.get("name", ""))

    def walk(self) -> Iterator[Part]:
        """The part itself and all inside it, from the outside in."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def encoding(self) -> str:
        """How the body is carried; empty where nothing is said."""
        said = self.headers.first("content-transfer-encoding").lower().split(";")[0].split()
        return said[0].strip("\"'") if said else ""

    def content(self) -> bytes:
        """The body without its transfer encoding, read as far as that goes."""
        if self.encoding == "base64":
            return base64(self.body)
        if self.encoding == "quoted-printable":
            return binascii.a2b_qp(self.body)
        return self.body

    def text(self) -> tuple[str, bool]:
        """The content as text, and whether its character set was guessed (MAIL-H4)."""
        data = self.content()
        said = self.parameters.get("charset", "")
        if not said and self.media_type == "text/html" and (found := _META.search(data, 0, 4000)):
            said = found[1].decode("ascii")
        return decode(data, said)


@dataclass(slots=True)
class _Budget:
    parts: int = field(default=MOST_PARTS)


def parse(raw: bytes) -> Part:
    """The letter as a tree of at most `MOST_PARTS` parts, `DEEPEST` levels deep."""
    headers, body = split(raw)
    return _part(headers, body, DEEPEST, _Budget())


def first_boundary(body: bytes) -> str | None:
    """What the first line that can only be a boundary says, if there is one."""
    found = _BOUNDARY.search(body)
    return found[1].decode("ascii", "replace") if found else None


def _part(
    headers: Headers, body: bytes, depth: int, budget: _Budget, unsaid: str = "text/plain"
) -> Part:
    budget.parts -= 1
    media_type, said = parameters(headers.first("content-type"))
    if media_type.count("/") != 1:
        media_type = unsaid
    children: list[Part] = []
    if media_type.startswith("multipart/") and depth > 0:
        boundary = said.get("boundary", "")
        media_type, children = _children(media_type, body, boundary, depth, budget)
        if not children and (found := first_boundary(body)):
            # Said wrongly, or not at all.
            media_type, children = _children(media_type, body, found, depth, budget)
    if media_type.startswith("multipart/") and not children:
        # Said to be in parts and is not: what is there is read as it stands.
        media_type = "text/plain" if depth > 0 else "application/octet-stream"
    return Part(headers, media_type, said, body, tuple(children))


def _children(
    media_type: str, body: bytes, boundary: str, depth: int, budget: _Budget
) -> tuple[str, list[Part]]:
    """The parts inside, and what they are to each other."""
    children: list[Part] = []
    for piece in _pieces(body, boundary):
        if budget.parts <= 0:
            break
        headers, content = split(piece)
        inner, said = parameters(headers.first("content-type"))
        if inner.startswith("multipart/") and said.get("boundary") == boundary:
            # Old Macintosh programs gave a multipart and the one inside it the same boundary.
            media_type = inner
            continue
        unsaid = "message/rfc822" if media_type == "multipart/digest" else "text/plain"
        children.append(_part(headers, content, depth - 1, budget, unsaid))
    return media_type, children


def _pieces(body: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the lines `--boundary`; the last one may be missing (RFC 2046, 5.1.1)."""
    line = b"--" + boundary.rstrip().encode("utf-8", "replace")
    if len(line) == 2:
        return
    start: int | None = None
    at = body.find(line)
    while at >= 0:
        stop = body.find(b"\n", at)
        stop = len(body) if stop < 0 else stop
        rest = body[at + len(line) : stop].rstrip()
        if rest in {b"", b"--"} and (at == 0 or body[at - 1 : at] in {b"\n", b"\r"}):
            if start is not None:
                yield body[start:at].removesuffix(b"\n").removesuffix(b"\r")
            start = stop + 1
            if rest:
                return
            at = body.find(line, stop)
        else:
            at = body.find(line, at + 1)
    if start is not None and start < len(body):
        yield body[start:]
