"""What becomes of a letter that comes back, and of the address that it was for (MAIL-O8)."""

from __future__ import annotations

from datetime import timedelta

from mailbot.mail.outgoing import Kind
from mailbot.mail.verp import is_bounce_address
from mailbot.storage.tables import LetterState, OutRow
from tests.helpers.got import GAMES
from tests.helpers.relay import Relay
from tests.helpers.world import World, Worlds
from tests.stories.test_outbox import join, serving, world_with


def sent_to(world: World, address: str, kind: Kind = Kind.SHEET) -> OutRow:
    """The last letter of this kind to an address."""
    return [row for row in world.outbox() if (row.to, row.kind) == (address, kind)][-1]


def test_each_letter_has_an_envelope_sender_of_its_own_and_keeps_it(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay(rcpt=["451 later"])) as relay:
        world = world_with(worlds, relay, service={"gm": ["gm@game.test", "ann@game.test"]})
        join(world)
        world.service.tell_gm("fire", "drill")
        world.service.send()
        world.clock.advance(timedelta(minutes=1))
        world.service.send()
    put_off, *_, again = relay.senders
    assert again == put_off
    assert len(set(relay.senders)) == 3
    assert all(is_bounce_address(sender, GAMES) for sender in relay.senders)


def test_without_plus_addresses_letters_come_back_to_a_plain_one(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay()) as relay:
        smtp = {"host": "127.0.0.1", "port": relay.port, "plus_addresses": False}
        world = worlds(settings={"smtp": {**smtp, "bounces": "Returns@game.test"}})
        join(world)
        world.service.send()
    assert relay.senders == ["returns@game.test"]


def test_a_letter_to_an_envelope_sender_is_never_read_as_orders(worlds: Worlds) -> None:
    """(MAIL-O3)"""
    with serving(Relay()) as relay:
        world = world_with(worlds, relay)
        zane, _ = world.begins("Zane", "Rick")
        world.service.send()
        sheet = zane.last(Kind.SHEET)
        envelope = sent_to(world, zane.address).envelope
        assert zane.writes("Phoenix to Hilda", headers={"To": sheet.reply_to, "Cc": envelope}) == []
    assert world.stands(zane) == []
    assert world.received()[-1].state == LetterState.SILENT
