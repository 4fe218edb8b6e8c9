"""What a player asks about his game and his letters: status, who, zone, rules, history."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.ruleset import Role
from engine.core.wording import enumeration, number
from grammar.commands import ROLES
from mailbot.deadlines import write_schedule
from mailbot.games.handing_over import plain_text
from mailbot.games.settings import LiveGame
from mailbot.games.times import local
from mailbot.inbound.answers import wrapped
from mailbot.inbound.asking import Request
from mailbot.log import Story
from mailbot.mail.outgoing import Attachment, text_file
from mailbot.outbox.copies import is_sheet_of
from mailbot.outbox.desk import Page
from mailbot.rulesets import handbook
from mailbot.storage.tables import OutRow, Phase, SeatRow

story = Story("letters")

_PARTS = re.compile(r"[\s_/-]+")


def tell_status(request: Request) -> None:
    """Where the game stands; the receipt adds his deadline and his orders."""
    game = request.game
    ruleset, stage = game.rules.ruleset, game.stage.name
    phase = {
        Phase.SIGN_UP: "sign-up is open",
        Phase.PAUSED: f"{stage}, paused",
        Phase.OVER: "over",
    }.get(Phase(game.row.phase), f"{stage} is {'closed' if game.row.closed else 'open'}")
    request.remark(
        f"{game.settings.title} is a game of {ruleset.title}: {phase}. Deadlines are "
        f"{write_schedule(game.schedule)}. {_players(game, request.seat)}"
    )


def tell_who(request: Request) -> None:
    """The players by the names in the game, as far as this one knows them."""
    request.remark(_players(request.game, request.seat))


def _players(game: LiveGame, seat: SeatRow) -> str:
    """Those to whom he could write: what is no secret to his orders is none here."""
    words = game.rules.ruleset.vocabulary(game.view(Role(seat.role)))
    others = [role for role in words.names.get(ROLES, ()) if role != seat.role]
    if not others:
        return f"You are {seat.role}, and know of no other player yet."
    return f"You are {seat.role}; the others are {enumeration(others)}."


def choose_zone(request: Request) -> None:
    """`zone Europe/Berlin`: his times from now on."""
    said = " ".join(request.command.arguments).strip(" .!")
    if not _is_his(request):
        return
    seat = request.seat
    if said.lower() in ("none", "game", "-"):
        seat.zone = ""
        games = request.game.settings.zone
        request.remark(f"You are told times in the zone of the game, {games}.")
        return
    zone = _zones().get(_folded(said))
    if zone is None:
        close = get_close_matches(_folded(said), [*_zones(), *_cities()], n=3, cutoff=0.75)
        names = dict.fromkeys(_zones().get(each) or _cities()[each] for each in close)
        hint = f"Did you mean {enumeration([*names], 'or')}?" if names else f"Write {ZONE_FORM}."
        about = f"There is no zone called {said[:60]}." if said else "Which zone?"
        request.refuse("no-zone", f"{about} {hint}")
        return
    seat.zone = zone
    request.note("zone", {"role": seat.role, "zone": zone})
    there = local(request.now, ZoneInfo(zone))
    request.remark(f"You are told times in {zone} from now on: it is {there} there.")


ZONE_FORM = "a continent and a city, such as `zone Europe/Berlin` or `zone America/New_York`"


@cache
def _zones() -> dict[str, str]:
    """Every zone that there is, by its name in small letters."""
    return {_folded(name): name for name in sorted(available_timezones())}


@cache
def _cities() -> dict[str, str]:
    """Zones by their cities alone."""
    named = [name for name in _zones().values() if "/" in name and not name.startswith("Etc/")]
    return {_folded(name.rpartition("/")[2]): name for name in named}


def _folded(text: str) -> str:
    return _PARTS.sub("/", text.lower())


def send_rules(request: Request) -> None:
    """The handbook of his game, once a day."""
    game = request.game
    book, title = handbook(game.row.ruleset), game.rules.ruleset.title
    name = f"rules-{game.row.ruleset}.md"
    file = Attachment(name, "text/markdown; charset=utf-8", book.encode())
    text = (
        f"{game.settings.title} is a game of {title}. Its handbook is attached as {name}: a text "
        "that any program shows; it teaches the game first, and then has every rule under the "
        "number that receipts cite. The rules in brief stood in your welcome: `resend 0` brings "
        f"it again.\n\n{_beginning(book)}\n"
    )
    page = Page(
        subject=f"{game.settings.title}: the rules",
        text=wrapped(text),
        attachments=(file,) if book else (),
    )
    request.help_with(page, "The rules went to you in the last day: please look for them there.")


def _beginning(book: str) -> str:
    """What the book says of itself before its list of chapters."""
    head = book.partition("\n- [")[0].partition("\n\n")[2]
    return head.replace("**", "").strip()


def send_history(request: Request) -> None:
    """All his sheets in one letter, or what there is if that would be too large (FEAT-T10)."""
    if not _is_his(request):
        return
    game, seat = request.game, request.seat
    sheets = _sheets(request.session, game, seat)
    if not sheets:
        request.refuse("no-sheet", "You have had no sheet yet.")
        return
    page = _history(game, seat, sheets, request.office.desk.largest)
    request.help_with(page, "Your history went to you in the last day: please look for it there.")


def _sheets(session: Session, game: LiveGame, seat: SeatRow) -> dict[str, str]:
    """The text of each sheet by its subject, the last one where one was put right."""
    rows = session.scalars(
        select(OutRow).where(is_sheet_of(game.name, seat.role)).order_by(OutRow.stage, OutRow.id)
    )
    last = {row.stage: row for row in rows}
    return {f"{game.name}-{stage:03}.txt": _text_of(row) for stage, row in last.items()}


def _text_of(row: OutRow) -> str:
    """As it was read, without the mark and the address for answers."""
    return f"{row.about}\n\n{plain_text(row).strip()}\n"


def _history(game: LiveGame, seat: SeatRow, sheets: dict[str, str], largest: int) -> Page:
    """As attachments; for whoever wants text alone below each other."""
    subject = f"{game.settings.title}: all sheets of {seat.role}"
    whole = "\n\n\n".join(sheets.values())
    # Attachments grow by a third on their way.
    if len(whole.encode()) * 1.4 + 10_000 > largest:
        listed = "\n".join(f"  {text.partition(chr(10))[0]}" for text in sheets.values())
        text = (
            f"Your {number(len(sheets), 'sheet')} are too many for one letter. `resend` and the "
            f"number of a turn bring those of that turn:\n\n{listed}\n"
        )
        return Page(subject, wrapped(text))
    told = f"All sheets of {seat.role} in {game.settings.title}, {len(sheets)} in number"
    if seat.text_only:
        return Page(subject, f"{told}.\n\n\n{whole}")
    files = [text_file(name, text) for name, text in sheets.items()]
    return Page(subject, wrapped(f"{told}, are attached.\n"), attachments=tuple(files))


def _is_his(request: Request) -> bool:
    """What changes his seat, or shows much of it, takes a letter that proves who wrote it."""
    return request.is_players("can ask for that") and request.is_proven()
