"""Will other mail servers believe our letters? What a domain publishes, judged (MAIL-O11).

Nothing is looked up here: records in, findings out, each with a record that would work.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_NOT_PUBLIC = re.compile(
    r"(?:.*\.)?(?:test|example|invalid|localhost|local|internal|lan)|[^.]*|"
    r"(?:.*\.)?example\.(?:com|net|org)"
)
_SPF_ALL = re.compile(r"[+]?all", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Records:
    """What is published of the domain that our letters come from."""

    domain: str
    #: TXT records of the domain itself.
    txt: tuple[str, ...] = ()
    #: TXT records of `_dmarc.` below it, or below the domain that it belongs to.
    dmarc: tuple[str, ...] = ()
    #: TXT records of the keys that were looked for, by selector.
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: Mail servers that take letters for the domain.
    mx: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sending:
    """How we send."""

    #: The mail server that takes our letters.
    host: str
    #: Where letters come back to: the domain that SPF is about.
    returns_to: str
    #: The provider's name, and what belongs into SPF for it; empty: a server of one's own.
    provider: str = ""
    spf: str = ""
    #: The domain for which letters are signed, as far as one has come back.
    signed_for: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one thing; no words: all is well."""

    what: str
    words: str = ""


def is_public(domain: str) -> bool:
    """Is it worth asking the DNS about?"""
    return _NOT_PUBLIC.fullmatch(domain.lower()) is None


def judge(records: Records, sending: Sending) -> tuple[Finding, ...]:
    """What is there, what is missing, and what would work."""
    return (
        Finding("MX", _mx(records)),
        Finding("SPF", _spf(records, sending)),
        Finding("DKIM", _dkim(records)),
        Finding("DMARC", _dmarc(records)),
        Finding("alignment", _alignment(records, sending)),
    )


def aligned(one: str, other: str) -> bool:
    """The same domain, or one below the other: what DMARC calls relaxed."""
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _mx(records: Records) -> str:
    if records.mx:
        return ""
    return (
        f"{records.domain} names no mail server, so answers of players may not arrive: publish an "
        "MX record with the server of your mailbox"
    )


def _spf(records: Records, sending: Sending) -> str:
    found = [each for each in records.txt if each.lower().split(" ")[0] == "v=spf1"]
    wanted = sending.spf or f"a:{sending.host} mx"
    if not found:
        return (
            f"no server is named that may send for {records.domain}, and letters may be taken for "
            f'spam: publish the TXT record "v=spf1 {wanted} ~all"'
        )
    if len(found) > 1:
        return "there are two records, which counts as none: make one of them"
    words = found[0].lower().split()
    if _SPF_ALL.fullmatch(words[-1]):
        return 'it lets everybody send, so it proves nothing: let it end in "~all"'
    named = sending.spf.lower() in words or any(word.startswith("redirect=") for word in words)
    if sending.spf and not named:
        return (
            f"it does not name {sending.provider}, which sends for you: put {sending.spf} in front "
            f"of {words[-1]}"
        )
    return ""


def _dkim(records: Records) -> str:
    if not records.keys:
        return (
            "which key signs your letters is not known: have your mail server sign them, and set "
            "dkim_selector under [smtp] to the name of the key (the s= of DKIM-Signature in a "
            "letter that somebody got)"
        )
    if any(re.search(r"p=\s*[A-Za-z0-9+/]", each) for key in records.keys.values() for each in key):
        return ""
    tried = ", ".join(f"{selector}._domainkey.{records.domain}" for selector in records.keys)
    return (
        f"there is no key at {tried}: switch on DKIM where your mail is sent, and publish the key "
        'that you get there as a TXT record, "v=DKIM1; k=rsa; p=..."'
    )


def _dmarc(records: Records) -> str:
    found = [each for each in records.dmarc if each.replace(" ", "").lower().startswith("v=dmarc1")]
    if len(found) == 1 and "p" in _tags(found[0]):
        return ""
    if found:
        return "there must be one record, with p=none, p=quarantine or p=reject"
    return (
        "nothing says what to do with letters that only claim to come from you, and large "
        f'providers ask for that: publish the TXT record "v=DMARC1; p=none" at _dmarc.'
        f"{records.domain}"
    )


def _alignment(records: Records, sending: Sending) -> str:
    """One of SPF and DKIM has to speak for the very domain that stands in From (RFC 7489)."""
    tags = {key: value for each in records.dmarc for key, value in _tags(each).items()}
    by_spf = _aligns(records.domain, sending.returns_to, tags.get("aspf", "r"))
    signed = sending.signed_for
    by_dkim = bool(signed) and _aligns(records.domain, signed, tags.get("adkim", "r"))
    if by_spf or by_dkim:
        return ""
    return (
        f"letters come from {records.domain} and come back to {sending.returns_to}: set bounces "
        f"under [smtp] to an address at {records.domain}"
        + (f"; they are signed for {signed}, which is another domain too" if signed else "")
    )


def _aligns(domain: str, other: str, mode: str) -> bool:
    return domain == other if mode == "s" else aligned(domain, other)


def _tags(record: str) -> dict[str, str]:
    return dict(_pairs(record))


def _pairs(record: str) -> Iterator[tuple[str, str]]:
    for each in record.split(";"):
        key, equals, value = each.partition("=")
        if equals:
            yield key.strip().lower(), value.strip().lower()
