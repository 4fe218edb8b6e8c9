"""Greetings before the orders and farewells after them: read, and not held against anybody."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

#: Words in the name under a farewell.
LONGEST_NAME = 3


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: What lines such as `Here are my orders for turn 3:` are made of; numbers besides.
_LEADING = _words(
    "a all an and are as at attached below by come comes design designs do find fleet follow "
    "following follows for from game gamesmaster give gm good hello here hereby hi i in "
    "instructions is like list look make me moves my new next now of on once again order ordered "
    "orders our please send sending sent ship's ships so starting submit summary that the their "
    "them then these they this those to turn turns us want we week well what will with would you "
    "your"
)
#: One of these is in them.
_ABOUT = _words("designs fleet following instructions moves order orders ships turn week")
_FEWEST_LEADING = 2

_MANY = r"(?:many|kind|kindest|best|warm|warmest|very) "
_WISHES = r"(?:viele|liebe|beste|schöne|herzliche) grüße"
#: They say nothing to the game, whatever the ships are called.
_STOCK = re.compile(
    rf"(?:(?:with )?(?:all the |my |our |{_MANY})?"
    r"(?:best|thanks|thank you|regards|wishes|cheers|greetings)(?: (?:so|very) much| a lot| again|"
    r" in advance| to all| to you all| everyone| everybody)?"
    r"|(?:that'?s|that is) (?:all|it)(?: for now| folks)?"
    rf"|{_WISHES}|(?:mit )?(?:freundlichen|besten|vielen|lieben) grüßen"
    r"|see you(?: next \w{1,20}| soon| all| there)?"
    r"|have (?:a (?:nice|good|great|lovely) \w{1,20}|fun)(?: all| everybody| everyone)?)"
    r"[ ,.!]{0,5}",
    re.IGNORECASE,
)
#: Opening or closing words, and whom they are for or from.
_ADDRESSED = re.compile(
    r"(?:dear|hi|hello|hey|hallo|salut|ahoy|greetings|good (?:morning|evening|afternoon|day)"
    r"|lieber?|moin|servus|guten (?:tag|morgen|abend)|cher|chère|bonjour|estimad[oa]|caro|cara"
    rf"|(?:{_MANY})?(?:thanks|regards)|thank you|best(?: wishes)?|all the best|cheers|love"
    r"|yours(?: truly| sincerely| faithfully| ever)?|sincerely|take care"
    rf"|{_WISHES}|gruß|lg|mfg|ciao|(?:good)?bye|good luck|sent with love|gentlemen|sirs?|all"
    r"|--|[–—~])(?:\s?[,.!–-])?(?: [^\W\d_][\w'’.-]{0,30}){0,3}[ ,.!:]{0,5}",
    re.IGNORECASE,
)
_NAME = re.compile(r"[^\W\d_a-z][\w'’.-]{0,30}(?: [^\W\d_a-z][\w'’.-]{0,30}){0,2}[,.!]?")

_GREETING = re.compile(
    r"(?:hi|hello|hey|dear|greetings|good (?:morning|evening|afternoon|day)|salut|hallo|gday|g'day|"
    r"ahoy|thanks|thank you|here (?:are|is|come)|my orders|orders|these are|sorry)\b",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"(?:thanks|thank you|cheers|regards|best|love|take care|ciao|lg|mfg|gruß|grüße|"
    r"viele grüße|kind regards|yours|good luck|bye|goodbye|see you|sincerely|have fun|"
    r"all the best|with (?:best|kind|warm|love|many)|many thanks|ta|greetings|sent from)\b",
    re.IGNORECASE,
)


def is_courtesy(line: str) -> bool:
    """Is the whole line an opening or closing phrase, which no game takes for an order?"""
    return _STOCK.fullmatch(line) is not None or _leads_in(line)


def is_addressed(line: str) -> bool:
    """Is it `Dear Anna,` or `Cheers, Anna`? A ship may be called Dear, and then it is an order."""
    return _ADDRESSED.fullmatch(line) is not None


def is_polite(line: str) -> bool:
    return is_courtesy(line) or is_addressed(line)


def _leads_in(line: str) -> bool:
    """Is it `My orders for this turn:` or the like?"""
    words = re.findall(r"[\w'’]+", line.casefold())
    return (
        len(words) >= _FEWEST_LEADING
        and not _ABOUT.isdisjoint(words)
        and all(word in _LEADING or word.isdecimal() for word in words)
    )


def greetings(lines: Sequence[str], orderly: Callable[[str], bool]) -> Iterator[int]:
    """Which of the unread lines before the first order are a greeting or prose (MAIL-B10)."""
    for place, line in enumerate(lines):
        if greets(line) or not orderly(line):
            yield place


def greets(line: str) -> bool:
    return _GREETING.match(line) is not None


def takes_leave(line: str) -> bool:
    return _FAREWELL.match(line) is not None


def may_sign(line: str) -> bool:
    """Is it a name, which at the end of a letter is its writer's?"""
    return _NAME.fullmatch(line) is not None


def signs(line: str, me: str) -> bool:
    """Is it nothing but the writer's own name?"""
    return bool(me) and line.strip(" -~.,!*_").casefold() == me.casefold()


def farewells(lines: Sequence[str], orderly: Callable[[str], bool]) -> Iterator[int]:
    """Which of the unread lines after the last order take leave, the name under it included."""
    leaving = False
    for place, line in enumerate(lines):
        leaves = takes_leave(line)
        name = len(line.split()) <= LONGEST_NAME and not orderly(line)
        if leaves or (leaving and name):
            yield place
        leaving = leaving or leaves
