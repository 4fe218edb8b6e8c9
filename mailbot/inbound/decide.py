"""What to do with a letter: facts in, one decision with its reason out; nothing is looked up here.

The order of the questions is the policy: a machine is never answered, a forger never obeyed, and a
letter is only set aside without a word when a word would go to somebody who did not write it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mailbot.mail.authenticity import Verdict


@dataclass(frozen=True, slots=True)
class Held:
    """A seat, as far as deciding needs it."""

    game: str
    role: str
    address: str
    #: Second addresses of the player, and his deputy's (FEAT-O13).
    others: tuple[str, ...] = ()
    #: The game takes orders: it is not over.
    active: bool = True
    #: The From line is believed (`trust = "from"`).
    believes: bool = False
    #: How many have held it before (MAIL-S2).
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a letter before its orders are read."""

    #: The address in From; None if missing or ambiguous (MAIL-H2).
    sender: str | None
    #: Why it was not written by a person (MAIL-N1 to MAIL-N8).
    machine: str | None = None
    #: The letter came before, word for word (MAIL-D2).
    duplicate: bool = False
    authenticated: Verdict = Verdict.NONE
    #: Its registered sender, or the GM, has said that it is genuine (MAIL-S1).
    vouched: bool = False
    #: The seats of the sender's address.
    seats: tuple[Held, ...] = ()
    #: The seat whose reply token the letter carries, whoever sent it (MAIL-S2).
    token: Held | None = None
    #: The game whose confirmation the letter answers, by the sender's own token.
    confirms: str | None = None
    #: The game of whose seat the sender agrees to be an address, by his own token.
    accepts: str | None = None
    #: The game that the letter names: in its subject tag, or as an answer to a letter of ours.
    names: str | None = None
    #: The game that the text asks to join.
    joins: str | None = None
    #: That game exists, is open, and the sender has no seat in it.
    joinable: bool = False
    #: The game that he asks to watch, and may (FEAT-G9).
    observes: str | None = None
    #: The game that he confirms to want to watch, by his own token.
    watches: str | None = None
    #: The game, or one of those, that he asks to watch no more.
    leaves: str | None = None
    #: The sender has been sent a confirmation in the last day.
    asked_lately: bool = False
    #: From is the address of a Gamesmaster.
    gm: bool = False
    #: It answers a letter to that Gamesmaster, by the token that this address was sent (MAIL-S6).
    gm_token: bool = False
    #: Its text has commands of a Gamesmaster.
    deeds: bool = False


class Act(StrEnum):
    """What is done with a letter."""

    SILENT = "silent"
    DUPLICATE = "duplicate"
    QUARANTINE = "quarantine"
    """Keep it, and ask the registered address whether it wrote this."""
    SHUT_AWAY = "shut-away"
    """Keep it, and tell nobody: the sender's own domain says that it is forged (MAIL-S5)."""
    OFFER = "offer"
    """Ask the address to confirm that it wants to join."""
    SEAT = "seat"
    """The confirmation came: give him the seat."""
    ACCEPT = "accept"
    """The new address of a seat agrees (MAIL-S1)."""
    ASK_OBSERVER = "ask-observer"
    """Ask the address to confirm that it wants to watch (FEAT-G9)."""
    WATCH = "watch"
    """The confirmation came: he watches from now on."""
    UNWATCH = "unwatch"
    """He watches no more."""
    CLOSED = "closed"
    """He has a seat elsewhere, and the game that he asks for is not open to him."""
    ORDERS = "orders"
    """Read it for this role."""
    STEER = "steer"
    """Do what the Gamesmaster says (FEAT-G3)."""
    DOUBT_GM = "doubt-gm"
    """Keep it, and ask the Gamesmaster's address whether it wrote this."""
    WHICH_GAME = "which-game"
    """The sender plays in several games and names none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do, for which seat, and why: the reason goes into the log and stays on the letter."""

    act: Act
    reason: str
    game: str | None = None
    role: str | None = None


FORGED = "MAIL-S5 its own domain says that it is forged"
VOUCHED = "MAIL-S1 said to be genuine after it had been set aside"


def is_for_the_desk(facts: Facts) -> bool:
    """Does somebody write as a Gamesmaster, whether that can be believed or not?

    One who plays too, or wants to, is one where he gives a Gamesmaster's commands.
    """
    speaks = facts.deeds or not (facts.seats or facts.joins)
    return facts.gm and (facts.gm_token or (facts.token is None and speaks))


def decide(facts: Facts) -> Decision:
    """The one policy of the service for letters that come in."""
    if facts.duplicate:
        return Decision(Act.DUPLICATE, "MAIL-D2 the same letter again")
    if facts.machine is not None:
        return Decision(Act.SILENT, facts.machine)
    if facts.sender is None:
        return Decision(Act.SILENT, "MAIL-H2 no sender, or more than one")
    if facts.confirms is not None:
        return Decision(Act.SEAT, "MAIL-S1 confirmed from its own address", facts.confirms)
    if facts.accepts is not None:
        return Decision(Act.ACCEPT, "MAIL-S1 agreed from its own address", facts.accepts)
    if facts.watches is not None:
        return Decision(Act.WATCH, "FEAT-G9 confirmed from its own address", facts.watches)
    if facts.leaves is not None:
        return Decision(Act.UNWATCH, "FEAT-G9 watches no more", facts.leaves)
    if is_for_the_desk(facts):
        return _steer(facts)
    if facts.joins is not None and facts.joinable:
        return _ask(facts, Decision(Act.OFFER, "MAIL-S1 wants to join", facts.joins))
    if facts.observes is not None:
        return _ask(facts, Decision(Act.ASK_OBSERVER, "FEAT-G9 wants to watch", facts.observes))
    if facts.token is not None:
        return _by_token(facts.token, facts.sender, vouched=facts.vouched)
    if facts.seats:
        return _by_address(facts)
    return Decision(Act.SILENT, "MAIL-N9 nobody we know")


def _steer(facts: Facts) -> Decision:
    """From alone is never enough, whatever a game believes of its players (MAIL-S6)."""
    if facts.vouched:
        return Decision(Act.STEER, VOUCHED)
    if facts.authenticated is Verdict.FAIL:
        return Decision(Act.SHUT_AWAY, FORGED)
    if facts.gm_token:
        return Decision(Act.STEER, "MAIL-S6 the Gamesmaster, by his address and his token")
    if facts.authenticated is Verdict.PASS:
        return Decision(Act.STEER, "MAIL-S6 the Gamesmaster, vouched for by his domain")
    return Decision(Act.DOUBT_GM, "MAIL-S6 nothing proves that the Gamesmaster wrote it")


def _ask(facts: Facts, question: Decision) -> Decision:
    """A question to an address that may not have written, unless it has had one."""
    if facts.authenticated is Verdict.FAIL and not facts.vouched:
        return Decision(Act.SHUT_AWAY, FORGED)
    if facts.asked_lately:
        return Decision(Act.SILENT, "MAIL-S1 a confirmation went there less than a day ago")
    return question


def _by_token(seat: Held, sender: str, *, vouched: bool) -> Decision:
    if sender in (seat.address, *seat.others):
        return Decision(Act.ORDERS, "MAIL-S1 A3: its address and its token", seat.game, seat.role)
    if vouched:
        return Decision(Act.ORDERS, VOUCHED, seat.game, seat.role)
    reason = "MAIL-S1 a token from an address that is not registered for it"
    return Decision(Act.QUARANTINE, reason, seat.game, seat.role)


def _by_address(facts: Facts) -> Decision:
    seat = _meant(facts)
    if seat is None and facts.joins is not None:
        return Decision(Act.CLOSED, "asks for a game that is not open to him", facts.joins)
    if seat is None:
        return Decision(Act.WHICH_GAME, "plays in several games and names none")
    if facts.vouched:
        return Decision(Act.ORDERS, VOUCHED, seat.game, seat.role)
    if facts.authenticated is Verdict.FAIL:
        return Decision(Act.SHUT_AWAY, FORGED, seat.game, seat.role)
    if facts.authenticated is Verdict.PASS:
        reason = "MAIL-S1 A2: its address, vouched for by its domain"
        return Decision(Act.ORDERS, reason, seat.game, seat.role)
    if seat.believes:
        return Decision(Act.ORDERS, "A1: the game believes From lines", seat.game, seat.role)
    reason = "MAIL-S1 A1: nothing proves who sent it"
    return Decision(Act.QUARANTINE, reason, seat.game, seat.role)


def _meant(facts: Facts) -> Held | None:
    """The sender's seat that the letter is about: named, or the only one."""
    if facts.names is not None:
        named = [seat for seat in facts.seats if seat.game == facts.names]
        if len(named) == 1:
            return named[0]
    active = [seat for seat in facts.seats if seat.active]
    if len(active) == 1:
        return active[0]
    return facts.seats[0] if len(facts.seats) == 1 else None
