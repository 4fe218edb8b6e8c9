"""How bad the news about a letter is: by status code, by SMTP code, by words (MAIL-O8).

A status code of RFC 3463 says most; where it says nothing in particular, or there is none, the
words do. In doubt an address is not to blame.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Grade(StrEnum):
    """What it means for the address."""

    #: There is no such mailbox: no letter will ever arrive.
    HARD = "hard"
    #: This letter did not arrive: the mailbox is full, the letter was taken for spam, or the like.
    SOFT = "soft"
    #: It has not arrived yet, and is still being tried.
    DELAY = "delay"
    #: Nothing that is told of a letter's fate.
    UNKNOWN = "unknown"


_STATUS = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_CODE = re.compile(r"(?<![\d.])[45]\d\d(?![\d.])")

#: What class 5 says of the address; `5.1` stands for all that begin so and are not named.
_OF_STATUS = {
    "5.1": Grade.HARD,
    # The sender's address, not the reader's.
    "5.1.7": Grade.SOFT,
    "5.1.8": Grade.SOFT,
    # Too many letters from us.
    "5.1.90": Grade.SOFT,
    "5.2.1": Grade.HARD,
    "5.2.2": Grade.SOFT,
    "5.2.3": Grade.SOFT,
    "5.2.4": Grade.SOFT,
    "5.3": Grade.SOFT,
    "5.3.4": Grade.SOFT,
    "5.4": Grade.SOFT,
    # Microsoft answers so for mailboxes that do not exist.
    "5.4.1": Grade.HARD,
    "5.4.4": Grade.HARD,
    "5.4.310": Grade.HARD,
    "5.5": Grade.SOFT,
    "5.6": Grade.SOFT,
    "5.7": Grade.SOFT,
    "5.7.13": Grade.HARD,
}
#: With these the server has said too little: its words are looked at first.
_VAGUE = re.compile(r"[45]\.(?:0\.\d+|1\.0|2\.0|3\.\d+|4\.\d+|5\.\d+|6\.\d+|7\.\d+)")


def grade(words: str, status: str = "", action: str = "", otherwise: Grade = Grade.SOFT) -> Grade:
    """The grade of what a server said; `status` and `action` as a report has them (RFC 3464).

    `otherwise` is what a refusal is that gives no reason.

    >>> grade("550 5.1.1 <anna@example.org>: no such user")
    <Grade.HARD: 'hard'>
    >>> grade("552 5.2.2 mailbox full")
    <Grade.SOFT: 'soft'>
    """
    if action in ("relayed", "delivered", "expanded"):
        return Grade.UNKNOWN
    if action == "delayed":
        return Grade.DELAY
    # Sendmail reports 5.1.1 for whatever the other server has said against a recipient.
    said = status_in(words) or status_in(status)
    if said.startswith("2"):
        return Grade.UNKNOWN
    text = " ".join(words[:4000].lower().split())
    if said.startswith("5") and _BLAMELESS.search(text):
        return Grade.SOFT
    found = _by_status(said)
    if found is None or (said not in _OF_STATUS and _VAGUE.fullmatch(said)):
        found = _by_words(text) or found
    return found or (otherwise if said or _CODE.search(words) else Grade.UNKNOWN)


def is_full(words: str) -> bool:
    """Does a server say that the mailbox has no room just now?"""
    return status_in(words) in ("4.2.2", "5.2.2") or _FULL.search(words.lower()) is not None


def status_in(text: str) -> str:
    """The first status code in a text: `5.1.1`; empty if there is none.

    A code that says something goes before one that only says that something failed.
    """
    found = [".".join(each) for each in _STATUS.findall(text)]
    return next((each for each in found if not each.endswith(".0.0")), next(iter(found), ""))


def _by_status(status: str) -> Grade | None:
    return _OF_STATUS.get(status) or _OF_STATUS.get(status.rpartition(".")[0])


def _by_words(text: str) -> Grade | None:
    return next((grade for pattern, grade in _WORDS if pattern.search(text)), None)


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases))


#: The way or the sender is at fault, whatever code stands before it.
_BLAMELESS = _any(
    r"black ?list|block ?list|spamhaus|(?<![\w.@-])spam|reverse dns|ptr record|sender (?:address )?"
    r"(?:rejected|denied|verif)|dmarc|(?<![\w.@-])spf(?![\w@])|at a rate|too many|this hour",
)
_FULL = _any(
    r"(?:mail)?box (?:is |was )?(?:full|over|exceed)",
    r"quota|over ?size|storage (?:limit|space)|disk (?:full|space)|out of space",
    r"insufficient (?:system )?storage|not enough (?:storage|disk|space)|no space left",
    r"exceed\w* (?:the |its |his )?(?:storage|mailbox|allowed)",
    r"postfach (?:ist )?voll|boîte .{0,20}pleine|buzón .{0,20}lleno|mailbox vol\b",
)
#: In this order: a full mailbox is often called unavailable too.
_WORDS = (
    (
        _any(
            r"(?:will|we'll|continue) (?:keep trying|trying|to try|be retried|retry)",
            r"(?:has|have) not (?:yet )?been delivered yet",
            r"delivery (?:is |has been |temporarily )?delayed",
            r"you do not need to (?:resend|do anything)",
            r"warning: (?:message|could not send|mail)",
            r"noch nicht zugestellt|wird weiter versucht",
        ),
        Grade.DELAY,
    ),
    (_FULL, Grade.SOFT),
    (
        _any(
            r"exceed\w* (?:the )?(?:message|size|maximum)",
            r"too (?:large|big|long)|size limit|larger than|maximum (?:message )?size",
        ),
        Grade.SOFT,
    ),
    (
        _any(
            r"(?:user|recipient|address|addressee|mailbox|account|alias|name|person)"
            r"(?: \S{1,80})? (?:is |was |are )?(?:unknown|not known|invalid|not found|"
            r"nonexist\w*|non-exist\w*|inactive|disabled|terminated|deleted|discontinued|closed|"
            r"not (?:listed|valid|exist\w*|active|our customer|available here))",
            r"(?:unknown|invalid|no such|nonexist\w*|non-exist\w*|bad|no valid|not a valid|"
            r"not a known|undefined|unrout\w+|illegal) "
            r"(?:\w+ ){0,2}(?:local[- ]part|users?|userid|recipient|address|addressee|destination|"
            r"mailbox|account|alias|person|name|domain|host|party)",
            r"(?:user|recipient|address|mailbox|account|domain|host)\w*"
            r"(?: \S{1,80})? (?:does ?n[o']t|do ?n[o']t|doesn't|no longer) (?:\w+ )?"
            r"(?:exist\w*|valid|active|have an? )",
            r"(?:does ?n[o']t|doesn't) (?:have an? |exist)|no mailbox (?:here )?(?:by|with|found)",
            r"(?:couldn't|could not|can't|cannot|unable to) (?:be )?"
            r"(?:find|found|locate|resolve|look ?up|route)"
            r" (?:\w+ ){0,3}(?:user|recipient|address|mailbox|host|domain|mx)",
            r"(?:address|mailbox|user|recipient|name|host|domain)(?: \S{1,80})? "
            r"(?:could(?:n't| not)|can(?:'t|not)) be (?:found|located|resolved)",
            r"(?:host|domain)(?: name)?(?: \S{1,80})? (?:not found|unknown|lookup did not succeed)",
            r"address not found|not listed in|no such user|user unknown|unknown user|nxdomain",
            r"recipnotfound|recipientnotfound|addressunknown|unknown_?recipient|user_unknown",
            r"not (?:a )?(?:local|registered) (?:user|address|recipient|account)",
            r"has (?:been )?(?:disabled|suspended|deactivated|moved|left)\b",
            r"is no longer (?:here|with|at|in use|available|on|valid|active|employed)",
            r"no account|no user|not our customer|mailbox unavailable|mailbox not available",
            r"(?:empfänger|adresse|benutzer|postfach) (?:\S{1,80} )?(?:ist |wurde )?"
            r"(?:unbekannt|nicht gefunden|existiert nicht|nicht vorhanden|ungültig)",
            r"konnte nicht gefunden werden|utilisateur inconnu|adresse .{0,40}introuvable",
            r"destinataire inconnu|usuario desconocido|no existe|utente sconosciuto|inesistente",
            r"пользователь .{0,40}не найден|несуществующ|宛先不明|存在しません|用户不存在|不存在",
        ),
        Grade.HARD,
    ),
    (
        _any(
            r"spam|block(?:ed|list)|black ?list|listed (?:in|at|by|on)|policy|virus|reputation",
            r"dmarc|dkim|spf|not (?:allowed|permitted|authori[sz]ed)|denied|prohibited|forbidden",
            r"rejected (?:due|because|by|for)|content|suspicious|unsolicited|grey ?list",
            r"try again later|too many|rate|throttl|timed? ?out|time ?out|temporar",
            r"connection (?:refused|lost|reset|dropped)|no route|loop|hops|expired|retry timeout",
        ),
        Grade.SOFT,
    ),
)
