"""What a domain publishes, and what of it is missing (MAIL-O11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mailbot.mail.domain import Records, Sending, is_public, judge

GOOD = Records(
    domain="example.org",
    txt=("google-site-verification=x", "v=spf1 include:_spf.google.com ~all"),
    dmarc=("v=DMARC1; p=none",),
    keys={"google": ("v=DKIM1; k=rsa; p=MIGf",)},
    mx=("smtp.google.com",),
)
GMAIL = Sending("smtp.gmail.com", "example.org", "Gmail", "include:_spf.google.com")
OWN = Sending("mail.example.org", "example.org")


def words(records: Records, sending: Sending = GMAIL) -> dict[str, str]:
    """What is to be said, by what it is about."""
    return {each.what: each.words for each in judge(records, sending) if each.words}


def test_a_domain_that_is_set_up_well_needs_no_words() -> None:
    assert words(GOOD) == {}


@pytest.mark.parametrize(
    ("txt", "said"),
    [
        ((), '"v=spf1 include:_spf.google.com ~all"'),
        (("v=spf1 mx ~all",), "put include:_spf.google.com in front of ~all"),
        (("v=spf1 mx -all", "v=spf1 a -all"), "two records, which counts as none"),
        (("v=spf1 +all",), "it lets everybody send"),
        (("v=spf10 mx",), "no server is named"),
    ],
)
def test_what_is_wrong_with_spf_is_said_with_what_would_work(
    txt: tuple[str, ...], said: str
) -> None:
    assert said in words(replace(GOOD, txt=txt))["SPF"]


def test_an_own_server_is_told_a_record_with_its_name() -> None:
    assert '"v=spf1 a:mail.example.org mx ~all"' in words(replace(GOOD, txt=()), OWN)["SPF"]
    assert words(replace(GOOD, txt=("v=spf1 mx -all",)), OWN) == {}


def test_a_record_that_leads_elsewhere_is_believed() -> None:
    assert words(replace(GOOD, txt=("v=spf1 redirect=_spf.example.org",))) == {}


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({}, "set dkim_selector"),
        ({"google": ()}, "no key at google._domainkey.example.org"),
        ({"a": (), "b": ("v=DKIM1; p=",)}, "a._domainkey.example.org, b._domainkey.example.org"),
    ],
)
def test_a_key_that_is_missing_or_revoked_is_named(
    keys: dict[str, tuple[str, ...]], said: str
) -> None:
    assert said in words(replace(GOOD, keys=keys))["DKIM"]


@pytest.mark.parametrize(
    ("dmarc", "said"),
    [
        ((), '"v=DMARC1; p=none" at _dmarc.example.org'),
        (("v=DMARC1",), "p=none, p=quarantine or p=reject"),
        (("v=DMARC1; p=none", "v=DMARC1; p=reject"), "must be one record"),
    ],
)
def test_dmarc_has_one_record_with_a_policy(dmarc: tuple[str, ...], said: str) -> None:
    assert said in words(replace(GOOD, dmarc=dmarc))["DMARC"]


def test_without_a_mail_server_answers_do_not_arrive() -> None:
    assert "publish an MX record" in words(replace(GOOD, mx=()))["MX"]


@pytest.mark.parametrize(
    ("returns_to", "signed_for", "policy", "good"),
    [
        ("example.org", "", "", True),
        ("mail.example.org", "", "", True),
        ("mail.example.org", "", "; aspf=s", False),
        ("relay.net", "", "", False),
        ("relay.net", "example.org", "", True),
        ("relay.net", "example.org", "; adkim=s", True),
        ("relay.net", "mail.example.org", "; adkim=s", False),
        ("relay.net", "relay.net", "", False),
    ],
)
def test_spf_or_dkim_must_speak_for_the_domain_in_from(
    returns_to: str, signed_for: str, policy: str, good: bool
) -> None:
    sending = replace(GMAIL, returns_to=returns_to, signed_for=signed_for)
    found = words(replace(GOOD, dmarc=(f"v=DMARC1; p=none{policy}",)), sending)
    assert ("alignment" not in found) is good


@pytest.mark.parametrize("domain", ["localhost", "game.test", "example.org", "mail.local", "x"])
def test_domains_of_no_public_are_left_alone(domain: str) -> None:
    assert not is_public(domain)
    assert is_public("invalid.org")
