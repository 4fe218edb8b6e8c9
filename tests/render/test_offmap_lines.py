"""The blanks of off-map raids under all options: read as written, and nothing offered in vain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine.core.dice import FairDice
from engine.core.form import Draft
from engine.offmap.bots import bold
from engine.offmap.form import form
from engine.offmap.knowledge import view, vocabulary
from engine.offmap.orders import Order
from engine.offmap.turn import stage
from engine.offmap.view import View
from mailbot.rulesets import RULES
from tests.helpers.offmap_games import random_game
from tests.render.test_form_lines import filled, offered, read, reads_as_written

OFFMAP = RULES["offmap"]

UNLUCKY = {"E-MP", "E-GUARD"}
"""Of a move a place can be too far for one ship; of a guard the ship can be its own target."""


def test_blanks_read_as_written_under_all_options() -> None:
    counted, refused = Counter[str](), Counter[str]()
    for seed in range(40):
        random = Random(seed)
        for played in random_game(seed):
            for role in stage(played.turn.state).may:
                seen = view(played.turn.state, role)
                standing = bold(seen, FairDice(played.seed))
                for line in form(seen, standing).lines:
                    for draft in line.drafts:
                        counted[line.subject.split()[0]] += 1
                        refused.update(asked(seen, standing, draft, random))
    assert not refused
    assert counted.keys() >= {
        "raid",
        "move",
        "shift",
        "react",
        "guard",
        "shelter",
        "assign",
        "excuse",
        "report",
        "retrograde",
    }


def asked(seen: View, standing: Sequence[Order], draft: Draft[Order], random: Random) -> list[str]:
    """What is refused of the draft filled in at random."""
    words = vocabulary(seen)
    reads_as_written(OFFMAP, words, filled(OFFMAP, draft, random))
    if not offered(draft):
        return []
    order = read(OFFMAP, words, filled(OFFMAP, draft, random, most=1))
    given = OFFMAP.ruleset.merge(standing, (order,))
    said = [p for p in OFFMAP.ruleset.why_not(seen, given) if p.order == given.index(order)]
    return [f"{draft.label}: {p.text}" for p in said if p.refused and p.code not in UNLUCKY]
