"""`mailbot check` looks at the domain that letters come from (MAIL-O11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mailbot.dns import DnsAway
from tests.cli.conftest import Mailbot

RETURNED = b"""\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/rfc822-headers

DKIM-Signature: v=1; a=rsa-sha256; d=example.org;
 s=key7; bh=abc=; b=xyz=
From: games@example.org

--b--
"""


@dataclass
class Zone:
    """A DNS that knows these TXT and MX records, or is away."""

    txt_records: dict[str, str] = field(default_factory=dict)
    servers: tuple[str, ...] = ()
    away: bool = False

    def txt(self, name: str) -> tuple[str, ...]:
        if self.away:
            raise DnsAway("no answer")
        return (self.txt_records[name],) if name in self.txt_records else ()

    def mx(self, name: str) -> tuple[str, ...]:
        return self.servers


@pytest.fixture
def zone(ready: Mailbot, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Zone:
    """The DNS that is asked; letters come from example.org."""
    made = Zone()
    monkeypatch.setattr("mailbot.dns.PublicDns", lambda: made)
    monkeypatch.setattr("mailbot.cli.service.visit_relay", lambda *_: None)
    monkeypatch.setattr("mailbot.cli.domain.is_public", lambda _: True)
    return made


def test_what_is_missing_is_noted_and_no_failure(ready: Mailbot, zone: Zone) -> None:
    done = ready("check")
    assert done.code == 0
    assert "note    domain of the sender, SPF: no server is named that may send" in done.out
    assert '"v=DMARC1; p=none" at _dmarc.example.org' in done.out
    assert set(ready("check", "--json").json["domain"]) == {
        "MX",
        "SPF",
        "DKIM",
        "DMARC",
        "alignment",
    }


def test_what_is_there_is_well(ready: Mailbot, zone: Zone, folder: Path) -> None:
    zone.txt_records = {
        "example.org": "v=spf1 mx ~all",
        "_dmarc.example.org": "v=DMARC1; p=reject",
        "own._domainkey.example.org": "v=DKIM1; p=MIGf",
    }
    zone.servers = ("mail.example.org",)
    config = folder / "config.toml"
    config.write_text(config.read_text().replace("[smtp]", '[smtp]\ndkim_selector = "own"'))
    assert set(ready("check", "--json").json["domain"].values()) == {""}
    assert "ok      domain of the sender, DKIM\n" in ready("check").out


def test_the_key_is_found_by_a_letter_that_came_back(
    ready: Mailbot, zone: Zone, folder: Path
) -> None:
    (folder / "bounce.eml").write_bytes(RETURNED)
    ready("feed", str(folder / "bounce.eml"))
    assert "no key at key7._domainkey.example.org" in ready("check").out


def test_without_the_dns_the_rest_is_checked(ready: Mailbot, zone: Zone) -> None:
    zone.away = True
    done = ready("check")
    assert done.code == 0
    assert "note    domain of the sender, DNS: it does not answer" in done.out


def test_offline_nobody_is_asked(ready: Mailbot, zone: Zone) -> None:
    zone.away = True
    assert ready("check", "--offline", "--json").json["domain"] == {}
