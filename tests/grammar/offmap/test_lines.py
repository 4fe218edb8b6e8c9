"""Lines as players type them: what they order, or what they are told."""

from __future__ import annotations

import pytest

from tests.grammar.offmap.table import DEFENDER, RAIDER, codes, problems, read, written

RAIDERS = """
raid Deeps, from Rim, with Anvil, objective Marl     | raid Deeps from Rim with Anvil objective Marl
raid the Deeps from Rim with Anvil target: Marl      | raid Deeps from Rim with Anvil objective Marl
raid area Deeps from Rim with Anvil objective = Marl | raid Deeps from Rim with Anvil objective Marl
Raid Deeps from Rim with Anvil and objective Marl.   | raid Deeps from Rim with Anvil objective Marl
we strike into Deeps with all ships at Rim           | raid Deeps from Rim with all
raid Deeps with all, objective the survey total      | raid Deeps with all objective survey
raid Deeps; with all at Rim; objective Marl          | raid Deeps from Rim with all objective Marl
raid Deeps with Anvil Bellows Crucible               | raid Deeps with Anvil, Bellows, Crucible
raid Deeps with Anvil, Jig & Kiln and Dross          | raid Deeps with Anvil, Jig, Kiln, Dross
raid Deeps with everything fight for 2 rounds        | raid Deeps with all fight 2
raid Deeps with Anvil use a command point            | raid Deeps with Anvil using command point
raid Deeps with Anvil flagship is Anvil              | raid Deeps with Anvil flagship Anvil
raid Deeps with Anvil search avoid 4, 2 and 6        | raid Deeps with Anvil avoid 4 2 6
raid Deeps with Anvil area 4                         | raid Deeps with Anvil area 4
raid Deeps with Anvil search                         | raid Deeps with Anvil
- raid Deeps with all at Rim                         | raid Deeps from Rim with all
2) move Yoke to Ford                                 | move Yoke to Ford
move Yoke, Zinc -> Ford                              | move Yoke, Zinc to Ford
move Yoke; Zinc to Ford                              | move Yoke, Zinc to Ford
move Yoke Ford                                       | move Yoke to Ford
move Yoke from Kest to Ford                          | move Yoke to Ford
please move my ships Yoke and Zinc to Ford           | move Yoke, Zinc to Ford
move Yoke to Ford; pass                              | move Yoke to Ford; pass
report Jig crippled, Cedar destroyed, rounds 2       | report crippled Jig destroyed Cedar rounds 2
report destroyed Cedar withdrew attacker             | report destroyed Cedar withdrew attacker
report crippled Dross crippled Cedar                 | report crippled Dross, Cedar
report devastated Marl survey 9, rounds 3            | report devastated Marl survey lost 9 rounds 3
report none                                          | report none
retrograde to Kest                                   | retrograde all to Kest
return all to Kest                                   | retrograde all to Kest
agree                                                | agree
I agree.                                             | agree
dispute: he had no   such ship                       | dispute he had no such ship
dispute                                              | dispute
cancel raid                                          | cancel raid
cancel raid Deeps                                    | cancel Deeps
cancel Yoke, Zinc                                    | cancel Yoke; cancel Zinc
cancel my raid into Deeps                            | cancel Deeps
cancel all orders                                    | cancel all
forget all                                           | cancel all
"""
DEFENDERS = """
react Elm Ibis                          | react Elm, Ibis
react with_nothing                      |
react all at Gate                       | react all from Gate
react none                              | react none
near: weakest                           | near weakest
near the strongest force                | near strongest
near 2, then 3                          | near 2 3
near force 2                            | near 2
near 2 2 3                              | near 2 3
guard Hearth with none                  | guard Hearth with none
protect Hearth with Halberd & Partisan  | guard Hearth with Halberd, Partisan
shelter Cradle, Rook in Bastion         | shelter Cradle, Rook at Bastion
shelter Cradle with Bastion             | shelter Cradle at Bastion
shelter Cradle none                     | shelter Cradle at none
assign Alder to 2                       | assign Alder to area 2
assign Alder -> area 2                  | assign Alder to area 2
assign the rest to 5                    | assign rest to area 5
assign all to area 1                    | assign all to area 1
shift Cradle to the far zone            | shift Cradle to far
shift Plumb to survey                   | shift Plumb to survey
shift Alder to Gate                     | shift Alder to Gate
excuse O'Hara-2, Elm                    | excuse O'Hara-2, Elm
commit the near force                   | commit near
commit far                              | commit far
"""


def rows(table: str) -> list[tuple[str, str]]:
    lines = (line.rpartition("|") for line in table.strip().splitlines())
    return [(line.strip(), order.strip()) for line, _, order in lines]


@pytest.mark.parametrize(("line", "order"), rows(RAIDERS))
def test_what_a_raider_types_is_read(line: str, order: str) -> None:
    parsed = read(line, RAIDER)
    assert written(parsed) == order
    assert problems(parsed) == ()


@pytest.mark.parametrize(("line", "order"), rows(DEFENDERS))
def test_what_a_defender_types_is_read(line: str, order: str) -> None:
    parsed = read(line, DEFENDER)
    assert written(parsed) == order
    if order:
        assert problems(parsed) == ()


FORM = """
raid | raid Deeps | raid Deeps from Rim with | raid Deeps with objective | move | move Yoke to
shift | shift Yoke to | react | react all from | near | guard | guard Hearth with | shelter
shelter Yoke at | assign | assign rest to area | excuse | report | report crippled
report survey lost | report rounds | report withdrew | commit | retrograde | retrograde to
"""


@pytest.mark.parametrize("line", [line.strip() for line in FORM.replace("\n", "|").split("|")])
def test_a_line_of_the_form_with_nothing_filled_in_says_nothing(line: str) -> None:
    parsed = read(f"{line}   # what could be written there")
    assert parsed.empty or line == "react all from"
    assert problems(parsed) == ()


SLIPS = """
raid Nowhere with Anvil             | E-AREA          | Do you mean Deeps or Hollow?
raid Deeps form Rim with Anvil      | E-AREA          | no area called Deeps form Rim
raid with Anvil objective Marl      | E-AREA          | which area is raided
raid Deeps from Rom with Anvil      | E-PLACE         | Take its name from your sheet
raid Deeps from Rim Ford with Anvil | E-PLACE         | Do you mean Ford or Rim?
raid Deeps from Rim                 | E-EMPTY         | with which ships
raid Deeps with Anvil fight 4       | E-FIGHT         | 1 to 3 rounds
raid Deeps with Anvil fight 1 2     | bad-number      | one number
raid Deeps with Anvil area 0        | E-SUB-UNKNOWN   | numbered 1 to 6
raid Deeps with Anvil objective 7up | E-OBJ           | no name that a unit
raid Deeps with Anvil flagship Anvil, Dross | E-UNIT  | name one unit
move Yoke                           | unfinished      | move SHIP, SHIP to PLACE
move to Ford                        | E-EMPTY         | which units
move all to Ford                    | E-UNIT          | one by one
react Yoke and all from Kest        | E-UNIT          | Write all alone
raid Deeps with all and Anvil at Rim | E-UNIT         | Write all alone
assign Yoke and the rest to area 5  | E-UNIT          | Write rest alone
move Yoke to Frod                   | corrected       | I read “Frod” as Ford
shelter Yoke                        | unfinished      | shelter UNIT at BASE
guard Hearth Marl with Yoke         | E-UNIT          | name one unit
assign Yoke to Ford                 | unfinished      | assign UNIT, UNIT to area 2
near 1234567                        | bad-number      | too large
cancel guard Hearth                 | W-IGNORED       | After cancel comes
fight 2                             | W-IGNORED       | goes on with a raid
if he comes, react all              | W-IGNORED       | cannot depend
attack Deeps                        | W-IGNORED       | raid AREA from PLACE
pass the salt                       | W-IGNORED       | Nothing was changed
"""


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [tuple(part.strip() for part in row.split("|")) for row in SLIPS.strip().splitlines()],
)
def test_a_slip_is_told_with_what_would_work(line: str, code: str, words: str) -> None:
    parsed = read(line)
    assert codes(parsed) == [code]
    assert words in problems(parsed)[0].text


def test_a_mistyped_name_is_corrected_with_a_remark() -> None:
    parsed = read("raid Deeps from Rim with Anvil, Belows objective Hearht")
    assert written(parsed) == "raid Deeps from Rim with Anvil, Bellows objective Hearth"
    assert codes(parsed) == ["corrected", "corrected"]


def test_a_mistyped_word_of_the_language_is_corrected_with_a_remark() -> None:
    parsed = read("raaid Deeps frmo Rim with Anvil, Bellows objctive Marl")
    assert written(parsed) == "raid Deeps from Rim with Anvil, Bellows objective Marl"
    assert set(codes(parsed)) == {"corrected"}


def test_a_unique_beginning_stands_for_the_name() -> None:
    assert written(read("move Yok to Farp")) == "move Yoke to Farpost"


def test_a_unit_named_twice_counts_once() -> None:
    parsed = read("raid Deeps with Anvil, Dross, anvil")
    assert written(parsed) == "raid Deeps with Anvil, Dross"
    assert codes(parsed) == ["W-DUP"]


def test_of_a_clause_given_twice_the_last_counts() -> None:
    parsed = read("raid Deeps from Rim with Anvil objective Marl from Kest objective Loam")
    assert written(parsed) == "raid Deeps from Kest with Anvil objective Loam"
    assert codes(parsed) == ["replaced", "replaced"]


def test_one_bad_ship_is_left_out_and_the_rest_goes() -> None:
    """(OFF-H24)"""
    parsed = read("raid Deeps from Rim with Anvil, Xyzzy objective Loam")
    assert written(parsed) == "raid Deeps from Rim with Anvil objective Loam"
    (problem,) = problems(parsed)
    assert (problem.code, problem.refused, problem.arguments["what"]) == ("E-UNIT", False, "Xyzzy")


def test_where_all_ships_are_bad_nothing_goes() -> None:
    for line in ("raid Deeps with Xyzzy, Qwert", "move Xyzzy to Ford", "excuse Xyzzy"):
        parsed = read(line)
        assert parsed.orders == ()
        assert codes(parsed)[-1] == "E-EMPTY"


def test_a_reaction_of_strange_ships_is_not_a_reaction_of_none() -> None:
    assert read("react Xyzzy", DEFENDER).orders == ()
    assert read("guard Hearth with Xyzzy", DEFENDER).orders == ()
