"""What the service says when it does not simply give a receipt: one page a kind, in plain words.

Everything here goes to a registered or confirming address, and nothing here knows a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.wording import enumeration
from mailbot.games.times import local
from mailbot.outbox.desk import Page
from mailbot.render.echo import echo
from mailbot.render.text import WIDTH
from mailbot.render.words import wrap_after
from mailbot.storage.tables import Way

#: So many orders are shown of a letter that may be forged.
SHOWN = 20


def confirm_join(title: str, role: str, service: str) -> Page:
    """The one letter to somebody who wants to join (MAIL-S1)."""
    return _page(
        subject=f"{title}: please confirm that you want to play",
        text=(
            f"Somebody, you I hope, asked {service} for a seat in {title}, to play as {role}.\n\n"
            "To take the seat, just answer this letter; what you write does not matter. You then "
            "get the map, the rules in brief, and all that is needed to begin.\n\n"
            "If it was not you, do nothing: you will hear no more of it.\n"
        ),
    )


def confirm_waiting(title: str, service: str) -> Page:
    """The same, where seats are given by a waiting list (FEAT-O1)."""
    return _page(
        subject=f"{title}: please confirm that you want to wait for a seat",
        text=(
            f"Somebody, you I hope, asked {service} for a seat in {title}. Its seats are given by "
            "a waiting list now.\n\n"
            "To be put on it, just answer this letter; what you write does not matter. When there "
            "is a seat for you, you are asked whether you want it.\n\n"
            "If it was not you, do nothing: you will hear no more of it.\n"
        ),
    )


def on_waiting_list(title: str) -> Page:
    return _page(
        subject=f"{title}: you are on the waiting list",
        text=(
            f"You are on the waiting list of {title}. When there is a seat for you, you get a "
            "letter, and have two days to say yes.\n"
        ),
    )


def place_in_sign_up(title: str, role: str) -> Page:
    """To all on the waiting list, where the game has not begun."""
    return _page(
        subject=f"{title}: a seat is free",
        text=(
            f"A place in {title} is free, and the game has not begun. To take it and play as "
            f"{role}, just answer this letter. All who wait have got it: whoever answers first has "
            "the place, and the others stay on the list.\n"
        ),
    )


def offer(title: str, role: str, stage: str, until: str) -> Page:
    """A seat for the first on the waiting list (FEAT-T2)."""
    return _page(
        subject=f"{title}: a seat is free, do you want it?",
        text=(
            f"In {title} the seat of {role} is free; {stage} is open. You are next on the waiting "
            "list.\n\nTo take it, answer this letter with the one word\n\n    yes\n\n"
            f"until {until}. You get all sheets that {role} has had, and a full period of time "
            "before the next deadline. With `no`, or without an answer, it goes to the next.\n"
        ),
    )


def yes_or_no(title: str, role: str) -> Page:
    return _page(
        subject=f"{title}: yes or no?",
        text=(
            f"You were asked whether you want to play {role} in {title}, and your answer begins "
            "with neither `yes` nor `no`. Please answer this letter with one of these words.\n"
        ),
    )


def off_waiting_list(title: str) -> Page:
    return _page(
        subject=f"{title}: you are off the waiting list",
        text=f"You do not want the seat in {title}, and are on its waiting list no more.\n",
    )


def offer_over(title: str, game: str) -> Page:
    return _page(
        subject=f"{title}: the seat goes to the next",
        text=(
            f"You did not say in time whether you want the seat in {title}, so it is offered to "
            "the next, and you are on the waiting list no more. To be put on it again, write "
            f"`join {game}`.\n"
        ),
    )


def confirm_watching(title: str, service: str) -> Page:
    """The one letter to somebody who wants to watch (MAIL-S1)."""
    return _page(
        subject=f"{title}: please confirm that you want to watch",
        text=(
            f"Somebody, you I hope, asked {service} to let you watch {title}: after each turn you "
            "would get what everybody may know of it.\n\n"
            "If that is what you want, just answer this letter; what you write does not matter. If "
            "it was not you, do nothing: you will hear no more of it.\n"
        ),
    )


def you_watch(title: str, name: str) -> Page:
    return _page(
        subject=f"{title}: you watch",
        text=(
            f"You watch {title} from now on: after each turn you get what everybody may know of "
            f"it. To end that, write `stop observing {name}`.\n"
        ),
    )


def you_watch_no_more(title: str) -> Page:
    return _page(
        subject=f"{title}: you watch no more",
        text=f"You get no more letters about {title}. Thank you for having watched!\n",
    )


def not_open(title: str, reason: str) -> Page:
    return _page(
        subject=f"{title}: no seat for you",
        text=f"You asked for a seat in {title}. That cannot be done: {reason}.\n",
    )


def closed() -> Page:
    """He asks for a game that he cannot have; the name that he wrote is not repeated."""
    return _page(
        subject="No seat in that game",
        text=(
            "You asked for a seat in a game. That cannot be done: there is no game of that name, "
            "or it is not open, or you are in it already.\n"
        ),
    )


def which_game(names: Sequence[str]) -> Page:
    """He plays in several games, and the letter names none."""
    listed = "\n".join(f"    {name}" for name in names)
    return _page(
        subject="Which game do you mean?",
        text=(
            "You play in several games, and your letter does not say which one it is for, so "
            f"nothing was changed in any of them:\n\n{listed}\n\n"
            "The simplest way is to answer a letter of the game that you mean. Or name it on a "
            f"line of its own before your orders, as in\n\n    game {[*names, 'name'][0]}\n\n"
            "A letter may name several games, each before its own orders.\n"
        ),
    )


def is_it_yours(
    title: str,
    role: str,
    sender: str,
    code: str,
    zone: ZoneInfo,
    at: datetime,
    orders: Sequence[str],
    besides: Sequence[str],
) -> Page:
    """To the registered address: a letter came that may not be its own (MAIL-S1).

    It shows the orders, or nobody could tell his own letter from a forged one, and what else it
    would do; and no other word of it, or we would carry a forger's words.
    """
    shown = [line for number, order in enumerate(orders[:SHOWN], 1) for line in echo(number, order)]
    more = [f"and {len(orders) - SHOWN} more"] if len(orders) > SHOWN else []
    listed = "It orders:\n\n" + "\n".join([*shown, *more]) + "\n\n" if shown else ""
    if besides:
        listed += f"It {'also ' if shown else ''}{enumeration(besides)}.\n\n"
    return _page(
        subject=f"{title}: did you send this?",
        text=(
            f"On {local(at, zone)} a letter came for {role}, and nothing proves that you wrote "
            f"it: it says that it comes from {sender}.\n\n{listed}"
            "If it is yours, answer this letter with the line\n\n"
            f"    confirm {code}\n\n"
            "and it is read as if you had sent it at that moment. If it is not yours, do nothing: "
            "it has changed nothing. To avoid this question, send your orders as an "
            "answer to a letter of the game.\n"
        ),
    )


def is_it_the_gms(code: str, deeds: Sequence[str]) -> Page:
    """To a Gamesmaster's address: a letter came that may not be its own (MAIL-S6)."""
    shown = [line for number, deed in enumerate(deeds, 1) for line in echo(number, deed)]
    listed = "It asks for:\n\n" + "\n".join(shown) + "\n\n" if shown else ""
    return _page(
        subject="Did you send this?",
        text=(
            "A letter with this address as its sender came to the service, and nothing proves "
            f"that you wrote it.\n\n{listed}"
            f"If it is yours, answer this letter with the line\n\n    confirm {code}\n\n"
            "and it is done. If it is not yours, do nothing: it has changed nothing. To avoid "
            "this question, write in answer to a letter of the service.\n"
        ),
    )


ADDRESS_FORMS = (
    "`address zane@example.net` moves your letters there, `address +zane@example.net` lets you "
    "write from there too, `address -zane@example.net` ends that; `deputy ann@example.net` lets "
    "somebody act for you, and `deputy none` ends it."
)

LAST_STEP = "once it has answered, the change is made. Until then all stays as it is."

#: What an address is asked to be, as its player is told, and as it is told itself.
_FOR_PLAYER = {
    Way.MAIN: "that all your letters go to {address} from now on",
    Way.SECOND: "that you may write from {address} too",
    Way.DEPUTY: "that {address} may act for you: give orders and write letters in your name, and "
    "get a copy of all that you get",
}
_FOR_ITSELF = {
    Way.MAIN: "that his letters come to this address from now on",
    Way.SECOND: "to write from this address too; his letters still go to another one",
    Way.DEPUTY: "you to act for him as his deputy: you would get a copy of all that he gets, and "
    "your orders would count as his",
}


def confirm_address(title: str, role: str, way: Way, address: str, code: str) -> Page:
    """To the registered address, before anything is changed (MAIL-S1)."""
    return _page(
        subject=f"{title}: a change of address?",
        text=(
            f"Somebody, you I hope, asked for {role}, "
            f"{_FOR_PLAYER[way].format(address=address)}.\n\n"
            f"If that is what you want, answer this letter with the line\n\n    confirm {code}\n\n"
            f"Then {address} is asked too, and only once it has agreed the change is made.\n\n"
            "If it was not you, do nothing, and nothing changes; but somebody else has got hold of "
            "a letter of yours: please tell the Gamesmaster.\n"
        ),
    )


def agree_to(title: str, role: str, way: Way) -> Page:
    """To the new address, which has to answer from where it is (MAIL-S1)."""
    return _page(
        subject=f"{title}: please confirm this address",
        text=(
            f"The player of {role} in {title} wants {_FOR_ITSELF[way]}.\n\n"
            "To agree, just answer this letter; what you write does not matter. If you do not "
            "know what this is about, do nothing: you will hear no more of it.\n"
        ),
    )


def place_taken(title: str) -> Page:
    """Told to the new address alone: nobody else is to know who plays under it."""
    return _page(
        subject=f"{title}: this address has a place already",
        text=(
            f"This address has a place in {title} already, and one address can have only one. "
            "Nothing was changed, and nobody else was told.\n"
        ),
    )


def address_counts(title: str, role: str, way: Way, address: str, *, to_new: bool) -> Page:
    """To the old address and the new, once the change is made."""
    what = {
        Way.MAIN: f"{role}'s letters go to {address} from now on",
        Way.SECOND: f"letters from {address} count as {role}'s own; answers go where they went",
        Way.DEPUTY: f"{address} may act for {role} now, and gets a copy of all that {role} gets",
    }[way]
    text = f"{title}: {what}.\n"
    if to_new and way is not Way.SECOND:
        text += "\nThe last sheet comes with this letter; write in answer to it.\n"
    if to_new and way is Way.DEPUTY:
        text += "\nWhat a deputy cannot do is change addresses, or name another deputy.\n"
    if not to_new and way is Way.DEPUTY:
        text += "\nTo end it, answer with the line\n\n    deputy none\n"
    return _page(subject=f"{title}: the new address counts", text=text)


def confirm_resign(title: str, role: str, code: str, becomes: str) -> Page:
    """To the registered address, before a seat is given up (MAIL-S1)."""
    return _page(
        subject=f"{title}: do you want to leave?",
        text=(
            f"Somebody, you I hope, asked to give up the seat of {role} in {title}. {becomes} The "
            "Gamesmaster is told. Your orders of the open turn stand, and you get no more letters "
            "of this game.\n\n"
            f"If that is what you want, answer this letter with the line\n\n    confirm {code}\n\n"
            "To stay, do nothing. If you are only away for a while, `vacation` and the days, or "
            "`deputy` and an address, may do. If it was not you, somebody else has got hold of a "
            "letter of yours: please tell the Gamesmaster.\n"
        ),
    )


def deputy_ends(title: str, role: str) -> Page:
    return _page(
        subject=f"{title}: you are deputy no more",
        text=f"You act for {role} in {title} no more. Thank you for having done so!\n",
    )


def still_playing(title: str) -> Page:
    """To a player who clicked on `unsubscribe`, or whose mail program did."""
    return _page(
        subject=f"{title}: you are still playing",
        text=(
            f"You asked to get no more letters. You have a seat in {title}, and other people's "
            "game would suffer if it fell silent, so nothing was changed. To get less, or to "
            "leave, answer this letter with one of these lines:\n\n"
            "    text only\n"
            "  letters without HTML, pictures and files\n\n"
            "    address ann@example.net\n"
            "  letters to another address\n\n"
            "    deputy ann@example.net\n"
            "  somebody acts for you while you are away\n\n"
            "    resign\n"
            "  you are asked once more, and then your seat goes to somebody else\n"
        ),
    )


def game_over(title: str) -> Page:
    return _page(
        subject=f"{title} is over",
        text=f"{title} is over, so there are no more orders to give. Thank you for playing!\n",
    )


TROUBLES = {
    "too-large": "it is larger than this service reads. Send the orders alone, as plain text, "
    "without pictures and without the sheet below them",
    "encrypted": "it is encrypted, and this service has no key. Send it unencrypted, please",
    "winmail": "it came as a winmail.dat file that could not be opened. Send it as plain text, "
    "please (in Outlook: Format Text, Plain Text)",
    "partial": "it came in several parts. Send it in one piece, please",
    "binary": "it holds no text. Write the orders into the letter itself, please",
    "empty": "there is no text of yours in it. If you wrote below or inside the quoted letter, "
    "write above it, please",
}


def cannot_read(title: str, trouble: str) -> Page:
    """The letter was kept, and nothing in it could be read."""
    return _cannot_read(title, trouble, "Your orders stand as they stood before.")


def cannot_read_deeds(trouble: str, help_text: str) -> Page:
    """The same for a Gamesmaster, with what he may write."""
    page = _cannot_read("Your commands", trouble, "Nothing was done.")
    return replace(page, text=f"{page.text}\n\n{help_text}\n")


def _cannot_read(title: str, trouble: str, stands: str) -> Page:
    reason = TROUBLES.get(trouble, "its form is not one that this service can read")
    return _page(
        subject=f"{title}: your letter could not be read",
        text=f"Your letter arrived, but {reason}. {stands}\n",
    )


def broke_the_reader(title: str) -> Page:
    return _page(
        subject=f"{title}: your letter was set aside",
        text=(
            "Your letter arrived and is kept, but the program failed to read it. The Gamesmaster "
            "has been told and will look at it. Your orders stand as they stood before; you may "
            "send them again in other words.\n"
        ),
    )


def start_lost(title: str, reasons: Sequence[str]) -> Page:
    """Something in a registration does not hold any more, through somebody else's letter."""
    listed = "\n".join(f"  - {reason}" for reason in reasons)
    return _page(
        subject=f"{title}: your sign-up needs another look",
        text=(
            f"Something that you asked for cannot be had any more:\n\n{listed}\n\n"
            "Answer this letter with another choice; the rest of what you sent stands.\n"
        ),
    )


def notice(title: str, subject: str, text: str) -> Page:
    """What a player hears before his stage ends, in the words of the rules."""
    return _page(subject=f"{title}: {subject}", text=f"{text}\n")


def gm_alert(title: str, text: str) -> Page:
    return _page(subject=f"For the Gamesmaster: {title}", text=text + "\n")


LIMIT_REACHED = (
    "More letters came from there than get an answer. Their orders count, and one receipt for "
    "each player will sum them up; if a program writes them, please look into it. How many are "
    "answered stands under [limits] in the config."
)


def passed_on(title: str, role: str, text: str, to: str) -> Page:
    """Press to one or several players, as its writer wrote it; `to` if there are several.

    It is marked as a quote, so that no line of it is taken for an order of its reader (MAIL-B7).
    """
    return Page(
        subject=f"{title}: a letter from {role}",
        text=(
            f"{role} writes{' to ' if to else ''}{to}:\n\n{_marked(text)}\n"
            f"To answer, write `to {role}:` and then your words.\n"
        ),
    )


def passed_on_to_pen(title: str, role: str, text: str, pen: str) -> Page:
    """To whoever bears this name in character; an answer as usual would give him away."""
    return _page(
        subject=f"{title}: a letter to {pen}",
        text=(
            f"{role} writes to {pen}:\n\n{_marked(text)}\n"
            f'To answer under that name, write `as "{pen}" to {role}:` and then your words.\n'
        ),
    )


def unsigned_letter(title: str, text: str) -> Page:
    """The same for every reader: whom else it went to is told to nobody."""
    return Page(
        subject=f"{title}: an unsigned letter",
        text=f"Somebody who does not give his name writes:\n\n{_marked(text)}",
    )


def letter_from_pen(title: str, pen: str, text: str) -> Page:
    """From a name in character; what is answered is no order, but goes to whoever bears it."""
    return _page(
        subject=f"{title}: a letter from {pen}",
        text=(
            f"A player who calls himself “{pen}” writes:\n\n{_marked(text)}\n"
            f"To answer, just answer this letter: your words go to {pen}, whoever that is. No "
            f"orders are read from such an answer. Elsewhere `to {pen}:` does the same.\n"
        ),
    )


def copy_for_gm(title: str, writer: str, to: str, text: str) -> Page:
    """What goes from player to player, where the game has announced that he reads it (FEAT-P2)."""
    return Page(
        subject=f"{title}: copy of a letter from {writer}",
        text=f"{writer} writes to {to}:\n\n{_marked(text)}",
    )


def passed_on_to_gm(game: str, title: str, role: str, text: str, address: str) -> Page:
    """A player's words to the Gamesmaster, whose answer does not go by this service."""
    return Page(
        subject=f"{title}: a letter from {role}",
        text=(
            f"{role} writes:\n\n{_marked(text)}\n"
            f"To answer, write to {address}, or answer this letter with `say {game} {role}:` and "
            "then your words.\n"
        ),
    )


def _marked(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


def _page(subject: str, text: str) -> Page:
    """The page with its lines as long as those of sheets and receipts."""
    return Page(subject=subject, text=wrapped(text))


def wrapped(text: str) -> str:
    """With lines as long as those of sheets and receipts; columns stay as they are."""
    return "\n".join(piece for line in text.split("\n") for piece in _wrapped(line))


def _wrapped(line: str) -> list[str]:
    if "  " in line.strip():
        return [line]
    margin = line[: len(line) - len(line.lstrip(" -"))]
    return wrap_after(margin, line[len(margin) :], WIDTH)
