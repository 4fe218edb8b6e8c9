"""Did the server of the sender's domain vouch for a letter? (MAIL-S3 to S5)."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from enum import StrEnum

import dkim

from mailbot.mail.coverage import covers
from mailbot.mail.headers import Headers, split
from mailbot.mail.letter import Envelope
from mailbot.mail.parts import parse

TxtLookup = Callable[[str], bytes | None]
"""The TXT record of a name; None if there is none, OSError (also TimeoutError) if nobody knows."""

LEAST_RSA_BITS = 1024
MOST_SIGNATURES = 5
_LARGEST_HEADER = 64 * 1024
_SMALLEST_SLOW_RUN = 2000
_SLOW_RUN = re.compile(rb"[\t ]{%d}" % _SMALLEST_SLOW_RUN)
_SILENT = logging.Logger("dkim")  # noqa: LOG001 - hears what the library says of strangers' letters
_SILENT.disabled = True

_COMMENT = re.compile(r"\([^()]{0,500}\)")
_RESULT = re.compile(r"\s*(dmarc|dkim|spf)\s*=\s*([a-z]+)", re.IGNORECASE)
_PROPERTY = re.compile(r"([a-z]+\.[a-z-]+)\s*=\s*\"?([^\s;\"]{1,300})", re.IGNORECASE)


class Verdict(StrEnum):
    """What is known about the sender's domain."""

    PASS = "pass"
    FAIL = "fail"
    NONE = "none"
    #: Not now: ask again later.
    TEMPERROR = "temperror"


def authentication_results(envelope: Envelope, authserv_id: str, hops: int = 1) -> Verdict:
    """What the operator's own server found, by its Authentication-Results (MAIL-S3, RFC 8601).

    Only fields above the `hops`-th Received line from the top are believed: 1 where the server
    writes its results above its own line; more where later servers of the operator add lines, or
    where they stand below its line (Gmail: 3), which takes a server that strips forged results.
    """
    writer = envelope.sender
    if writer is None or not authserv_id:
        return Verdict.NONE
    domain = writer.rpartition("@")[2]
    weaker = Verdict.NONE
    for value in _own_results(envelope.headers, authserv_id.lower(), hops):
        verdict = _verdict(value, domain)
        if verdict in {Verdict.PASS, Verdict.FAIL}:
            return verdict
        weaker = weaker if verdict is Verdict.NONE else verdict
    return weaker


def dkim_verdict(raw: bytes, sender: str, txt_lookup: TxtLookup) -> Verdict:
    """Check the letter's own DKIM signatures: one that is whole and of the sender's domain counts.

    All that the letter says must be signed (no `l=`), and the key have 1024 bits (MAIL-S4).
    """
    headers, body = split(raw)
    # The library's time grows with the square of such input.
    if len(raw) - len(body) > _LARGEST_HEADER or _SLOW_RUN.search(raw):
        return Verdict.NONE
    if "dkim-signature" not in headers or not _is_read_alike(raw, headers):
        return Verdict.NONE
    whole = parse(raw)
    domain = sender.rpartition("@")[2]
    unknown = False
    for index, value in enumerate(headers.all("dkim-signature")[:MOST_SIGNATURES]):
        if not covers(_signed_fields(value, domain), whole):
            continue
        verdict = _verify(raw, index, txt_lookup)
        if verdict is Verdict.PASS:
            return verdict
        unknown |= verdict is Verdict.TEMPERROR
    return Verdict.TEMPERROR if unknown else Verdict.NONE


def aligned(domain: str, sender_domain: str) -> bool:
    """Is one domain the other, or above or below it, top-level domains excepted?

    >>> aligned("mail.example.org", "example.org"), aligned("org", "example.org")
    (True, False)
    """
    one, other = domain.lower().strip("."), sender_domain.lower().strip(".")
    shorter, longer = sorted((one, other), key=len)
    return "." in shorter and (longer == shorter or longer.endswith("." + shorter))


def _own_results(headers: Headers, authserv_id: str, hops: int) -> Iterator[str]:
    passed = 0
    for name, value in headers.fields:
        passed += name == "received"
        if passed >= hops:
            return
        if name == "authentication-results":
            bare = _COMMENT.sub(" ", value[:5000])
            said, _, results = bare.partition(";")
            if said.strip().lower().split(" ")[0] == authserv_id:
                yield results


def _verdict(results: str, domain: str) -> Verdict:
    """DMARC decides where it was looked at; else an aligned DKIM or SPF pass (MAIL-S3, S5)."""
    passed = waiting = False
    for clause in results.split(";"):
        found = _RESULT.match(clause)
        if not found:
            continue
        method, result = found[1].lower(), found[2].lower()
        said = {match[1].lower(): match[2] for match in _PROPERTY.finditer(clause)}
        waiting |= result == "temperror"
        if method == "dmarc":
            if result == "fail":
                return Verdict.FAIL
            passed |= result == "pass" and aligned(said.get("header.from", domain), domain)
        elif result == "pass":
            passed |= aligned(_vouching(method, said), domain)
    if passed:
        return Verdict.PASS
    return Verdict.TEMPERROR if waiting else Verdict.NONE


def _vouching(method: str, said: dict[str, str]) -> str:
    """The domain that an SPF or DKIM result speaks of."""
    names = ("smtp.mailfrom",) if method == "spf" else ("header.d", "header.i")
    value = next((said[name] for name in names if name in said), "")
    return value.rpartition("@")[2]


def _is_read_alike(raw: bytes, headers: Headers) -> bool:
    """Does the library see the header that we see? What only one of us sees is not signed."""
    try:
        fields = dkim.DKIM(raw, logger=_SILENT).headers
    except Exception:  # noqa: BLE001 - the library raises whatever its input makes it raise
        return False
    return [name.lower().decode("ascii") for name, _ in fields] == [
        name for name, _ in headers.fields
    ]


def _signed_fields(value: str, domain: str) -> frozenset[str]:
    """The names of what it signs; none if the signature is not worth checking."""
    pairs = (piece.partition("=") for piece in value.split(";"))
    tags = {name.strip().lower(): "".join(text.split()) for name, _, text in pairs}
    if "l" in tags or not aligned(tags.get("d", ""), domain):
        return frozenset()
    return frozenset(tags.get("h", "").lower().split(":"))


def _verify(raw: bytes, index: int, txt_lookup: TxtLookup) -> Verdict:
    failed = False

    def lookup(name: bytes, timeout: int = 5) -> bytes | None:  # noqa: ARG001
        nonlocal failed
        try:
            return txt_lookup(name.decode("ascii", "replace").rstrip("."))
        except OSError:
            failed = True
            return None

    try:
        whole = dkim.DKIM(raw, logger=_SILENT, minkey=LEAST_RSA_BITS).verify(index, dnsfunc=lookup)
    except Exception:  # noqa: BLE001 - the library raises whatever its input makes it raise
        whole = False
    if failed:
        return Verdict.TEMPERROR
    return Verdict.PASS if whole else Verdict.NONE
