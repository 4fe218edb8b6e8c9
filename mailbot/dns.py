"""Looking up TXT records, for DKIM keys (MAIL-S4)."""

from __future__ import annotations

from dkim.dnsplug import get_txt

SECONDS = 3


def txt_records(name: str) -> bytes | None:
    """The TXT record of a name; None if there is none. May raise what the resolver raises."""
    found: bytes | None = get_txt(name.encode(), SECONDS)
    return found
