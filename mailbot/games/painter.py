"""A process that draws pictures for one turn: `python -m mailbot.games.painter`.

It reads all it has to draw, draws, and ends; it imports nothing but what draws.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence

from mailbot.render.png import svg_png

#: Bytes in which the length of a part stands before it.
LENGTH = 4


def packed(parts: Sequence[bytes]) -> bytes:
    """Parts in one piece, each after its length."""
    return b"".join(len(part).to_bytes(LENGTH, "big") + part for part in parts)


def unpacked(piece: bytes) -> Iterator[bytes]:
    """The parts of a piece. Raises `ValueError` if it ends too soon."""
    while piece:
        end = LENGTH + int.from_bytes(piece[:LENGTH], "big")
        if len(piece) < end:
            raise ValueError("a piece ends before its last part")
        yield piece[LENGTH:end]
        piece = piece[end:]


def main() -> None:
    # Ctrl-C goes to all processes of a terminal; the service decides when to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    width, *svgs = unpacked(sys.stdin.buffer.read())
    pngs = [svg_png(svg.decode(), int(width)) for svg in svgs]
    sys.stdout.buffer.write(packed(pngs))


if __name__ == "__main__":
    main()
