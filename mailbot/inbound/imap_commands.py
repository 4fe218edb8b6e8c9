"""What is asked of an open folder on an IMAP server, in few round trips (PERF-P3)."""

from __future__ import annotations

import imaplib
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

from imapclient import IMAPClient

from mailbot.inbound.imap_link import MoveRefused, refused

T = TypeVar("T")

#: Larger headers are cut here.
LARGEST_HEADERS = 256 * 1024
#: imaplib takes no line over a million bytes: so many numbers surely fit in one answer.
ONE_ANSWER = 90_000

#: What FETCH gave: UID to items.
Answers = dict[int, dict[bytes, Any]]
#: Raw bytes, and whether that is not the whole letter.
Text = tuple[bytes, bool]


def cut(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The same things in sets of at most `size`."""
    return (things[start : start + size] for start in range(0, len(things), size))


def uids_behind(client: IMAPClient, last: int, exists: int, next_uid: int) -> list[int]:
    """UIDs above `last`, rising; `n:*` always names the last letter too (MAIL-R2)."""
    if exists == 0:
        return []
    ranges: Iterable[str] = [f"{last + 1}:*"]
    if exists > ONE_ANSWER:
        starts = range(last + 1, next_uid, ONE_ANSWER)
        ranges = (f"{start}:{start + ONE_ANSWER - 1}" for start in starts)
    found = (uid for span in ranges for uid in client.search(["UID", span]))
    return sorted(uid for uid in found if uid > last)


def heads(client: IMAPClient, uids: Sequence[int]) -> Answers:
    """Sizes and dates of these letters (MAIL-R3)."""
    answers, _ = _fetch(client, uids, ["RFC822.SIZE", "INTERNALDATE"])
    return answers


def size(answers: Answers, uid: int) -> int:
    """RFC822.SIZE, or 0 if the server did not say."""
    said = answers.get(uid, {}).get(b"RFC822.SIZE")
    return said if isinstance(said, int) else 0


def date(answers: Answers, uid: int) -> datetime | None:
    """INTERNALDATE, if the server gave one that can be read."""
    said = answers.get(uid, {}).get(b"INTERNALDATE")
    return said if isinstance(said, datetime) and said.tzinfo else None


def bodies(client: IMAPClient, uids: Sequence[int]) -> dict[int, Text]:
    """Whole letters; where that fails their headers, and else nothing."""
    answers, failed = _fetch(client, uids, ["BODY.PEEK[]"])
    whole = _texts(answers, b"BODY[]")
    failed |= answers.keys() - whole.keys()
    return {uid: (raw, False) for uid, raw in whole.items()} | headers(client, sorted(failed))


def headers(client: IMAPClient, uids: Sequence[int]) -> dict[int, Text]:
    """Only the headers; nothing where that fails."""
    answers, failed = _fetch(client, uids, [f"BODY.PEEK[HEADER]<0.{LARGEST_HEADERS}>"])
    found = _texts(answers, b"BODY[HEADER]<0>")
    return {uid: (found.get(uid, b""), True) for uid in answers.keys() | failed}


def put_away(client: IMAPClient, uids: Sequence[int], folder: str, *, keywords: bool) -> None:
    """Move as a set, making the folder if need be; or only mark, where nothing can be moved.

    `keywords` says whether marks of our own will last (MAIL-R7).
    """
    if not (client.has_capability("MOVE") or client.has_capability("UIDPLUS")):
        own = re.sub(r"[^A-Za-z0-9.-]", "-", folder).encode()
        marks = [rb"\Seen", own] if keywords else [rb"\Seen"]
        client.add_flags(uids, marks, silent=True)
        return
    try:
        _move(client, uids, folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        _make(client, folder)
        _move_or_say(client, uids, folder)


def _fetch(
    client: IMAPClient, uids: Sequence[int], items: Sequence[str]
) -> tuple[Answers, set[int]]:
    """Items of these letters, and who could not be fetched; a failing set goes singly (MAIL-R4)."""
    try:
        return client.fetch(uids, items), set()
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        if len(uids) == 1:
            return {}, set(uids)
    answers: Answers = {}
    failed: set[int] = set()
    for uid in uids:
        answer, bad = _fetch(client, [uid], items)
        answers |= answer
        failed |= bad
    return answers, failed


def _texts(answers: Answers, key: bytes) -> dict[int, bytes]:
    found = {uid: answer.get(key) for uid, answer in answers.items()}
    return {uid: text for uid, text in found.items() if isinstance(text, bytes)}


def _make(client: IMAPClient, folder: str) -> None:
    try:
        client.create_folder(folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise


def _move_or_say(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    try:
        _move(client, uids, folder)
    except imaplib.IMAP4.error as error:
        if not refused(error):
            raise
        hint = f"(some servers want a name such as INBOX.{folder})"
        raise MoveRefused(f"no letter can be moved to {folder}: {error} {hint}") from error


def _move(client: IMAPClient, uids: Sequence[int], folder: str) -> None:
    """MOVE, or its three steps; never a plain EXPUNGE (MAIL-R1, R7)."""
    if client.has_capability("MOVE"):
        client.move(uids, folder)
    else:
        client.copy(uids, folder)
        client.add_flags(uids, [rb"\Deleted"], silent=True)
        client.uid_expunge(uids)
