"""What `mailbot check` says of the domain that letters come from (MAIL-O11)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlalchemy import select

from mailbot.config import Config, SmtpConfig
from mailbot.dns import DnsAway, Resolver
from mailbot.errors import StorageError
from mailbot.mail.domain import Finding, Records, Sending, is_public, judge
from mailbot.mail.headers import parameters
from mailbot.providers import PROVIDERS
from mailbot.storage.store import Store
from mailbot.storage.tables import Letter, LetterState

#: So many letters are looked through for one of ours that came back with its signature.
LATELY = 200
_SIGNATURE = re.compile(
    rb"^DKIM-Signature:((?:[^\n]|\n[ \t]){1,4000})", re.IGNORECASE | re.MULTILINE
)


def look_at_domain(config: Config, smtp: SmtpConfig, resolver: Resolver) -> tuple[Finding, ...]:
    """The findings; one that says so where the DNS is away, none for a domain of no public."""
    domain = smtp.sender.rpartition("@")[2].lower()
    if not is_public(domain):
        return ()
    signed_for, selector = _returned_signature(config, domain)
    provider = PROVIDERS.get(smtp.provider)
    usual = provider.selectors if provider is not None else ()
    selectors = [smtp.dkim_selector] if smtp.dkim_selector else [selector] if selector else usual
    try:
        records = _published(resolver, domain, selectors)
    except DnsAway:
        return (Finding("DNS", "it does not answer, so what is published was not looked at"),)
    sending = Sending(
        host=smtp.host,
        returns_to=(smtp.bounces or smtp.sender).rpartition("@")[2].lower(),
        provider=provider.title if provider is not None else "",
        spf=provider.spf if provider is not None else "",
        signed_for=signed_for,
    )
    return judge(records, sending)


def _published(resolver: Resolver, domain: str, selectors: list[str] | tuple[str, ...]) -> Records:
    above = domain.partition(".")[2]
    dmarc = resolver.txt(f"_dmarc.{domain}")
    if not dmarc and "." in above:
        dmarc = resolver.txt(f"_dmarc.{above}")
    return Records(
        domain=domain,
        txt=resolver.txt(domain),
        dmarc=dmarc,
        keys={each: resolver.txt(f"{each}._domainkey.{domain}") for each in selectors},
        mx=resolver.mx(domain),
    )


def _returned_signature(config: Config, domain: str) -> tuple[str, str]:
    """Domain and selector of the signature on a letter of ours that came back; empty: none has."""
    for raw in _returned(config):
        for found in _SIGNATURE.findall(raw):
            _, tags = parameters(f"x; {found.decode('ascii', 'replace')}")
            signed_for = tags.get("d", "").strip().lower()
            if signed_for == domain or domain.endswith(f".{signed_for}"):
                return signed_for, tags.get("s", "").strip()
    return "", ""


def _returned(config: Config) -> Iterator[bytes]:
    store = Store(config.database)
    try:
        store.check()
        with store.reading() as session:
            letters = session.scalars(
                select(Letter.raw)
                .where(Letter.state == LetterState.SILENT)
                .order_by(Letter.id.desc())
                .limit(LATELY)
            ).all()
    except StorageError:
        return
    finally:
        store.close()
    yield from letters
