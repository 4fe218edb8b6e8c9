"""HTML as a stream of tags and texts, in linear time (MAIL-B9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9:_-]{0,60})")
_TO_TAG_END = re.compile(r"""(?:[^"'>]++|"[^"]{0,1000}+"|'[^']{0,1000}+')*+>""")
_ATTRIBUTE = re.compile(r"""([a-zA-Z-]{1,40})\s{0,20}=\s{0,20}("[^"]*"|'[^']*'|[^\s"'>]+)""")
_LONGEST_TAG = 600
#: After so many tags that do not end, a `>` ends one even inside quotes: it is cheaper to find.
_MOST_BROKEN_TAGS = 1000
#: Up to their end tag these hold anything but tags.
_RAW = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "title")}


def tokens(html: str) -> Iterator[tuple[str, str, str]]:
    """Texts, opening and closing tags in order; comments and declarations left out."""
    at, end, patience = 0, len(html), _MOST_BROKEN_TAGS
    while at < end:
        start = html.find("<", at)
        if start < 0:
            start = end
        if start > at:
            yield "text", "", html[at:start]
        if start == end:
            return
        tag = _TAG.match(html, start)
        if tag:
            found_end = (
                _TO_TAG_END.match(html, tag.end(), tag.end() + _LONGEST_TAG) if patience else None
            )
            patience -= patience > 0 and found_end is None
            stop = found_end.end() if found_end else _after(html, ">", tag.end())
            kind, name = "close" if tag[1] else "open", tag[2].lower()
            yield kind, name, html[tag.end() : min(stop, tag.end() + _LONGEST_TAG)]
            if kind == "open" and name in _RAW:
                raw_end = _RAW[name].search(html, stop)
                stop = raw_end.start() if raw_end else end
        elif html.startswith("<!--", start):
            found = html.find("-->", start + 4)
            stop = end if found < 0 else found + 3
        elif html.startswith(("<!", "<?", "</"), start):
            stop = _after(html, ">", start)
        else:
            yield "text", "", "<"
            stop = start + 1
        at = stop


def attributes_of(text: str) -> Mapping[str, str]:
    if "=" not in text:
        return {}
    found = _ATTRIBUTE.finditer(text)
    return {match[1].lower(): match[2].strip("\"'").lower() for match in found}


def _after(html: str, sign: str, at: int) -> int:
    found = html.find(sign, at)
    return len(html) if found < 0 else found + 1
