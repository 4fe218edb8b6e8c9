"""Looking up what a domain publishes: keys of DKIM (MAIL-S4), who may send for it (MAIL-O11)."""

from __future__ import annotations

from typing import Any, Protocol

import dns.exception
import dns.resolver
from dkim.dnsplug import get_txt

SECONDS = 3


def txt_records(name: str) -> bytes | None:
    """The TXT record of a name; None if there is none. May raise what the resolver raises."""
    found: bytes | None = get_txt(name.encode(), SECONDS)
    return found


class DnsAway(Exception):
    """The DNS gives no answer, which says nothing about the name."""


class Resolver(Protocol):
    """What is asked of the DNS; empty if there is none. Raises `DnsAway`."""

    def txt(self, name: str) -> tuple[str, ...]: ...

    def mx(self, name: str) -> tuple[str, ...]: ...


class PublicDns:
    """The resolver of this machine."""

    def txt(self, name: str) -> tuple[str, ...]:
        return tuple(
            b"".join(each.strings).decode("utf-8", "replace") for each in _ask(name, "TXT")
        )

    def mx(self, name: str) -> tuple[str, ...]:
        return tuple(str(each.exchange).rstrip(".") for each in _ask(name, "MX"))


def _ask(name: str, kind: str) -> list[Any]:
    try:
        return list(dns.resolver.resolve(name, kind, lifetime=SECONDS))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    except (dns.exception.DNSException, OSError) as error:
        raise DnsAway(f"{error}") from error
