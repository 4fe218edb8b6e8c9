"""The Gamesmaster's commands: read wholly or not at all, whatever his fingers do."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grammar.steering import Deed, Unread, read_deed, read_deeds, speaks, write_deed
from grammar.steering_forms import FORMS

TABLE = {"pentarchy": ("Zane", "Rick", "Mara"), "deeps": ("pact", "reach")}
SUNDAY = datetime.fromisoformat("2026-12-06 20:00")

DEEDS = {
    "list": Deed("list"),
    "game list": Deed("list"),
    "status": Deed("status"),
    "mailbot game show pentarchy": Deed("status", game="pentarchy"),
    "Preview Pentarchy": Deed("preview", game="pentarchy"),
    "extend pentarchy": Deed("extend", game="pentarchy"),
    "extend pentarchy 2026-12-06 20:00 why: a train": Deed(
        "extend", game="pentarchy", when=SUNDAY, why="a train"
    ),
    "extend deeps until Sunday, 2026-12-06T20:00": Deed("extend", game="deeps", when=SUNDAY),
    "pause pentarchy why: holidays": Deed("pause", game="pentarchy", why="holidays"),
    "resume pentarchy": Deed("resume", game="pentarchy"),
    "hold pentarchy": Deed("hold", game="pentarchy"),
    "release pentarchy": Deed("release", game="pentarchy"),
    "start deeps": Deed("start", game="deeps"),
    "run deeps": Deed("run", game="deeps"),
    "undo deeps why: my slip": Deed("undo", game="deeps", why="my slip"),
    "cancel deeps why: nobody writes": Deed("cancel", game="deeps", why="nobody writes"),
    "rerun deeps": Deed("rerun", game="deeps"),
    "rerun deeps send": Deed("rerun", game="deeps", send=True),
    "say pentarchy all: well done": Deed("say", game="pentarchy", text="well done"),
    "say pentarchy zane, Rick: psst": Deed(
        "say", game="pentarchy", roles=("Zane", "Rick"), text="psst"
    ),
    "note pentarchy: Zane phoned": Deed("note", game="pentarchy", text="Zane phoned"),
    "orders for Zane: Phoenix to Hilda": Deed(
        "orders", game="pentarchy", roles=("Zane",), text="Phoenix to Hilda"
    ),
    "orders for pact in deeps: hold": Deed("orders", game="deeps", roles=("pact",), text="hold"),
    "player seat deeps Ann ann@example.org": Deed(
        "seat", game="deeps", roles=("Ann",), address="ann@example.org"
    ),
    "replace pentarchy Zane ann@example.org why: moved": Deed(
        "replace", game="pentarchy", roles=("Zane",), address="ann@example.org", why="moved"
    ),
    "kick pentarchy Mara why: silent": Deed(
        "kick", game="pentarchy", roles=("Mara",), why="silent"
    ),
    "resend pentarchy Mara": Deed("resend", game="pentarchy", roles=("Mara",)),
    "resend pentarchy Mara turn 3": Deed("resend", game="pentarchy", roles=("Mara",), turn=3),
    "amend pentarchy ship/Phoenix/structure 5E5G why: a ruling": Deed(
        "amend", game="pentarchy", what="ship/Phoenix/structure", value="5E5G", why="a ruling"
    ),
    'amend pentarchy claim/Pearl {"a": 1} quiet': Deed(
        "amend", game="pentarchy", what="claim/Pearl", value='{"a": 1}', quiet=True
    ),
    "log deeps": Deed("log", game="deeps"),
    "confirm abcdefghij": Deed("confirm", what="abcdefghij"),
    "help run": Deed("help", what="run"),
}


@pytest.mark.parametrize(("line", "deed"), DEEDS.items(), ids=DEEDS)
def test_a_command_is_read_as_on_the_command_line(line: str, deed: Deed) -> None:
    """(FEAT-G3)"""
    assert read_deeds(line, TABLE) == (deed,)


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_what_is_written_is_read_as_the_same(deed: Deed) -> None:
    assert read_deeds(write_deed(deed), TABLE) == (deed,)


def test_every_word_has_its_form_and_an_example() -> None:
    assert {deed.verb for deed in DEEDS.values()} | {"end"} == set(FORMS)


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("extned pentarchy", "`extend GAME"),
        ("pasue deeps", "`pause GAME"),
        ("pause pentarchi", "Did you mean pentarchy?"),
        ("pause", "The games are: pentarchy, deeps."),
        ("kick pentarchy Zan", "Did you mean Zane?"),
        ("kick pentarchy pact", "There are: Zane, Rick, Mara."),
        ("extend pentarchy 6.12.2026 20:00", "Did you mean 2026-12-06 20:00?"),
        ("extend pentarchy 2026-12-6 20.00", "Did you mean 2026-12-06 20:00?"),
        ("extend pentarchy 2026-12-06 8pm", "Did you mean 2026-12-06 20:00?"),
        ("extend pentarchy 2026-12-06 12:30 am", "Did you mean 2026-12-06 00:30?"),
        ("extend pentarchy 2026-12-24", "Did you mean 2026-12-24 20:00?"),
        ("extend pentarchy Sun 2026-12-06.", "Did you mean 2026-12-06 20:00?"),
        ("extend pentarchy 2026-02-30 20:00", "Did you mean 2026-02-28 20:00?"),
        ("extend pentarchy Mon 2026-12-06 20:00", "2026-12-06 is a Sunday."),
        ("say pentarchy: hello", "`say GAME all: …`"),
        ("amend pentarchy claim/Pearl Zane", "why: …"),
        ("orders for Rik: Duke to Topaz", "Did you mean Rick?"),
        ("orders for Zane in deeps: x", "There is no player “Zane”."),
        ("seat deeps Ann ann.example.org", "`seat GAME PLAYER ADDRESS`"),
        ("run pentarchy now", "`run GAME`"),
    ],
)
def test_a_slip_is_answered_with_what_would_work(line: str, hint: str) -> None:
    (said,) = read_deeds(line, TABLE)
    assert isinstance(said, Unread)
    assert said.meant
    assert hint in said.said


@pytest.mark.parametrize("line", ["Hello there,", "Good evening!", "Thank you, Anna", "release us"])
def test_a_greeting_is_no_command(line: str) -> None:
    (said,) = read_deeds(line, TABLE)
    assert isinstance(said, Unread)
    assert not speaks(line, TABLE)


def test_a_reason_goes_on_where_a_program_broke_the_line() -> None:
    text = "extend deeps why: I am away for the\nwhole of the week.\n\npause pentarchy"
    first, second = read_deeds(text, TABLE)
    assert first == Deed("extend", game="deeps", why="I am away for the whole of the week.")
    assert second == Deed("pause", game="pentarchy")


@pytest.mark.parametrize(
    "text",
    [
        "pause deeps why: a rest\nextned pentarchy",
        "say deeps all: Friends, I am sorry that I had to\nextend deeps a second time. Patience!",
    ],
)
def test_words_before_what_may_be_a_command_with_a_slip_are_not_said(text: str) -> None:
    """It would be told to all players, or half of what is meant for them."""
    first, second = read_deeds(text, TABLE)
    assert isinstance(first, Unread)
    assert "begins like a command and is none" in first.said
    assert isinstance(second, Unread)


def test_a_text_below_its_command_ends_with_end() -> None:
    text = "say deeps all:\nOne.\n\nTwo.\nend\nrun deeps"
    first, second = read_deeds(text, TABLE)
    assert first == Deed("say", game="deeps", text="One.\n\nTwo.")
    assert second == Deed("run", game="deeps")


def test_a_command_inside_of_a_message_is_a_slip() -> None:
    """Else an `end` that was forgotten would tell the players what is meant for the service."""
    said = read_deeds("say deeps all:\nOne.\nkick deeps pact\n", TABLE)
    assert isinstance(said[0], Unread)
    assert "write `end`" in said[0].said


def test_orders_for_a_player_end_with_the_next_command() -> None:
    text = "orders for Zane:\nPhoenix to Hilda\nstart: Agnes\nhold\nstatus pentarchy"
    first, second = read_deeds(text, TABLE)
    assert isinstance(first, Deed)
    assert first.text == "Phoenix to Hilda\nstart: Agnes\nhold"
    assert second == Deed("status", game="pentarchy")


def changed(line: str, at: int, sign: str, how: str) -> str:
    at %= len(line)
    if how == "swap":
        return line[:at] + line[at : at + 2][::-1] + line[at + 2 :]
    return line[:at] + ("" if how == "drop" else sign) + line[at + (how != "add") :]


def essence(deed: Deed) -> Deed:
    """Without words that are for people, and with dates and numbers left out."""
    when = None if deed.when is None else SUNDAY
    turn = None if deed.turn is None else 0
    free = deed.verb in ("amend", "seat", "replace", "help", "confirm")
    bare = replace(deed, text="", why="", when=when, turn=turn)
    roles = () if deed.verb == "seat" else deed.roles
    return replace(bare, what="", value="", address="", roles=roles) if free else bare


@settings(max_examples=1500, deadline=None)
@given(
    line=st.sampled_from(sorted(DEEDS)),
    at=st.integers(0, 200),
    sign=st.sampled_from("abcdefghijklmnopqrstuvwxyz :,.@-0123456789"),
    how=st.sampled_from(["drop", "add", "replace", "swap"]),
)
def test_a_wrong_letter_gives_the_same_command_or_none(
    line: str, at: int, sign: str, how: str
) -> None:
    """(FEAT-G3) Only days, numbers, addresses and free words can be mistaken for others."""
    said = read_deeds(changed(line, at, sign, how), TABLE)
    meant = essence(DEEDS[line])
    for each in said:
        if isinstance(each, Deed):
            assert essence(each) == meant


@settings(max_examples=500, deadline=None)
@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for each in read_deeds(text, TABLE):
        if isinstance(each, Deed) and each.verb not in ("list", "status", "help", "confirm"):
            assert each.game in TABLE


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*DEEDS, "", "Hello", "end", "extned deeps", "what next?"])))
def test_lines_of_a_letter_are_read_each_for_itself_or_as_text(lines: list[str]) -> None:
    """No command comes of several lines, and none is made up."""
    for each in read_deeds("\n".join(lines), TABLE):
        if isinstance(each, Deed):
            alone = read_deed(lines[each.line - 1], TABLE)
            assert isinstance(alone, Deed)
            assert replace(alone, text=each.text, why=each.why) == each
