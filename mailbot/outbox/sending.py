"""One round of the outbox: claim, hand in over one connection, write down what became of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from mailbot.accounts import SmtpAccount
from mailbot.clock import Clock
from mailbot.log import Story
from mailbot.outbox.queue import Claimed, claim, give_back, paused_until, settle
from mailbot.outbox.retry import Decision, History, Outcome, Verdict, decide
from mailbot.outbox.transport import SmtpTransport
from mailbot.storage.store import Store
from mailbot.storage.tables import OutRow

story = Story("outbox")

Tell = Callable[[str, str], None]
"""Tell the GM: a title and a text."""


def send_waiting(
    store: Store,
    account: SmtpAccount,
    envelope: Callable[[], str],
    owner: str,
    clock: Clock,
    tell: Tell,
) -> int:
    """Send every letter that is due; returns how many were delivered to the mail server."""
    return asyncio.run(_send(store, account, envelope, owner, clock, tell))


async def _send(
    store: Store,
    account: SmtpAccount,
    envelope: Callable[[], str],
    owner: str,
    clock: Clock,
    tell: Tell,
) -> int:
    count = 0
    async with SmtpTransport(account) as transport:
        while letters := _claim(store, owner, envelope, clock):
            waiting = {letter.id: letter for letter in letters}
            rows = [(letter.id, letter.envelope, letter.to, letter.raw) for letter in letters]
            async for number, outcome in transport.send(rows):
                letter = waiting.pop(number)
                decision = _settle(store, letter, outcome, owner, clock)
                count += decision.verdict is Verdict.SENT
                _log(store, letter, decision, tell)
                if decision.verdict is Verdict.PAUSE:
                    with store.writing() as session:
                        give_back(session, list(waiting.values()), owner)
                    return count
    return count


def _claim(
    store: Store, owner: str, envelope: Callable[[], str], clock: Clock
) -> Sequence[Claimed]:
    now = clock.now()
    with store.reading() as session:
        if paused_until(session, now) is not None:
            return ()
    with store.writing() as session:
        return claim(session, owner, envelope, now)


def _settle(store: Store, letter: Claimed, outcome: Outcome, owner: str, clock: Clock) -> Decision:
    now = clock.now()
    history = History(letter.tried, letter.attempts + 1, letter.uncertain)
    decision = decide(outcome, history, now)
    with store.writing() as session:
        settle(session, letter, owner, decision, now)
    return decision


def _log(store: Store, letter: Claimed, decision: Decision, tell: Tell) -> None:
    with store.reading() as session:
        row = session.get_one(OutRow, letter.id)
    match decision.verdict:
        case Verdict.SENT:
            story.tell("letter sent", kind=row.kind, to=row.to)
        case Verdict.RETRY:
            story.warn(
                "letter retry",
                kind=row.kind,
                to=row.to,
                reason=decision.reason,
                next_at=decision.at,
            )
        case Verdict.UNCERTAIN:
            story.warn("letter uncertain", kind=row.kind, to=row.to, reason=decision.reason)
        case Verdict.FAILED:
            story.alarm("letter undelivered", kind=row.kind, to=row.to, reason=decision.reason)
            tell(
                f"a {row.kind} for {row.to} could not be delivered",
                f"The mail server refused it for good: {decision.reason}\n"
                f"`mailbot outbox show {row.id}` shows it, `mailbot outbox retry {row.id}` "
                "tries again.",
            )
        case Verdict.PAUSE:
            story.alarm("outbox paused", reason=decision.reason)
            tell(
                "the outbox waits",
                f"The mail server will not take letters: {decision.reason}\n"
                "`mailbot check` says what would help; `mailbot outbox retry NUMBER` tries now.",
            )
