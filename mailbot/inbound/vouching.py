"""Who vouches for the sender of a letter, and whether it was meant for us (MAIL-S3, S4)."""

from __future__ import annotations

from mailbot.config import TrustConfig
from mailbot.inbound.facts import Lookup
from mailbot.inbound.replays import signatures
from mailbot.mail.address import addresses
from mailbot.mail.authenticity import Verdict, authentication_results, dkim_verdict
from mailbot.mail.coverage import is_single
from mailbot.mail.letter import Envelope

#: Where a letter says itself whom it is for; what servers note beside is not its writer's word.
_FIELDS = ("to", "cc")


def vouched_for(
    envelope: Envelope, raw: bytes, trust: TrustConfig, ours: str, lookup: Lookup | None
) -> Verdict:
    """The word of our own mail server, else of the signature; no `lookup`: none is looked at.

    Nobody vouches for what was not written to us: whoever got it could bring it here; nor for
    what has two of a field that a letter has once: nobody knows which of them was signed.
    """
    verdict = Verdict.NONE
    if trust.authserv_id:
        verdict = authentication_results(envelope, trust.authserv_id, trust.received_lines)
    if verdict is Verdict.NONE and envelope.sender is not None and lookup is not None:
        if not signed_for(envelope, ours):
            return verdict
        verdict = dkim_verdict(raw, envelope.sender, lookup)
    if verdict is Verdict.PASS:
        genuine = written_to(envelope, ours) and is_single(envelope.headers)
        return verdict if genuine else Verdict.NONE
    return verdict


def written_to(envelope: Envelope, ours: str) -> bool:
    """Does its writer name us among its readers?"""
    return bool(_fields_with(envelope, ours))


def signed_for(envelope: Envelope, ours: str) -> bool:
    """Do all signatures of the sender's domain hold the field that names us?"""
    named = _fields_with(envelope, ours)
    signed = [tags.get("h", "").lower().split(":") for tags in signatures(envelope)]
    return bool(signed) and all(any(field in h for field in named) for h in signed)


def _fields_with(envelope: Envelope, ours: str) -> tuple[str, ...]:
    """The fields that stand once and name us; one that stands twice is signed only once."""
    found = {field: envelope.headers.all(field) for field in _FIELDS}
    return tuple(
        field
        for field, values in found.items()
        if len(values) == 1 and any(_bare(each) == ours for each in addresses(values[0]))
    )


def _bare(address: str) -> str:
    """Without the part that carries the token."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"
