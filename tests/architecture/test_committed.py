"""What the repository must not hold."""

from __future__ import annotations

import re

import pytest

from tests.architecture.project import committed, texts

# Written in pieces, so that the list does not hold what it forbids.
PACKAGE_HOSTS = (
    "py" + "pi.", "python" + "hosted", "npm" + "js.", "crates" + ".io", "conda" + ".org",
    "proxy." + "golang", "ruby" + "gems.", "/sim" + "ple/",
)  # fmt: skip
WORKPLACE = ("/wo" + "rk/", "/op" + "t/w/", "wt" + "-docs", "/ro" + "ot/")

ADDRESS = re.compile(r"[\w.+-]+@((?:[\w-]+\.)+[a-z]{2,})\b", re.IGNORECASE | re.ASCII)
#: Domains that belong to nobody (RFC 2606, RFC 6761), and the one of made-up Message-IDs (MAIL-D1).
NOBODYS = re.compile(
    r"(?:^|\.)(?:example(?:\.(?:org|net|com))?|test|invalid|localhost|local)$", re.IGNORECASE
)


@pytest.mark.parametrize("word", [*PACKAGE_HOSTS, *WORKPLACE])
def test_no_package_server_and_no_private_path_is_named(word: str) -> None:
    needle = word.encode()
    assert [file.name for file in committed() if needle in file.read_bytes()] == []


def test_requirements_name_packages_and_hashes_but_no_server() -> None:
    pinned = [name for name, text in texts("requirements") if "://" in text or "index" in text]
    assert pinned == []


def test_every_pinned_package_has_a_hash() -> None:
    bare = [
        (name, line)
        for name, text in texts("requirements")
        if name.endswith(".txt")
        for line in text.replace("\\\n", "").splitlines()
        if line and not line.startswith("#") and "--hash=sha256:" not in line
    ]
    assert bare == []


def test_mail_addresses_are_nobodys() -> None:
    real = {
        (name, found[0])
        for name, text in texts()
        for found in ADDRESS.finditer(text)
        if not NOBODYS.search(found[1])
    }
    assert real == set()
