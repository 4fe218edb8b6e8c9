"""What each command of a Gamesmaster does, by mail: the functions that the command line calls too.

Words are looked up in one table. A word with a warning cannot be undone: it is explained first, and
done when the Gamesmaster confirms it (FEAT-G3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import GmEdit
from engine.core.wording import enumeration, number
from grammar.steering import Deed
from grammar.steering_forms import FORMS
from mailbot.errors import Refused
from mailbot.games import replacing, saying, seating, steering, turns, undoing, warning
from mailbot.games.amending import amend, value_of
from mailbot.games.overview import facts_of, table, told, where
from mailbot.games.preview import may_preview, preview
from mailbot.games.seating import checked_address
from mailbot.games.settings import LiveGame, live, seats
from mailbot.games.steering import Hand
from mailbot.games.times import local
from mailbot.inbound.entering import enter_orders
from mailbot.inbound.office import Office
from mailbot.mail.outgoing import Attachment, text_file
from mailbot.storage.tables import Game


@dataclass(frozen=True, slots=True)
class Call:
    """One command with all that doing it takes."""

    session: Session
    office: Office
    #: The game that it names.
    row: Game
    hand: Hand
    deed: Deed


@dataclass(frozen=True, slots=True)
class Told:
    """What came of it."""

    text: str
    files: tuple[Attachment, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """A word of the Gamesmaster's."""

    #: In a few words, for help.
    about: str
    does: Callable[[Call], Told | str]
    #: What it will do, if that cannot be undone; empty: this time it can be.
    warns: Callable[[Call], str] | None = None


def help_text(word: str = "") -> str:
    """All words, or one of them."""
    if verb := VERBS.get(word):
        asked = " It is explained first, and done when you confirm it." if verb.warns else ""
        return f"`{FORMS[word]}`: {verb.about}.{asked}"
    rows = ["  list\n      all games, and who is missing"]
    rows += [f"  {_form(name)}\n      {verb.about}" for name, verb in VERBS.items()]
    unknown = f"There is no command “{word}”.\n\n" if word and word not in FORMS else ""
    return (
        f"{unknown}What you may write, one command a line, several in a letter; the words are "
        "those of `mailbot game …` and `mailbot player …`. Days and hours are those of the game."
        "\n\n"
        + "\n".join(rows)
        + "\n\nA text after `say`, `note` and `orders for` may also begin on the next line; then "
        "it goes on to a line `end`. A line that is not wholly understood does nothing."
    )


def _form(word: str) -> str:
    """Where it stands on a line of its own, and needs no quotes."""
    return FORMS[word].replace("` or `", " or ")


def list_games(session: Session) -> str:
    shown = select(Game).where(Game.archived.is_(None)).order_by(Game.name)
    games = [live(row) for row in session.scalars(shown)]
    rows = [["game", "where it stands", "missing"]]
    rows += [
        [
            game.name,
            where(game),
            enumeration(_missing(session, game)) or "-",
        ]
        for game in games
    ]
    return table(rows) if games else "There is no game yet."


def _missing(session: Session, game: LiveGame) -> list[str]:
    if game.over:
        return []
    if game.signing_up:
        return [seat.role for seat in seats(session, game.name) if seat.ready is None]
    return warning.missing_orders(session, game.row)


def _status(call: Call) -> str:
    found = live(call.row)
    return told(found, facts_of(call.session, found))


def _preview(call: Call) -> Told:
    may_preview(call.row)
    work = turns.gather(call.session, call.row.name, call.office.keys)
    try:
        done = turns.run(work, call.office.desk, call.hand.now, with_maps=False)
    except Exception as error:  # a bug in a ruleset costs only its preview (rule 7)
        raise Refused(f"working it out failed: {type(error).__name__}: {error}") from error
    shown = preview(work, done)
    name = f"{call.row.name}-{call.row.stage}-preview.txt"
    file = text_file(name, shown.whole)
    return Told(
        f"{shown.summary}\n\nThe sheets are attached. Nothing has been run or sent.", (file,)
    )


def _extend(call: Call) -> str:
    zone = live(call.row).zone
    when = call.deed.when
    until = when.replace(tzinfo=zone).astimezone(UTC) if when is not None else None
    due = steering.extend(call.session, call.row, call.hand, until)
    return f"Orders of {call.row.name} are due {local(due, zone)}; the players are told."


def _pause(call: Call) -> str:
    steering.pause(call.session, call.row, call.hand)
    return f"{call.row.name} is paused; the players are told."


def _resume(call: Call) -> str:
    steering.resume(call.session, call.row, call.hand)
    return f"{call.row.name} goes on: {where(live(call.row))}."


def _hold(call: Call) -> str:
    steering.hold(call.session, call.row, call.hand)
    return f"The next result of {call.row.name} waits until you release it."


def _release(call: Call) -> str:
    if steering.let_go(call.session, call.row, call.hand):
        return f"Nothing of {call.row.name} waits for you any more: what waited goes out now."
    return f"The next result of {call.row.name} goes out as always: the hold is called off."


def _start(call: Call) -> str:
    steering.start(call.session, call.row, call.hand)
    return f"{call.row.name} starts: the first sheets go out as soon as the mailbox is read."


def _run(call: Call) -> str:
    missing = warning.missing_orders(call.session, call.row)
    steering.run_now(call.session, call.row, call.hand, missing)
    return f"{call.row.name} is run as soon as the mailbox has been read to its end."


def _undo(call: Call) -> str:
    lost = undoing.corrections_lost(undoing.undo(call.session, call.row, call.hand))
    name = live(call.row).stage.name
    return f"{name} of {call.row.name} is taken back; `rerun {call.row.name}` runs it again.{lost}"


def _rerun(call: Call) -> str:
    undoing.rerun(call.session, call.row, call.hand, look_first=not call.deed.send)
    then = "its result goes out" if call.deed.send else "its result waits for your `release`"
    return f"{call.row.name} runs that turn again; {then}."


def _cancel(call: Call) -> str:
    steering.cancel(call.session, call.row, call.hand)
    return f"{call.row.name} is called off; the players are told."


def _say(call: Call) -> str:
    readers = saying.say(call.session, call.row, call.hand, call.deed.roles, call.deed.text)
    return f"Written to {enumeration(readers)} in {call.row.name}."


def _note(call: Call) -> str:
    saying.write_down(call.session, call.row, call.hand, call.deed.text)
    return f"Noted in the record of {call.row.name}."


def _log(call: Call) -> str:
    return "\n".join(saying.record(call.session, call.row)) or "Nothing has been done to it yet."


def _seat(call: Call) -> str:
    [role], address = call.deed.roles, call.deed.address
    keys = call.office.keys
    given = seating.seat_player(call.session, call.row, call.hand, keys, role, address)
    return f"{given.role} has a seat in {call.row.name}; his welcome goes to {given.address}."


def _replace(call: Call) -> str:
    [role], address = call.deed.roles, checked_address(call.deed.address)
    seat = replacing.replace(call.session, call.row, call.hand, role, address)
    return f"{seat.role} of {call.row.name} is played from {seat.address} now; all are told."


def _kick(call: Call) -> str:
    [role] = call.deed.roles
    free = replacing.kick(call.session, call.row, call.hand, role)
    return f"The seat of {free} in {call.row.name} is free."


def _resend(call: Call) -> str:
    [role] = call.deed.roles
    sent = seating.resend_sheets(call.session, call.row, call.hand, role, call.deed.turn)
    return f"{number(len(sent), 'sheet')} of {call.row.name} sent again to {role}."


def _orders(call: Call) -> str:
    [role] = call.deed.roles
    entered = enter_orders(call.session, call.office, call.row, call.hand, role, call.deed.text)
    return (
        f"Entered for {entered.role} in {call.row.name}, who gets receipt {entered.revision} and "
        f"is told that it was you. {entered.late and f'{entered.late} '}Your copy of it:\n\n"
        f"{entered.receipt.rstrip()}"
    )


def _amend(call: Call) -> str:
    amend(call.session, call.row, _edit(call), call.office.desk, call.hand.now, call.hand.who)
    return f"{call.deed.what} of {call.row.name} is {call.deed.value} now."


def _edit(call: Call) -> GmEdit:
    deed = call.deed
    return GmEdit(deed.what, value_of(deed.value), deed.why, deed.quiet)


VERBS: Mapping[str, Verb] = {
    "status": Verb("a game: deadline, players, who has sent orders", _status),
    "preview": Verb("what the orders as they stand would give, for you alone", _preview),
    "extend": Verb("move the deadline there, or by one slot of the schedule", _extend),
    "pause": Verb("stop the clock; orders are still taken", _pause),
    "resume": Verb("go on after a pause, or after an error that held the game", _resume),
    "hold": Verb("keep the next result back until you release it", _hold),
    "release": Verb("send out the result that waits for you", _release),
    "start": Verb(
        "end the sign-up and begin",
        _start,
        lambda call: warning.before_start(call.session, call.row),
    ),
    "run": Verb(
        "run the open turn now",
        _run,
        lambda call: warning.before_run(call.session, call.row),
    ),
    "undo": Verb(
        "take back the turn that was run last",
        _undo,
        lambda call: warning.before_undo(call.session, call.row, call.hand.why),
    ),
    "rerun": Verb("run a turn again that was taken back; `send`: without a look", _rerun),
    "cancel": Verb(
        "end a game that is not played on",
        _cancel,
        lambda call: warning.before_cancel(call.session, call.row),
    ),
    "say": Verb("write to all players, or to some", _say),
    "orders": Verb("enter orders for a player who phoned; he gets the receipt", _orders),
    "seat": Verb("give somebody a seat while the sign-up is open", _seat),
    "replace": Verb(
        "give a seat to somebody else, with all that its player knew",
        _replace,
        lambda call: warning.before_replace(
            call.session, call.row, call.deed.roles[0], checked_address(call.deed.address)
        ),
    ),
    "kick": Verb(
        "take a seat away from its player",
        _kick,
        lambda call: warning.before_kick(call.session, call.row, call.deed.roles[0]),
    ),
    "resend": Verb("send a player his last sheet again, or those of a turn", _resend),
    "amend": Verb(
        "correct the position, or rule; `quiet` in place of `why:` tells nobody",
        _amend,
        lambda call: warning.before_amend(call.row, _edit(call)),
    ),
    "note": Verb("write something down in the record of the game", _note),
    "log": Verb("the record: what was done to a game, by whom and why", _log),
}
