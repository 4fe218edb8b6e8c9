"""The contract of the commands: exit codes, one line of trouble, JSON, help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from mailbot.cli.main import cli
from mailbot.keys import make_key_file
from tests.cli.conftest import CONFIG, Mailbot


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def found(path: tuple[str, ...]) -> click.Command:
    command: click.Command = cli
    for name in path:
        assert isinstance(command, click.Group)
        inner = command.get_command(click.Context(command), name)
        assert inner is not None
        command = inner
    return command


@pytest.mark.parametrize("path", list(commands(cli)), ids=" ".join)
def test_every_command_and_option_says_what_it_does(path: tuple[str, ...]) -> None:
    command = found(path)
    assert command.help
    for option in command.params:
        if isinstance(option, click.Option):
            assert option.help, f"{' '.join(path)} {option.name}"


def test_help_is_no_failure(mailbot: Mailbot) -> None:
    for words in (["--help"], ["game", "--help"], ["feed", "--help"]):
        done = mailbot(*words)
        assert done.code == 0
        assert "Usage" in done.out


@pytest.mark.parametrize(
    "words", ["nonsense", "game", "game show", "feed --wrong", "letters show x"]
)
def test_wrong_usage_is_exit_code_2(mailbot: Mailbot, words: str) -> None:
    assert mailbot(*words.split()).code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("game show reef", "there is no game 'reef'; there are: pent"),
        ("game create reef", "the config has no table [games.reef]; it has: pent"),
        ("game create pent", "there is a game 'pent' already"),
        ("game start pent", "cannot start: 1 of at least 2 players have joined"),
        ("game extend pent", "is in sign-up: `mailbot game start pent`"),
        ("game pause pent", "`mailbot game start pent` begins it"),
        ("game resume pent", "does not wait"),
        ("game run pent --yes", "pent is in sign-up"),
        ("player seat pent Public x@example.org", "a word of the order language"),
        ("player seat pent Rick zane@example.org", "the address of Zane in pent already"),
        ("player seat pent Rick nobody", "'nobody' is not a mail address"),
        ("player seat pent zane x@example.org", "zane plays in pent already"),
        ("player address pent Mara x@example.org", "has no player 'Mara'; it has: Zane"),
        ("player resend pent Mara", "has no player 'Mara'"),
        ("player zone pent Zane Mars/Base", "'Mars/Base' is no time zone"),
        ("letters show 99", "there is no letter 99"),
        ("letters release 99", "there is no letter 99"),
        ("outbox show 99", "there is no outgoing letter 99"),
        ("outbox retry 99", "there is no outgoing letter 99"),
        ("outbox retry", "name the letters by their numbers"),
        ("outbox drop 99 --reason x", "there is no outgoing letter 99"),
        ("outbox good zane@example.org", "zane@example.org is not marked as bad; marked are: none"),
        ("outbox export 1 /proc/none/x.eml", "/proc/none/x.eml"),
        ("adjudicate none.toml", "none.toml"),
        ("parse --ruleset chess", "there is no ruleset 'chess'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_exit_code_1(
    ready: Mailbot, words: str, said: str
) -> None:
    assert said in ready(*words.split()).trouble


@pytest.mark.parametrize(
    "words",
    [
        "game show pent",
        "game list",
        "player list pent",
        "player seat pent Rick rick@example.org",
        "player address pent Zane zane@example.net",
        "player resend pent Zane",
        "player zone pent Zane America/New_York",
        "player letters pent Zane text-only",
        "letters list",
        "outbox list",
        "outbox list --all",
        "outbox show 1",
        "outbox retry 1",
        "outbox drop 1 --reason lost --yes",
        "outbox good --all",
        "check --offline",
        "feed",
        "init",
    ],
)
def test_json_is_json(ready: Mailbot, words: str) -> None:
    done = ready(*words.split(), "--json")
    assert done.code == 0
    assert done.json is not None


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('name = "Harbour', 'nam = "Harbour', "service.nam: did you mean service.name?"),
        ("pent.options", "pent.optoins", "did you mean games.pent.options?"),
        ("max_players = 2", "max_player = 2", "max_players"),
        ("max_players = 2", "max_players = 'two'", "max_players"),
        ('ruleset = "raider"', 'ruleset = "raidr"', "did you mean 'raider'?"),
        ('ruleset = "raider"', 'ruleset = "raider"\nboard = "penarchy"', "known are pentarchy"),
        ('ruleset = "raider"', 'ruleset = "raider"\nboard = "my.toml"', "my.toml cannot be read"),
        ("Zane <", "Public <", "a word of the order language"),
        ("localhost", "smtp.example.org", "plain"),
    ],
)
def test_check_names_what_is_wrong(
    mailbot: Mailbot, folder: Path, before: str, after: str, said: str
) -> None:
    mailbot("init")
    (folder / "config.toml").write_text(CONFIG.replace(before, after))
    done = mailbot("check")
    assert done.code == 1
    assert said in done.out + done.err
    assert "Traceback" not in done.err


def test_check_before_init_says_what_to_do(mailbot: Mailbot) -> None:
    done = mailbot("check", "--offline")
    assert done.code == 1
    assert done.out.count("mailbot init") == 2


def test_a_key_file_that_others_can_read_is_refused(ready: Mailbot, folder: Path) -> None:
    (folder / "mailbot.key").chmod(0o644)
    assert "chmod 600" in ready("game", "list").trouble


def test_the_key_file_of_another_database_is_named(ready: Mailbot, folder: Path) -> None:
    (folder / "mailbot.key").unlink()
    make_key_file(folder / "mailbot.key")
    assert (
        "sealed under another key file"
        in ready("player", "seat", "pent", "Rick", "rick@example.org").trouble
    )


def test_init_writes_an_example_that_can_be_read(mailbot: Mailbot, folder: Path) -> None:
    (folder / "config.toml").unlink()
    assert "edit it" in mailbot("init").out
    assert "MAILBOT_IMAP_PASSWORD" in mailbot("check", "--offline").trouble


def test_what_init_makes_is_closed_to_others(mailbot: Mailbot, folder: Path) -> None:
    """Passwords stand in the config, and everybody's orders in the database."""
    (folder / "config.toml").rename(folder / "kept")
    mailbot("init")
    (folder / "kept").replace(folder / "other.toml")
    assert (folder / "config.toml").stat().st_mode & 0o077 == 0
    mailbot("-c", str(folder / "other.toml"), "check", "--offline")
    mailbot("-c", str(folder / "other.toml"), "init")
    assert (folder / "mailbot.db").stat().st_mode & 0o077 == 0


def test_check_notes_files_with_secrets_that_others_may_read(ready: Mailbot, folder: Path) -> None:
    secret, closed = folder / "smtp.password", folder / "imap.password"
    secret.write_text("x")
    closed.write_text("x")
    closed.chmod(0o600)
    accounts = '[imap]\nhost = "localhost"\nuser = "g"\npassword_file = "imap.password"\n[smtp]\n'
    smtp = accounts + 'user = "g"\npassword_file = "smtp.password"'
    (folder / "config.toml").write_text(CONFIG.replace("[smtp]", smtp))
    said = ready("check", "--offline").out
    assert (
        f"note    smtp.password_file: others on this machine may read it: chmod 600 {secret}"
        in said
    )
    assert "imap.password" not in said
    secret.chmod(0o600)
    assert "others on this machine" not in ready("check", "--offline").out


def test_check_notes_a_config_with_a_password_that_others_may_read(
    ready: Mailbot, folder: Path
) -> None:
    file = folder / "config.toml"
    file.write_text(CONFIG.replace("[smtp]", '[smtp]\nuser = "g"\npassword = "x"'))
    file.chmod(0o640)
    (note,) = ready("check", "--offline", "--json").json["notes"]
    assert note.startswith("smtp.password stands in the config")
    file.chmod(0o600)
    assert ready("check", "--offline", "--json").json["notes"] == []
