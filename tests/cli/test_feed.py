"""`mailbot feed`: stored is 0, not stored is 75, whatever the letter is."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbot.errors import StorageError
from tests.cli.conftest import CONFIG, Mailbot

LETTER = b"""\
From: Rick <rick@example.org>
To: games@example.org
Subject: join pent as Rick
Message-ID: <1@example.org>

Hello!
"""


@pytest.fixture
def eml(tmp_path: Path) -> Path:
    file = tmp_path / "letter.eml"
    file.write_bytes(LETTER)
    return file


def test_a_letter_is_stored_and_acted_on_without_a_word(ready: Mailbot, eml: Path) -> None:
    done = ready("feed", str(eml))
    assert (done.code, done.out) == (0, "")
    (kept,) = ready("letters", "list", "--json").json
    assert kept["state"] == "done"


def test_a_letter_comes_from_standard_input_too(ready: Mailbot, eml: Path) -> None:
    (told,) = ready("feed", "--json", stdin=eml).json
    assert told["state"] == "done"
    assert [each["kind"] for each in told["queued"]] == ["confirmation"]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\x00\xff" * 1000,
        b"From: x\n\nhello",
        LETTER.replace(b"Hello", b"\xff\xfe\x00"),
        LETTER.replace(b"\n\n", b"\nContent-Type: text/plain; charset=klingon\n\n"),
        LETTER.replace(b"\n\n", b"\nContent-Type: image/png\n\n"),
        LETTER + b"x" * 2_000_000,
    ],
    ids=["empty", "blank", "binary", "bare", "bytes", "charset", "picture", "large"],
)
def test_whatever_it_is_it_is_stored(ready: Mailbot, eml: Path, raw: bytes) -> None:
    eml.write_bytes(raw)
    assert ready("feed", str(eml)).code == 0
    (kept,) = ready("letters", "list", "--json").json
    assert kept["size"] == len(raw)
    assert kept["state"] in ("done", "silent", "quarantined")


@pytest.mark.parametrize(
    "words", ["key_file = 'none'", "database = 'sqlite:////proc/none/x'", "x = 1"]
)
def test_what_cannot_be_stored_now_is_to_be_brought_again(
    ready: Mailbot, folder: Path, eml: Path, words: str
) -> None:
    (folder / "config.toml").write_text(CONFIG.replace("[service]", f"[service]\n{words}"))
    done = ready("feed", str(eml))
    assert done.code == 75
    assert done.err.count("\n") == 1


def test_without_tables_a_letter_waits_outside(mailbot: Mailbot, eml: Path) -> None:
    assert mailbot("feed", str(eml)).code == 75


def test_a_letter_that_breaks_the_reader_is_stored_all_the_same(
    ready: Mailbot, eml: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mailbot.inbound.pipeline.act_on", lambda *_: 1 / 0)
    assert ready("feed", str(eml)).code == 0
    monkeypatch.undo()
    done = ready("letters", "show", "1")
    assert "ZeroDivisionError" in done.out


def test_a_database_that_fails_after_the_letter_is_kept_is_no_reason_to_bounce(
    ready: Mailbot, eml: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> int:
        raise StorageError("the database does not answer")

    monkeypatch.setattr("mailbot.inbound.pipeline.Reader.read_waiting", fails)
    assert ready("feed", str(eml)).code == 0
