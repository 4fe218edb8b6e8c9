"""Looking up what deciding about a letter needs: who holds which seat, whose token this is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from difflib import get_close_matches

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from engine.core.ruleset import Vocabulary
from grammar.commands import Word, read_command
from mailbot.games.addresses import others_of, seats_at
from mailbot.games.settings import read_settings, takes_names
from mailbot.inbound.decide import Facts, Held
from mailbot.keys import Keys
from mailbot.mail.authenticity import Verdict
from mailbot.mail.letter import Envelope
from mailbot.mail.tokens import (
    Token,
    carry,
    check,
    named_in,
    pen_token,
    tag_in,
    token,
    tokens_in,
)
from mailbot.storage.tables import (
    AddressWish,
    Application,
    Game,
    OutRow,
    PenName,
    Phase,
    SeatRow,
    Undone,
)

JOIN = "join-"
"""How the token of an application names it: `join-17`."""

ADDRESS = "address-"
"""How the token of a wish for another address names it."""

WISH_LASTS = timedelta(days=7)
"""So long a wish for another address can be agreed to."""

CONFIRM_AGAIN = timedelta(days=1)
MOST_CONFIRMATIONS = 3
"""Within that time to an address that has no seat anywhere."""
MOST_TOKENS = 20
"""So many tokens of a letter are looked at: each takes a question to the database."""

MOST_LINES = 100
LONGEST_WISH = 200


@dataclass(frozen=True, slots=True)
class JoinWish:
    """`join pentarchy as Zane`, read before it is known who writes."""

    game: str
    #: Empty if he names none.
    role: str = ""


def join_wish(*texts: str) -> JoinWish | None:
    """The first line of these texts that asks for a seat; people write it into the subject too.

    If no line is just that, one that has it among other words: `Hello! I'd like to join pent`.
    """
    lines = [line.strip() for text in texts for line in text.splitlines()[:MOST_LINES]]
    for line in lines:
        if (wish := _plainly(line)) is not None:
            return wish
    for line in lines:
        if asked := _ASKS.search(line[:LONGEST_WISH]):
            return JoinWish(asked[1].lower(), asked[2] or "")
    return None


def asks_to_join(line: str) -> bool:
    """Does the line ask for a seat, and nothing else?"""
    return _plainly(line.strip()) is not None


def _plainly(line: str) -> JoinWish | None:
    match read_command(line, NO_WORDS):
        case Word(word="join", arguments=(game, *role)):
            return JoinWish(game.lower(), _POLITE.sub("", " ".join(role)))
    return None


_ASKS = re.compile(r"\bjoin (?:the )?([\w-]+)(?: as ([\w-]+))?", re.IGNORECASE)
_POLITE = re.compile(r"[ ,]+(?:please|pls|thanks|thank you)\b.*$|[.!]+$", re.IGNORECASE)


NO_WORDS = Vocabulary({})


def game_meant(session: Session, wish: JoinWish | None) -> JoinWish | None:
    """The wish with a misspelt name put right, if one open game is near it."""
    if wish is None or session.get(Game, wish.game) is not None:
        return wish
    names = session.scalars(select(Game.name).where(Game.phase == Phase.SIGN_UP)).all()
    near = get_close_matches(wish.game, names, n=2, cutoff=0.75)
    return JoinWish(near[0], wish.role) if len(near) == 1 else wish


@dataclass(frozen=True, slots=True)
class Known:
    """The facts, and what was found on the way to them."""

    facts: Facts
    #: The stage that the letter's own token belongs to; None without a valid token.
    token_stage: int | None = None
    #: The stage that the subject tag names.
    tag_stage: int | None = None
    application: int | None = None
    #: The wish for an address to which the sender agrees.
    wish: int | None = None
    #: The name in character whose letter it answers; such an answer holds no orders.
    pen: str = ""
    #: The rows of those who watch that the letter is about.
    observers: tuple[int, ...] = ()


def look_up(
    session: Session,
    envelope: Envelope,
    wish: JoinWish | None,
    machine: str | None,
    verdict: Verdict,
    keys: Keys,
    now: datetime,
) -> Known:
    """Everything that the database knows about the sender, the token and the game meant."""
    sender = envelope.sender
    tag = tag_in(envelope.subject)
    tokens = tokens_in(envelope)[:MOST_TOKENS]
    held = tuple(_held_by(session, sender)) if sender else ()
    seat, stage = _seat_of_token(session, tokens, held, tag[0] if tag else None, keys, sender)
    pen = ""
    if seat is None:
        seat, pen = _pen_answered(session, tokens, held, keys)
    application = _application(session, tokens, sender, keys)
    agreed = _agreed(session, tokens, sender, keys, now)
    return Known(
        facts=Facts(
            sender=sender,
            machine=machine,
            authenticated=verdict,
            seats=held,
            token=seat,
            confirms=application.game if application else None,
            accepts=agreed.game if agreed else None,
            names=_named(session, envelope, tag[0] if tag else None),
            joins=wish.game if wish else None,
            joinable=_joinable(session, wish, held),
            asked_lately=_asked_lately(session, wish, sender, now, known=bool(held)),
        ),
        token_stage=stage,
        tag_stage=tag[1] if tag else None,
        application=application.id if application else None,
        wish=agreed.id if agreed else None,
        pen=pen,
    )


def _held(session: Session, row: SeatRow, game: Game) -> Held:
    return Held(
        game=row.game,
        role=row.role,
        address=row.address or "",
        others=tuple(each.address for each in others_of(session, row.game, row.role)),
        active=game.phase != Phase.OVER,
        believes=read_settings(game).trust == "from",
        hands=row.hands,
    )


def _held_by(session: Session, sender: str) -> Iterator[Held]:
    return (
        _held(session, row, session.get_one(Game, row.game)) for row, _ in seats_at(session, sender)
    )


def _seat_of_token(
    session: Session,
    tokens: Iterable[Token],
    own: tuple[Held, ...],
    tagged: str | None,
    keys: Keys,
    sender: str | None,
) -> tuple[Held | None, int | None]:
    """The seat and stage that a token was made for: of this stage or an earlier one (MAIL-S2).

    A letter to several addresses may carry the tokens of others: its writer's own goes before.
    """
    proven = list(_proven(session, tokens, own, tagged, keys))
    mine = (each for each in proven if sender in (each[0].address, *each[0].others))
    return next(mine, proven[0] if proven else (None, None))


def _proven(
    session: Session,
    tokens: Iterable[Token],
    own: tuple[Held, ...],
    tagged: str | None,
    keys: Keys,
) -> Iterator[tuple[Held, int]]:
    for found in tokens:
        name = found.game or tagged
        rows = session.execute(
            select(SeatRow, Game)
            .join(Game, Game.name == SeatRow.game)
            .where(_maybe(name) if name else SeatRow.id.in_(_ids(session, own)))
        )
        for row, game in rows:
            stages = range(_latest_stage(session, game), -1, -1)
            known = check(found, keys.tokens, row.game, [row.role], stages, row.hands)
            if known is not None:
                yield _held(session, row, game), known[1]


def _latest_stage(session: Session, game: Game) -> int:
    """That of his latest letters: where a turn was taken back, it opens again later."""
    undone = select(func.max(Undone.stage)).where(Undone.game == game.name, Undone.again.is_(False))
    return max(game.stage, (session.scalar(undone) or 0) + 1)


def _maybe(name: str) -> ColumnElement[bool]:
    """Seats of that game; in an address a long name is cut short, and the proof decides."""
    return SeatRow.game.startswith(name, autoescape=True)


def _ids(session: Session, own: tuple[Held, ...]) -> list[int]:
    return [
        row.id
        for held in own
        for row in session.scalars(
            select(SeatRow).where(SeatRow.game == held.game, SeatRow.role == held.role)
        )
    ]


def _pen_answered(
    session: Session, tokens: Iterable[Token], own: tuple[Held, ...], keys: Keys
) -> tuple[Held | None, str]:
    """Which of the sender's seats answers which name in character (FEAT-P1)."""
    found = tuple(tokens)
    for held in own if found else ():
        for pen in session.scalars(select(PenName.name).where(PenName.game == held.game)):
            genuine = pen_token(keys.tokens, held.game, pen, held.role, held.hands)
            if carry(found, genuine):
                return held, pen
    return None, ""


def _application(
    session: Session, tokens: Iterable[Token], sender: str | None, keys: Keys
) -> Application | None:
    """The sender's own wish to join whose token this is: nobody else can confirm it (MAIL-S1)."""
    found = tuple(tokens)
    if not found or sender is None:
        return None
    for row in session.scalars(select(Application).where(Application.address == sender)):
        if carry(found, token(keys.tokens, row.game, f"{JOIN}{row.id}", 0)):
            return row
    return None


def _agreed(
    session: Session, tokens: Iterable[Token], sender: str | None, keys: Keys, now: datetime
) -> AddressWish | None:
    """The wish whose token the very address that it names has sent back (MAIL-S1)."""
    found = tuple(tokens)
    if not found or sender is None:
        return None
    wishes = select(AddressWish).where(
        AddressWish.address == sender,
        AddressWish.agreed.is_not(None),
        AddressWish.asked > now - WISH_LASTS,
    )
    for row in session.scalars(wishes):
        if carry(found, token(keys.tokens, row.game, f"{ADDRESS}{row.id}", 0)):
            return row
    return None


def _named(session: Session, envelope: Envelope, tagged: str | None) -> str | None:
    """The game that the subject names, or the one whose letter this answers."""
    for name in (*([tagged] if tagged else []), *named_in(envelope.subject)):
        if session.get(Game, name) is not None:
            return name
    if not envelope.references:
        return None
    return session.scalar(
        select(OutRow.game).where(OutRow.message_id.in_(envelope.references[:20])).limit(1)
    )


def _joinable(session: Session, wish: JoinWish | None, held: tuple[Held, ...]) -> bool:
    game = session.get(Game, wish.game) if wish else None
    if game is None or any(seat.game == game.name for seat in held):
        return False
    return takes_names(game)


def _asked_lately(
    session: Session, wish: JoinWish | None, sender: str | None, now: datetime, *, known: bool
) -> bool:
    """One confirmation a day for an address and game, and a few for who plays nowhere (MAIL-S1).

    Who has a seat has confirmed his address before; of others it may be forged.
    """
    if wish is None or sender is None:
        return False
    asked = session.scalars(
        select(Application.game).where(
            Application.address == sender, Application.asked > now - CONFIRM_AGAIN
        )
    ).all()
    return wish.game in asked or (len(asked) >= MOST_CONFIRMATIONS and not known)


Lookup = Callable[[str], bytes | None]
"""The TXT records of a name, as DKIM asks for them."""
