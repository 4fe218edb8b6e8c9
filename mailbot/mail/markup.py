"""HTML to the lines that its writer saw, without the quotes of known programs (MAIL-B9).

A stream of tags and a stack, in linear time: a browser's parser is quadratic on hostile nesting,
and all that is wanted here is where lines end and which boxes to leave out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from mailbot.mail.boxes import Box, box, is_marked
from mailbot.mail.headings import any_header_line, header_line
from mailbot.mail.marks import ORDERS_ABOVE, is_quoted
from mailbot.mail.tags import attributes_of, tokens

_LONG_NUMBER = re.compile(r"&#\d{8,};?")
_SPACE = re.compile(r"[ \t\n\r\f]+")


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = _names("area base br col embed hr img input link meta source track wbr")
_UNSEEN = _names("script style head title template noscript object select textarea")
_OWN_LINE = _names(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 "
    "h6 header hr li main nav ol p pre section table tbody tfoot thead tr ul"
)
_MARKING = _names("blockquote div")
#: These only separate words while inside a table row.
_CELL_CONTENT = _names("p div section article center")

#: Written with this before the quote there is a line who wrote when, and no more.
_LONGEST_ATTRIBUTION = 300
_MOST_ATTRIBUTION_LINES = 2
_FEWEST_HEAD_LINES = 3


def own_text(html: str) -> tuple[str, list[str]]:
    """The visible lines, quotes marked with `> `, and the lines of signatures, left out of them.

    If nothing else is there, quotes and signatures are text like any other (MAIL-B4).
    """
    page = _read(html, quotes=False)
    if any(line.strip() and not is_quoted(line) for line in page.lines) or not page.left_out:
        return page.text(), page.signed
    return to_text(html, quotes=True), []


def to_text(html: str, *, quotes: bool = False) -> str:
    """The visible lines; `quotes` takes quotes of known programs and signatures for text as well.

    What is in a `blockquote` is marked in any case.
    """
    return _read(html, quotes=quotes).text()


def _read(html: str, *, quotes: bool) -> _Page:
    page = _Page(quotes=quotes)
    for kind, name, value in tokens(html):
        if kind == "text":
            page.write(value)
        elif kind == "open":
            page.open(name, value)
        else:
            page.close(name)
    page.end()
    return page


@dataclass(slots=True)
class _Page:
    """What has been read so far, and the boxes that are open."""

    quotes: bool
    #: Has a quote been marked, or a signature left out?
    left_out: bool = False
    lines: list[str] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    opened: Counter[str] = field(default_factory=Counter)
    #: Depth of the stack at which what is left out ends.
    hidden_above: int | None = None
    #: Depth of the stack at which a signature ends, and the line that it began with.
    signed_above: int | None = None
    signed_from: int = 0
    signed: list[str] = field(default_factory=list)
    #: Depth of the stack at which a known program's quote ends, and what it began with.
    quoted_above: int | None = None
    quoted: list[str] = field(default_factory=list)
    quoted_from: int = 0
    marked: list[int] = field(default_factory=list)
    kept_spaces: list[int] = field(default_factory=list)

    def write(self, text: str) -> None:
        if self.hidden_above is not None:
            return
        text = unescape(_LONG_NUMBER.sub("\ufffd", text)) if "&" in text else text
        if not self.kept_spaces:
            self.line.append(_SPACE.sub(" ", text))
            return
        first, *rest = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.line.append(first)
        for piece in rest:
            self.end_line()
            self.line.append(piece)

    def open(self, name: str, attributes: str) -> None:
        said = attributes_of(attributes)
        if self.hidden_above is None:
            self._begin(name)
            self._set_apart(name, said)
        if name in _VOID:
            return
        self.stack.append(name)
        self.opened[name] += 1
        if self.hidden_above is None:
            style = said.get("style", "").replace(" ", "") if said else ""
            if name in _MARKING and is_marked(name, said, style):
                self.marked.append(len(self.stack))
            if name == "pre" or "white-space:pre" in style:
                self.kept_spaces.append(len(self.stack))

    def close(self, name: str) -> None:
        if name == "br":
            self.open("br", "")
        if not self.opened[name]:
            return
        while self.stack:
            top = self.stack.pop()
            self.opened[top] -= 1
            self._end(top)
            if top == name:
                return

    def end_line(self) -> None:
        text = "".join(self.line)
        text = text.rstrip() if self.kept_spaces else _SPACE.sub(" ", text).strip()
        depth = len(self.marked)
        if self.quoted_above is not None:
            depth = max(depth, 1)
            if text and len(self.quoted) <= _MOST_ATTRIBUTION_LINES:
                self.quoted.append(text)
        self.lines.append("> " * min(depth, 20) + text)
        self.line = []

    def end(self) -> None:
        if self.line:
            self.end_line()
        self._end_signature()

    def text(self) -> str:
        return "\n".join(self.lines)

    def _begin(self, name: str) -> None:
        if name == "br":
            self.end_line()
        elif name in {"td", "th"} or (name in _CELL_CONTENT and self.opened["tr"]):
            self.line.append(" ")
        elif name in _OWN_LINE:
            self._break()

    def _set_apart(self, name: str, said: Mapping[str, str]) -> None:
        """Begin to leave out, or to mark, what a known program's box holds."""
        depth = len(self.stack)
        kind = Box.UNSEEN if name in _UNSEEN else box(name, said) if said else None
        if kind is Box.UNSEEN:
            self.hidden_above = depth if name not in _VOID else None
        elif kind is Box.WORD_HEAD:
            self._quote_all_below()
        elif self.quotes or name in {"html", "body"}:
            return
        elif self.quoted_above is not None:
            if name == "blockquote" and depth == self.quoted_above + 1 and self._is_attribution():
                # The quote proper is in there: what stands beside it is an answer to it.
                self.quoted_above = None
        elif kind is Box.HEAD:
            # With the box around it: everything up to the end of its parent.
            self._quote(depth - 1)
        elif kind is Box.QUOTE and name not in _VOID:
            self._quote(depth)
        elif kind is Box.SIGNATURE and name not in _VOID and self.signed_above is None:
            self._break()
            self.signed_above, self.signed_from = depth, len(self.lines)

    def _end_signature(self) -> None:
        if self.signed_above is not None:
            self.signed += self.lines[self.signed_from :]
            del self.lines[self.signed_from :]
            self.signed_above, self.left_out = None, True

    def _quote_all_below(self) -> None:
        """From here on everything is quoted, unless this stands in a quote itself.

        Boxes below would only hide that: the one around the head may end with it.
        """
        if self.marked or (self.quoted_above is not None and self.quoted):
            return
        self._break()
        self.lines.append(ORDERS_ABOVE)
        self.quotes, self.quoted_above, self.left_out = True, None, True

    def _quote(self, depth: int) -> None:
        self._break()
        self.quoted_above, self.quoted, self.left_out = depth, [], True
        self.quoted_from = len(self.lines)

    def _is_attribution(self) -> bool:
        return (
            len(self.quoted) <= _MOST_ATTRIBUTION_LINES
            and sum(map(len, self.quoted)) <= _LONGEST_ATTRIBUTION
        )

    def _end(self, name: str) -> None:
        depth = len(self.stack)
        if self.hidden_above is not None:
            if depth <= self.hidden_above:
                self.hidden_above = None
            return
        if name in _OWN_LINE and not (name in _CELL_CONTENT and self.opened["tr"]):
            self._break()
        if self.signed_above is not None and depth <= self.signed_above:
            self._break()
            self._end_signature()
        if self.quoted_above is not None and depth <= self.quoted_above:
            self._break()
            self.quoted_above = None
            if _is_head(self.lines[self.quoted_from :]):
                self._quote_all_below()
        for depths in (self.marked, self.kept_spaces):
            while depths and depths[-1] > depth:
                depths.pop()

    def _break(self) -> None:
        """End the line unless nothing is on it; a fixed space is something."""
        if any(piece.strip(" \t\n\r\f") for piece in self.line):
            self.end_line()
        self.line = []


def _is_head(lines: Sequence[str]) -> bool:
    """Nothing but `From: …` and its like: the box ended where the quote begins (MAIL-B6)."""
    written = [bare for line in lines if (bare := line.lstrip("> "))]
    return len(written) >= _FEWEST_HEAD_LINES and all(
        header_line(line) or any_header_line(line) or "@" in line for line in written
    )
