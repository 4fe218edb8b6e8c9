"""The pictures of a turn drawn side by side: drawing one holds the interpreter (PERF-P9, PERF-P10).

Painters live as long as one turn's pictures take, so that none outlives the service. What they
do not bring, for whatever reason, is drawn by whoever needs it, and looks the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from mailbot.games.painter import packed, unpacked
from mailbot.log import Story

story = Story("drawing")

PAINTERS = 2
#: To start a painter takes half as long as to draw a picture.
FEWEST = 4
#: Seconds for a painter's share; a picture takes a fifth of one.
LONGEST = 60.0


def drawn(svgs: Collection[str], width: int, painters: int | None = None) -> Mapping[str, bytes]:
    """Each of these pictures as PNG that painters could draw; none where that would not help."""
    wanted = list(dict.fromkeys(svgs))
    hands = min(_processors(), PAINTERS) if painters is None else painters
    if hands < 2 or len(wanted) < FEWEST:
        return {}
    shares = [wanted[first::hands] for first in range(hands)]
    with ThreadPoolExecutor(hands) as waiting:
        pngs = waiting.map(lambda share: _painted(share, width), shares)
        return {svg: png for share, made in zip(shares, pngs, strict=True) for svg, png in made}


def _painted(svgs: Sequence[str], width: int) -> Sequence[tuple[str, bytes]]:
    """What a painter made of his share: all of it, or nothing."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mailbot.games.painter"],
            input=packed([str(width).encode(), *(svg.encode() for svg in svgs)]),
            capture_output=True,
            timeout=LONGEST,
            check=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        return list(zip(svgs, unpacked(done.stdout), strict=True))
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        story.warn("painter failed", pictures=len(svgs), error=str(error))
        return ()


def _processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS does not tell
        return os.cpu_count() or 1
