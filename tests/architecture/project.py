"""What is in the project, as its architecture tests look at it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"^```(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def committed() -> tuple[Path, ...]:
    """Every file that is, or by the next commit may be, in the repository."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    files = (ROOT / name for name in listing.split("\0") if name)
    return tuple(sorted(file for file in files if file.is_file()))


def texts(*folders: str) -> Iterator[tuple[str, str]]:
    """Name and contents of all text files, or of those in these folders."""
    for file in committed():
        name = file.relative_to(ROOT).as_posix()
        if folders and name.split("/")[0] not in folders:
            continue
        try:
            yield name, file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def documents() -> Iterator[tuple[str, str]]:
    """The documents for people."""
    return ((name, text) for name, text in texts() if name.endswith(".md"))


def fenced(text: str, language: str | None = None) -> tuple[str, ...]:
    """The fenced blocks of a document, all or those in one language."""
    blocks = _FENCE.findall(text)
    return tuple(body for found, body in blocks if language in (None, found))
