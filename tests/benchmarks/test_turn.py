"""One game's turn in a cold process, against its imports and one commit (PERF-P9)."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.app import assemble
from mailbot.config import read_config
from mailbot.games.members import create_game
from mailbot.keys import make_key_file, read_key_file
from mailbot.rulesets import read_board, rules_named
from mailbot.storage.store import Store
from mailbot.storage.tables import Game, Phase
from tests.benchmarks.game import PLAYERS, RULES, position
from tests.benchmarks.measure import ratios, tell

CONFIG = """
[service]
name = "Harbour Games"
[games.large]
ruleset = "raider"
seats = [{seats}]
[games.large.options]
max_players = {players}
"""

FLOOR = """
import sqlite3, sys
import sqlalchemy.orm, alembic.command, click, jinja2, lark, msgspec, resvg_py, cryptography.fernet
import apscheduler.schedulers.background, imapclient, aiosmtplib, dkim, tnefparse
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE IF NOT EXISTS t (x)")
    database.execute("INSERT INTO t VALUES (1)")
"""


def make_due(folder: Path) -> None:
    """Put the large position into the database, due a minute ago, whatever has been run before."""
    config = read_config(folder / "config.toml")
    with Store(config.database).writing() as session:
        row = session.get_one(Game, "large")
        row.position = RULES.dump(position())
        row.stage, row.phase = RULES.stage(position()).number, Phase.RUNNING
        row.due = datetime.now(UTC) - timedelta(minutes=1)
        for table in ("turn", "sheet", "outbox"):
            session.connection().exec_driver_sql(f"DELETE FROM {table}")


@pytest.mark.bench
def test_a_cold_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ", ".join(f'"{player} <{player.lower()}@example.org>"' for player in PLAYERS)
    file = tmp_path / "config.toml"
    file.write_text(CONFIG.format(seats=seats, players=len(PLAYERS)))
    make_key_file(tmp_path / "mailbot.key")
    config = read_config(file)
    store = Store(config.database)
    store.upgrade()
    service = assemble(config, store, read_key_file(tmp_path / "mailbot.key"))
    game, now = config.games["large"], service.clock.now()
    board = read_board(rules_named("raider"), "", tmp_path)
    with store.writing() as session:
        create_game(session, game, board, "UTC", service.keys, service.office.desk, now)

    def turn() -> None:
        run = "from mailbot.cli.main import main; main()"
        subprocess.run(
            [sys.executable, "-c", run, "-c", str(file), "run", "--once"],
            check=True,
            stderr=subprocess.DEVNULL,
        )

    def floor() -> None:
        # The same preparation, so that only the processes differ.
        make_due(tmp_path)
        subprocess.run([sys.executable, "-c", FLOOR, str(tmp_path / "floor.db")], check=True)

    floor()
    turn()
    found = [1 / ratio for ratio in ratios(turn, floor, pairs=7)]
    with capsys.disabled():
        tell("P9 a cold turn of 80 ships and 10 players with maps, times the floor", found, "4")
