"""A letter without the tokens in it, fit to be shown to people (MAIL-R8)."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

#: In an address, in a subject, and cut in two by quoted-printable or a folded header.
_BREAK = rb"(?:=\r?\n|\r?\n[ \t])?"
_MAC = rb"(?:[a-z2-7]" + _BREAK + rb"){15}[a-z2-7]"
_TOKENS = re.compile(
    rb"(?P<before>\.|%2E|\[k:|\[k=3A|=5Bk:)(?P<mac>"
    + _MAC
    + rb")(?="
    + _BREAK
    + rb"(?:@|%40|=40|\]|=5D))",
    re.IGNORECASE,
)
#: Lines of base64 that follow each other.
_BASE64 = re.compile(rb"(?:^[A-Za-z0-9+/]{4,988}={0,2}[ \t]*\r?\n?){1,20000}", re.MULTILINE)
_HIDDEN = b"x" * 16


def without_tokens(raw: bytes) -> bytes:
    """The same bytes with every token hidden, in base64 too."""
    return _BASE64.sub(_recoded, _hidden(raw))


def _hidden(text: bytes) -> bytes:
    return _TOKENS.sub(lambda found: found["before"] + _HIDDEN, text)


def _recoded(found: re.Match[bytes]) -> bytes:
    """A block of base64 as it was, unless a token is in it."""
    joined = b"".join(found[0].split())
    try:
        text = b64decode(joined + b"=" * (-len(joined) % 4))
    except ValueError:
        return found[0]
    hidden = _hidden(text)
    if hidden == text:
        return found[0]
    coded = b64encode(hidden)
    lines = (coded[start : start + 76] for start in range(0, len(coded), 76))
    return b"\r\n".join(lines) + b"\r\n"
