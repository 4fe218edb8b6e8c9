"""The words that a player may write to the service, as `help` explains them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grammar.steering_forms import near
from mailbot.inbound.answers import wrapped
from mailbot.outbox.desk import Page
from mailbot.render.words import wrap_after

_MARGIN = 16
_WIDTH = 72


@dataclass(frozen=True, slots=True)
class Help:
    """One word: how it is written, what it does, and what else is to be known of it."""

    form: str
    does: str
    more: str = ""


WORDS: Mapping[str, Help] = {
    "cancel": Help(
        "cancel NAME",
        "forget the order for NAME; `clear` forgets all",
        "What stood before an order comes back only if you write it again. `cancel turn 6` and "
        "`cancel always` forget what you have set apart.",
    ),
    "status": Help(
        "status",
        "where the game stands, and your orders",
        "You get the game, the open turn, your deadline in your own zone, who plays, and your "
        "standing orders. What others have sent is nobody's business but theirs.",
    ),
    "orders": Help("orders", "your standing orders alone"),
    "resend": Help(
        "resend",
        "the last sheet again; `resend 3`: all of turn 3",
        "It comes as it was. How often that is done in a day has a limit.",
    ),
    "history": Help(
        "history",
        "all your sheets of the game in one letter",
        "They are attached as text. If they are too many for one letter you get the list, and "
        "`resend` brings each. Once a day.",
    ),
    "apply": Help(
        "apply",
        "carry out orders that were kept",
        "Orders are kept, and not carried out, where they were written for another turn or came "
        "in a letter that proves too little; the receipt says so each time.",
    ),
    "ready": Help(
        "ready",
        "you are done: nothing more will come for this turn",
        "Where the game says so a turn runs early once everybody is done. New orders take the "
        "word back unless they say `ready` again.",
    ),
    "ok": Help("ok 2", "take suggestion 2 of your last receipt"),
    "turn": Help(
        "turn 6: ...",
        "orders for a later turn: this line and those below it; `cancel turn 6` forgets them",
        "They are kept as you wrote them, shown in every receipt, and read again when that turn "
        "opens; you hear then what of them cannot be done.",
    ),
    "always": Help(
        "always ...",
        "an order for this turn and every later one: `always Phoenix to Pearl`; `cancel always` "
        "ends that",
        "An order of a turn goes before it in that turn alone.",
    ),
    "public": Help("public: ...", "a proclamation, printed in everybody's next sheet"),
    "to": Help(
        "to NAME: ...",
        "a letter to another player; `to NAME, NAME:` to some, `to allies:` to those, `to all:` to "
        "everybody, once you have confirmed it; `to gm:` to the Gamesmaster",
        "Nobody sees your address. Orders inside of a message are not carried out.",
    ),
    "game": Help(
        "game NAME",
        "the lines below it are for that game, where you play in several",
        "Each game answers with a receipt of its own. What stands before the first name is for the "
        "game whose letter you answer.",
    ),
    "seed": Help(
        "seed: ...",
        "any words of yours, to be mixed into later dice",
        "They make sure that nobody, the Gamesmaster included, can have chosen the throws.",
    ),
    "who": Help("who", "who plays, by the names in the game"),
    "rules": Help("rules", "the handbook, attached"),
    "zone": Help(
        "zone PLACE",
        "times in your own zone, as `zone Europe/Berlin`",
        "The zone is named by continent and city. `zone none` brings back the zone of the game.",
    ),
    "vacation": Help(
        "vacation ...",
        "you are away: `vacation 3 Jan for 2 weeks`",
        "You get no reminders meanwhile, and no turn counts as missed; only the Gamesmaster is "
        "told. Also `vacation 2026-12-20 to 2027-01-03`; `vacation none` ends it.",
    ),
    "deputy": Help(
        "deputy ADDRESS",
        "somebody acts for you; `deputy none` ends it",
        "He gets a copy of all that you get, and his orders count as yours. You are asked first, "
        "and then he is.",
    ),
    "address": Help(
        "address ADDRESS",
        "your letters go there from now on",
        "`address +ann@example.net` lets you write from there too, `address -ann@example.net` ends "
        "that. You are asked first, and then the new address is.",
    ),
    "text": Help(
        "text only",
        "letters without HTML, maps and files",
        "`text and pictures` brings them back.",
    ),
    "resign": Help(
        "resign",
        "give up your seat",
        "You are asked first. Your seat is then offered to somebody else; the Gamesmaster is told. "
        "If you are only away for a while, `vacation` or `deputy` may be what you want.",
    ),
    "help": Help("help WORD", "more about one of these words"),
}

UNSIGNED: Mapping[str, Help] = {
    "anonymous": Help(
        "anonymous to NAME: ...",
        "a letter that is not signed; it goes out at the full hour",
        "`anonymous public:` is printed in the next sheet.",
    ),
    "as": Help(
        'as "The Raven" to NAME: ...',
        "the same under a name of your choice, which can be answered; `anonymous public:` and "
        '`as "The Raven" public:` are printed in the next sheet',
    ),
}
"""Where a game allows letters without a name."""

_SAME = {"clear": "cancel", "gm": "to", "message": "to", "letter": "to", "unsubscribe": "resign"}


def help_page(
    title: str, word: str = "", rules: Sequence[str] = (), *, unsigned: bool = False
) -> Page:
    """The whole table, or all about one word; `rules`: what this game says of letters (FEAT-P2)."""
    words = {**WORDS, **(UNSIGNED if unsigned else {})}
    asked = word.lower().strip(" .:`")
    known = _SAME.get(asked, asked)
    if known in words:
        found = words[known]
        text = f"{found.form}: {found.does}. {found.more}".strip() + "\n"
        return Page(subject=f"{title}: about `{known}`", text=wrapped(text))
    said = "".join(f"\n{wrapped(each)}\n" for each in rules)
    table = "\n".join(map(_row, words.values()))
    return Page(subject=f"{title}: how to write orders", text=f"{_ABOVE}{table}{_BELOW}{said}")


def nearest(word: str) -> str:
    """The word that a mistyped one may have meant; empty if none is near."""
    asked = word.lower().strip(" .:`")
    return "" if asked in {*WORDS, *UNSIGNED, *_SAME} else near(asked, WORDS)


def _row(each: Help) -> str:
    """One line of the table, or several; a long form stands alone on its own."""
    if len(each.form) > _MARGIN - 4:
        below = wrap_after(" " * _MARGIN, each.does, _WIDTH)
        return "\n".join([f"  {each.form}", *below])
    first = f"  {each.form:<{_MARGIN - 2}}"
    return "\n".join(wrap_after(first, each.does, _WIDTH, " " * _MARGIN))


_ABOVE = """\
How to write to this game

Answer any letter of the game; write above what your mail program
quotes. One order a line, in plain words, as the form at the end of your
sheet shows. You get a receipt for every letter: it shows everything
that was understood, and what was not.

"""

_BELOW = """

A message ends at an empty line, or before a line that reads as an
order. A longer one begins on the line below `to NAME:` or `public:` and
ends with the word `end` on a line of its own.
"""
