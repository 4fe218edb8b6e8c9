"""What letters that come in say of letters that went out: bounces, and signs of life (MAIL-O8).

A bounce counts only if it is proven to be about a letter of ours: it came to the envelope sender
that was made for that letter, or it returns the letter's Message-ID, which only its reader has
seen, and names him or nobody. So a player can do harm to his own address only.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from mailbot.inbound.decide import Act, Decision
from mailbot.inbound.office import Office
from mailbot.inbound.reading_room import Opened
from mailbot.mail.bounces import Bounce, Report
from mailbot.mail.grades import Grade
from mailbot.mail.letter import Envelope
from mailbot.mail.outgoing import read_message_id
from mailbot.mail.verp import is_genuine
from mailbot.outbox.bounced import note_bounce, revive
from mailbot.storage.tables import Letter, LetterState, OutRow

NO_LIFE = (Act.SILENT, Act.DUPLICATE, Act.SHUT_AWAY)


def note_return(
    session: Session, office: Office, row: Letter, opened: Opened, decision: Decision, now: datetime
) -> None:
    """Note what became of a letter of ours, or that its reader's address works again."""
    sender = opened.envelope.sender
    if decision.act is Act.SILENT and opened.bounce is not None:
        row.reason += "; " + _take_bounce(session, office, row, opened.envelope, opened.bounce, now)
    elif decision.act not in NO_LIFE and sender is not None:
        revive(session, sender, now)


def _take_bounce(
    session: Session,
    office: Office,
    row: Letter,
    envelope: Envelope,
    bounce: Bounce,
    now: datetime,
) -> str:
    """What was made of it, in a few words."""
    found = _by_envelope(session, office, envelope, bounce) or _by_id(session, office, bounce)
    if found is None:
        return "MAIL-O8 about no letter of ours, as far as it proves"
    letter, report = found
    grade = report.grade
    if grade is Grade.HARD and _has_written_since(session, letter):
        grade = Grade.SOFT
    news = note_bounce(session, letter, grade, report.said, now, office.gm, row.id)
    if news is not None:
        office.tell_gm_once(session, news.title, news.text, now)
    return f"MAIL-O8 {grade}, about outgoing letter {letter.id}"


def _has_written_since(session: Session, letter: OutRow) -> bool:
    """Has a letter come from there since ours went out? Then there is somebody.

    Whoever got an answer to a letter of ours in copy knows its Message-ID as well.
    """
    written = select(Letter.id).where(
        Letter.sender == letter.to,
        Letter.received > (letter.sent or letter.created),
        Letter.state == LetterState.DONE,
    )
    return session.scalar(written.limit(1)) is not None


def _by_envelope(
    session: Session, office: Office, envelope: Envelope, bounce: Bounce
) -> tuple[OutRow, Report] | None:
    """By the address that it came to; whomever it names, the letter did not arrive."""
    desk = office.desk
    for address in envelope.recipients:
        if not is_genuine(address, desk.bounces_to, office.keys.tokens):
            continue
        letter = session.scalar(select(OutRow).where(OutRow.envelope == address))
        if letter is not None:
            return letter, _naming(letter.to, bounce) or bounce.reports[0]
    return None


def _by_id(session: Session, office: Office, bounce: Bounce) -> tuple[OutRow, Report] | None:
    """By the letter that it returns."""
    own = [each for each in bounce.message_ids if read_message_id(each, office.desk.domain)]
    for letter in session.scalars(select(OutRow).where(OutRow.message_id.in_(own))):
        report = _naming(letter.to, bounce)
        if report is None and not any(each.recipients for each in bounce.reports):
            report = bounce.reports[0]
        if report is not None:
            return letter, report
    return None


def _naming(address: str, bounce: Bounce) -> Report | None:
    return next((each for each in bounce.reports if address in each.recipients), None)
