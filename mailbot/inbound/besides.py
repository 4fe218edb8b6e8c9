"""A player's letter that asks for another game besides: his orders are read, and so is the wish.

`join gull` or `observe gull` below the orders of an answer must not cost him the orders, nor may a
message to a friend that speaks of joining be taken for a wish.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy.orm import Session

from mailbot.games.addresses import seats_at
from mailbot.games.settings import live
from mailbot.inbound.decide import is_for_the_desk
from mailbot.inbound.facts import Known, asks_to_join
from mailbot.inbound.observing import asks_to_watch
from mailbot.inbound.parts import Part, game_of, is_part, parts_of, take_apart
from mailbot.inbound.words import parse_for
from mailbot.mail.body import Reading
from mailbot.storage.tables import Game, Letter, SeatRow


def sort_out(
    session: Session, known: Known, reading: Reading, subject: str, row: Letter
) -> tuple[Known, Reading, list[Part]]:
    """What of a letter is read now, what is known for that, and the parts that are read later."""
    if known.pen:
        # All of it goes to whoever bears the name, and nothing of it is anything else (FEAT-P1).
        return _without_wish(known), reading, []
    if is_part(row):
        return take_apart(_without_wish(known), replace(reading, text=_rest(reading.text)), row)
    if not _wishes(known):
        return take_apart(known, reading, row)
    besides = list(_besides(session, known, _rest(reading.text)))
    if besides and not any(map(_is_wish, (subject, *reading.text.splitlines()))):
        return take_apart(_without_wish(known), reading, row)
    return known, reading, besides


def _wishes(known: Known) -> bool:
    """Does it seem to ask for a game in which its writer has no seat, and for nothing before?"""
    facts = known.facts
    asks = (facts.joins is not None and facts.joinable) or facts.observes or facts.leaves
    answers = facts.machine or facts.confirms or facts.accepts or facts.watches
    return bool(asks) and not answers and not is_for_the_desk(facts)


def _without_wish(known: Known) -> Known:
    facts = replace(known.facts, joins=None, joinable=False, observes=None, leaves=None)
    return replace(known, facts=facts)


def _rest(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not _is_wish(line))


def _is_wish(line: str) -> bool:
    return asks_to_join(line) or asks_to_watch(line)


def _besides(session: Session, known: Known, text: str) -> Iterator[Part]:
    """What it says to games in which he plays, where it tells which of them it means."""
    meant = game_of(known)
    mine = {seat.game: seat for seat, _ in seats_at(session, known.facts.sender or "")}
    for part in parts_of(text, mine, meant):
        seat = mine.get(part.game or meant or "")
        if seat is not None and _says_something(session, seat, part.text):
            yield Part(seat.game, part.text)


def _says_something(session: Session, seat: SeatRow, text: str) -> bool:
    said = parse_for(session, live(session.get_one(Game, seat.game)), seat, text)
    return not said.empty
