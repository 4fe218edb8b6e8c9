"""Every letter of the corpus is read exactly; `shape.py` says how they are written down."""

from __future__ import annotations

import pytest

from mailbot.mail.body import Reading, known_lines, read_body
from mailbot.mail.letter import read_envelope
from mailbot.mail.marks import ORDERS_ABOVE
from mailbot.mail.screening import Ourselves, machine_sign
from tests.letters.shape import SHEET, Letter, letters, written
from tests.mail.letters import codes, is_order

CORPUS = letters()
PEOPLE = [letter for letter in CORPUS if not letter.expected.machine]
MACHINES = [letter for letter in CORPUS if letter.expected.machine]
QUOTING = [letter for letter in PEOPLE if "{sheet}" in letter.template]
US = Ourselves(frozenset({"orders@example.net"}), "example.net", "games-1")


def named(chosen: list[Letter]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("letter", chosen, ids=[letter.name for letter in chosen])


def read(letter: Letter, raw: bytes) -> Reading:
    ours = known_lines("\n".join(SHEET)) if letter.expected.ours else frozenset()
    return read_body(raw, reads_as_order=is_order, ours=ours)


@named(PEOPLE)
def test_own_lines_are_read_and_no_others(letter: Letter) -> None:
    """MAIL-B1 to MAIL-B12, MAIL-H4, MAIL-H5, as each letter says."""
    reading = read(letter, letter.raw())
    assert written(reading.text) == letter.own()
    assert written(reading.held) == letter.held()
    assert (reading.trouble or "") == letter.expected.trouble
    assert codes(reading) == set(letter.expected.remarks)


@named(QUOTING)
def test_the_mark_above_a_quoted_sheet_changes_nothing(letter: Letter) -> None:
    """MAIL-O5."""
    reading = read(letter, letter.raw(sheet=(ORDERS_ABOVE, "", *SHEET)))
    assert written(reading.text) == letter.own()


@named(QUOTING)
def test_no_quoted_line_is_an_order(letter: Letter) -> None:
    """MAIL-B4, MAIL-B7: as many quoted orders as can be, and none is among the own lines."""
    tempting = tuple(f"Ship{number} to Agnes" for number in range(40))
    text = read(letter, letter.raw(sheet=tempting)).text
    assert not set(written(text)) & set(tempting)


@named(PEOPLE)
def test_people_are_not_taken_for_machines(letter: Letter) -> None:
    """MAIL-N1 to MAIL-N8."""
    envelope = read_envelope(letter.raw())
    assert machine_sign(envelope, US) is None
    assert (envelope.sender or "") == letter.expected.sender


@named(MACHINES)
def test_machines_give_themselves_away(letter: Letter) -> None:
    """MAIL-N1 to MAIL-N8."""
    sign = machine_sign(read_envelope(letter.raw()), US) or "none"
    assert f"MAIL-{sign.split()[0]}" == letter.expected.machine


@named(CORPUS)
def test_a_letter_names_the_rules_that_it_holds(letter: Letter) -> None:
    assert letter.expected.rules
