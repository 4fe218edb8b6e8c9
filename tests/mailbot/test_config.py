"""Every slip in a config is one line that names the key and what would do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from mailbot.config import config_from, read_config
from mailbot.errors import ConfigError, StorageError
from mailbot.storage.store import Store

GOOD = """
[service]
name = "Harbour Games"
[smtp]
host = "smtp.example.org"
sender = "games@example.org"
[games.pent]
ruleset = "raider"
"""


def problem(text: str) -> str:
    with pytest.raises(ConfigError) as caught:
        config_from(tomllib.loads(text), Path("/srv/game"), {})
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("shedule = 'daily 20:00'", "did you mean games.pent.schedule?"),
        ("colour = 'red'", "games.pent.colour: known are"),
        ("open = 'yes'", "games.pent.open must be true or false, not 'yes'"),
        ('title = "A\\nB"', "games.pent.title: 'A\\nB' must be one line"),
        ("title = 7", "games.pent.title must be text in quotes, not 7"),
        ("seats = 'Zane'", "games.pent.seats must be a list of texts"),
        ("seats = ['Zane']", "should read like `Zane <zane@example.org>`"),
        ("seats = ['Zane <zane>']", "'zane' is not a mail address"),
        ("seats = ['Zane <z@example.org>', 'zane <y@example.org>']", "'zane' stands twice"),
        ("seats = ['Zane <z@example.org>', 'Rick <Z@example.org>']", "stands twice"),
        ("zone = 'Berlin'", "games.pent.zone = 'Berlin' is no time zone: use a name such as"),
        ("zone = '../etc'", "is no time zone"),
        ("schedule = 'Sunday'", "games.pent.schedule: 'Sunday' does not end in a time"),
        ("schedule = '20:00'", "names no day"),
        ("schedule = 'Sunday 25:00'", "does not end in a time"),
        ("schedule = 'Sonntag 20:00'", "is no day of the week"),
        ("schedule = 'every 0 days 20:00'", "would never end"),
        ("start = 'soon'", "games.pent.start = 'soon' is not one of"),
        ("trust = 'all'", "is not one of"),
        ("late = 'yes'", "is not one of"),
        ("options = 3", "games.pent.options must be a table"),
        ("schedule = 'Sunday, 15th 20:00'", "either days of the week or days of the month"),
        ("holidays = ['Easter']", "games.pent.holidays: 'Easter' should be a day such as"),
        ("remind_hours = -1", "games.pent.remind_hours = -1 must lie between 0 and"),
        ("grace_hours = 9999", "games.pent.grace_hours = 9999 must lie between 0 and"),
        ("caretaker_after = -1", "games.pent.caretaker_after = -1 must lie"),
        ("vacations = 'never'", "games.pent.vacations = 'never' is not one of"),
    ],
)
def test_a_slip_in_the_table_of_a_game_is_named(extra: str, said: str) -> None:
    assert said in problem(GOOD + extra)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the table [service] is missing"),
        ("[service]", "service.name is missing"),
        ("service = 3", "service must be a table"),
        ("[servise]\nname = 'x'", "did you mean service?"),
        ("games = 3\n[service]\nname = 'x'", "games must be a table"),
        ("[service]\nname = 'x'\ngm = ['nobody']", "service.gm: 'nobody' is not a mail address"),
        ("[service]\nname = 'x'\nzone = 'Mars'", "service.zone = 'Mars' is no time zone"),
        ("[service]\nname = 'x'\n[imap]\nhost = 'h'", "imap.user is missing"),
        ("[service]\nname = 'x'\n[smtp]\nhost = 'h'\nsender = 'x'", "smtp.sender: 'x' is not a"),
        ("[service]\nname = 'x'\n[log]\nlevel = 'loud'", "log.level = 'loud' is not one of"),
        ("[service]\nname = 'x'\n[limits]\nletter_bytes = 0", "limits.letter_bytes = 0 must lie"),
        ("[service]\nname = 'x'\n[games.X]\nruleset = 'raider'", "[games.X]: a game's name has"),
        ("[service]\nname = 'x'\n[games]\npent = 3", "games.pent must be a table"),
        ("[service]\nname = 'x'\n[games.pent]\nname = 'reef'", "no setting games.pent.name"),
        ("[service]\nname = 'x'\n[games.pent]", "games.pent.ruleset is missing"),
        ("smtp = 3\n[service]\nname = 'x'", "smtp must be a table"),
    ],
)
def test_a_slip_in_the_service_is_named(text: str, said: str) -> None:
    assert said in problem(text)


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        ("password = 'a'\npassword_env = 'B'", "gives the password twice"),
        (
            "password_env = 'NOT_THERE'",
            "smtp.password_env: the environment has no NOT_THERE: set it, or give",
        ),
        (
            "password_file = 'none'",
            "smtp.password_file: /srv/game/none cannot be read (No such file",
        ),
        ("password_file = 3", "smtp.password_file must be text"),
        ("port = 70000", "smtp.port = 70000 must lie between"),
        ("port = true", "smtp.port must be a whole number"),
        ("security = 'ssl'", "smtp.security = 'ssl' is not one of"),
    ],
)
def test_a_slip_in_an_account_is_named(extra: str, said: str) -> None:
    text = GOOD.replace('sender = "games@example.org"', f'sender = "games@example.org"\n{extra}')
    assert said in problem(text)


def test_a_sender_too_long_to_carry_a_token_is_named() -> None:
    """(MAIL-S2)"""
    assert "smtp.sender" in problem(GOOD.replace("games@", "g" * 50 + "@"))


def test_a_password_is_in_no_message_and_in_no_print() -> None:
    text = GOOD.replace('host = "smtp.example.org"', 'host = "h"\nuser = "u"\npassword = "s3cret"')
    config = config_from(tomllib.loads(text), Path("/"), {})
    assert "s3cret" not in repr(config)
    assert "s3cret" not in problem(text.replace('"s3cret"', '["s3cret"]'))


def test_a_password_may_stand_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "word").write_text("s3cret\n")
    text = GOOD.replace('host = "smtp.example.org"', 'host = "h"\npassword_file = "word"')
    config = config_from(tomllib.loads(text), tmp_path, {})
    assert config.smtp is not None
    assert config.smtp.password == "s3cret"


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"[service", "is not valid TOML"), (b"\xff\xfe", "it is not UTF-8 text"), (None, "No such")],
)
def test_a_file_that_cannot_be_read_says_why(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    file = tmp_path / "config.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=said):
        read_config(file)


def test_the_name_of_the_service_cannot_bring_header_lines() -> None:
    """It stands in From."""
    slip = GOOD.replace('"Harbour Games"', '"Harbour\\r\\nBcc: all@example.org"')
    assert "service.name" in problem(slip)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+nothing://mailbot:topsecret@db.example.org/mailbot",
        "://mailbot:topsecret@db.example.org/mailbot",
    ],
)
def test_the_password_of_the_database_is_never_printed(url: str) -> None:
    with pytest.raises(StorageError) as caught:
        Store(url)
    assert "topsecret" not in str(caught.value)
