"""Whole letters: one slip costs one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.ruleset import Severity
from grammar.raider_reader import RaiderReader
from grammar.reading import Command
from tests.grammar.table import RAIDER, SIGN_UP, TURN, codes, problems, read, written


def test_one_slip_costs_one_line() -> None:
    parsed = read("Phoenix to Pearl\nEden to Atlantis\nVolen to Coral")
    assert written(parsed) == "Phoenix to Pearl; Volen to Coral"
    assert [(p.code, p.line) for p in problems(parsed)] == [("no-such-island", 2)]


def test_a_chatty_letter_is_read_to_its_end() -> None:
    parsed = read(
        "Hi there,\n\nhere are my orders for this turn.\n\nPhoenix to Pearl\n\n"
        "I have a bad feeling about this.\n\nEden stays\n\nThanks a lot,\nPaul\n"
    )
    assert written(parsed) == "Phoenix to Pearl; Eden stays"
    assert [(p.code, p.line) for p in problems(parsed)] == [("not-understood", 7), ("greeting", 1)]


def test_greeting_and_farewell_get_one_remark_together() -> None:
    parsed = read("Dear GM,\nwhat a game!\nPhoenix to Pearl\nCheers\nPaul")
    (problem,) = problems(parsed)
    assert problem.severity is Severity.REMARK
    assert "lines 1, 2, 4 and 5" in problem.text


def test_a_letter_of_prose_alone_is_listed() -> None:
    parsed = read("What is the meaning of all that?")
    assert codes(parsed) == ["not-understood"]
    assert parsed.empty


def test_comments_are_not_read() -> None:
    parsed = read("# my plan\nPhoenix to Pearl # the safe way\nEden to Coral // so be it\n; old")
    assert written(parsed) == "Phoenix to Pearl; Eden to Coral"
    assert problems(parsed) == ()


def test_bullets_and_numbers_before_orders_are_dropped() -> None:
    parsed = read("- Phoenix to Pearl\n* Eden stays\n• Volen to Coral\n4. Beast to Agnes\n5) clear")
    assert written(parsed) == (
        "Phoenix to Pearl; Eden stays; Volen to Coral; Beast to Agnes; cancel all"
    )


def test_a_hard_wrapped_line_is_joined_with_a_remark() -> None:
    parsed = read("Phoenix to Pearl, launch Gannet as\n3E3G4?\nEden stays")
    assert written(parsed) == "Phoenix to Pearl, launch Gannet as 3E3G4?; Eden stays"
    assert [(p.code, p.line) for p in problems(parsed)] == [("joined", 1)]


def test_a_line_that_ends_in_a_comma_goes_on() -> None:
    assert written(read("Phoenix to Pearl,\nrefit as 5B")) == "Phoenix to Pearl, refit as 5B"
    assert written(read("Phoenix, Eden,\nVolen to Pearl")).count("to Pearl") == 3


def test_a_list_with_a_comma_on_each_line_is_no_wrap() -> None:
    parsed = read("Phoenix to Pearl,\nEden to Coral,\nVolen stays")
    assert written(parsed) == "Phoenix to Pearl; Eden to Coral; Volen stays"
    assert problems(parsed) == ()


def test_a_line_may_be_wrapped_twice() -> None:
    parsed = read("refit Phoenix as\n2A 3B\n4E")
    assert written(parsed) == "Phoenix, refit as 2A3B4E"
    assert set(codes(parsed)) == {"joined"}


def test_a_blank_line_is_no_wrap() -> None:
    parsed = read("Phoenix to Pearl, launch Gannet as\n\n3E3G4?")
    assert parsed.orders == ()
    assert codes(parsed) == ["missing-structure", "not-understood"]


def test_an_echoed_line_is_never_an_order_again() -> None:
    for echo in (" 12| Phoenix to Pearl", "> 3| clear", ">>  7| Eden stays", "12| Phoenix Pearl"):
        assert read(echo).lines == ()


def test_quoted_lines_are_no_orders() -> None:
    parsed = read("> Phoenix to Pearl\n> Eden to Pearl\nVolen stays")
    assert written(parsed) == "Volen stays"
    assert [(p.code, p.line) for p in problems(parsed)] == [("quoted", 1)]


def test_the_last_order_for_a_ship_counts() -> None:
    parsed = read("Phoenix to Pearl\nEden stays\nPhoenix to Coral\noverlord: Zane\noverlord: me")
    assert written(parsed) == "Eden stays; Phoenix to Coral; overlord: Paul"
    assert [(p.code, p.line) for p in problems(parsed)] == [("replaced", 1), ("replaced", 4)]
    assert "Line 3" in problems(parsed)[0].text


def test_a_group_order_gives_way_for_the_ship_named_later() -> None:
    parsed = read("all at Agnes to Pearl\nEden to Coral")
    assert written(parsed) == "Phoenix to Pearl; Eden to Coral"
    assert parsed.lines[0].group


def test_designs_of_one_slot_replace_each_other() -> None:
    parsed = read("ship 1: Gull 5E\nship 2: Tern 5E\nship 1: Skua 5B", SIGN_UP)
    assert written(parsed) == "ship 2: Tern 5E; ship 1: Skua 5B"


def test_an_unedited_form_says_nothing() -> None:
    form = "Phoenix        # 5E at Agnes\n  # Pearl 1, Coral 2\nEden\noverlord:  # now yourself\n"
    parsed = read(form)
    assert parsed.empty
    assert problems(parsed) == ()


def test_a_turn_line_says_which_stage_the_letter_is_for() -> None:
    assert read("turn 6\nPhoenix to Pearl").turn == 6
    assert read("Orders for turn 6:\nPhoenix to Pearl").turn == 6
    assert written(read("Turn 6: Phoenix to Pearl")) == "Phoenix to Pearl"
    assert read("Phoenix to Pearl").turn is None


def test_a_second_turn_in_one_letter_is_not_taken_for_the_first() -> None:
    parsed = read("turn 3\nPhoenix to Pearl\nturn 4\nPhoenix to Coral\nturn 3\nEden stays")
    assert written(parsed) == "Phoenix to Pearl; Eden stays"
    assert [(p.code, p.line) for p in problems(parsed)] == [("two-turns", 4)]


def test_seed_words_are_kept_as_written() -> None:
    assert read("seed: Fair winds, 7 seas!").seed == "Fair winds, 7 seas!"
    assert read("Seed:").seed is None


def test_words_to_the_service_are_told_apart_from_orders() -> None:
    parsed = read(
        "Status\nhelp.\napply\nOK 2\nok 1, 3\njoin pentarchy as Zane Prior\nPhoenix Pearl"
    )
    assert parsed.commands == (
        Command("status", (), 1),
        Command("help", (), 2),
        Command("apply", (), 3),
        Command("ok", ("2",), 4),
        Command("ok", ("1", "3"), 5),
        Command("join", ("pentarchy", "Zane Prior"), 6),
    )
    assert written(parsed) == "Phoenix to Pearl"


def test_prose_that_begins_with_a_word_to_the_service_is_none() -> None:
    parsed = read("OK then, that was fun\nstatus of my ships worries me\nready or not")
    assert parsed.commands == ()


def test_a_lone_end_is_ignored() -> None:
    parsed = read("Phoenix to Pearl\nend\nEden stays\nEnd.")
    assert written(parsed) == "Phoenix to Pearl; Eden stays"
    assert problems(parsed) == ()


def test_a_near_line_is_suggested() -> None:
    (problem,) = problems(read("Pheonix Perl"))
    assert problem.code == "not-understood"
    assert problem.suggestion == "Phoenix to Pearl"
    assert written(read(problem.suggestion)) == "Phoenix to Pearl"


@pytest.mark.parametrize(
    "text",
    ["status\n\nThanks,\nZane", "public: hi all\n\nRegards,\nZane", "Zane", "Zane.", "- Zane -"],
)
def test_a_letter_without_orders_may_be_signed(text: str) -> None:
    parsed = read(text, replace(TURN, me="Zane"))
    assert parsed.lines == ()
    assert [problem.code for problem in parsed.problems] == ["greeting"]


def test_a_slip_before_the_first_order_is_no_greeting() -> None:
    parsed = read("Hello\nPheonix Perl\nEden stays")
    assert [(p.code, p.line) for p in problems(parsed)] == [("not-understood", 2), ("greeting", 1)]


def test_a_refused_line_comes_with_the_nearest_that_would_work() -> None:
    for line, better in (
        ("move Phoenix Pearl 5B", "Phoenix to Pearl, refit as 5B"),
        ("Phoenix stays 5B", "Phoenix, refit as 5B"),
        ("hold Phoenix at Pearl", "Phoenix to Pearl"),
        ("Phoenix to Pearl, Gull = 5B", "Phoenix to Pearl, launch Gull as 5B"),
        ("disband Phoenix 5B", "Phoenix, disband"),
        ("Phoenix Pearl 1OE", "Phoenix to Pearl, refit as 10E"),
        ("Phoenix Pearl 3E,3G", "Phoenix to Pearl, refit as 3E3G"),
        ("Phoenix to Pearl, launch Gull (5E)", "Phoenix to Pearl, launch Gull as 5E"),
        ("Pearl Phoenix", "Phoenix to Pearl"),
    ):
        (problem,) = problems(read(line))
        assert problem.suggestion == better
        assert written(read(better)) == better


def test_words_in_brackets_after_an_order_are_left_out_with_a_remark() -> None:
    parsed = read("Phoenix to Pearl (hope this works)")
    assert written(parsed) == "Phoenix to Pearl"
    assert codes(parsed) == ["left-out"]


def test_a_structure_has_no_brackets() -> None:
    assert read("Phoenix Pearl (3E3G4?)").orders == ()


def test_a_ship_and_a_colon_head_the_line_below() -> None:
    parsed = read("Phoenix:\n  move to Pearl\nEden:\n  stays")
    assert written(parsed) == "Phoenix to Pearl; Eden stays"


def test_a_name_below_an_empty_form_line_is_no_answer_to_it() -> None:
    assert read("Phoenix to Pearl\noverlord:\nPaul").orders == read("Phoenix to Pearl").orders


def test_a_line_of_mere_dots_is_no_order() -> None:
    assert not RaiderReader(TURN).orderly("…")
    assert written(read("…\nPhoenix to Pearl\n…")) == "Phoenix to Pearl"


def test_words_and_orders_may_share_a_line() -> None:
    parsed = read("turn 3; Phoenix to Pearl; status; public: Beware; all of you")
    assert (parsed.turn, written(parsed)) == (3, "Phoenix to Pearl")
    assert parsed.commands[0].word == "status"


def test_prose_stays_prose() -> None:
    for line in ("the real hope", "she hopes to pearl", "I saw Phoenix near Pearl yesterday"):
        assert read(line).orders == ()


def test_two_names_equally_near_are_not_corrected() -> None:
    words = TURN.__class__({"ship": ("Phoenix",), "island": ("Coral", "Carol")}, stage=1)
    parsed = read("Phoenix to Corol", words)
    assert parsed.orders == ()
    assert "Coral or Carol" in problems(parsed)[0].text


def test_a_beginning_that_fits_two_names_is_refused() -> None:
    words = TURN.__class__({"ship": ("Phoenix", "Phobos"), "island": ("Pearl", "Peak")}, stage=1)
    assert codes(read("Pho to Pearl", words)) == ["ambiguous"]
    assert "Pearl or Peak" in problems(read("Phoenix to Pea", words))[0].text


def test_beginnings_of_names_count_only_where_the_game_allows_it() -> None:
    words = TURN.__class__(TURN.names, TURN.places, abbreviations=False, stage=3, me="Paul")
    assert read("Pho to Pearl", words).orders == ()


def test_names_of_several_words_are_one_name() -> None:
    words = TURN.__class__({"ship": ("Old Hat",), "island": ("Long Reach", "Reach")}, stage=1)
    assert written(read("old  hat to long reach", words)) == "Old Hat to Long Reach"


def test_the_answer_for_a_ship_of_others_is_the_same_as_for_none() -> None:
    unseen, hood = problems(read("Zebra to Pearl")), problems(read("Hood to Pearl"))
    assert unseen[0].text.replace("Zebra", "") == hood[0].text.replace("Hood", "")


def test_a_letter_beyond_the_limits_is_cut_with_a_word() -> None:
    assert "too-long" in codes(read("Phoenix to Pearl\n" * 2001))
    assert "too-long" in codes(read("x" * 300_000))
    assert codes(read("Phoenix " + "to " * 400 + "Pearl")) == ["too-long"]


def test_reading_as_an_order_means_wholly_and_without_slips() -> None:
    assert RAIDER.reads_as_order("- Phoenix to Pearl; Eden stays", TURN)
    assert not RAIDER.reads_as_order("Pheonix to Pearl", TURN)
    assert not RAIDER.reads_as_order("Phoenix", TURN)
    assert not RAIDER.reads_as_order("Phoenix to Atlantis", TURN)
    assert not RAIDER.reads_as_order("Paul, Captain of Phoenix", TURN)
