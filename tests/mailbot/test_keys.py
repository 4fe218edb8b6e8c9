"""The key file: made once, readable by its owner alone, and the only way to the secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from mailbot.errors import KeyFileError
from mailbot.keys import keys_from, make_key_file, read_key_file

KEYS = keys_from(b"x" * 32)


def test_what_is_sealed_is_opened_with_the_same_key_for_the_same_thing() -> None:
    assert KEYS.unseal(KEYS.seal(b"secret", "game pent"), "game pent") == b"secret"


@pytest.mark.parametrize(("keys", "about"), [(keys_from(b"y" * 32), "a"), (KEYS, "b")])
def test_nothing_else_opens_it(keys: object, about: str) -> None:
    sealed = KEYS.seal(b"secret", "a")
    with pytest.raises(KeyFileError, match=f"the secret of {about} was sealed under another key"):
        keys.unseal(sealed, about)  # type: ignore[attr-defined]  # keys of either kind


def test_the_same_secret_is_never_sealed_alike() -> None:
    assert KEYS.seal(b"secret", "a") != KEYS.seal(b"secret", "a")


def test_a_key_file_is_for_its_owner_alone_and_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "new" / "mailbot.key"
    make_key_file(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert read_key_file(file) == read_key_file(file)
    with pytest.raises(FileExistsError):
        make_key_file(file)


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe", b"aGVsbG8=\n", b"!" * 44])
def test_a_damaged_key_file_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "mailbot.key"
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(KeyFileError, match="does not hold a key"):
        read_key_file(file)


def test_a_missing_key_file_says_what_makes_one(tmp_path: Path) -> None:
    with pytest.raises(KeyFileError, match="`mailbot init` makes one"):
        read_key_file(tmp_path / "none")
