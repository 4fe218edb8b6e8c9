"""Letters between players: signed, unsigned, in character, to all, and the news (FEAT-P1 to P3)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from mailbot.games import steering
from mailbot.games.settings import find_game
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import PenName
from tests.helpers.got import Mail
from tests.helpers.world import Person, World, Worlds
from tests.stories.test_review import does

NAMES = ("Zane", "Rick", "Mara", "Hugo", "Olga")
FLEET = (
    "{0}one 3E3G2B\n{0}two 5E5T\n{0}three 2A2B3E\n{0}four 3E3G4B\n{0}five 2M4E2B2G\n"
    "{0}six 4E4B\nstart: {1}\n"
)
STARTS = ("Agnes", "Pearl", "Dolphin", "Albatross", "Ninian")


LIMITS = {"limits": {"receipts_per_hour": 100, "receipts_per_day": 200, "answers_to_same_words": 9}}

#: Databases of games that have begun, by their settings, with what the clock said then.
_BEGUN: dict[str, tuple[bytes, datetime, int]] = {}


def of_five(worlds: Worlds, **settings: Any) -> tuple[World, dict[str, Person]]:
    """Five players, and turn 1 is open."""
    world, key = worlds(settings=LIMITS), repr(settings)
    file = Path(world.url.removeprefix("sqlite:///"))
    if key not in _BEGUN:
        world.creates(options={"max_players": len(NAMES)}, **settings)
        for name, start in zip(NAMES, STARTS, strict=True):
            world.joins(name, fleet=FLEET.format(name[:2], start))
        assert world.game().stage == 1
        world.close()
        _BEGUN[key] = (file.read_bytes(), world.clock.now(), world._ids)
    data, now, world._ids = _BEGUN[key]
    file.write_bytes(data)
    world.clock.set(now)
    return world, {name: world.person(name) for name in NAMES}


def press(person: Person) -> list[str]:
    return [mail.words for mail in person.letters(Kind.PRESS)]


def hour(world: World) -> None:
    """The next full hour comes at which unsigned letters go out."""
    world.passes(minutes=75)


def code(receipt: Mail) -> str:
    found = re.search(r"confirm ([a-z2-7]{10})", receipt.words)
    assert found is not None, receipt.words
    return found[1]


def deputy(person: Person) -> Person:
    """Ann acts for this player from now on."""
    (question,) = person.writes("deputy ann@game.test")
    found = re.search(r"confirm (\S+)", question.text)
    assert found is not None
    person.writes(f"confirm {found[1]}", to=question)
    ann = person.world.person("ann")
    ann.writes("Yes.")
    return ann


# To some, to allies, to all.


def test_a_press_war(worlds: Worlds) -> None:
    """Signed, unsigned and in character, each letter to its readers alone (FEAT-P1)."""
    world, who = of_five(worlds, press="both")
    who["Zane"].writes("to Rick, Mara: Let us share Hugo.")
    who["Mara"].writes("anonymous to Hugo: Zane wants your islands.")
    who["Olga"].writes('as "The Raven" to Zane, Hugo: I know what you plan.')
    who["Rick"].writes('as "The Dove" public: Peace on all seas!\n\npublic: Hugo is a coward.')
    assert press(who["Hugo"]) == []
    hour(world)
    unsigned, raven = press(who["Hugo"])
    if "Raven" in unsigned:
        unsigned, raven = raven, unsigned
    assert "Somebody who does not give his name writes: > Zane wants your islands." in unsigned
    assert "A player who calls himself “The Raven” writes: > I know what you plan." in raven
    assert "Zane writes to Rick and Mara: > Let us share Hugo." in press(who["Rick"])[0]
    assert [len(press(who[name])) for name in NAMES] == [1, 1, 1, 2, 0]
    world.turn()
    sheet = who["Olga"].last(Kind.SHEET).words
    assert "Rick: Hugo is a coward." in sheet
    assert "The Dove: Peace on all seas!" in sheet


def test_a_letter_to_allies_goes_to_those_whom_he_knows_as_such(worlds: Worlds) -> None:
    world, who = of_five(worlds)
    (receipt,) = who["Rick"].writes("to allies: Hello?")
    assert "You have no allies to write to." in receipt.words
    who["Rick"].writes("overlord: Zane")
    world.turn()
    (receipt,) = who["Rick"].writes("to my allies: Who is next?")
    assert "sent on to Zane." in receipt.words
    assert "Rick writes: > Who is next?" in press(who["Zane"])[0]


def test_what_goes_to_all_is_shown_and_confirmed_first(worlds: Worlds) -> None:
    """(FEAT-P2)"""
    world, who = of_five(worlds)
    (receipt,) = who["Zane"].writes("to all: I am your king.\nKneel!\n\nZaone to Hilda")
    assert "Not sent yet" in receipt.words
    assert "2| Kneel!" in receipt.text
    assert world.stands(who["Zane"]) == ["Zaone to Hilda"]
    assert [press(each) for each in who.values()] == [[]] * 5
    (receipt,) = who["Zane"].writes(f"confirm {code(receipt)}")
    assert "Your letter was sent to all players." in receipt.words
    assert [len(press(who[name])) for name in NAMES] == [0, 1, 1, 1, 1]
    assert "Zane writes to all players: > I am your king. > Kneel!" in press(who["Olga"])[0]
    (receipt,) = who["Zane"].writes(f"confirm {code(who['Zane'].letters(Kind.RECEIPT)[-2])}")
    assert "no letter waiting under that code" in receipt.words


def test_a_suggestion_that_is_taken_confirms_too(worlds: Worlds) -> None:
    """(FEAT-O5, FEAT-P2)"""
    _, who = of_five(worlds)
    who["Zane"].writes("to all: I am your king.")
    who["Zane"].writes("ok 1")
    assert len(press(who["Rick"])) == 1


def test_the_same_words_to_all_get_the_same_code(worlds: Worlds) -> None:
    _, who = of_five(worlds)
    (first,) = who["Zane"].writes("to all: I am your king.")
    (again,) = who["Zane"].writes("to all: I am your king.")
    assert code(first) == code(again)


def test_what_a_deputy_writes_to_all_is_confirmed_too(worlds: Worlds) -> None:
    _, who = of_five(worlds)
    ann = deputy(who["Zane"])
    ann.writes("to all: I am your king.")
    receipt = ann.last(Kind.RECEIPT)
    assert press(who["Rick"]) == []
    ann.writes(f"confirm {code(receipt)}", to=receipt)
    assert len(press(who["Rick"])) == 1


def test_nobody_else_can_confirm(worlds: Worlds) -> None:
    _, who = of_five(worlds)
    (receipt,) = who["Zane"].writes("to all: I am your king.")
    who["Rick"].writes(f"confirm {code(receipt)}")
    assert press(who["Mara"]) == []


# Without a name.


def bare(mail: Mail) -> bytes:
    """A letter's bytes without what is drawn at random for it."""
    raw = re.sub(rb"\.[a-z2-7]{26}@", b".lot@", mail.raw)
    assert raw != mail.raw
    return raw


@pytest.mark.parametrize("voice", ["anonymous", 'as "The Raven"'])
@pytest.mark.parametrize("head", ["to Olga", "to Olga, Hugo", "to all"])
def test_who_reads_an_unsigned_letter_gets_the_same_whoever_wrote_it(
    worlds: Worlds, voice: str, head: str
) -> None:
    """Headers, hour, readers, the hand of the mail program: nothing tells (FEAT-P1)."""
    got: list[list[bytes]] = []
    for writer in ("Zane", "Rick"):
        world, who = of_five(worlds, press="both")
        text = "I know what you did at Pearl, and I shall tell everybody about it unless you pay."
        if writer == "Rick":
            world.passes(minutes=7)
            text = f"{text[:60].rpartition(' ')[0]}\n{text[:60].rpartition(' ')[2]}{text[60:]}"
            text += "\n\nRick Prior\nrick@game.test\nSent from my iPhone"
        (receipt,) = who[writer].writes(
            f"{voice} {head}:\n{text}\nend", headers={"Date": "Mon, 1 Dec 2025 09:17:23 +0900"}
        )
        if head == "to all":
            who[writer].writes(f"confirm {code(receipt)}")
        world.until(world.clock.now().replace(minute=0) + timedelta(hours=2))
        got.append(
            [bare(mail) for name in ("Olga", "Hugo") for mail in who[name].letters(Kind.PRESS)]
        )
    assert got[0] == got[1]
    assert len(got[0]) == (1 if head == "to Olga" else 2)
    for word in (b"zane", b"rick", b"Zane", b"Rick", b"iPhone", b"In-Reply-To", b"+0900"):
        assert all(word not in raw for raw in got[0])


def test_an_unsigned_letter_to_all_goes_to_its_writer_too(worlds: Worlds) -> None:
    """Else five could count who has not got it."""
    world, who = of_five(worlds, press="both")
    (receipt,) = who["Zane"].writes("anonymous to all: The king is dead.")
    who["Zane"].writes(f"confirm {code(receipt)}")
    hour(world)
    assert [len(press(each)) for each in who.values()] == [1] * 5


def test_unsigned_letters_of_an_hour_go_out_together(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes("anonymous to Olga: One.")
    world.passes(minutes=20)
    who["Rick"].writes("anonymous to Olga: Two.")
    hour(world)
    assert len({mail.message["Date"] for mail in who["Olga"].letters(Kind.PRESS)}) == 1


def test_a_copy_for_a_deputy_of_the_reader_goes_with_the_letter(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    ann = deputy(who["Olga"])
    who["Zane"].writes("anonymous to Olga: One.")
    assert ann.letters(Kind.PRESS) == []
    hour(world)
    assert len(ann.letters(Kind.PRESS)) == 1


def test_unsigned_proclamations_do_not_stand_beside_signed_ones_of_a_letter(
    worlds: Worlds,
) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes("public: I am honest.\n\nanonymous public: Trust Zane.")
    who["Rick"].writes("public: Who said that?")
    world.turn()
    words = who["Olga"].last(Kind.SHEET).words
    places = [words.index(f"{name}: ") for name in ("I am honest", "Who said", "Unsigned")[2:]]
    assert words.index("I am honest") < words.index("Who said that?") < places[0]


def test_a_game_of_signed_letters_sends_no_other(worlds: Worlds) -> None:
    world, who = of_five(worlds)
    (receipt,) = who["Zane"].writes("anonymous to Rick: Guess who.\nZaone to Hilda")
    assert "every letter is signed. Yours was not sent" in receipt.words
    (receipt,) = who["Zane"].writes('as "The Raven" public: Guess who.')
    assert "Yours was not sent" in receipt.words
    world.turn()
    assert press(who["Rick"]) == []
    assert "Guess who" not in who["Rick"].last(Kind.SHEET).words
    assert "Zaone sailed" in who["Zane"].last(Kind.SHEET).words


def test_in_a_game_without_names_no_letter_is_signed(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="anonymous")
    assert "never signed" in who["Rick"].letters(Kind.SHEET)[0].words
    who["Zane"].writes("to Rick: Peace?")
    hour(world)
    assert "Somebody who does not give his name writes: > Peace?" in press(who["Rick"])[0]


def test_a_game_without_letters_keeps_the_way_to_the_gamesmaster(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="none")
    (receipt,) = who["Zane"].writes("to Rick: Peace?\npublic: Peace!\nto gm: Peace.")
    assert receipt.words.count("do not write to each other") == 2
    assert "Peace." in world.person("gm").last().text
    world.turn()
    assert press(who["Rick"]) == []
    assert "Peace!" not in who["Rick"].last(Kind.SHEET).text


def test_the_gamesmaster_is_told_who_writes_to_him(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    before = len(world.person("gm").letters())
    (receipt,) = who["Zane"].writes("anonymous to gm: Rick cheats.")
    assert "always told who writes" in receipt.words
    assert len(world.person("gm").letters()) == before


# In character.


def test_a_name_in_character_can_be_answered(worlds: Worlds) -> None:
    """Neither learns who the other is outside the game (FEAT-P1)."""
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Rick: Meet me at Agnes.')
    hour(world)
    letter = who["Rick"].last(Kind.PRESS)
    (receipt,) = who["Rick"].writes("When?\n\nRick Prior", to=letter)
    assert "Your letter was sent on to The Raven." in receipt.words
    answer = who["Zane"].last(Kind.PRESS)
    assert "Rick writes to The Raven: > When?" in answer.words
    assert b"Prior" not in answer.raw
    assert b"rick@" not in answer.raw
    who["Zane"].writes('as "the raven" to Rick: At noon.', to=answer)
    hour(world)
    assert "“The Raven” writes: > At noon." in press(who["Rick"])[1]


def test_an_answer_to_a_name_finds_its_way_through_real_mail(world: World) -> None:
    """(FEAT-P1)"""
    zane, rick = world.begins("Zane", "Rick", press="both")
    zane.writes('as "The Raven" to Rick: Meet me at Agnes.')
    hour(world)
    rick.writes("When?", to=rick.last(Kind.PRESS))
    assert "Rick writes to The Raven: > When?" in zane.last(Kind.PRESS).words


def test_the_proof_of_an_answer_may_stand_in_the_subject(worlds: Worlds) -> None:
    """Where mail to plus addresses does not arrive (MAIL-S2)."""
    world = worlds(settings={"smtp": {"plus_addresses": False}})
    zane, rick = world.begins("Zane", "Rick", press="both")
    zane.writes('as "The Raven" to Rick: Meet me at Agnes.')
    hour(world)
    (receipt,) = rick.writes("When?", to=rick.last(Kind.PRESS))
    assert "sent on to The Raven" in receipt.words
    assert "Rick writes to The Raven: > When?" in zane.last(Kind.PRESS).words


def test_an_unsigned_letter_waits_for_no_hour_that_a_wrong_clock_has_seen(worlds: Worlds) -> None:
    world = worlds()
    zane, rick = world.begins("Zane", "Rick", press="both")
    now = world.clock.now()
    world.clock.set(now + timedelta(days=1))
    zane.writes("anonymous to Rick: Hello?")
    world.clock.set(now)
    world.service.come_to_now()
    world.works()
    assert len(press(rick)) == 1


def test_a_name_in_character_can_be_written_to_once_it_is_known(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Rick: Meet me.\n\nas "Owl" public: Beware.')
    for name in ("Rick", "Mara"):
        (receipt,) = who[name].writes("to The Raven: Who are you?\n\nto Owl: And you?")
        assert "no player called The Raven" in receipt.words
    hour(world)
    world.turn()
    (receipt,) = who["Mara"].writes("to The Raven: Who are you?\n\nto Owl: And you?")
    assert "no player called The Raven" in receipt.words
    assert "sent on to Owl" in receipt.words
    (receipt,) = who["Rick"].writes("to The Raven: Who are you?")
    assert "sent on to The Raven" in receipt.words
    assert len(press(who["Zane"])) == 2


def test_an_answer_to_a_name_holds_no_orders_and_loses_none(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Rick: Meet me at Agnes.')
    hour(world)
    letter = who["Rick"].last(Kind.PRESS)
    for words in (
        "Rione to Hilda",
        "Gladly.\nRione to Hilda",
        "to Mara: Psst",
        "always Rione stays",
    ):
        (receipt,) = who["Rick"].writes(words, to=letter)
        assert "Nothing was sent and nothing done" in receipt.words
    assert press(who["Zane"]) == press(who["Mara"]) == []
    assert world.stands(who["Rick"]) == []


def test_the_address_of_a_name_works_for_its_reader_alone(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Rick: Meet me at Agnes.')
    hour(world)
    letter = who["Rick"].last(Kind.PRESS)
    who["Mara"].sends("It is me, Rick.", To=letter.reply_to)
    assert press(who["Zane"]) == []


def test_a_name_that_is_taken_is_answered_like_one_that_nobody_may_bear(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    who["Zane"].writes('as "The Raven" to Rick: Meet me.')
    told = set()
    for name in ("The Raven", "the-raven", "Mara", "Gamesmaster", "cancel", "X", "Ö"):
        (receipt,) = who["Olga"].writes(f'as "{name}" to Rick: Hello.')
        (line,) = re.findall(r"“[^”]*” is a name.*?Nothing was sent\.", receipt.words)
        told.add(line.replace(name, "NAME"))
    assert len(told) == 1
    hour(world)
    assert len(press(who["Rick"])) == 1


def test_three_names_are_the_most(worlds: Worlds) -> None:
    world, who = of_five(worlds, press="both")
    for name in ("Owl", "Dove", "Crow", "Wren"):
        (receipt,) = who["Zane"].writes(f'as "{name}" public: Hello from {name}.')
    assert "cannot bear" in receipt.words
    with world.service.store.reading() as session:
        assert set(session.scalars(select(PenName.name))) == {"Owl", "Dove", "Crow"}


# What is left out, and how much there may be.


def test_real_names_and_addresses_stay_here(worlds: Worlds) -> None:
    """(FEAT-P1)"""
    _, who = of_five(worlds)
    words = (
        "Write to zane@game.test or to olga@game.test, says Zane Prior.\n\nZane\nSent from my iPad"
    )
    (receipt,) = who["Zane"].writes(f"to Rick:\n{words}\nend")
    assert "Left out of what you wrote" in receipt.words
    letter = who["Rick"].last(Kind.PRESS)
    assert "> Write to [address] or to [address], says [name]." in letter.words
    assert not any(word in letter.raw for word in (b"zane@", b"olga@", b"Prior", b"iPad"))


def test_a_day_has_so_many_messages_and_a_message_so_many_letters(worlds: Worlds) -> None:
    world, who = of_five(worlds, press_per_day=3, press_longest=100)
    (receipt,) = who["Zane"].writes("\n\n".join(f"to Rick: Word {n}." for n in range(5)))
    assert receipt.words.count("Within a day 3 messages may be written") == 2
    assert "Word 2." in press(who["Rick"])[0]
    assert "Word 3." not in press(who["Rick"])[0]
    world.passes(hours=25)
    (receipt,) = who["Zane"].writes(f"to Rick: {'Long ' * 30}")
    assert "100 is the most" in receipt.words
    who["Zane"].writes("to Rick: Short.")
    assert "Short." in press(who["Rick"])[-1]


def test_a_copy_for_the_gamesmaster_is_announced(worlds: Worlds) -> None:
    """(FEAT-P2)"""
    world, who = of_five(worlds, press="both", press_gm_copy=True)
    said = "The Gamesmaster gets a copy of every letter"
    assert all(said in each.letters(Kind.SHEET)[0].words for each in who.values())
    assert said in who["Zane"].writes("help")[0].words
    who["Zane"].writes("anonymous to Rick: Guess who.")
    hour(world)
    gm = world.person("gm").last()
    assert "Zane without a name writes to Rick: > Guess who." in gm.words


def test_no_copy_is_made_where_none_is_announced(worlds: Worlds) -> None:
    world, who = of_five(worlds)
    before = len(world.person("gm").letters())
    who["Zane"].writes("to Rick: Just between us.")
    assert len(world.person("gm").letters()) == before
    assert "Gamesmaster gets" not in who["Zane"].letters(Kind.SHEET)[0].words


# The news.


def test_moved_deadlines_and_pauses_are_news(worlds: Worlds) -> None:
    """(FEAT-P3)"""
    world = worlds()
    zane, rick = world.begins("Zane", "Rick")
    zane.writes("public: Hurry up!")
    does(world, steering.extend, None, why="Holidays.")
    does(world, steering.pause)
    does(world, steering.resume)
    world.turn()
    words = rick.last(Kind.SHEET).words
    news = words[words.index("About the game") :]
    assert "The deadline of turn 1 was moved to Sun 14 Dec 2025, 20:00 CET." in news
    assert "The Gamesmaster paused the game in turn 1." in news
    assert "Zane: Hurry up!" in news
    world.turn()
    assert "was moved" not in rick.last(Kind.SHEET).words


def test_a_change_of_what_letters_may_be_is_told_at_once(worlds: Worlds) -> None:
    """(FEAT-P2)"""
    world = worlds()
    zane, _ = world.begins("Zane", "Rick")
    options = {"max_players": 2}
    table = {"title": "Pent", "zone": "Europe/Berlin", "ruleset": "raider", "options": options}
    world.settings = {"games": {"pent": {**table, "press": "both", "press_gm_copy": True}}}
    world.close()
    world.service.take_over_config()
    assert "The Gamesmaster gets a copy of every letter" in zane.last().words
    before = len(zane.letters())
    world.service.take_over_config()
    assert len(zane.letters()) == before
    with world.service.store.reading() as session:
        assert find_game(session, "pent").settings["press"] == "both"
