"""Which parts of a letter its writer's text is in (MAIL-H5)."""

from __future__ import annotations

from dataclasses import dataclass, field

from mailbot.mail.marks import is_quoted
from mailbot.mail.markup import to_text
from mailbot.mail.parts import Part

#: A plain text this much shorter than the HTML beside it is a stub.
_STUB_LINES = 2
_STUB_RATIO = 3


@dataclass(slots=True)
class Choice:
    """The parts to read, in order, and what cannot be read."""

    inline: list[Part] = field(default_factory=list)
    attached: list[Part] = field(default_factory=list)
    #: Is there a file that might hold what the writer means, and cannot be read?
    unread: bool = False
    #: Codes of what stood in the way: `encrypted`, `winmail`, `partial`, `binary`.
    obstacles: list[str] = field(default_factory=list)


def choose(part: Part) -> Choice:
    """The parts that hold the letter's text."""
    choice = Choice()
    _collect(part, choice)
    return choice


def is_html(part: Part) -> bool:
    return part.media_type == "text/html"


def is_tnef(part: Part) -> bool:
    return (
        part.media_type in {"application/ms-tnef", "application/vnd.ms-tnef"}
        or part.filename.lower() == "winmail.dat"
    )


def _collect(part: Part, choice: Choice) -> None:
    kind = part.media_type
    if kind == "multipart/alternative":
        _collect_alternative(part, choice)
    elif kind == "multipart/encrypted":
        choice.obstacles.append("encrypted")
    elif kind in {"multipart/signed", "multipart/related"}:
        _collect(part.children[0], choice)
    elif kind.startswith("multipart/"):
        for child in part.children:
            _collect(child, choice)
    else:
        _collect_leaf(part, choice)


def _collect_leaf(part: Part, choice: Choice) -> None:
    kind = part.media_type
    if kind in {"application/pkcs7-mime", "application/x-pkcs7-mime"}:
        choice.obstacles.append("encrypted")
    elif kind == "message/partial":
        choice.obstacles.append("partial")
    elif is_tnef(part) or (
        kind in {"text/plain", "text/html"} and part.disposition != "attachment"
    ):
        choice.inline.append(part)
    elif kind.startswith(("message/", "text/calendar")) or "signature" in kind:
        return
    elif kind == "text/plain" or part.filename.lower().endswith(".txt"):
        choice.attached.append(part)
    else:
        choice.obstacles.append("binary")
        choice.unread |= bool(part.filename) and not kind.startswith(("image/", "audio/"))


def _collect_alternative(part: Part, choice: Choice) -> None:
    """The plain text, unless it is a stub beside the HTML."""
    ways = [choose(child) for child in part.children]
    plain = next((way for way in ways if way.inline and not any(map(is_html, way.inline))), None)
    rich = next((way for way in reversed(ways) if any(map(is_html, way.inline))), None)
    chosen = plain or rich
    if plain and rich and _is_stub(plain, rich):
        chosen = rich
    for way in ways:
        choice.attached.extend(way.attached)
        choice.unread |= way.unread
        if chosen is None:
            choice.obstacles.extend(way.obstacles)
    if chosen is not None:
        choice.inline.extend(chosen.inline)
        choice.obstacles.extend(chosen.obstacles)


def _is_stub(plain: Choice, rich: Choice) -> bool:
    text = "\n".join(part.text()[0] for part in plain.inline)
    if sum(1 for line in text.split("\n") if line.strip()) >= _STUB_LINES:
        return False
    html = "\n".join(to_text(part.text()[0]) for part in rich.inline if is_html(part))
    own = "\n".join(line for line in html.split("\n") if not is_quoted(line))
    return _written(own) > _STUB_RATIO * _written(text)


def _written(text: str) -> int:
    return len("".join(text.split()))
