"""Whether a letter is a Gamesmaster's: his address, and the token of a letter to him (MAIL-S6)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from grammar.steering import Table, speaks
from mailbot.inbound.asking import same_code
from mailbot.inbound.decide import Facts
from mailbot.inbound.office import Office
from mailbot.log import Story
from mailbot.mail.letter import Envelope
from mailbot.mail.tokens import gm_token, tokens_in
from mailbot.outbox.desk import day_of
from mailbot.storage.tables import Game, SeatRow

story = Story("gm")

TOKEN_DAYS = 14
"""So many days the Gamesmaster's answers to a letter prove that they are his."""

MOST_TOKENS = 20
MOST_LINES = 500

IN_OTHER_HANDS = (
    "Somebody answered a letter that this service wrote to you, from an address that is not yours. "
    "Nothing of it was taken for yours, and nothing was answered to it as yours. What you forward "
    "is better sent without its address for answers."
)


def table_of(session: Session) -> Table:
    """The games and their players."""
    found: dict[str, list[str]] = {
        name: [] for name in session.scalars(select(Game.name).order_by(Game.name))
    }
    for game, role in session.execute(select(SeatRow.game, SeatRow.role).order_by(SeatRow.id)):
        found[game].append(role)
    return found


def good_tokens(office: Office, address: str, now: datetime) -> tuple[str, ...]:
    """What letters to this Gamesmaster have carried of late."""
    today = day_of(now)
    days = range(today - TOKEN_DAYS, today + 1)
    return tuple(gm_token(office.keys.tokens, address, day) for day in days)


def facts_of_gm(
    session: Session,
    office: Office,
    facts: Facts,
    envelope: Envelope,
    text: str,
    now: datetime,
) -> Facts:
    """What is known of a letter, with what speaks for its being a Gamesmaster's."""
    macs = [each.mac for each in tokens_in(envelope)[:MOST_TOKENS]]

    def carries_one_of(address: str) -> bool:
        good = good_tokens(office, address, now)
        return any(same_code(mac, each) for mac in macs for each in good)

    sender = envelope.sender or ""
    if sender in office.gm:
        table = table_of(session)
        deeds = any(speaks(line.strip(), table) for line in text.splitlines()[:MOST_LINES])
        return replace(facts, gm=True, gm_token=carries_one_of(sender), deeds=deeds)
    if macs and facts.machine is None and any(map(carries_one_of, office.gm)):
        story.warn("gm's letter in other hands", sender=sender or "nobody")
        office.tell_gm_once(session, "a letter to you is in other hands", IN_OTHER_HANDS, now)
    return facts
