"""A picture as PNG, with the fonts that we ship: the same bytes on any machine."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import resvg_py

FONTS = sorted(str(path) for path in Path(__file__).with_name("fonts").glob("*.ttf"))


@lru_cache(maxsize=64)
def svg_png(svg: str, width: int) -> bytes:
    """The picture `width` pixels wide; a picture asked for again is not drawn again.

    Drawing holds the interpreter lock: use a process pool for many.
    """
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        skip_system_fonts=True,
        font_files=FONTS,
        sans_serif_family="DejaVu Sans",
        font_family="DejaVu Sans",
    )
