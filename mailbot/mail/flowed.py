"""format=flowed undone, with care for orders that end in a space (MAIL-B2, RFC 3676)."""

from __future__ import annotations

#: A line shorter than this was ended by its writer, not by his program.
SHORTEST_WRAPPED = 60


def unflow(text: str, *, delsp: bool) -> str:
    """The text with wrapped lines joined: same quote depth, a space at the end, long enough."""
    out: list[str] = []
    pending: list[str] = []
    depth = -1
    for line in text.split("\n"):
        quoted, content = _depth(line)
        if pending and (quoted != depth or content == "-- "):
            out.append("".join(pending))
            pending = []
        mark = "> " if quoted and not pending else ""
        flows = content.endswith(" ") and content != "-- " and len(line) >= SHORTEST_WRAPPED
        pending.append(mark + (content[:-1] if flows and delsp else content))
        depth = quoted
        if not flows:
            out.append("".join(pending))
            pending = []
    if pending:
        out.append("".join(pending))
    return "\n".join(out)


def _depth(line: str) -> tuple[int, str]:
    """Quote depth and content, space-stuffing undone."""
    content = line.lstrip(">")
    return len(line) - len(content), content.removeprefix(" ")
