"""One raid of a campaign by mail, from sign-up to the Gamesmaster's ruling, and then silence."""

from __future__ import annotations

from mailbot.games.settings import live
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Game, Phase
from tests.helpers.world import World

GAME = "deeps"


def test_a_raid_from_sign_up_to_a_ruling_and_a_turn_of_silence(world: World) -> None:
    world.creates(GAME, ruleset="offmap")
    pact, reach = (world.joins(side, GAME) for side in ("pact", "reach"))
    assert named(world) == "turn 1, declare"

    (receipt,) = pact.writes("move Yoke, Zinc to Ford\nraid Deeps from Ford with all objective Ox")
    assert "reached on" in receipt.words
    world.turn(GAME)
    assert "Objective: Ox (tug)." in reach.last(Kind.SHEET).words

    (receipt,) = reach.writes("react Jay, Kite")
    assert "Into Deeps come: FF Jay, Kite." in receipt.words
    world.turn(GAME)
    assert named(world) == "turn 1, designate"
    reach.writes("near weakest")
    world.turn(GAME)
    assert "meets the raid." in pact.last(Kind.SHEET).words

    pact.writes("report crippled Yoke")
    assert "crippled: Yoke" in reach.last(Kind.NOTICE).words
    reach.writes("report destroyed Yoke\ndispute She was sunk.")
    assert "destroyed: Yoke" in pact.last(Kind.NOTICE).words
    world.turn(GAME)
    assert world.game(GAME).phase == Phase.HELD
    assert "waits for your ruling" in world.person("gm").last().subject

    world.amends("raid/Deeps/result", "crippled Yoke", "She limped home.", game=GAME)
    world.works()
    assert named(world) == "turn 2, declare"
    for side in (pact, reach):
        assert "She limped home." in side.last(Kind.NOTICE).words
        assert side.last(Kind.SHEET).facts["facts"]["scores"] == {"pact": 0, "reach": 2}

    world.turn(GAME)
    assert named(world) == "turn 3, declare"
    assert pact.last(Kind.SHEET).subject == "[deeps T11] Deeps: Turn 2, end"


def named(world: World) -> str:
    """The stage that is open."""
    with world.service.store.reading() as session:
        return live(session.get_one(Game, GAME)).stage.name
