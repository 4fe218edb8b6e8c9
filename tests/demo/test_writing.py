"""Whatever is ordered, however it is written, by whichever program: it reads back the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.core.ruleset import Problem, Role, Vocabulary
from grammar.reading import AnyGrammar
from mailbot.demo.cast import CAST, Admiral
from mailbot.demo.clients import Draft, Quoted
from mailbot.demo.manners import arrows, by_thumb, chatty, reads_as, shortened, terse, written
from mailbot.mail.body import known_lines, read_body
from mailbot.mail.outgoing import ORDERS_ABOVE
from mailbot.render.cover import Cover
from mailbot.render.form import template
from mailbot.render.letter import turn_letter
from mailbot.rulesets import RULES
from tests.helpers.random_games import Played, random_game

NOON = datetime(2027, 1, 10, 12, tzinfo=UTC)
RAIDER = RULES["raider"]
WORDS = Vocabulary(
    {"ship": ("Phoenix", "Eden"), "island": ("Agnes", "Pearl"), "player": ("Zane",)}, stage=3
)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("admiral", CAST, ids=[admiral.role for admiral in CAST])
def test_orders_come_through_any_program(admiral: Admiral, seed: int) -> None:
    for played in list(random_game(seed))[1::3]:
        for role, orders in played.orders.items():
            sheet = quoted(played, role)
            words = RAIDER.ruleset.vocabulary(RAIDER.ruleset.view(played.before, role))
            orders = plain(orders, RAIDER.grammar, words)
            if not orders:
                continue
            own = written(admiral.manner, orders, RAIDER.grammar, words)
            read, said = read_back(admiral, own, sheet, words)
            assert (read, [one for one in said if one.refused]) == (list(orders), [])


def quoted(played: Played, role: Role) -> Quoted:
    """The sheet that is answered, with its form."""
    state = played.before
    form = RAIDER.ruleset.form(RAIDER.ruleset.view(state, role), ())
    stage = RAIDER.ruleset.stage(state)
    lines = template(form, RAIDER.grammar.write, "reef", f"turn {stage.number}")
    sheet = RAIDER.ruleset.sheet(played.turn, role, ())
    assert sheet is not None
    letter = turn_letter(sheet, Cover(marker=ORDERS_ABOVE, template=lines), ())
    return Quoted(
        author="Harbour Games",
        address="games@example.org",
        date=NOON,
        to="Zane <zane@example.org>",
        subject="[reef T3] Turn 2",
        message_id="<sheet@example.org>",
        references=(),
        text=letter.text.rstrip(),
        html=letter.html,
    )


def plain(orders: Sequence[Any], grammar: AnyGrammar, words: Vocabulary) -> tuple[Any, ...]:
    """Those of the orders of which nothing has to be said."""
    return tuple(one for one in orders if reads_as(one, grammar, words)(grammar.write(one)))


def read_back(
    admiral: Admiral, own: tuple[str, ...], sheet: Quoted, words: Vocabulary
) -> tuple[list[Any], list[Problem]]:
    draft = Draft(
        name=admiral.name,
        address=admiral.address,
        to="games@example.org",
        subject="Re: orders",
        date=NOON,
        message_id="<1@example.org>",
        lines=(*admiral.greeting, *own, *admiral.farewell),
        signature=admiral.signature,
        answers=sheet,
    )
    body = read_body(
        admiral.client(draft),
        reads_as_order=lambda line: RAIDER.grammar.reads_as_order(line, words),
        ours=known_lines(sheet.text),
    )
    parsed = RAIDER.grammar.parse(body.text, words)
    return list(parsed.orders), [one for line in parsed.lines for one in line.problems]


@pytest.mark.parametrize(
    ("manner", "line"),
    [
        (terse, "Phoenix Pearl"),
        (chatty, "Phoenix to Pearl, please"),
        (arrows, "Phoenix -> Pearl"),
        (shortened, "Phoe to Pear"),
        (by_thumb, "Phoenix to pearl."),
    ],
)
def test_each_manner_has_its_own_hand(manner: Any, line: str) -> None:
    (order,) = RAIDER.grammar.parse("Phoenix to Pearl", WORDS).orders
    assert written(manner, [order], RAIDER.grammar, WORDS) == (line,)


def test_a_manner_that_would_say_something_else_keeps_the_line() -> None:
    assert [hand("Phoenix to Pearl", lambda _: False) for hand in (terse, chatty, by_thumb)] == (
        ["Phoenix to Pearl"] * 3
    )
