"""The key file: seals the dice secrets and signs reply addresses, outside the database."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

from mailbot.errors import KeyFileError

_BYTES = 32
_NONCE = 12


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys derived from the key file, one for each use."""

    #: Signs reply addresses (MAIL-S2).
    tokens: bytes
    _sealing: bytes

    def seal(self, secret: bytes, about: str) -> bytes:
        """Encrypt a secret, bound to what it is about."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + AESGCM(self._sealing).encrypt(nonce, secret, about.encode())

    def unseal(self, sealed: bytes, about: str) -> bytes:
        """Decrypt; raises `KeyFileError` if it was sealed under another key file."""
        try:
            return AESGCM(self._sealing).decrypt(sealed[:_NONCE], sealed[_NONCE:], about.encode())
        except InvalidTag as error:
            raise KeyFileError(
                f"the secret of {about} was sealed under another key file: "
                "put the key file back that belongs to this database"
            ) from error


def keys_from(master: bytes) -> Keys:
    """All keys from the one in the file (HKDF, RFC 5869)."""

    def derive(use: bytes) -> bytes:
        return HKDFExpand(algorithm=SHA256(), length=_BYTES, info=use).derive(master)

    return Keys(tokens=derive(b"mailbot reply tokens"), _sealing=derive(b"mailbot sealing"))


def make_key_file(path: Path) -> None:
    """Write a new key, readable by its owner alone; never replaces a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = base64.b64encode(secrets.token_bytes(_BYTES)) + b"\n"
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(text)


def read_key_file(path: Path) -> Keys:
    """The keys. Raises `KeyFileError` if the file is missing, open to others, or not a key."""
    try:
        mode = path.stat().st_mode
        text = path.read_bytes()
    except OSError as error:
        raise KeyFileError(
            f"key_file = {str(path)!r} cannot be read ({error.strerror}): put its copy back, or, "
            "if no game was made yet, `mailbot init` makes one"
        ) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise KeyFileError(f"the key file {path} is open to other users: chmod 600 {path}")
    try:
        master = base64.b64decode(text.strip(), validate=True)
    except (binascii.Error, ValueError):
        master = b""
    if len(master) != _BYTES:
        raise KeyFileError(f"the key file {path} does not hold a key: was it changed by hand?")
    return keys_from(master)
