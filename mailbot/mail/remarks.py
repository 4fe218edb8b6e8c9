"""What the receipt says about how a letter was read, beside its orders (MAIL-B11)."""

from __future__ import annotations

from engine.core.ruleset import Problem, Severity

ATTACHED = "attachment-read"
"""The text is that of an attached file."""


def charset_guessed() -> Problem:
    return _remark(
        "charset-guessed",
        "Your letter does not say correctly which characters it is written in. If letters with "
        "accents look wrong below, please send it again as UTF-8 or without accents.",
        "MAIL-H4",
    )


def quoted_orders() -> Problem:
    return _remark(
        "quoted-orders",
        "There are orders only in quoted lines of your letter, and quoted lines are never carried "
        "out. Please write your orders above the quoted text, on lines without a >.",
        "MAIL-B7",
    )


def held() -> Problem:
    return _remark(
        "held",
        "All text of yours stands below the beginning of a quoted letter, so it was not taken yet. "
        "Send the word apply if it is meant, or write it above the quoted text.",
        "MAIL-B4",
    )


def two_frames() -> Problem:
    return _remark(
        "two-frames",
        "Your letter holds more than one #orders ... #end for the same side: the last one counts.",
        "MAIL-B3",
    )


def too_long() -> Problem:
    return _remark(
        "too-long",
        "Your letter is longer than can be read: only its beginning counts. Please send the rest "
        "in another letter; it adds to this one.",
        "MAIL-B12",
    )


def subject_read() -> Problem:
    return _remark(
        "subject-read",
        "Your letter has no text, so the order in its subject was read.",
        "MAIL-H5",
    )


def below_signature() -> Problem:
    return _remark(
        "below-signature",
        "Orders stand in your signature, or below the line -- that begins one, and were not read. "
        "Please write them above it.",
        "MAIL-B4",
    )


def notice_left_out() -> Problem:
    return _remark(
        "notice-left-out",
        "The end of your letter begins as the notices do that firms add to their mail, and was "
        "not read. If you wrote it yourself, please send it again with another beginning.",
        "MAIL-B4",
    )


def attachment_read() -> Problem:
    return _remark(
        ATTACHED,
        "No order stands in your letter itself, so the attached text file was read.",
        "MAIL-H5",
    )


def attachment_not_read() -> Problem:
    return _remark(
        "attachment-not-read",
        "No order stands in your letter itself, and the files attached to it cannot be read. "
        "Please write your orders into the letter, or attach them as one plain text file.",
        "MAIL-H5",
    )


def _remark(code: str, text: str, rule: str) -> Problem:
    return Problem(code, text, Severity.REMARK, rule=rule)
