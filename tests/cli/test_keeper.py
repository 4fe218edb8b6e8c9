"""The commands of whoever keeps the service (FEAT-G1, G2)."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from sqlite3 import connect

from mailbot.inbound.polling import new_letter
from mailbot.keys import make_key_file
from mailbot.storage.store import Store
from mailbot.storage.tables import Beat, Game, OutRow
from mailbot.worker import worker_name
from tests.cli.conftest import Mailbot


def test_status_shows_games_and_what_is_wrong_first(ready: Mailbot) -> None:
    done = ready("status")
    assert done.code == 0
    assert done.out.splitlines()[0] == "1 thing wrong with the service; 1 game"
    assert "WRONG: no service is at work" in done.out
    assert "Pent (pent, raider): sign-up" in done.out
    assert "  not ready: Zane" in done.out


def test_status_as_json_has_everything(ready: Mailbot) -> None:
    facts = ready("status", "--json").json
    assert facts["ok"] is False
    assert [game["name"] for game in facts["games"]] == ["pent"]
    assert facts["letters_out"]["letters"] == 1


def test_status_tells_monitoring_by_its_exit_code(ready: Mailbot) -> None:
    assert ready("status", "--exit-code").code == 1
    assert ready("run", "--once").code == 0
    assert ready("status", "--exit-code").code == 0


def test_config_show_names_the_origin_of_every_setting(ready: Mailbot) -> None:
    facts = ready("config", "show", "--json").json
    assert facts["service.name"] == {"value": "Harbour Games", "from": "config.toml, line 2"}
    assert facts["service.zone"] == {"value": "UTC", "from": "default"}


def test_config_show_shows_what_a_game_plays_by(ready: Mailbot, folder: Path) -> None:
    file = folder / "config.toml"
    file.write_text(file.read_text().replace("max_players = 2", "max_players = 3"))
    facts = ready("config", "show", "--json").json
    assert facts["games.pent.options.max_players"] == {
        "value": 2,
        "from": "the game; config.toml, line 12 says 3",
    }


def test_config_show_works_before_there_is_a_database(mailbot: Mailbot) -> None:
    assert "games.pent.ruleset" in mailbot("config", "show").out


def test_a_backup_is_made_and_restored_into_an_empty_place(ready: Mailbot, folder: Path) -> None:
    made = ready("backup", str(folder / "backup.db"))
    assert made.out.startswith(f"wrote {folder / 'backup.db'}: 1 game, 1 letter, ")
    assert "keep a copy of the key file" in made.out
    assert "is not empty" in ready("restore", str(folder / "backup.db")).trouble
    for file in folder.glob("mailbot.db*"):
        file.unlink()
    assert ready("restore", str(folder / "backup.db")).out == "restored 1 game and 1 letter\n"
    assert "pent" in ready("game", "list").out


def test_a_restore_says_if_the_key_file_is_another_one(ready: Mailbot, folder: Path) -> None:
    ready("backup", str(folder / "backup.db"))
    (folder / "mailbot.key").unlink()
    make_key_file(folder / "mailbot.key")
    done = ready("restore", str(folder / "backup.db"), "--yes")
    assert "was sealed under another key file" in done.out


def test_no_new_key_is_made_where_games_need_the_old_one(ready: Mailbot, folder: Path) -> None:
    (folder / "mailbot.key").rename(folder / "away")
    for words in (("init",), ("game", "list"), ("run", "--once")):
        assert "put its copy back" in ready(*words).trouble
    assert not (folder / "mailbot.key").exists()


def test_nor_where_the_database_is_of_an_older_version(ready: Mailbot, folder: Path) -> None:
    (folder / "mailbot.key").rename(folder / "away")
    with closing(connect(folder / "mailbot.db")) as database:
        database.execute("update alembic_version set version_num = '0011'")
        database.commit()
    assert "the database has 1 game that was made with it" in ready("init").trouble
    assert not (folder / "mailbot.key").exists()


def test_a_key_that_opens_no_game_is_told_by_check_and_status(ready: Mailbot, folder: Path) -> None:
    (folder / "mailbot.key").unlink()
    make_key_file(folder / "mailbot.key")
    assert "WRONG   key file: the secret of game pent was sealed under another" in (
        ready("check", "--offline").out
    )
    assert "WRONG: no turn can be run: the secret of game pent" in ready("status").out


def test_a_game_that_has_lost_its_table_is_told_of(ready: Mailbot, folder: Path) -> None:
    """(FEAT-G1)"""
    file = folder / "config.toml"
    file.write_text(file.read_text().replace("games.pent", "games.pint"))
    assert "note    the game pent has no table [games.pent]" in ready("check", "--offline").out
    shown = ready("config", "show", "--json").json
    assert shown["games.pent.title"] == {
        "value": "Pent",
        "from": "the game; the config has no table for it",
    }
    assert shown["games.pent.options.max_players"]["value"] == 2


def test_nothing_is_put_in_the_place_of_a_database_at_work(ready: Mailbot, folder: Path) -> None:
    store = Store(f"sqlite:///{folder / 'mailbot.db'}")
    now = datetime.now(UTC)
    with store.writing() as session:
        session.add(Beat(name=f"worker {worker_name()}", since=now, at=now))
    store.close()
    ready("backup", str(folder / "backup.db"))
    for words in (
        ("restore", str(folder / "backup.db"), "--yes"),
        ("copy", "--to", f"sqlite:///{folder / 'new.db'}"),
    ):
        assert "is at work on this database: stop it first" in ready(*words).trouble


def test_a_database_is_copied_to_another_by_one_command(ready: Mailbot, folder: Path) -> None:
    url = f"sqlite:///{folder / 'new.db'}"
    assert ready("copy", "--to", url).out.startswith("copied 1 game and 1 letter, checked; now set")
    file = folder / "config.toml"
    file.write_text(file.read_text().replace("[smtp]", f'database = "{url}"\n[smtp]', 1))
    assert "pent" in ready("game", "list").out


def test_a_game_is_exported_and_imported_under_another_name(ready: Mailbot, folder: Path) -> None:
    file = str(folder / "pent.jsonl")
    told = ready("game", "export", "pent", file).out
    assert "the key file" in told
    assert "pent goes on here as well, and must go on in one place only" in told
    assert "is there already" in ready("game", "export", "pent", file).trouble
    assert "there is a game 'pent' already" in ready("game", "import", file).trouble
    assert ready("game", "import", file, "--as", "gull", "--json").json["game"] == "gull"
    assert [game["game"] for game in ready("game", "list", "--json").json] == ["gull", "pent"]


def test_only_a_game_that_is_over_is_put_away(ready: Mailbot) -> None:
    assert "pent is not over" in ready("game", "archive", "pent").trouble
    assert "was not put away" in ready("game", "unarchive", "pent").trouble


def test_a_hangup_has_the_running_service_read_its_config(ready: Mailbot, folder: Path) -> None:
    """(FEAT-G1)"""
    file, log = folder / "config.toml", folder / "log"
    begin = "from mailbot.cli.main import main; main()"
    command = [sys.executable, "-c", begin, "-c", str(file), "run"]
    with log.open("wb") as output, subprocess.Popen(command, stderr=output) as service:
        try:
            until(lambda: "the service runs" in log.read_text())
            file.write_text(file.read_text().replace("Harbour Games", "Gull Games"))
            service.send_signal(signal.SIGHUP)
            # By itself it would look after fifteen seconds.
            until(lambda: "service.name was 'Harbour Games'" in log.read_text(), seconds=10)
            until(lambda: ready("status", "--exit-code").code == 0)
        finally:
            service.terminate()
    assert service.returncode == 0


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.1)


def test_lists_tell_times_in_the_zone_of_the_service_and_programs_get_theirs(
    ready: Mailbot, folder: Path
) -> None:
    """January in Sydney: eleven hours before UTC."""
    file = folder / "config.toml"
    file.write_text(file.read_text().replace("[smtp]", 'zone = "Australia/Sydney"\n[smtp]', 1))
    moment = datetime(2026, 1, 5, 19, 0, tzinfo=UTC)
    store = Store(f"sqlite:///{folder / 'mailbot.db'}")
    with store.writing() as session:
        session.get_one(Game, "pent").due = moment
        session.get_one(OutRow, 1).next_at = moment
        session.add(new_letter("feed", b"Subject: hello\r\n\r\nHello!\r\n", moment))
    store.close()
    for words in (("game", "list"), ("outbox", "list"), ("letters", "list")):
        told = ready(*words).out
        assert "(Australia/Sydney)" in told
        assert "2026-01-06 06:00" in told
    assert "Tue 6 Jan 2026, 06:00 AEDT" in ready("outbox", "show", "1").out
    assert "Tue 6 Jan 2026, 06:00 AEDT" in ready("letters", "show", "1").out
    assert ready("game", "list", "--json").json[0]["due"] == "2026-01-05T19:00:00Z"
    assert ready("outbox", "list", "--json").json[0]["next_at"] == "2026-01-05T19:00:00Z"
    assert ready("letters", "list", "--json").json[0]["received"] == "2026-01-05T19:00:00Z"
