"""What the service says when it does not simply give a receipt: one page a kind, in plain words.

Everything here goes to a registered or confirming address, and nothing here knows a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.core.wording import enumeration
from mailbot.games.times import local
from mailbot.outbox.desk import Page
from mailbot.render.echo import echo
from mailbot.render.text import WIDTH
from mailbot.render.words import wrap_after

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


def not_open(title: str, reason: str) -> Page:
    return _page(
        subject=f"{title}: no seat for you",
        text=f"You asked for a seat in {title}. That cannot be done: {reason}.\n",
    )


def which_game(names: Sequence[str]) -> Page:
    """He plays in several games, and the letter names none."""
    listed = "\n".join(f"    {name}" for name in names)
    return _page(
        subject="Which game do you mean?",
        text=(
            "You play in several games, and your letter does not say which one it is for, so "
            f"nothing was changed in any of them:\n\n{listed}\n\n"
            "The simplest way is to answer a letter of the game that you mean. Or put its name in "
            f"square brackets into the subject, such as [{names[0] if names else 'name'}].\n"
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
) -> Page:
    """To the registered address: a letter came that may not be its own (MAIL-S1).

    It shows the orders, or nobody could tell his own letter from a forged one; and no other word
    of it, or we would carry a forger's words.
    """
    shown = [line for number, order in enumerate(orders[:SHOWN], 1) for line in echo(number, order)]
    more = [f"and {len(orders) - SHOWN} more"] if len(orders) > SHOWN else []
    listed = "It orders:\n\n" + "\n".join([*shown, *more]) + "\n\n" if shown else ""
    return _page(
        subject=f"{title}: did you send this?",
        text=(
            f"On {local(at, zone)} a letter came with orders for {role}, and nothing proves that "
            f"you wrote it: it says that it comes from {sender}.\n\n{listed}"
            "If it is yours, answer this letter with the line\n\n"
            f"    confirm {code}\n\n"
            "and it is read as if you had sent it at that moment. If it is not yours, do nothing: "
            "it has changed nothing. To avoid this question, send your orders as an "
            "answer to a letter of the game.\n"
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
    reason = TROUBLES.get(trouble, "its form is not one that this service can read")
    return _page(
        subject=f"{title}: your letter could not be read",
        text=f"Your letter arrived, but {reason}. Your orders stand as they stood before.\n",
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


def passed_on(title: str, role: str, text: str, to: Sequence[str]) -> Page:
    """Press to one or several players, as its writer wrote it.

    It is marked as a quote, so that no line of it is taken for an order of its reader (MAIL-B7).
    """
    to_whom = f" to {enumeration(to)}" if len(to) > 1 else ""
    return Page(
        subject=f"{title}: a letter from {role}",
        text=(
            f"{role} writes{to_whom}:\n\n{_marked(text)}\n"
            f"To answer, write `to {role}:` and then your words.\n"
        ),
    )


def passed_on_to_gm(title: str, role: str, text: str, address: str) -> Page:
    """A player's words to the Gamesmaster, whose answer does not go by this service."""
    return Page(
        subject=f"{title}: a letter from {role}",
        text=(
            f"{role} writes:\n\n{_marked(text)}\n"
            f"To answer, write to {address}: what is sent to the service does not reach a player.\n"
        ),
    )


def _marked(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.splitlines())


HELP = """\
How to write to this game

Answer any letter of the game; write above what your mail program
quotes. One order a line, in plain words, as the form at the end of your
sheet shows. You get a receipt for every letter: it shows everything
that was understood, and what was not.

  cancel NAME   forget the order for NAME; `clear` forgets all
  status        get your standing orders back
  resend        get the last sheet again; `resend 3`: all of turn 3
  apply         carry out orders that were kept because they were
                written for another turn or stage
  ok 2          take suggestion 2 of your last receipt
  public: ...   a proclamation, printed in everybody's next sheet
  to gm: ...    a word to the Gamesmaster
  to NAME: ...  a letter to another player
  seed: ...     any words of yours, to be mixed into later dice; the
                receipt says which

A message ends at an empty line, or before a line that reads as an
order. A longer one begins on the line below `to NAME:` or `public:` and
ends with the word `end` on a line of its own.
"""


def help_page(title: str) -> Page:
    return Page(subject=f"{title}: how to write orders", text=HELP)


def _page(subject: str, text: str) -> Page:
    """The page with its lines as long as those of sheets and receipts."""
    lines = [piece for line in text.split("\n") for piece in _wrapped(line)]
    return Page(subject=subject, text="\n".join(lines))


def _wrapped(line: str) -> list[str]:
    margin = line[: len(line) - len(line.lstrip(" -"))]
    return wrap_after(margin, line[len(margin) :], WIDTH)
