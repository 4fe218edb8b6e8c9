"""Text and headers as they travel: ASCII, short lines, CRLF (RFC 2045, RFC 2047, RFC 5322)."""

from __future__ import annotations

import binascii
import re
from base64 import b64encode
from email.header import Header
from struct import unpack
from urllib.parse import quote

#: RFC 5322, 2.1.1: lines should not be longer.
LINE = 78
#: And must not be.
LONGEST_LINE = 998
_BASE64_LINE = 76
#: Above this share of bytes outside ASCII base64 is shorter than quoted-printable.
_MOSTLY_FOREIGN = 0.4

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_CONTROL_BYTES = bytes((*range(0x09), *range(0x0B, 0x20), 0x7F))
_ASCII = bytes(range(128))
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]*")
_PLAIN_ADDRESS = re.compile(r"[!-?A-~]{1,64}@[A-Za-z0-9.-]{1,253}")
_UNSAFE_IN_ADDRESS = re.compile(r'[\s"<>()\[\],;:\\]')


def unbroken(text: str) -> str:
    """The text on one line: no line end can smuggle in another header field."""
    return _CONTROL.sub(" ", text)


def field(name: str, value: str) -> str:
    """A header field with its CRLF, folded, encoded where it is not plain ASCII."""
    line = f"{name}: {value}"
    if len(line) <= LINE and value.isascii() and "=?" not in value:
        return line + "\r\n"
    coded = Header(value, "utf-8", maxlinelen=_BASE64_LINE, header_name=name)
    return f"{name}: " + coded.encode(linesep="\r\n") + "\r\n"


def ids_field(name: str, ids: tuple[str, ...]) -> str:
    """A header field of Message-IDs, one a line."""
    return f"{name}: " + "\r\n ".join(ids) + "\r\n"


def mailbox(address: str, name: str = "") -> str:
    """`Name <address>` for a header field; refuses an address that could say more than one."""
    if not _PLAIN_ADDRESS.fullmatch(address) or _UNSAFE_IN_ADDRESS.search(address):
        raise ValueError(f"not an address that can be written to: {address!r}")
    name = unbroken(name).strip()
    if not name:
        return address
    if not name.isascii() or "=?" in name:
        name = Header(name, "utf-8", maxlinelen=_BASE64_LINE).encode(linesep="\r\n")
    elif not _ATOMS.fullmatch(name):
        name = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    between = "\r\n " if len(name) + len(address) > LINE - 15 else " "
    return f"{name}{between}<{address}>"


def text_part(text: str, subtype: str) -> bytes:
    """A text as a MIME entity: bare where it is short-lined ASCII, else encoded.

    HTML is made ASCII by numbers for letters; its lines may be long, since nobody reads them.
    """
    longest = LINE
    if subtype == "html":
        longest = LONGEST_LINE
        if not text.isascii() and _charset_free(text):
            text = text.encode("ascii", "xmlcharrefreplace").decode("ascii")
    data = _with_crlf(text)
    how, coded = _coded(data, longest)
    kind = f"Content-Type: text/{subtype}; charset=utf-8\r\n"
    head = f"{kind}Content-Transfer-Encoding: {how}\r\n\r\n"
    return head.encode("ascii") + coded


def base64_lines(data: bytes) -> bytes:
    """Base64 in lines of 76 characters."""
    coded = b64encode(data)
    whole = len(coded) // _BASE64_LINE
    rest = coded[whole * _BASE64_LINE :]
    lines = unpack(f"{_BASE64_LINE}s" * whole, coded[: whole * _BASE64_LINE])
    return b"\r\n".join((*lines, rest) if rest else lines) + b"\r\n"


def filename(name: str) -> str:
    """The parameter of a file name: no path, and encoded where it is not plain (RFC 2231)."""
    name = unbroken(name).replace("/", "-").replace("\\", "-").strip() or "file"
    if re.fullmatch(r"[A-Za-z0-9 ._+-]{1,60}", name):
        return f'filename="{name}"'
    return f"filename*=utf-8''{quote(name[:40], safe='')[:400]}"


def _with_crlf(text: str) -> bytes:
    """Every line ended by CRLF, no other control characters."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    data = text.removesuffix("\n").encode("utf-8", "replace").translate(None, _CONTROL_BYTES)
    return data.replace(b"\n", b"\r\n") + b"\r\n"


def _charset_free(html: str) -> bool:
    """Is there nothing outside ASCII where numbers for letters are not understood?"""
    return html[: max(html.rfind("</style>"), html.rfind("</script>"), 0)].isascii()


def _coded(data: bytes, longest: int) -> tuple[str, bytes]:
    if data.isascii():
        if max(map(len, data.split(b"\r\n"))) <= longest and not _is_touchy(data):
            return "7bit", data
    elif len(data.translate(None, _ASCII)) > _MOSTLY_FOREIGN * len(data):
        return "base64", base64_lines(data)
    coded = binascii.b2a_qp(data, istext=True)
    if b"From " in coded:
        coded = re.sub(rb"(?m)^From ", b"=46rom ", coded)
    return "quoted-printable", coded


def _is_touchy(data: bytes) -> bool:
    """Does it hold what our boundaries begin with, or what is changed on some ways?"""
    return b"=_" in data or data.startswith(b"From ") or b"\nFrom " in data or b" \r\n" in data
