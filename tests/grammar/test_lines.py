"""Lines as players type them: what they order, or what they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.ruleset import Severity
from tests.grammar.table import SIGN_UP, TURN, codes, problems, read, written

READ = """
Phoenix Pearl                              | Phoenix to Pearl
phoenix -> pearl                           | Phoenix to Pearl
PHOENIX => PEARL                           | Phoenix to Pearl
Phoenix: move to Pearl                     | Phoenix to Pearl
Phoenix - Pearl                            | Phoenix to Pearl
Phoenix → Pearl                            | Phoenix to Pearl
Phoenix = Pearl                            | Phoenix to Pearl
Phoenix-Pearl                              | Phoenix to Pearl
Phoenix to Pearl.                          | Phoenix to Pearl
Phoenix to Pearl?                          | Phoenix to Pearl
Phoenix, Pearl                             | Phoenix to Pearl
move Phoenix to Pearl                      | Phoenix to Pearl
Move Phoenix Pearl                         | Phoenix to Pearl
send my ship Phoenix to the island Pearl   | Phoenix to Pearl
I want Phoenix to sail to Pearl            | Phoenix to Pearl
I'd like Phoenix to go to Pearl, please!   | Phoenix to Pearl
Phoenix from Agnes to Pearl                | Phoenix to Pearl
Phoenix at Agnes to Pearl                  | Phoenix to Pearl
Phoenix Agnes -> Pearl                     | Phoenix to Pearl
"Phoenix" to “Pearl”                       | Phoenix to Pearl
chous-rave to jade                         | Chous-rave to Jade
Pho to Pea                                 | Phoenix to Pearl
Phoenix pea                                | Phoenix to Pearl
Pho Pet                                    | Phoenix to Petrel
Phoenix, Eden: Pea X                       | Phoenix to Pearl, disband; Eden to Pearl, disband
Phoenix Pea 5E Gannet                      | Phoenix to Pearl, launch Gannet as 5E
Phoenix Agnes PET                          | Phoenix to Agnes, refit as EPT
refit Phoenix PEA 5E                       | Phoenix, refit as A6EP
Phoenix, Eden to Pearl                     | Phoenix to Pearl; Eden to Pearl
Phoenix and Eden sail to Pearl please      | Phoenix to Pearl; Eden to Pearl
Phoenix, Eden and Volen: Pearl             | Phoenix to Pearl; Eden to Pearl; Volen to Pearl
Phoenix Eden Pearl                         | Phoenix to Pearl; Eden to Pearl
Phoenix & Eden -> Pearl                    | Phoenix to Pearl; Eden to Pearl
all at Agnes to Pearl                      | Phoenix to Pearl; Eden to Pearl
all ships at Agnes move to Pearl           | Phoenix to Pearl; Eden to Pearl
all at Agnes except Eden to Pearl          | Phoenix to Pearl
Phoenix to Pearl; Eden to Coral            | Phoenix to Pearl; Eden to Coral
Phoenix stays                              | Phoenix stays
hold Phoenix                               | Phoenix stays
Phoenix stays at Agnes                     | Phoenix stays
Phoenix and Eden wait                      | Phoenix stays; Eden stays
Phoenix Pearl X                            | Phoenix to Pearl, disband
Phoenix x                                  | Phoenix, disband
disband Phoenix at Pearl                   | Phoenix to Pearl, disband
scrap Phoenix                              | Phoenix, disband
Phoenix to Pearl and disband               | Phoenix to Pearl, disband
disband Phoenix, Eden at Pearl             | Phoenix to Pearl, disband; Eden to Pearl, disband
refit Phoenix 2A 3B 4E                     | Phoenix, refit as 2A3B4E
Phoenix: refit as AABBB EEEE at Pearl      | Phoenix to Pearl, refit as 2A3B4E
Phoenix to Pearl, then rebuild to 5B2G     | Phoenix to Pearl, refit as 5B2G
Phoenix goes to Pearl and refits with 5B   | Phoenix to Pearl, refit as 5B
Phoenix Pearl 3e3g4?                       | Phoenix to Pearl, refit as 3E3G4?
Phoenix Pearl 3E 3G 4?                     | Phoenix to Pearl, refit as 3E3G4?
Phoenix Pearl = AABB EEG                   | Phoenix to Pearl, refit as 2A2B2EG
Phoenix 10E                                | Phoenix, refit as 10E
Phoenix,,3E2G                              | Phoenix, refit as 3E2G
Phoenix,,3E2G,Gannet                       | Phoenix, launch Gannet as 3E2G
Phoenix, , X, ,                            | Phoenix, disband
Phoenix, Pearl, ,                          | Phoenix to Pearl
Phoenix STAGE                              | Phoenix, refit as AEGST
Phoenix to Pearl, launch Gannet as 3E3G4?  | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix Pearl 3E3G4? Gannet                | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix, Pearl, 3E3G4?, Gannet             | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix Pearl 3E 3G 4? SB-Bastard          | Phoenix to Pearl, launch SB-Bastard as 3E3G4?
Phoenix Pearl BEAST STAGE                  | Phoenix to Pearl, launch STAGE as ABEST
Phoenix launches Gannet 3E 3G 4? at Pearl  | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix: launch 3E3G4? Gannet              | Phoenix, launch Gannet as 3E3G4?
Phoenix Pearl launch 5B named Gannet       | Phoenix to Pearl, launch Gannet as 5B
launch Gannet as 5B with Phoenix at Pearl  | Phoenix to Pearl, launch Gannet as 5B
build Gannet = 5B from Phoenix             | Phoenix, launch Gannet as 5B
Phoenix to Pearl, launch Eden as 3E3G4?    | Phoenix to Pearl, launch Eden as 3E3G4?
launch Eden as 5B from Phoenix             | Phoenix, launch Eden as 5B
Phoenix Pearl launch BEAST as STAGE        | Phoenix to Pearl, launch Beast as AEGST
Phoenix to Pearl, launch Magpie as 5E      | Phoenix to Pearl, launch Magpie as 5E
Beast Pearl Beast Phoenix                  | Beast to Pearl, launch Phoenix as ABEST
Phoenix|Pearl|3E3G4?|Gannet                | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix; Pearl; 3E3G4?; Gannet             | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix to Pearl; launch Gannet as 3E3G4?  | Phoenix to Pearl, launch Gannet as 3E3G4?
Phoenix Pearl, launch a Gannet 5E          | Phoenix to Pearl, launch Gannet as 5E
Phoenix launches a new ship called Gannet with structure 5E | Phoenix, launch Gannet as 5E
Phoenix to Pearl, Eden to Coral            | Phoenix to Pearl; Eden to Coral
Phoenix Pearl and Eden, Volen to Coral     | Phoenix to Pearl; Eden to Coral; Volen to Coral
Phoenix to Pearl. Eden stays.              | Phoenix to Pearl; Eden stays
Phoenix/Eden to Pearl                      | Phoenix to Pearl; Eden to Pearl
all from Agnes to Pearl                    | Phoenix to Pearl; Eden to Pearl
all at Hilda stay put                      | Volen stays
Phoenix heading for Pearl                  | Phoenix to Pearl
break up Phoenix                           | Phoenix, disband
convert Phoenix to 5B                      | Phoenix, refit as 5B
I choose Zane as my overlord               | overlord: Zane
change overlord to Zane                    | overlord: Zane
pledge to Zane                             | overlord: Zane
Zane as overlord                           | overlord: Zane
undo Phoenix                               | cancel Phoenix
Phoenix cancel                             | cancel Phoenix
overlord: Zane                             | overlord: Zane
Overlord Zane                              | overlord: Zane
my overlord is me                          | overlord: Paul
overlord me                                | overlord: Paul
overlord = nobody                          | overlord: Paul
overlord: paul                             | overlord: Paul
Zane is my overlord                        | overlord: Zane
overlord: rick westera                     | overlord: Rick Westera
overlord: rick                             | overlord: Rick Westera
cancel Phoenix                             | cancel Phoenix
cancel my orders for Phoenix and Eden      | cancel Phoenix; cancel Eden
cancel all at Agnes                        | cancel Phoenix; cancel Eden
cancel overlord                            | cancel overlord
cancel all                                 | cancel all
clear                                      | cancel all
"""

SIGNED_UP = """
ship 1: Phoenix 3E3G2B                     | ship 1: Phoenix 2B3E3G
Ship 1 - Phoenix, 3E3G2B                   | ship 1: Phoenix 2B3E3G
1. Phoenix 3E3G2B                          | ship 1: Phoenix 2B3E3G
2) Phoenix 3E 3G 2B                        | ship 2: Phoenix 2B3E3G
3: Phoenix = AABBEEG                       | ship 3: Phoenix 2A2B2EG
Phoenix 3E3G2B                             | ship: Phoenix 2B3E3G
- Phoenix 3E3G2B                           | ship: Phoenix 2B3E3G
Phoenix = AABBEEG                          | ship: Phoenix 2A2B2EG
Phoenix: AABBEEG                           | ship: Phoenix 2A2B2EG
Phoenix AABBEEG                            | ship: Phoenix 2A2B2EG
ship Phoenix as 5E                         | ship: Phoenix 5E
ship 2: Beast STAGE                        | ship 2: Beast AEGST
start: Agnes                               | start: Agnes
start at Agnes                             | start: Agnes
I would like to start at Agnes please      | start: Agnes
home island Agnes                          | start: Agnes
start: Agnes, Pearl, Coral                 | start: Agnes, Pearl, Coral
start: Agnes Pearl or Coral                | start: Agnes, Pearl, Coral
start: Agn                                 | start: Agnes
cancel ship 3                              | cancel ship 3
cancel all                                 | cancel all
cancel start                               | cancel start
cancel Phoenix                             | cancel Phoenix
overlord: me                               | overlord: Paul
"""

CORRECTED = """
Pheonix to Pearl                | Phoenix to Pearl           | “Pheonix” as Phoenix
Phoenix to Perl                 | Phoenix to Pearl           | “Perl” as Pearl
Phoenix sial to Pearl           | Phoenix to Pearl           | “sial” as sail
overlrod: Zane                  | overlord: Zane             | “overlrod” as overlord
overlord: Zaen                  | overlord: Zane             | “Zaen” as Zane
Phoenix to Pearl, refti as 5B   | Phoenix to Pearl, refit as 5B | “refti” as refit
disbnad Pheonix at Pearl        | Phoenix to Pearl, disband  | “disbnad” as disband
Phoenix Pearl X Gannet          | Phoenix to Pearl, disband  | without “Gannet”
move Phoenix to Pearl Gannet    | Phoenix to Pearl           | without “Gannet”
"""

REFUSED = """
Hood to Pearl                   | no-such-ship            | You have no ship called Hood.
Hood Pearl                      | no-such-ship            | You have no ship called Hood.
refit Hood as 5B                | no-such-ship            | You have no ship called Hood.
move Hood to Pearl              | no-such-ship            | You have no ship called Hood.
Hood stays                      | no-such-ship            | You have no ship called Hood.
Hood and Phoenix to Pearl       | no-such-ship            | You have no ship called Hood.
cancel Hood                     | no-such-ship            | You have no ship called Hood.
Phoenix to Atlantis             | no-such-island          | no island called Atlantis
Phoenix Atlantis                | no-such-island          | neither an island nor a structure
Phoenix Pearl 3E,3G             | bad-structure           | in one piece
Phoenix Pearl 3E+3G             | bad-structure           | in one piece
Phoenix Pearl 3E-3G             | bad-structure           | no module -
Phoenix Pearl Gull 5E           | missing-command         | launch Gull as 5E
Phoenix to Pearl or Coral       | two-destinations        | Pearl and Coral
Phoenix attacks Hood            | no-such-island          | neither an island
start: Agnes                    | sign-up-is-over         | The game has begun
ship 1: Gull 5E                 | sign-up-is-over         | The game has begun
attack Zane                     | not-understood          | Ships fight whenever
if Zane comes, Phoenix to Pearl | not-understood          | cannot depend
tell Zane hello                 | not-understood          | public: or to NAME:
Pearl Phoenix                   | not-understood          | Did you mean: Phoenix to Pearl
to Pearl: Phoenix               | not-understood          | Did you mean: Phoenix to Pearl
overlord: Hugo                  | no-such-player          | no player called Hugo
Phoenix Pearl 3E3G4R            | bad-structure           | no module R
Phoenix Pearl 3E3G4             | bad-structure           | number 4 at the end
Phoenix Pearl 0E3G              | bad-structure           | count before E is 0
Phoenix Pearl 3EX               | bad-structure           | X alone
Phoenix Pearl 3E1O              | bad-structure           | letter O
Phoenix Pearl AABBK             | bad-structure           | no module K
refit Phoenix 2A 3B 4R          | bad-structure           | no module R
Phoenix Pearl Gannet            | name-without-structure  | What is Gannet?
Phoenix Pearl Gannet Gull       | name-without-structure  | What is Gannet?
move Phoenix Pearl 5B           | contradiction           | refit as 5B
Phoenix stays 5B                | contradiction           | refit as 5B
refit Phoenix Pearl 5B Gannet   | contradiction           | write launch
disband Phoenix 5B              | contradiction           | leave the structure out
refit Phoenix X                 | contradiction           | an X
Phoenix tto Pearl               | no-such-island          | neither an island nor
Phoenix refit 5B disband        | contradiction           | one thing a turn
launch Phoenix Pearl            | missing-structure       | which modules
Phoenix launch Gannet           | missing-structure       | launch Gannet as
Phoenix launch 5B               | missing-name            | give her a name
refit Phoenix                   | missing-structure       | refit as
launch Gannet as 5E             | missing-ship            | which ship is to launch
move to Pearl                   | missing-ship            | which ship is to move
move Phoenix                    | missing-destination     | where Phoenix is to go
Phoenix, Eden                   | missing-destination     | what Phoenix and Eden are to do
Phoenix Pearl Coral             | two-destinations        | Pearl and Coral
hold Phoenix at Pearl           | contradiction           | not at Pearl
Phoenix, Eden launch Gull as 5B | contradiction           | Give each her own line
Phoenix launch BEAST STAGE      | ambiguous               | before the structure
all at Petrel to Pearl          | nobody-there            | None of your ships is at Petrel
Phoenix Pearl 5B Agnes          | bad-name                | an island has that name
Phoenix Pearl 5B launch         | missing-name            | give her a name
Phoenix Pearl 5B move           | bad-name                | a word of the order language
Phoenix launch status as 5B     | bad-name                | a word of the order language
Phoenix Pearl 5B Abominations   | bad-name                | 12 letters, and 10 fit
Phoenix Pearl 5B Zoë            | bad-name                | A to Z
Phoenix to Pearl, Gull = 5B     | missing-command         | launch Gull as 5B
Phoenix Pearl 5B Gull Gannet    | words-left              | “Gannet”
"""

NOT_SIGNED_UP = """
ship 9: Gull 5E                 | no-such-slot            | numbered 1 to 6
ship 2: Gull                    | missing-structure       | needs a name and modules
ship 2: Gull 3E3?               | bad-structure           | every module named
ship 2: Gull 3E3R               | bad-structure           | no module R
ship 2: Agnes 5E                | bad-name                | an island has that name
ship 2: Gull X                  | bad-structure           | X alone
start: Atlantis                 | no-such-island          | no island called Atlantis
Phoenix Pearl 3E3G            | not-begun               | has not begun
Phoenix to Pearl                | not-begun               | has not begun
overlord: Hugo                  | no-such-player          | no player called Hugo
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split(" | ")] for row in table.strip().splitlines()]


@pytest.mark.parametrize(("line", "orders"), rows(READ))
def test_a_line_is_read_and_written_in_one_way(line: str, orders: str) -> None:
    assert written(read(line)) == orders
    assert problems(read(line)) == ()


@pytest.mark.parametrize(("line", "orders"), rows(SIGNED_UP))
def test_a_line_of_sign_up_is_read_and_written_in_one_way(line: str, orders: str) -> None:
    assert written(read(line, SIGN_UP)) == orders
    assert problems(read(line, SIGN_UP)) == ()


@pytest.mark.parametrize(("line", "orders", "said"), rows(CORRECTED))
def test_a_slip_is_corrected_with_a_remark(line: str, orders: str, said: str) -> None:
    parsed = read(line)
    assert written(parsed) == orders
    assert any(said in problem.text for problem in problems(parsed))


@pytest.mark.parametrize(("line", "code", "said"), rows(REFUSED))
def test_a_line_is_refused_with_what_would_work(line: str, code: str, said: str) -> None:
    assert_refused(line, code, said, stage=3)


@pytest.mark.parametrize(("line", "code", "said"), rows(NOT_SIGNED_UP))
def test_a_line_of_sign_up_is_refused_with_what_would_work(line: str, code: str, said: str) -> None:
    assert_refused(line, code, said, stage=0)


def assert_refused(line: str, code: str, said: str, stage: int) -> None:
    parsed = read(line, TURN if stage else SIGN_UP)
    assert parsed.orders == ()
    assert codes(parsed) == [code]
    (problem,) = problems(parsed)
    assert said in problem.text
    assert problem.severity is Severity.REFUSED
    assert problem.line == 1


@pytest.mark.parametrize(
    "line",
    [
        "Phoenix",
        "Phoenix:",
        "Phoenix # 5E at Agnes",
        "overlord:",
        "overlord: # now Zane",
        "#",
        "//",
    ],
)
def test_a_form_line_with_nothing_filled_in_says_nothing(line: str) -> None:
    parsed = read(line)
    assert (parsed.lines, parsed.problems) == ((), ())


@pytest.mark.parametrize("line", ["ship 3:", "ship 3: # a name", "start:", "start", "ship 3"])
def test_a_sign_up_line_with_nothing_filled_in_says_nothing(line: str) -> None:
    parsed = read(line, SIGN_UP)
    assert (parsed.lines, parsed.problems) == ((), ())


def test_the_short_beginning_of_two_islands_is_asked_about() -> None:
    words = replace(TURN, names={**TURN.names, "island": ("Agnes", "Pearl", "Peacock")})
    parsed = read("Phoenix Pea", words)
    assert written(parsed) == ""
    (problem,) = problems(parsed)
    assert problem.code == "ambiguous"
    assert "Pearl or Peacock" in problem.text
