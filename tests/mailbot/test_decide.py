"""The policy for letters that come in, fact by fact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mailbot.inbound.decide import Act, Decision, Facts, Held, decide
from mailbot.mail.authenticity import Verdict

ZANE = "zane@example.org"
SEAT = Held("pent", "Zane", ZANE)
OTHER = Held("reef", "Zane", ZANE)
RICK = Held("pent", "Rick", "rick@example.org")
STRANGER = Facts(ZANE)
GM = Facts("gm@example.org", gm=True)
HIS = Held("pent", "Zane", "gm@example.org")
PLAYER = Facts(ZANE, seats=(SEAT,))


@pytest.mark.parametrize(
    ("facts", "act"),
    [
        (STRANGER, Act.SILENT),
        (replace(STRANGER, joins="pent", joinable=True), Act.OFFER),
        (replace(STRANGER, joins="pent", joinable=True, asked_lately=True), Act.SILENT),
        (replace(STRANGER, joins="pent"), Act.SILENT),
        (replace(STRANGER, confirms="pent"), Act.SEAT),
        (replace(STRANGER, token=SEAT, seats=(SEAT,)), Act.ORDERS),
        (replace(STRANGER, token=RICK), Act.QUARANTINE),
        (replace(PLAYER, token=RICK), Act.QUARANTINE),
        (PLAYER, Act.QUARANTINE),
        (replace(PLAYER, authenticated=Verdict.PASS), Act.ORDERS),
        (replace(PLAYER, authenticated=Verdict.FAIL), Act.SHUT_AWAY),
        (replace(PLAYER, seats=(replace(SEAT, believes=True),)), Act.ORDERS),
        (replace(PLAYER, seats=(SEAT, OTHER), authenticated=Verdict.PASS), Act.WHICH_GAME),
        (replace(PLAYER, seats=(SEAT, OTHER), joins="x"), Act.CLOSED),
        (GM, Act.DOUBT_GM),
        (replace(GM, gm_token=True), Act.STEER),
        (replace(GM, authenticated=Verdict.PASS), Act.STEER),
        (replace(GM, gm_token=True, authenticated=Verdict.FAIL), Act.SHUT_AWAY),
        (replace(GM, vouched=True), Act.STEER),
        (replace(GM, joins="pent", joinable=True), Act.OFFER),
        (replace(GM, token=HIS, seats=(HIS,), deeds=True), Act.ORDERS),
        (replace(GM, seats=(SEAT,), authenticated=Verdict.PASS), Act.ORDERS),
        (replace(GM, seats=(SEAT,), deeds=True, authenticated=Verdict.PASS), Act.STEER),
        (replace(GM, seats=(replace(SEAT, believes=True),), deeds=True), Act.DOUBT_GM),
        (replace(STRANGER, gm_token=True, deeds=True), Act.SILENT),
    ],
)
def test_what_is_done_with_a_letter(facts: Facts, act: Act) -> None:
    """(MAIL-S1)"""
    assert decide(facts).act is act


@pytest.mark.parametrize("facts", [PLAYER, replace(PLAYER, token=SEAT, confirms="pent")])
def test_a_machine_is_silenced_whatever_it_brings(facts: Facts) -> None:
    decision = decide(replace(facts, machine="N2 Auto-Submitted: auto-replied"))
    assert decision == Decision(Act.SILENT, "N2 Auto-Submitted: auto-replied")


def test_the_game_that_is_named_is_meant() -> None:
    facts = replace(PLAYER, seats=(SEAT, OTHER), names="reef", authenticated=Verdict.PASS)
    assert decide(facts).game == "reef"


def test_the_one_game_that_still_runs_is_meant() -> None:
    over = replace(SEAT, active=False)
    facts = replace(PLAYER, seats=(over, OTHER), authenticated=Verdict.PASS)
    assert decide(facts).game == "reef"


def test_a_game_that_believes_from_lines_does_not_believe_forgeries() -> None:
    """(MAIL-S5)"""
    facts = replace(PLAYER, seats=(replace(SEAT, believes=True),), authenticated=Verdict.FAIL)
    assert decide(facts).act is Act.SHUT_AWAY
