"""Letters signed or locked by PGP in the text itself (MAIL-H5)."""

from __future__ import annotations

from collections.abc import Sequence

_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
_SIGNATURE_END = "-----END PGP SIGNATURE-----"
_LOCKED = "-----BEGIN PGP MESSAGE-----"


def unwrap(text: str) -> str:
    """The text without its clear signature; twice, since some are signed twice."""
    for _ in range(2):
        if _SIGNED not in text:
            break
        text = "\n".join(_unwrapped(text.split("\n")))
    return text


def is_locked(text: str) -> bool:
    """Does the text itself, not a quote in it, hold an encrypted block?"""
    return text.startswith(_LOCKED) or f"\n{_LOCKED}" in text


def _unwrapped(lines: Sequence[str]) -> list[str]:
    out: list[str] = []
    where = "outside"
    for line in lines:
        bare = line.rstrip()
        if bare == _SIGNED and where == "outside":
            where = "armour"
        elif where == "armour":
            # `Hash: SHA256` and the like, up to a blank line.
            where = "armour" if bare else "inside"
        elif bare == _SIGNATURE and where == "inside":
            where = "signature"
        elif where == "signature":
            where = "outside" if bare == _SIGNATURE_END else "signature"
        else:
            out.append(line.removeprefix("- ") if where == "inside" else line)
    return out
