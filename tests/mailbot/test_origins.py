"""What is in force, and where it comes from (FEAT-G1)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from mailbot.config import config_from
from mailbot.origins import Setting, Source, line_named, lines_of, settings_of

TEXT = """\
[service]
name = "Harbour Games"
database = "postgresql+psycopg://mailbot:s3cret@db.example.org/mailbot"

[imap]
provider = "gmail"
user = "games@example.org"
password_env = "IMAP_WORD"

[smtp]
host = "smtp.example.org"
sender = "games@example.org"
user = "games@example.org"
password = "s3cret"

[games.pent]
ruleset = "raider"
[games.pent.options]
last_turn = 8
"""


def shown(text: str = TEXT) -> dict[str, Setting]:
    data = tomllib.loads(text)
    config = config_from(data, Path("/srv"), {"IMAP_WORD": "s3cret"})
    found = settings_of(config, Source("config.toml", data, lines_of(text)))
    return {each.key: each for each in found}


def test_a_setting_of_the_file_is_named_with_its_line() -> None:
    assert shown()["service.name"].origin == "config.toml, line 2"
    assert shown()["games.pent.options.last_turn"].origin == "config.toml, line 19"
    assert shown()["games.pent.options.last_turn"].value == 8


def test_what_nobody_has_set_is_a_default() -> None:
    assert (shown()["service.zone"].value, shown()["service.zone"].origin) == ("UTC", "default")


def test_a_provider_is_named_for_what_it_sets() -> None:
    found = shown()["imap.host"]
    assert (found.value, found.origin) == ("imap.gmail.com", "provider gmail")


def test_a_secret_is_named_by_its_place_and_never_shown() -> None:
    found = shown()
    assert (found["imap.password"].value, found["imap.password"].origin) == (
        "***",
        "environment IMAP_WORD",
    )
    assert "s3cret" not in str(found)


def test_a_message_about_a_setting_finds_its_line() -> None:
    lines = lines_of(TEXT)
    assert line_named("games.pent.ruleset: there is no such ruleset", lines) == 17
    assert line_named("[imap] gives a password and oauth", lines) == 5
    assert line_named("something else", lines) is None
