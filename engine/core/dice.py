"""Dice: fair ones for games, quick ones for odds, scripted ones for tests.

Every throw has a purpose such as `gunfire/Pearl/Phoenix/gun 3/target`, and the face depends on the
seed and the purpose alone, so that a throw more elsewhere never shifts this one. How the seed of a
stage comes about, and what it proves, stands in `docs/fair-play.md`.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
SALT_BYTES = 16


@dataclass(frozen=True, slots=True)
class Roll:
    """One throw as the game's log keeps it."""

    purpose: str
    #: How many faces, numbered from 0.
    faces: int
    face: int


class Dice(Protocol):
    """A source of chance."""

    def below(self, faces: int, purpose: str) -> int:
        """A number from 0 to faces - 1, each equally likely. A purpose is used once."""


class FairDice:
    """HMAC-SHA256 of the stage seed over purpose and attempt, with rejection sampling.

    `rolls` is the log of every throw. Asking twice for one purpose raises `ValueError`: the second
    throw would not be independent of the first.
    """

    def __init__(self, seed: bytes) -> None:
        self._keyed = hmac.new(seed, digestmod=hashlib.sha256)
        self._thrown: dict[str, Roll] = {}

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return tuple(self._thrown.values())

    def below(self, faces: int, purpose: str) -> int:
        if purpose in self._thrown:
            raise ValueError(f"thrown before: {purpose}")
        face = self._draw(faces, purpose)
        self._thrown[purpose] = Roll(purpose, faces, face)
        return face

    def _draw(self, faces: int, purpose: str) -> int:
        if faces < 1:
            raise ValueError(f"no face to choose from: {purpose}")
        limit = (1 << 64) // faces * faces
        attempt = 0
        while True:
            keyed = self._keyed.copy()
            keyed.update(f"{purpose}\x00{attempt}".encode())
            number = int.from_bytes(keyed.digest()[:8], "big")
            if number < limit:
                return number % faces
            attempt += 1


class QuickDice:
    """Fast dice for odds and simulated games: the purpose is not looked at, nothing is kept."""

    def __init__(self, seed: int | str) -> None:
        self._below = random.Random(seed).randrange  # noqa: S311 - not for games

    def below(self, faces: int, purpose: str) -> int:  # noqa: ARG002
        return self._below(faces)


class BadFace(ValueError):
    """A scripted face that the throw does not have; the message names the throw."""


Faces = Mapping[str, int | Sequence[int]]
"""By the whole purpose of a throw; or by its first word, for that many throws that begin so."""


class ScriptedDice:
    """Given faces, and for all other throws the dice underneath.

    `lowest` is the number of the first face as it is written: 0 for a choice, 1 for a die.
    """

    def __init__(self, faces: Faces, otherwise: Dice, lowest: int = 0) -> None:
        self._faces = faces
        self._otherwise = otherwise
        self._lowest = lowest
        self._used: Counter[str] = Counter()

    def onto(self, otherwise: Dice) -> ScriptedDice:
        """The same script over other dice, with what has been used of it."""
        again = ScriptedDice(self._faces, otherwise, self._lowest)
        again._used = self._used
        return again

    def below(self, faces: int, purpose: str) -> int:
        face = self._given(purpose)
        if face is None:
            return self._otherwise.below(faces, purpose)
        last = self._lowest + faces - 1
        if not self._lowest <= face <= last:
            raise BadFace(
                f"dice: {purpose}: {face} is not one of the faces {self._lowest} to {last}"
            )
        return face - self._lowest

    def _given(self, purpose: str) -> int | None:
        given = self._faces.get(purpose)
        if given is not None:
            return _listed(given)[0]
        word = purpose.split("/")[0]
        rest = _listed(self._faces.get(word, ()))[self._used[word] :]
        if not rest:
            return None
        self._used[word] += 1
        return rest[0]


def _listed(given: int | Sequence[int]) -> Sequence[int]:
    return (given,) if isinstance(given, int) else given


def die(dice: Dice, sides: int, purpose: str) -> int:
    """A die as it lies on the table, its faces counted from 1."""
    return dice.below(sides, purpose) + 1


def pick(dice: Dice, among: Sequence[T], purpose: str) -> T:
    """One of these, each equally likely; a single one needs no throw."""
    if len(among) == 1:
        return among[0]
    return among[dice.below(len(among), purpose)]


def shuffled(dice: Dice, among: Sequence[T], purpose: str) -> tuple[T, ...]:
    """All of these in an order drawn by lot, one throw for each place but the last."""
    rest = list(among)
    return tuple(
        rest.pop(dice.below(len(rest), f"{purpose}/{place}") if len(rest) > 1 else 0)
        for place in range(1, len(rest) + 1)
    )


def commitment(master: bytes) -> str:
    """What is printed on every sheet: it fixes all dice of the game and tells nothing of them."""
    return hashlib.sha256(b"mailbot master secret\x00" + master).hexdigest()


def stage_secret(master: bytes, stage: int) -> bytes:
    """The secret of one stage: HKDF-SHA256 (RFC 5869) of the master secret."""
    extracted = hmac.digest(b"mailbot stage secret", master, "sha256")
    return hmac.digest(extracted, b"stage %d\x01" % stage, "sha256")


def stage_seed(master: bytes, game: str, stage: int, words: Mapping[str, str]) -> bytes:
    """The seed of one stage's dice: its secret over game, stage and the players' seed words."""
    said = "".join(f"\x00{role}\x00{text}" for role, text in sorted(words.items()))
    message = f"{game}\x00{stage}{said}".encode()
    return hmac.digest(stage_secret(master, stage), message, "sha256")


def stage_salt(secret: bytes, stage: int) -> bytes:
    """The salt of a stage; whoever was told some of a seat's salts can tell no other from them."""
    return hmac.digest(secret, f"stage {stage}".encode(), "sha256")[:SALT_BYTES]


def salted(salt: bytes, text: str) -> str:
    """One player's line of the order digest: his orders hidden behind his own salt."""
    return hmac.digest(salt, text.encode(), "sha256").hex()


def order_digest(lines: Mapping[str, str]) -> str:
    """The digest over all players' salted order hashes of a stage, by role."""
    joined = "".join(f"{role}\x00{line}\n" for role, line in sorted(lines.items()))
    return hashlib.sha256(joined.encode()).hexdigest()
