"""Whole letters: greetings, bullets, wraps, press and words to the service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.ruleset import Vocabulary
from grammar.reading import Audience
from tests.grammar.merchant.table import MERCHANT, TURN, codes, problems, read, written


def test_a_letter_as_people_write_them() -> None:
    parsed = read(
        """Hi,

        1. Scuttle: sail to Corsica then 4567E 5678N (attack)
        2) Argo carry 11 engines from Socotra to Wrangel; avoid
        * Rusty Madiera X   # poor thing
        - Slipway is idle

        dice: magic
        Cheers,
        Paul
        """
    )
    assert written(parsed) == (
        "Scuttle sail to Corsica then 4567E5678N, attack; "
        "Argo carry 11 Engine from Socotra to Wrangel, avoid; "
        "Rusty disband at Madeira; dice: magic"
    )
    assert codes(parsed) == ["corrected", "not-understood", "greeting"]


def test_an_order_that_the_mail_program_broke_is_read_whole() -> None:
    parsed = read("Argo carry 11 Engine from Socotra\nto Wrangel,\navoid\nWolf hold")
    assert written(parsed) == "Argo carry 11 Engine from Socotra to Wrangel, avoid; Wolf hold"
    assert codes(parsed) == ["joined"]


def test_a_remark_in_brackets_is_left_out() -> None:
    parsed = read("Argo sail to Yap (my old haunt)")
    assert written(parsed) == "Argo sail to Yap"
    assert codes(parsed) == ["left-out"]


def test_press_ends_at_an_order() -> None:
    parsed = read("public: Wolf sails at dawn\nand none shall see her\nArgo sail to Yap")
    assert [press.audience for press in parsed.press] == [Audience.PUBLIC]
    assert parsed.press[0].text == "Wolf sails at dawn\nand none shall see her"
    assert written(parsed) == "Argo sail to Yap"


def test_orders_inside_press_are_warned_about() -> None:
    parsed = read("to Zane:\nArgo sail to Yap\nend\nWolf hold")
    assert written(parsed) == "Wolf hold"
    assert codes(parsed) == ["orders-in-press"]


def test_words_to_the_service_are_taken() -> None:
    parsed = read("turn 4\nstatus\nArgo hold\nseed: a wet sheet")
    assert parsed.turn == 4
    assert parsed.seed == "a wet sheet"
    assert [command.word for command in parsed.commands] == ["status"]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("if Bismarck comes flee", "cannot depend"),
        ("attack everybody", "Ships fire at enemies in range"),
        ("same as last week", "continues her mission"),
        ("Argo sail to Yap then unload", "one mission a turn"),
        ("don't move anything", "cancel"),
        ("tell Zane that I come", "public:"),
    ],
)
def test_a_line_that_is_no_order_is_told_what_helps(line: str, hint: str) -> None:
    (problem,) = problems(read(f"Wolf hold\n\n{line}"))
    assert problem.code == "not-understood"
    assert hint in problem.text


def test_a_verb_before_the_ship_is_asked_about() -> None:
    (problem,) = problems(read("sail Argo to Yap"))
    assert problem.suggestion == "Argo sail to Yap"


@pytest.mark.parametrize(
    ("line", "reads"),
    [
        ("Argo sail to Yap", True),
        ("Argo Yap", True),
        ("- Argo hold", True),
        ("Argo sail to Tirpitz", True),
        ("Argo sail to Corsia", False),
        ("Argo sial to Yap", False),
        ("Argo", False),
        ("Argo:", False),
        ("Argo is a fine ship", False),
        ("Argo rocks", False),
        ("Hello", False),
    ],
)
def test_only_what_needs_no_correction_reads_as_an_order(line: str, reads: bool) -> None:
    assert MERCHANT.reads_as_order(line, TURN) is reads


def test_a_name_that_is_a_word_of_the_language_is_no_ship() -> None:
    """Whoever guesses at names cannot spoil the words of orders (MER-L6.6)."""
    words = Vocabulary({"own": ("Argo", "Sail", "To", "Engine"), "island": ("Yap",)}, stage=1)
    assert written(read("Argo sail to Yap", words)) == "Argo sail to Yap"


def test_names_of_several_words_are_read_whole() -> None:
    islands = (*TURN.names["island"], "Tristan da Cunha")
    words = replace(TURN, names={**TURN.names, "island": islands})
    assert written(read("Argo to tristan da  cunha", words)) == "Argo sail to Tristan da Cunha"
