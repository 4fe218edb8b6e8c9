"""Orders that the Gamesmaster enters for a player who phoned or wrote otherwise (FEAT-G3).

They are weighed as a letter of the player's would be, and by a stricter rule: one line that cannot
be read or done, and nothing of them counts. The player gets the receipt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from engine.core.ruleset import Problem, Role
from grammar.reading import Parsed
from mailbot.errors import Refused
from mailbot.games.correcting import is_known
from mailbot.games.receipts import Receipt, receipt_page
from mailbot.games.settings import LiveGame, live, seat_of
from mailbot.games.standing import add_revision, standing
from mailbot.games.steering import Hand, note
from mailbot.games.weighing import weigh
from mailbot.inbound.news import tell_others
from mailbot.inbound.office import Office
from mailbot.inbound.orders import receipt_letter
from mailbot.inbound.readiness import take_ready
from mailbot.inbound.sign_up import sign_up_changed
from mailbot.inbound.words import parse_for
from mailbot.log import Story
from mailbot.outbox.desk import post
from mailbot.render.receipt import receipt_text
from mailbot.storage.tables import Game, Phase, SeatRow

story = Story("orders")


@dataclass(frozen=True, slots=True)
class Entered:
    """What came of it: the number of the receipt, and its text for the Gamesmaster."""

    role: str
    revision: int
    orders: tuple[str, ...]
    receipt: str
    #: That the stage has been worked out already; else empty.
    late: str


def enter_orders(
    session: Session, office: Office, row: Game, hand: Hand, role: str, text: str
) -> Entered:
    """Let these orders stand as the role's own. Raises `Refused` with every reason against it."""
    if row.phase == Phase.OVER:
        raise Refused(f"{row.name} is over")
    seat, game = seat_of(session, row.name, role), live(row)
    ruleset = game.rules.ruleset
    view = game.view(Role(seat.role))
    parsed = parse_for(session, game, seat, text)
    _only_orders(game, parsed)
    before = standing(session, ruleset, row.name, row.stage, seat.role)
    weighed = weigh(ruleset, view, before, parsed)
    refused = [each for each in weighed.problems if each.refused]
    if refused or not weighed.accepted:
        raise Refused(_why_not(refused, text))
    revision = add_revision(
        session, ruleset, row.name, row.stage, seat.role, hand.now, None, weighed.accepted
    )
    after = standing(session, ruleset, row.name, row.stage, seat.role)
    remarks = [
        _marked(game, hand),
        *tell_others(session, office, game, seat, before, after, hand.now),
        *take_ready(session, game, seat, hand.now, says=False, ordered=True),
    ]
    if game.signing_up:
        sign_up_changed(session, office, row, seat, hand.now, hand.now)
    note(session, row, hand, "orders", {"role": seat.role, "receipt": revision.number})
    story.tell("orders entered", game=row.name, role=seat.role, who=hand.who)
    receipt = Receipt(
        live=live(row),
        seat=seat,
        revision=revision.number,
        received=None,
        now=hand.now,
        before=before,
        after=after,
        problems=[each for each in weighed.problems if not each.refused],
        text=text,
        remarks=remarks,
    )
    return _told(session, office, seat, receipt, _late(session, row))


def _late(session: Session, row: Game) -> str:
    if row.closed is None:
        return ""
    if is_known(session, row.name, row.stage):
        return "Players have seen how this turn came out: it will come out otherwise now."
    return "This turn has been worked out already: its result will be another one now."


def _only_orders(game: LiveGame, parsed: Parsed[Any]) -> None:
    """Nobody speaks for a player to others, and nothing is asked of the service in his name."""
    if parsed.press or parsed.commands or parsed.seed or parsed.aside:
        raise Refused(
            "only orders of the open turn can be entered for a player, no words to others and no "
            "commands"
        )
    if parsed.turn not in (None, game.when(game.row.stage).turn):
        raise Refused(f"orders can be entered for {game.stage.name} only, which is open")


def _why_not(refused: Sequence[Problem], text: str) -> str:
    lines = dict(enumerate(text.splitlines(), 1))
    told = [
        f"“{lines[each.line].strip()}”: {each.text}" if each.line in lines else each.text
        for each in refused
    ]
    return "nothing was entered. " + (" ".join(told) or "There is no order in it.")


def _marked(game: LiveGame, hand: Hand) -> str:
    said = f" He says: {hand.why}" if hand.why else ""
    late = game.closes is not None and hand.now > game.closes
    answer = "tell him with `to gm:`" if late else "answer with other orders: they count as always"
    return (
        f"The Gamesmaster entered these orders for you. If that is not as you wanted it, {answer}."
        f"{said}"
    )


def _told(session: Session, office: Office, seat: SeatRow, receipt: Receipt, late: str) -> Entered:
    if seat.address:
        post(session, [receipt_letter(session, office, receipt, None)])
    page, written = receipt_page(receipt), receipt.live.rules.grammar.write
    orders = tuple(written(order) for order in receipt.after)
    return Entered(seat.role, receipt.revision, orders, receipt_text(page), late)
