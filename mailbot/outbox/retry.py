"""What becomes of a letter after one attempt to hand it in (MAIL-O6)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto

from mailbot.mail.grades import Grade, grade, is_full, status_in

#: Pauses after the first, second … attempt; the last one repeats.
PAUSES = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
)
GIVE_UP = timedelta(hours=48)
#: So often at least: a clock that jumps, or a service that was down for days, is no letter's fault.
LEAST_TRIES = 6
#: A letter that may have been taken is tried once more after this.
UNSURE = timedelta(minutes=15)
#: A paused outbox tries one letter after this, in case the relay has been put right.
PROBE = timedelta(minutes=30)


class Step(Enum):
    """How far an attempt came, in the order of SMTP."""

    #: TCP, greeting, EHLO, STARTTLS.
    CONNECT = auto()
    AUTH = auto()
    MAIL = auto()
    RCPT = auto()
    #: Whether the letter may be given now; none of it has gone yet.
    DATA = auto()
    #: The letter itself, up to the answer to its last line.
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One attempt to hand in one letter."""

    #: Where it ended.
    step: Step
    #: The relay's last answer, such as 250; None when the link broke or time was up.
    code: int | None
    text: str
    #: No answer of the relay's, and yet nothing that passes by itself: a wrong certificate, say.
    lasting: bool = False

    @property
    def accepted(self) -> bool:
        return self.step is Step.TEXT and self.code is not None and 200 <= self.code < 300


class Verdict(StrEnum):
    """What to do with the letter."""

    SENT = "sent"
    RETRY = "retry"
    #: Will never be taken: tell the GM.
    FAILED = "failed"
    #: Perhaps taken, perhaps not.
    UNCERTAIN = "uncertain"
    #: The fault lies with our account or relay, not with the letter: stop all sending, tell the GM.
    PAUSE = "pause"


@dataclass(frozen=True, slots=True)
class Decision:
    """The verdict, and when to act on it."""

    verdict: Verdict
    reason: str
    #: The next attempt; None: there is none. After PAUSE the letter is as if never tried.
    at: datetime | None = None

    @property
    def gives_up(self) -> bool:
        """It is neither sent nor tried again."""
        return self.verdict in (Verdict.FAILED, Verdict.UNCERTAIN) and self.at is None


@dataclass(frozen=True, slots=True)
class History:
    """What the outbox row says of earlier attempts."""

    first_tried: datetime
    #: With the one just made, without those that ended in PAUSE.
    attempts: int = 1
    #: Has an earlier attempt been UNCERTAIN?
    was_uncertain: bool = False


def decide(outcome: Outcome, history: History, now: datetime) -> Decision:
    """The fate of a letter after this outcome (MAIL-O6)."""
    if outcome.accepted:
        return Decision(Verdict.SENT, said(outcome))
    if _is_lasting(outcome) and not _is_full(outcome):
        return _lasting(outcome, now)
    if outcome.step is Step.TEXT and not _says_no(outcome):
        return _unsure(outcome, history, now)
    return _later(outcome, history, now)


def blame(outcome: Outcome) -> Grade:
    """What a failed attempt says of the reader's address (MAIL-O8).

    A relay that refuses a recipient without giving a reason does not know him.
    """
    refused = outcome.code is not None and 500 <= outcome.code < 600
    if not refused or outcome.step not in _LET_IN:
        return Grade.SOFT
    otherwise = Grade.HARD if outcome.step is Step.RCPT else Grade.SOFT
    return grade(f"{outcome.code} {in_a_line(outcome.text)}", otherwise=otherwise)


def takes_letters(outcome: Outcome) -> bool:
    """Has the relay let us in, and taken our sender, whatever became of the letter?"""
    return outcome.step in _LET_IN and outcome.code is not None


def stops_all(outcome: Outcome) -> bool:
    """Would any other letter fare the same now?"""
    reached = outcome.step not in (Step.CONNECT, Step.AUTH)
    return not reached or (_is_lasting(outcome) and not _own(outcome))


def said(outcome: Outcome) -> str:
    """The outcome in a line for log and GM."""
    silent = "" if outcome.lasting else "no answer "
    code = silent if outcome.code is None else f"{outcome.code} "
    return f"{outcome.step.name}: {code}{in_a_line(outcome.text)}".strip()


def in_a_line(text: str) -> str:
    """An answer fit to be kept and printed, whatever bytes it was made of.

    Bytes that are no UTF-8 have been read as lone surrogates, which no database takes.
    """
    if any("\udc80" <= each <= "\udcff" for each in text):
        text = text.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    return " ".join("".join(each if each.isprintable() else " " for each in text).split())


def _lasting(outcome: Outcome, now: datetime) -> Decision:
    """The letter's own fault fails it; any other pauses the outbox and fails no letter."""
    if _own(outcome):
        return Decision(Verdict.FAILED, said(outcome))
    return Decision(Verdict.PAUSE, said(outcome), now + PROBE)


def _is_lasting(outcome: Outcome) -> bool:
    return outcome.lasting or (outcome.code is not None and 500 <= outcome.code < 600)


def _says_no(outcome: Outcome) -> bool:
    """Has the letter surely not been taken? An answer that is none says nothing."""
    return outcome.code is not None and 400 <= outcome.code < 600


def _own(outcome: Outcome) -> bool:
    """Is it the letter that is refused, and not us?"""
    if _ours(outcome):
        return False
    if outcome.step in _LET_IN:
        return True
    too_large = status_in(outcome.text) in _OF_THE_LETTER_SAID
    return outcome.step is Step.MAIL and (outcome.code in _OF_THE_LETTER or too_large)


def _ours(outcome: Outcome) -> bool:
    """Does an answer speak of our account, sender or host, at whatever step it is given?"""
    if outcome.code in _OF_THE_ACCOUNT or status_in(outcome.text) in _OF_THE_ACCOUNT_SAID:
        return True
    text = in_a_line(outcome.text).lower()
    return _OF_US.search(text) is not None and _OF_OTHERS.search(text) is None


def _is_full(outcome: Outcome) -> bool:
    """There is no room in the mailbox just now: it is tried again, whatever the code says."""
    about_letter = outcome.step in _LET_IN and not _ours(outcome)
    return about_letter and is_full(outcome.text)


#: Steps at which the relay has let us in, and taken our sender.
_LET_IN = (Step.RCPT, Step.DATA, Step.TEXT)
#: Answers to MAIL that speak of this letter: its size (RFC 1870), its address (RFC 6531).
_OF_THE_LETTER = (552, 553)
#: Answers that speak of us at any step: log in first, the password has expired (RFC 4954).
_OF_THE_ACCOUNT = (530, 534, 535, 538)
#: Gmail's and Microsoft's ways to say that a day's letters are used up, that the account may not
#: send as this sender, that it is not logged in, or that logging in is switched off.
_OF_THE_ACCOUNT_SAID = ("5.4.5", "5.1.90", "5.2.252", "5.7.60", "5.7.57", "5.7.139")
#: Too large, or an address in a script that is not taken, where the code says nothing of it.
_OF_THE_LETTER_SAID = ("5.3.4", "5.2.3", "5.6.7")
#: What is said against us only when the recipient is named, since most servers wait until then.
_OF_US = re.compile(
    r"sender (?:address )?(?:is |was )?(?:rejected|denied|not (?:allowed|permitted))|"
    r"not owned by user|relay(?:ing)? (?:access )?(?:is )?"
    r"(?:denied|prohibited|not (?:allowed|permitted))|unable to relay|"
    r"client host (?:\S+ )?(?:rejected|blocked)|helo command rejected|"
    r"authentication (?:is )?required|not authenticated|(?:turn on|use|enable) smtp auth|"
    r"(?:daily|hourly|sending|smtp|relay) (?:\w+ ){0,4}(?:limit|quota) "
    r"(?:was |is |has been )?(?:exceeded|reached)",
)
#: Another server's words about ours, or words about the reader.
_OF_OTHERS = re.compile(r"recipient address rejected|\bsaid:")


def _unsure(outcome: Outcome, history: History, now: datetime) -> Decision:
    """Lost after the letter was given: once more at most, with the same Message-ID."""
    if history.was_uncertain:
        return Decision(Verdict.UNCERTAIN, f"twice without answer; {said(outcome)}")
    return Decision(Verdict.UNCERTAIN, said(outcome), now + UNSURE)


def _later(outcome: Outcome, history: History, now: datetime) -> Decision:
    """Where we could not even log in nobody has said anything of the letter: it waits on."""
    pause = PAUSES[min(max(history.attempts, 1), len(PAUSES)) - 1]
    long_ago = now + pause > history.first_tried + GIVE_UP
    reached = outcome.step not in (Step.CONNECT, Step.AUTH)
    if long_ago and reached and history.attempts >= LEAST_TRIES:
        return Decision(Verdict.FAILED, f"given up after 48 hours; {said(outcome)}")
    return Decision(Verdict.RETRY, said(outcome), now + pause)
