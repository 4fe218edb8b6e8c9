"""Off-map raids by mail: four deadlines a turn at most, and as few as there is something to say."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from sqlalchemy import select

from engine.core.ruleset import GmEdit, Turn
from mailbot.errors import Refused
from mailbot.games.settings import live
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Amendment, Game, Phase, TurnRow
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_hidden import NAMED, shown, writes_unseen

DEEPS = "deeps"
TEN = "Bellows, Crucible, Dross, Emery, Hammer, Jig, Kiln, Quill, Sledge, Tongs"
TO_WAGONS = f"move {TEN} to Ford\nraid Deeps from Ford with all objective Wagons"


@pytest.fixture
def world(worlds: Worlds) -> World:
    return worlds()


@pytest.fixture
def sides(world: World) -> tuple[Person, Person]:
    """The Pact raids, the Reach defends; turn 1 is open."""
    return world.campaign()


def stage(world: World) -> str:
    """The name of the stage that is open."""
    with world.service.store.reading() as session:
        return live(session.get_one(Game, DEEPS)).stage.name


def to_battle(world: World, pact: Person, reach: Person, answer: str = "near weakest") -> None:
    """A raid is declared and answered; the battle is to be reported."""
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    reach.writes(answer)
    world.turn(DEEPS)
    assert stage(world) == "turn 1, battle"


# A raid, stage by stage.


def test_the_game_begins_when_both_sides_are_taken(world: World) -> None:
    """The fleets stand in the scenario: there is nothing to fill in."""
    world.creates(DEEPS, ruleset="offmap")
    world.joins("pact", DEEPS)
    assert world.game(DEEPS).phase == Phase.SIGN_UP
    reach = world.joins("reach", DEEPS)
    assert (stage(world), reach.last().subject) == (
        "turn 1, declare",
        "[deeps T1] Deeps: The game begins",
    )


def test_who_wants_to_play_is_told_which_side_is_free(world: World) -> None:
    """The sides have names of their own, whatever players call themselves."""
    world.creates(DEEPS, ruleset="offmap")
    (asked,) = world.person("zane").sends("join deeps as Zane")
    assert "to play as pact" in asked.words
    world.person("zane").writes("Yes.")
    (asked,) = world.person("rick").sends("join deeps as pact")
    assert "to play as reach" in asked.words


def test_where_nothing_is_to_be_filled_in_there_is_no_form(world: World) -> None:
    world.creates(DEEPS, ruleset="offmap")
    welcome = world.joins("pact", DEEPS).last(Kind.SHEET)
    assert "Nothing has to be sent until the game begins." in welcome.words
    assert "#orders" not in welcome.text
    assert "form below" not in welcome.words


def test_a_declared_raid_is_reckoned_out_in_its_receipt(sides: tuple[Person, Person]) -> None:
    (receipt,) = sides[0].writes(TO_WAGONS)
    assert "10 ships, flagship Bellows (command 9)" in receipt.words
    assert "reached on 3-6 (4 in 6)" in receipt.words


def test_a_receipt_cites_the_handbook_of_its_own_game(sides: tuple[Person, Person]) -> None:
    """A misspelt name, an order given twice, one that is refused, one that is not read."""
    (raider,) = sides[0].writes("move Yoke to Frod\nreact all\nfrobnicate")
    (defender,) = sides[1].writes("near 1 2\nnear 2 3")
    assert "I read “Frod” as Ford." in raider.words
    assert "that one counts, and this one does not." in defender.words
    cited = re.findall(r"\[([A-Z]+)-[A-Z0-9.]+\]", raider.text + defender.text)
    assert set(cited) == {"OFF"}


def test_where_nobody_is_left_to_raid_it_is_said_of_each_why(
    sides: tuple[Person, Person],
) -> None:
    (receipt,) = sides[0].writes("raid Deeps from Rim with Yoke, Elm objective Marl")
    assert "No unit is left that could raid." in receipt.words
    assert "Note: Yoke is at Kest, not at Rim." in receipt.words
    assert "Note: Elm is not yours." in receipt.words
    assert "Accepted" not in receipt.words


def test_a_raid_goes_from_its_declaration_to_its_result(
    world: World, sides: tuple[Person, Person]
) -> None:
    pact, reach = sides
    to_battle(world, pact, reach, "react Jay, Kite\nnear weakest")
    assert "meets the raid." in reach.last(Kind.SHEET).words
    due = "Orders for turn 1, declare, are due "
    assert any(due in mail.words for mail in pact.letters(Kind.SHEET))
    assert [mail.subject for mail in pact.letters(Kind.SHEET)[-2:]] == [
        "[deeps T2] Deeps: Turn 1, declare",
        "[deeps T4] Deeps: Turn 1, designate",
    ]
    pact.writes("report crippled Dross")
    reach.writes("agree")
    world.turn(DEEPS)
    assert stage(world) == "turn 2, declare"
    facts = pact.last(Kind.SHEET).facts["facts"]
    assert facts["scores"] == {"pact": 0, "reach": 4}
    assert facts["units"]["Dross"] == {"type": "CA", "side": "pact", "at": "Ford", "crippled": True}


def test_the_defender_hears_of_a_raid_and_the_raider_not_of_the_answer(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-3.7)"""
    pact, reach = sides
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    assert "Objective: Wagons (convoy)." in reach.last(Kind.SHEET).words
    before = len(pact.letters())
    reach.writes("react Jay, Kite")
    assert "Into Deeps come: FF Jay, Kite." in reach.last(Kind.RECEIPT).words
    world.turn(DEEPS)
    assert stage(world) == "turn 1, designate"
    assert len(pact.letters()) == before


def test_each_side_hears_at_once_what_the_other_reports(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-3.5)"""
    pact, reach = sides
    to_battle(world, pact, reach)
    pact.writes("report crippled Dross")
    notice = reach.last(Kind.NOTICE)
    assert notice.subject == "[deeps T4] Deeps: Report of the battle"
    assert "crippled: Dross" in notice.words
    reach.writes("agree", to=notice)
    assert "Vael Reach agrees with your report." in pact.last(Kind.NOTICE).words


# Silence.


def test_silence_never_holds_the_game_up(world: World, sides: tuple[Person, Person]) -> None:
    """Six deadlines, six turns: what nobody owes is passed at once. (OFF-H75)"""
    for turn in range(1, 7):
        assert stage(world) == f"turn {turn}, declare"
        world.turn(DEEPS)
    assert world.game(DEEPS).phase == Phase.OVER
    assert all("Final score" in person.last(Kind.SHEET).text for person in sides)


def test_a_raid_that_nobody_speaks_of_again_ends_without_losses(
    world: World, sides: tuple[Person, Person]
) -> None:
    sides[0].writes(TO_WAGONS)
    for opened in ("react", "designate", "battle"):
        world.turn(DEEPS)
        assert stage(world) == f"turn 1, {opened}"
    world.turn(DEEPS)
    assert stage(world) == "turn 2, declare"
    assert sides[0].last(Kind.SHEET).facts["facts"]["scores"] == {"pact": 0, "reach": 0}


def test_a_stage_that_nobody_owes_waits_for_no_mail(world: World) -> None:
    """It is run in the same breath, though the mailbox has not been read since."""
    world.campaign()
    due = world.deadline(DEEPS)
    world.turn(DEEPS)
    assert world.deadline(DEEPS) - due == timedelta(days=7)


# What stands.


def test_a_standing_order_stands_in_later_turns_and_every_receipt_shows_it(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-3.1)"""
    pact, reach = sides
    reach.writes("near weakest")
    world.turn(DEEPS)
    assert "Until you change it this stands: near weakest." in reach.last(Kind.SHEET).words
    (receipt,) = reach.writes("status")
    assert "None." in receipt.text
    assert "stands until you change it: near weakest." in receipt.words
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    world.turn(DEEPS)
    assert stage(world) == "turn 2, battle"


def test_guards_stand_until_they_are_relieved(world: World) -> None:
    _, reach = world.campaign(guards=True)
    reach.writes("guard Hearth with Halberd, Partisan")
    world.turn(DEEPS)
    reach.writes("guard Hearth with none")
    assert "guard Hearth" not in reach.last(Kind.RECEIPT).words.partition("until you change it")[2]
    world.turn(DEEPS)
    assert "guard Hearth" not in reach.last(Kind.SHEET).words


# Disputes.


def disputed(world: World, pact: Person, reach: Person) -> None:
    to_battle(world, pact, reach)
    pact.writes("report destroyed Emery")
    reach.writes("dispute Emery was never hit")
    world.turn(DEEPS)


def test_a_dispute_holds_the_game_until_the_gamesmaster_has_ruled(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-H76)"""
    disputed(world, *sides)
    assert world.game(DEEPS).phase == Phase.HELD
    asked = world.person("gm").last()
    assert "turn 1, end waits for your ruling" in asked.subject
    assert "Orrin Pact reports: destroyed Emery" in asked.text
    assert "Vael Reach disputes it: Emery was never hit" in asked.text
    assert "WHAT is raid/Deeps/result" in asked.text
    world.passes(days=30)
    assert stage(world) == "turn 1, end"
    world.amends("raid/Deeps/result", "crippled Emery", "Emery was hit once.", game=DEEPS)
    world.works()
    assert stage(world) == "turn 2, declare"
    for person in sides:
        assert "Emery was hit once." in person.last(Kind.NOTICE).words
        assert person.last(Kind.SHEET).facts["facts"]["scores"] == {"pact": 0, "reach": 4}


def test_why_a_result_is_disputed_is_for_the_gamesmaster_alone(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-3.7)"""
    pact, reach = sides
    disputed(world, pact, reach)
    assert "Vael Reach disputes the result." in pact.last(Kind.NOTICE).words
    assert all("never hit" not in mail.raw.decode() for mail in pact.letters())


def test_without_a_ruling_nothing_is_lost(world: World, sides: tuple[Person, Person]) -> None:
    """What `mailbot game resume` does."""
    disputed(world, *sides)
    with world.service.store.writing() as session:
        session.get_one(Game, DEEPS).phase = Phase.RUNNING
    world.works()
    assert stage(world) == "turn 2, declare"
    assert sides[0].last(Kind.SHEET).facts["facts"]["scores"] == {"pact": 0, "reach": 0}


def test_the_record_of_a_game_gives_its_corrected_positions_again(
    world: World, sides: tuple[Person, Person]
) -> None:
    """Corrections in whatever stage, rulings, and what was said of nothing."""
    sides[0].writes(TO_WAGONS)
    world.amends("side/pact/ep", 12, "A gift.", game=DEEPS)
    world.turn(DEEPS)
    world.amends("unit/Gorse/reserve", True, game=DEEPS)
    sides[1].writes("near weakest")
    world.turn(DEEPS)
    sides[0].writes("dispute Let him decide.")
    world.amends("area/Deeps/survey_points", 20, "Counted anew.", game=DEEPS)
    world.turn(DEEPS)
    world.amends("raid/Deeps/result", "crippled Emery", "Hit once.", game=DEEPS)
    world.works()
    with world.service.store.reading() as session:
        ruleset = live(session.get_one(Game, DEEPS)).rules.ruleset
        rows = session.scalars(select(TurnRow).order_by(TurnRow.stage)).all()
        edits = session.scalars(select(Amendment).order_by(Amendment.id)).all()
    assert [row.stage for row in rows] == [0, 1, 2, 3, 4, 5]
    for earlier, later in pairwise(rows):
        state = ruleset.load(earlier.after)
        for edit in edits:
            if edit.stage == later.stage:
                done = ruleset.amend(state, GmEdit(edit.what, edit.value, edit.why, edit.quiet))
                assert isinstance(done, Turn)
                state = done.state
        assert state == ruleset.load(later.before)


def test_a_ruling_that_names_nobody_is_refused_with_what_would_do(
    world: World, sides: tuple[Person, Person]
) -> None:
    disputed(world, *sides)
    with pytest.raises(Refused, match="Do you mean Emery"):
        world.amends("raid/Deeps/result", "crippled Emry", "Hit once.", game=DEEPS)
    assert world.game(DEEPS).phase == Phase.HELD


def test_who_writes_while_the_gamesmaster_decides_is_told_that_nothing_is_asked(
    world: World, sides: tuple[Person, Person]
) -> None:
    disputed(world, *sides)
    (receipt,) = sides[0].writes("report none")
    assert "cannot be ordered by you in this phase (end)" in receipt.words
    assert "Deadline" not in receipt.words


def test_the_gamesmaster_ends_a_game_by_its_number_of_turns(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(OFF-3.12)"""
    world.turn(DEEPS)
    world.turn(DEEPS)
    world.amends("options/turns", 2, "We end here, as agreed.", game=DEEPS)
    world.works()
    assert world.game(DEEPS).phase == Phase.OVER
    assert all("Final score" in person.last(Kind.SHEET).text for person in sides)


def test_a_stage_that_nobody_owes_any_more_passes_at_once(
    world: World, sides: tuple[Person, Person]
) -> None:
    """Who names no near force is not asked for one from now on."""
    sides[0].writes(TO_WAGONS)
    world.turn(DEEPS)
    world.turn(DEEPS)
    assert stage(world) == "turn 1, designate"
    world.amends("options/designate", "default", "We have no time for this.", game=DEEPS)
    world.works()
    assert stage(world) == "turn 1, battle"


def test_a_game_is_shortened_to_end_after_this_turn(
    world: World, sides: tuple[Person, Person]
) -> None:
    world.turn(DEEPS)
    world.amends("options/turns", 2, "One more turn.", game=DEEPS)
    world.works()
    assert stage(world) == "turn 2, declare"
    world.turn(DEEPS)
    assert world.game(DEEPS).phase == Phase.OVER


@pytest.mark.parametrize("option", ["sequence", "zones", "turn"])
def test_what_a_game_is_built_on_cannot_be_changed(
    world: World, sides: tuple[Person, Person], option: str
) -> None:
    with pytest.raises(Refused, match=r"cannot change once|Do you mean turns"):
        world.amends(f"options/{option}", "seven", game=DEEPS)


@pytest.mark.parametrize(
    ("what", "value", "said"),
    [
        ("unit/Emery/crippled", "yes", "unit/Emery/crippled must be true or false"),
        ("unit/Emery/zone", "middle", "unit/Emery/zone must be near, far or survey"),
        ("options/intel", "all", "options/intel must be open or fixed"),
        ("options/turns", 0, "options/turns must be a whole number >= 1"),
        ("place/Rim/supply", "pact", "place/Rim/supply must be a list"),
        ("area/Deeps/raids/Marl", "two", "area/Deeps/raids/Marl must be a whole number"),
        ("unit/Emery/at", "Nowhere", "there is no area or place Nowhere"),
    ],
)
def test_a_wrong_value_is_answered_with_what_would_do(
    world: World, sides: tuple[Person, Person], what: str, value: object, said: str
) -> None:
    before = world.game(DEEPS).position
    with pytest.raises(Refused, match=said):
        world.amends(what, value, game=DEEPS)
    assert world.game(DEEPS).position == before


# Which turn, which stage.


def test_a_turn_is_named_and_the_tag_tells_the_stage(
    world: World, sides: tuple[Person, Person]
) -> None:
    """What was written for the declaration does not count for the answer, though turn 1 it is."""
    pact, reach = sides
    sheet = reach.last(Kind.SHEET)
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    (receipt,) = reach.writes("turn 1\nnear 2 3", to=sheet)
    assert "written for turn 1, declare, and turn 1, react is open" in receipt.words
    assert world.stands(reach, DEEPS) == []
    reach.writes("apply")
    assert world.stands(reach, DEEPS) == ["near 2 3"]


def test_an_answer_to_a_letter_that_asks_for_nothing_is_for_what_comes_next(
    world: World, sides: tuple[Person, Person]
) -> None:
    """Of the two sheets that come at the end of a battle either may be answered."""
    pact, reach = sides
    to_battle(world, pact, reach)
    world.turn(DEEPS)
    result, new_turn = pact.letters(Kind.SHEET)[-2:]
    assert "Nothing is asked of you now." in result.words
    raid = "raid Deeps from Rim with Anvil objective Marl"
    pact.writes(raid, to=result)
    assert world.stands(pact, DEEPS) == [raid]
    pact.writes("cancel raid", to=new_turn)
    (receipt,) = pact.writes(f"turn 1\n{raid}", to=result)
    assert "written for turn 1, end, and turn 2, declare is open" in receipt.words


def test_an_answer_to_a_letter_that_asked_is_not_for_a_later_stage(
    world: World, sides: tuple[Person, Person]
) -> None:
    pact, reach = sides
    asked = pact.last(Kind.SHEET)
    to_battle(world, pact, reach)
    (receipt,) = pact.writes("retrograde all to Kest", to=asked)
    assert "written for turn 1, declare, and turn 1, battle is open" in receipt.words


def test_turn_n_alone_means_the_stage_of_that_turn_that_is_open(
    world: World, sides: tuple[Person, Person]
) -> None:
    """Of turn 2 the first stage is the sixth of the game."""
    world.turn(DEEPS)
    sides[1].writes("orders for turn 2:\nnear 2 3")
    assert world.stands(sides[1], DEEPS) == ["near 2 3"]
    (receipt,) = sides[1].writes("turn 6\nnear 1")
    assert "Your orders for turn 6 are kept" in receipt.words
    assert world.stands(sides[1], DEEPS) == ["near 2 3"]


def test_the_form_of_a_sheet_names_the_turn_of_the_game(
    world: World, sides: tuple[Person, Person]
) -> None:
    world.turn(DEEPS)
    sheet = sides[1].last(Kind.SHEET)
    text = sheet.text.replace("\r", "")
    form = text[text.index("#orders") : text.index("#end")]
    assert form.startswith("#orders deeps turn 2\n")
    sides[1].writes(form.replace("\nnear ", "\nnear weakest "))
    assert world.stands(sides[1], DEEPS) == ["near weakest"]


def test_all_sheets_of_a_turn_are_sent_again_on_request(
    world: World, sides: tuple[Person, Person]
) -> None:
    """(FEAT-T10)"""
    to_battle(world, *sides)
    again = sides[0].writes("resend 1")
    assert [mail.subject for mail in again] == [
        "[deeps T2] Deeps: Turn 1, declare",
        "[deeps T4] Deeps: Turn 1, designate",
    ]


def test_a_proclamation_reaches_who_has_no_sheet_of_that_stage(
    world: World, sides: tuple[Person, Person]
) -> None:
    pact, reach = sides
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    reach.writes("public: We are ready for you.")
    world.turn(DEEPS)
    assert "We are ready for you." not in pact.last(Kind.SHEET).text
    world.turn(DEEPS)
    assert "We are ready for you." in pact.last(Kind.SHEET).text
    assert "We are ready for you." not in reach.last(Kind.SHEET).text


@pytest.mark.parametrize("name", ["reach", "Reach", "Vael Reach", "the Vael Reach"])
def test_the_two_sides_can_write_to_each_other(sides: tuple[Person, Person], name: str) -> None:
    pact, reach = sides
    (receipt,) = pact.writes(f"to {name}: Shall we talk?")
    assert "Your letter was sent on to reach." in receipt.words
    assert "Shall we talk?" in reach.last(Kind.PRESS).text


def test_a_letter_to_nobody_is_told_who_there_is(sides: tuple[Person, Person]) -> None:
    (receipt,) = sides[0].writes("to Zane: Shall we talk?")
    assert "There is no player called Zane. The players are pact and reach." in receipt.words


def test_the_digest_of_every_stage_is_in_a_sheet_of_everybody(
    world: World, sides: tuple[Person, Person]
) -> None:
    """Also of those stages after which he was told nothing: it binds his orders and theirs."""
    pact, reach = sides
    pact.writes(TO_WAGONS)
    world.turn(DEEPS)
    (receipt,) = reach.writes("react Jay, Kite\nnear weakest")
    mark = receipt.words.partition("This set has the mark ")[2][:12]
    world.turn(DEEPS)
    for person in sides:
        told = person.last(Kind.SHEET).words
        digests = re.findall(r"Orders of (turn 1, \w+): digest ([0-9a-f]{64})", told)
        assert [name for name, _ in digests] == ["turn 1, react", "turn 1, designate"]
    assert f"your line in it {mark}" in reach.last(Kind.SHEET).words


def test_seed_words_are_for_the_stage_after_this_one(sides: tuple[Person, Person]) -> None:
    (receipt,) = sides[0].writes("seed: a lucky star")
    assert "mixed into the dice of turn 1, react." in receipt.words


# What the raider may not know before the result (OFF-3.7).

ANSWERS = (
    ("", ""),
    ("guard Hearth with Halberd", "react Elm, Ibis"),
    ("guard Hearth with Rook; guard Loam with Birch", "react all\nfrobnicate"),
    ("seed: rosebud\nto gm: Is anybody there?", "react all from Citadel\ncancel react"),
    ("status", "react none"),
)


def heard(world: World, declared: str, answered: str) -> list[object]:
    """Every letter that the raider gets until the dice are thrown."""
    pact, reach = world.campaign(guards=True)
    pact.writes(f"{TO_WAGONS}\nraid Deeps from Kest with Halberd objective Rokk", headers=NAMED)
    writes_unseen(reach, (declared,) if declared else ())
    world.turn(DEEPS)
    pact.writes("status", headers=NAMED)
    writes_unseen(reach, (answered,) if answered else ())
    world.turn(DEEPS)
    assert stage(world) == "turn 1, designate"
    pact.writes("report none\nstatus", headers=NAMED)
    return [shown(mail) for mail in pact.letters()]


def test_nothing_of_the_defence_shows_in_any_letter_of_the_raider(worlds: Worlds) -> None:
    """Not a byte of sheets, receipts and notices, nor when they come."""
    told = [heard(worlds(), *answer) for answer in ANSWERS]
    assert all(one == told[0] for one in told)


# Two games in one mailbox.


def test_two_games_of_two_rulesets_are_told_apart(world: World) -> None:
    """One man commands a fleet of Raider and the Pact."""
    zane, _ = world.begins("Zane", "Rick")
    sheet = zane.last(Kind.SHEET)
    world.passes(days=1)
    world.creates(DEEPS, ruleset="offmap")
    zane.sends("join deeps as pact")
    zane.writes("Yes, please.")
    world.joins("reach", DEEPS)
    zane.writes("raid Deeps from Rim with Anvil, Bellows objective Marl")
    zane.writes("Phoenix to Hilda", to=sheet)
    assert world.stands(zane) == ["Phoenix to Hilda"]
    assert world.stands(world.person("pact"), DEEPS) == [
        "raid Deeps from Rim with Anvil, Bellows objective Marl"
    ]
