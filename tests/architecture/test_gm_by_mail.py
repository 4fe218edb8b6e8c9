"""What docs/gm.md says of commands by mail is what the service reads."""

from __future__ import annotations

import re

import pytest

from grammar.steering import Deed, read_deeds
from grammar.steering_forms import FORMS
from mailbot.inbound.deeds import VERBS, help_text
from tests.architecture.project import ROOT, fenced

TABLE = {"pentarchy": ("Zane", "Rick", "Mara")}
PAGE = (ROOT / "docs" / "gm.md").read_text(encoding="utf-8").partition("## By mail")[2]
ROWS = [line for line in PAGE.splitlines() if line.startswith("| `")]
SHOWN = [
    form
    for row in ROWS
    for form in re.findall(r"`([a-z][^`]*)`", row)
    if " " in form and not form.startswith("why")
]
BLANKS = {
    "GAME": "pentarchy",
    "PLAYER": "Zane",
    "ADDRESS": "ann@example.org",
    "WHAT": "claim/Pearl",
    "VALUE": "Zane",
    "WORD": "run",
    "CODE": "abcdefghij",
    "…": "a reason",
}


def filled(form: str) -> str:
    for blank, word in BLANKS.items():
        form = form.replace(blank, word)
    return form


@pytest.mark.parametrize("form", SHOWN)
def test_a_form_in_the_table_is_read(form: str) -> None:
    (said,) = read_deeds(filled(form), TABLE)
    assert isinstance(said, Deed)


def test_the_table_has_every_word() -> None:
    named = {word for row in ROWS for word in re.findall(r"`([a-z]+)[ `]", row)}
    assert set(FORMS) - {"confirm", "end"} <= named


def test_the_letter_that_is_shown_is_read_whole() -> None:
    (letter,) = fenced(PAGE)
    verbs = [each.verb for each in read_deeds(letter, TABLE) if isinstance(each, Deed)]
    assert verbs == ["extend", "say", "orders", "status"]


def test_every_word_that_is_read_can_be_done_and_is_explained() -> None:
    """Some are no deeds of one game: they are answered by themselves."""
    assert set(FORMS) - set(VERBS) == {"list", "help", "confirm", "end"}
    assert all(help_text(word).startswith(f"`{FORMS[word]}`") for word in VERBS)
