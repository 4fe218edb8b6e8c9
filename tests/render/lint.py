"""What mail programs would drop of a letter, by the table in clients.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

CLIENTS: Mapping[str, Any] = tomllib.loads(
    Path(__file__).with_name("clients.toml").read_text(encoding="utf-8")
)
EMPTY = {"meta", "img", "br"}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r"(\w+|\w*\.\w+)(\s(\w+|\w*\.\w+))*")


def complaints(html: str) -> list[str]:
    """Everything about this letter that would hurt somewhere."""
    read = _Reading(html)
    found = [*read.found, *_sheets(read.styles)]
    found += [f"<{tag}> is never closed" for tag in read.open]
    if len(html.encode()) > CLIENTS["limits"]["letter_bytes"]:
        found.append(f"{len(html.encode())} bytes are more than Gmail shows")
    return sorted(set(found))


class _Reading(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.open: list[str] = []
        self.styles: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        known = CLIENTS["elements"]
        if tag not in known["page"] and tag not in known["kept"]:
            self.found.append(f"<{tag}> is not kept everywhere")
        self.found += _attributes(tag, given)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.found.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.styles.append(data)


def _attributes(tag: str, given: Mapping[str, str]) -> Iterator[str]:
    for name, value in given.items():
        if name not in CLIENTS["attributes"]["kept"]:
            yield f"the attribute {name} of <{tag}> is not kept everywhere"
        if re.match(r"\s*(\w+:)?//|\s*(javascript|data):", value):
            yield f"{name} of <{tag}> leads out of the letter: {value[:40]}"
    if tag == "img":
        yield from _picture(given)
    if "!important" in given.get("style", ""):
        yield f"Word drops !important in the style of <{tag}>"
    for name, value in _declarations(given.get("style", "")):
        yield from _property(tag, name, value)


def _picture(given: Mapping[str, str]) -> Iterator[str]:
    if not given.get("alt", "").strip():
        yield "a picture has no alternative"
    if not given.get("src", "").startswith("cid:"):
        yield "a picture does not come with its letter"
    if not 0 < int(given.get("width", "0")) <= CLIENTS["limits"]["width"]:
        yield "a picture is as wide in Word as its file, for want of a width"


def _sheets(styles: list[str]) -> Iterator[str]:
    if any(len(style.encode()) > CLIENTS["limits"]["style_bytes"] for style in styles):
        yield "a <style> is larger than Gmail keeps"
    for style in styles:
        outside = re.sub(
            r"@media \(([\w-]+): [\w-]+\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}", r"\2", style
        )
        for question in re.findall(r"@(\w+ \(?[\w-]+)", style):
            if question.removeprefix("media (") not in CLIENTS["media"]:
                yield f"@{question} is not kept everywhere"
        for selectors, body in RULE.findall(outside):
            yield from _rule(selectors, body)


def _rule(selectors: str, body: str) -> Iterator[str]:
    for selector in selectors.split(","):
        if not SELECTOR.fullmatch(selector.strip()):
            yield f"the selector {selector.strip()} is not kept everywhere"
    for name, value in _declarations(body):
        if name not in CLIENTS["css"]:
            yield f"nobody has looked up who keeps {name}"
        elif not _as_kept(name, value.removesuffix("!important").strip()):
            yield f"{name}: {value} is not kept everywhere"


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in filter(str.strip, style.split(";")):
        name, _, value = declaration.partition(":")
        yield name.strip(), value.strip()


def _property(tag: str, name: str, value: str) -> Iterator[str]:
    known = CLIENTS["css"].get(name)
    if known is None:
        yield f"nobody has looked up who keeps {name}"
        return
    if not _as_kept(name, value):
        yield f"{name}: {value} is not kept everywhere"
    spared = {*known.get("kept_on", ()), *known.get("harmless_on", ())}
    if known.get("drops") and tag not in spared:
        yield f"{name} of <{tag}> is dropped by {', '.join(known['drops'])}"


def _as_kept(name: str, value: str) -> bool:
    values = CLIENTS["css"][name].get("values", ".*")
    return "url(" not in value and re.fullmatch(values, value) is not None
