"""The set-ups that docs/mail.md shows can be read as they stand there (FEAT-G10)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mailbot.accounts import imap_account, smtp_account, tokens_of
from mailbot.clock import SystemClock
from mailbot.config import config_from
from tests.architecture.project import ROOT, fenced

SHOWN = fenced((ROOT / "docs" / "mail.md").read_text(encoding="utf-8"), "toml")


def test_there_are_set_ups() -> None:
    assert len(SHOWN) >= 5


@pytest.mark.parametrize("text", SHOWN, ids=lambda text: text.splitlines()[0])
def test_a_set_up_is_good_as_it_is_shown(tmp_path: Path, text: str) -> None:
    for name in ("gmail.password", "imap.password", "post.secret"):
        (tmp_path / name).write_text("secret\n")
    config = config_from({"service": {"name": "x"}, **tomllib.loads(text)}, tmp_path, {})
    tokens = tokens_of(config, SystemClock())
    if config.imap is not None:
        assert imap_account(config.imap, tmp_path, tokens).port == 993
    if config.smtp is not None:
        assert smtp_account(config.smtp, tmp_path, tokens).port == 587


def test_every_provider_is_shown() -> None:
    text = "".join(SHOWN) + (ROOT / "docs" / "mail.md").read_text(encoding="utf-8")
    for name in ("gmail", "microsoft365", "fastmail", "local"):
        assert f'provider = "{name}"' in text
