"""Keep first, think second: where a letter is at every moment, and what is asked meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import dkim
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from mailbot.inbound.polling import new_letter
from mailbot.mail.outgoing import Kind
from mailbot.storage.store import Store
from mailbot.storage.tables import Letter, LetterState
from tests.helpers.servers import Dovecot, Postfix
from tests.helpers.world import Person, RealPost, World, Worlds, fresh_sqlite


@pytest.fixture
def posted(dovecot: Dovecot, postfix: Postfix, tmp_path: Path) -> Iterator[World]:
    """Letters lie in a real mailbox."""
    post = RealPost(dovecot, postfix)
    post.empty(["zane", "rick", "gm"])
    world = World(fresh_sqlite(tmp_path / "world.db"), tmp_path, post)
    yield world
    world.close()


def stop(*_: object) -> None:
    """As if the machine stopped here."""
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "moment",
    [
        "mailbot.inbound.polling.keep",
        "mailbot.inbound.opening.Opener.opened",
        "mailbot.inbound.pipeline.act_on",
        "mailbot.inbound.mailbox.ImapMailbox.settle",
    ],
    ids=["before it is kept", "before it is opened", "while it is read", "before it is moved"],
)
@pytest.mark.servers
def test_a_stop_at_any_moment_neither_loses_nor_doubles_a_letter(
    posted: World, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R5)"""
    world, (zane, _) = posted, posted.begins("Zane", "Rick")
    before = len(zane.letters(Kind.RECEIPT))
    world.post.bring(world, zane.letter("Phoenix to Hilda", To=zane.last().reply_to))
    with monkeypatch.context() as patch:
        patch.setattr(moment, stop)
        with pytest.raises(KeyboardInterrupt):
            world.works()
    for _ in range(3):
        world.passes(minutes=6)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert len(zane.letters(Kind.RECEIPT)) == before + 1
    assert all(letter.settled for letter in world.received() if letter.uid is not None)


def test_unique_indexes_keep_doubles_out(worlds: Worlds) -> None:
    """(MAIL-D3)"""
    world = worlds()
    sames: tuple[Mapping[str, object], ...] = ({"uid_validity": 1, "uid": 7}, {"body_key": "k"})
    for same in sames:
        keeps(world, same)
        with pytest.raises(IntegrityError):
            keeps(world, same)


def keeps(world: World, facts: Mapping[str, object]) -> None:
    letter = new_letter("box", b"Message-ID: <1@x.test>\r\n\r\n", world.clock.now())
    for key, value in facts.items():
        setattr(letter, key, value)
    with world.service.store.writing() as session:
        session.add(letter)


# Who signed it.


@cache
def key() -> tuple[bytes, bytes]:
    made = rsa.generate_private_key(65537, 1024)
    form, plain = serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
    private = made.private_bytes(serialization.Encoding.PEM, form, plain)
    public = made.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return private, b"v=DKIM1; k=rsa; p=" + b"".join(public.split(b"\n")[1:-2])


def signed(person: Person, words: str) -> bytes:
    raw = person.letter(words)
    return bytes(dkim.sign(raw, b"sel", b"game.test", key()[0])) + raw


def asked_of(world: World, lookup: Callable[[str], bytes | None]) -> None:
    object.__setattr__(world.service, "lookup", lookup)


@pytest.fixture
def local(worlds: Worlds) -> World:
    return worlds()


def test_no_network_is_asked_within_a_transaction(
    local: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R6, MAIL-S4)"""
    zane, _ = local.begins("Zane", "Rick")
    opened = Store._opened
    inside = 0
    asked: list[int] = []

    @contextmanager
    def counting(store: Store, engine: object) -> Iterator[Session]:
        nonlocal inside
        with opened(store, engine) as session:  # type: ignore[arg-type]  # passed on as it came
            inside += 1
            try:
                yield session
            finally:
                inside -= 1

    def lookup(name: str) -> bytes | None:
        asked.append(inside)
        return key()[1]

    asked_of(local, lookup)
    monkeypatch.setattr(Store, "_opened", counting)
    local.post.bring(local, signed(zane, "Phoenix to Hilda"))
    local.works()
    assert asked == [0]
    assert local.stands(zane) == ["Phoenix to Hilda"]


def test_a_signature_that_cannot_be_looked_up_now_is_looked_up_later(local: World) -> None:
    """(MAIL-S4)"""
    zane, _ = local.begins("Zane", "Rick")
    answers: list[bytes | None] = [None, key()[1]]

    def lookup(name: str) -> bytes | None:
        answer = answers.pop(0)
        if answer is None:
            raise OSError("the resolver is away")
        return answer

    asked_of(local, lookup)
    local.post.bring(local, signed(zane, "Phoenix to Hilda"))
    local.works()
    assert local.received()[-1].state == LetterState.RECEIVED
    local.passes(minutes=6)
    assert local.stands(zane) == ["Phoenix to Hilda"]


def test_a_signature_that_can_never_be_looked_up_is_no_proof(local: World) -> None:
    """(MAIL-S4)"""
    zane, _ = local.begins("Zane", "Rick")

    def lookup(name: str) -> bytes | None:
        raise OSError("the resolver is away")

    asked_of(local, lookup)
    local.post.bring(local, signed(zane, "Phoenix to Hilda"))
    for _ in range(4):
        local.passes(minutes=6)
    assert local.received()[-1].state == LetterState.QUARANTINED
    assert zane.last().kind is Kind.CONFIRMATION


def test_what_cannot_be_opened_is_kept_all_the_same(
    local: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(MAIL-R8)"""
    monkeypatch.setattr("mailbot.inbound.polling.read_envelope", lambda _: 1 / 0)
    local.post.bring(local, b"Message-ID: <1@x.test>\r\n\r\nhello")
    (letter,) = local.received()
    assert isinstance(letter, Letter)
    assert letter.message_id.endswith("@missing.local>")
