"""What the order form writes is read as what was picked, in every game (FEAT-O9)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.form import Draft, Modules, Name, Number, OrderForm, Pick, Slot, cut_at_samples
from engine.core.play import fair_dice, play
from engine.core.ruleset import Role, Vocabulary
from engine.core.structure import shorten
from mailbot.rulesets import RULES, Rules, read_board, read_scenario

GAMES = 2
STAGES = 14


def forms(rules: Rules, game: int) -> Iterator[tuple[OrderForm[Any], Vocabulary]]:
    """The forms of everybody in all stages of a game between bots, with what they order."""
    board = read_scenario(rules, read_board(rules, "", Path()), {})
    seating = board.seating
    roles = seating.roles or tuple(Role(f"Player{n}") for n in range(seating.least + 1))
    bot = next(iter(rules.bots.values()))
    dice = fair_dice(bytes(32), f"forms {game}")
    record, turns = play(rules.ruleset, board, dict.fromkeys(roles, bot), dice, stages=STAGES)
    for turn, given in zip(turns, record.orders, strict=False):
        for role, dumped in given.items():
            view, standing = rules.ruleset.view(turn.state, role), rules.ruleset.load_orders(dumped)
            yield rules.ruleset.form(view, standing), rules.ruleset.vocabulary(view)


@pytest.mark.parametrize("name", RULES)
def test_every_choice_and_every_filled_draft_reads_as_itself(name: str) -> None:
    rules, random = RULES[name], Random(name)
    counted = {"choices": 0, "drafts": 0}
    for game in range(GAMES):
        for form, words in forms(rules, game):
            for line in form.lines:
                for choice in random.sample(line.choices, min(6, len(line.choices))):
                    reads(rules, words, rules.grammar.write(choice.order), choice.order)
                    counted["choices"] += 1
                for draft in line.drafts:
                    values = [value(slot, random) for slot in draft.slots]
                    if None not in values:
                        reads(rules, words, *filled(rules, draft, [str(each) for each in values]))
                        counted["drafts"] += 1
    assert min(counted.values()) > 20


@pytest.mark.parametrize("name", RULES)
def test_every_line_that_stands_can_be_taken_back(name: str) -> None:
    rules = RULES[name]
    for form, words in forms(rules, 0):
        for line in form.lines:
            if line.standing:
                parsed = rules.grammar.parse(f"cancel {line.subject}", words)
                assert not parsed.problems, line.subject
                left = rules.ruleset.merge(line.standing, parsed.orders)
                # A word on the report of the other side is taken back by its own name.
                assert line.subject == "report" or left == (), line.subject


def reads(rules: Rules, words: Vocabulary, line: str, order: Any) -> None:
    parsed = rules.grammar.parse(line, words)
    assert not [p for p in parsed.problems if p.refused], line
    assert parsed.orders == (order,), line


def filled(rules: Rules, draft: Draft[Any], values: Sequence[str]) -> tuple[str, Any]:
    """The line as the page writes it, and the order that it should be."""
    pieces = cut_at_samples(rules.grammar.write(draft.order), draft.slots)
    line = "".join(values[piece] if isinstance(piece, int) else piece for piece in pieces)
    return line, order_of(rules, draft, values)


def order_of(rules: Rules, draft: Draft[Any], values: Sequence[str]) -> Any:
    """The draft's order with the values where its samples stand."""
    dumped = json.dumps(rules.ruleset.dump_orders([draft.order]))
    for slot, said in zip(draft.slots, values, strict=True):
        for sample in (f'"{slot.sample}"', slot.sample):
            if dumped.count(sample) == 1:
                dumped = dumped.replace(sample, sample.replace(slot.sample, said))
                break
    (order,) = rules.ruleset.load_orders(json.loads(dumped))
    return order


def value(slot: Slot, random: Random) -> str | None:
    """Something that the page would let pass; None where nothing can be picked."""
    match slot:
        case Pick():
            return random.choice(slot.options).value if slot.options else None
        case Number():
            return str(random.randint(slot.least, slot.most))
        case Name():
            return random.choice(
                [name for name in ("Newton", "Skua", "Kestrel") if name not in slot.taken]
            )
        case Modules():
            size = random.randint(max(1, slot.least), slot.most or 20)
            return shorten("".join(sorted(random.choices(slot.letters, k=size))))
