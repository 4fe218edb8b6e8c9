"""What the order form writes is read as what was picked, in every game (FEAT-O9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.form import Draft, Modules, Name, Number, Option, Pick, Slot, cut_at_samples
from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Vocabulary
from engine.core.sheet import Sheet
from engine.core.structure import shorten
from mailbot.render.page import Desk, order_page
from mailbot.rulesets import RULES, Rules, read_board, read_scenario

GAMES = 2
STAGES = 14


def views(rules: Rules, game: int) -> Iterator[tuple[Any, Sequence[Any]]]:
    """What everybody knows in all stages of a game between bots, with what they order then."""
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    seating = board.seating
    roles = seating.roles or tuple(Role(f"Player{n}") for n in range(seating.least + 1))
    bot = next(iter(rules.bots.values()))
    dice = fair_dice(bytes(32), f"forms {game}")
    record, turns = play(rules.ruleset, board, dict.fromkeys(roles, bot), dice, stages=STAGES)
    for turn, given in zip(turns, record.orders, strict=False):
        for role, dumped in given.items():
            yield rules.ruleset.view(turn.state, role), rules.ruleset.load_orders(dumped)


@pytest.mark.parametrize("name", RULES)
def test_every_choice_and_every_filled_draft_reads_as_itself(name: str) -> None:
    rules, random = RULES[name], Random(name)
    counted = Counter[str]()
    for game in range(GAMES):
        for view, standing in views(rules, game):
            words = rules.ruleset.vocabulary(view)
            for line in rules.ruleset.form(view, standing).lines:
                for choice in random.sample(line.choices, min(6, len(line.choices))):
                    assert read(rules, words, rules.grammar.write(choice.order)) == choice.order
                    counted["choices"] += 1
                for draft in line.drafts:
                    reads_as_written(rules, words, filled(rules, draft, random))
                    counted[draft.label] += 1
    choices = counted.pop("choices")
    assert min(choices, counted.total()) > 20
    assert len(counted) >= 3


@pytest.mark.parametrize("name", RULES)
def test_every_form_becomes_a_page_with_all_its_drafts(name: str) -> None:
    rules = RULES[name]
    stages = set()
    for view, standing in views(rules, 0):
        form = rules.ruleset.form(view, standing)
        if form.stage not in stages:
            stages.add(form.stage)
            page = order_page(SHEET, form, rules.grammar.write, DESK)
            assert page.count('<div class="draft"') == sum(len(line.drafts) for line in form.lines)
    assert len(stages) > 5


SHEET = Sheet(Role("Ann"), "Turn 1", 1, ())
DESK = Desk("orders@example.org", "Game", "game", "turn 2")


@pytest.mark.parametrize("name", RULES)
def test_what_a_draft_offers_is_not_refused(name: str) -> None:
    """One thing of each list at a time; structures depend on what is written."""
    rules, random, refused = RULES[name], Random(name), Counter[str]()
    for view, standing in views(rules, 0):
        words = rules.ruleset.vocabulary(view)
        for line in rules.ruleset.form(view, standing).lines:
            for draft in line.drafts:
                if any(isinstance(slot, Modules) for slot in draft.slots):
                    continue
                if not offered(draft):
                    continue
                order = read(rules, words, filled(rules, draft, random, most=1))
                given = rules.ruleset.merge(standing, (order,))
                said = [p for p in rules.ruleset.why_not(view, given) if p.refused]
                mine = (p for p in said if p.order == given.index(order))
                refused.update(f"{draft.label}: {p.code}" for p in mine)
    assert not refused


@pytest.mark.parametrize("name", RULES)
def test_every_line_that_stands_can_be_taken_back(name: str) -> None:
    rules = RULES[name]
    for view, standing in views(rules, 0):
        words = rules.ruleset.vocabulary(view)
        for line in rules.ruleset.form(view, standing).lines:
            if line.standing:
                parsed = rules.grammar.parse(f"cancel {line.subject}", words)
                assert not parsed.problems, line.subject
                left = rules.ruleset.merge(line.standing, parsed.orders)
                assert left == (), line.subject


def reads_as_written(rules: Rules, words: Vocabulary, line: str) -> None:
    """The line is the canonical one of the order that it is read as."""
    assert rules.grammar.write(read(rules, words, line)) == line


def read(rules: Rules, words: Vocabulary, line: str) -> Any:
    parsed = rules.grammar.parse(line, words)
    assert not [p for p in parsed.problems if p.refused], line
    (order,) = parsed.orders
    return order


def filled(rules: Rules, draft: Draft[Any], random: Random, most: int = 99) -> str:
    """The line as the page writes it."""
    pieces = cut_at_samples(rules.grammar.write(draft.order), draft.slots)
    values = [value(slot, random, most) for slot in draft.slots]
    return "".join(values[piece] if isinstance(piece, int) else piece for piece in pieces)


def offered(draft: Draft[Any]) -> bool:
    """Does the page offer it before other moves are ordered?"""
    return all(at_hand(slot) for slot in draft.slots if isinstance(slot, Pick))


def at_hand(slot: Pick) -> Sequence[Option]:
    """What the page offers as long as no other moves are ordered."""
    return [option for option in slot.options if slot.at in ("", option.at)]


def value(slot: Slot, random: Random, most: int) -> str:
    """Something that the page would let pass."""
    match slot:
        case Pick():
            there = at_hand(slot) or slot.options
            many = random.randint(1, min(most, len(there))) if slot.several else 1
            return ", ".join(option.value for option in random.sample(there, many))
        case Number():
            return str(random.randint(slot.least, slot.most))
        case Name():
            fit = [name for name in WORDS if re.fullmatch(slot.pattern, name)]
            return random.choice([name for name in fit if name not in slot.taken])
        case Modules():
            size = random.randint(max(1, slot.least), slot.most or 20)
            return shorten("".join(sorted(random.choices(slot.letters, k=size))))


WORDS = ("Newton", "Skua", "Kestrel", "4567E5678N")
