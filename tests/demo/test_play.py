"""Two turns of the demonstration of each game, and the folder that they leave."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

import pytest

from mailbot.demo.album import MARK, open_album
from mailbot.demo.cast import CAST, FORGER, STRANGER
from mailbot.demo.play import Outcome, Setting, play_demo
from mailbot.errors import ConfigError, Refused

PNG = b"\x89PNG\r\n\x1a\n"


class Played(NamedTuple):
    ruleset: str
    outcome: Outcome
    told: str


class Names(HTMLParser):
    """What the elements of one kind name in one attribute."""

    def __init__(self, element: str, attribute: str) -> None:
        super().__init__()
        self._wanted = element, attribute
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element, attribute = self._wanted
        self.found += [value or "" for key, value in attrs if (tag, key) == (element, attribute)]


def named(page: Path, element: str, attribute: str) -> list[str]:
    names = Names(element, attribute)
    names.feed(page.read_text(encoding="utf-8"))
    return names.found


ALL = tuple(admiral.role for admiral in CAST)
PLAYERS = {"raider": ALL[:6], "offmap": ("pact", "reach"), "merchant": ALL}


@pytest.fixture(scope="module", params=PLAYERS)
def demo(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Played:
    told: list[str] = []
    setting = Setting(request.param, tmp_path_factory.mktemp("demo") / "out", turns=2)
    return Played(request.param, play_demo(setting, told.append), "\n".join(told))


def test_everything_is_as_it_should_be(demo: Played) -> None:
    """Every stage ran with exactly the orders that each simulated player had decided on."""
    assert demo.outcome.failures == ()
    assert (demo.outcome.turns, demo.outcome.over) == (2, False)
    assert demo.outcome.players == PLAYERS[demo.ruleset]


OWN_WORDS = {
    "raider": ("Refused; the receipt suggests", "Sinking at "),
    "offmap": (
        "one word, “apply”, makes them count.",
        "Nobody has anything to decide in turn 1, end: passed at once.",
        "Battle in Deeps. Result: ",
    ),
    "merchant": ("I read “bulid” as build.", "Refused; the receipt suggests"),
}


def test_the_story_tells_what_one_game_alone_has(demo: Played) -> None:
    assert [words for words in OWN_WORDS[demo.ruleset] if words not in demo.told] == []


@pytest.mark.parametrize(
    "words",
    [
        "A stranger offers cheap sails. Nobody answers.",
        "The receipt: “I read “",
        "proclaims: “",
        "sends seed words",
        "A forger sends orders in",
        "letter twice: one receipt.",
        "holiday notice answers a receipt. Nobody answers",
        "two minutes after the deadline: too late, and told so.",
        "Points: ",
    ],
)
def test_the_story_tells_what_happened(demo: Played, words: str) -> None:
    assert words in demo.told


def test_every_letter_is_there_in_order(demo: Played) -> None:
    letters = sorted((demo.outcome.folder / "letters").glob("*.eml"))
    assert len(letters) == demo.outcome.letters_in + demo.outcome.letters_out
    assert [int(file.name[:4]) for file in letters] == list(range(1, len(letters) + 1))
    first = message_from_bytes(letters[0].read_bytes(), policy=default)
    assert "join harbour as Zane" in str(first)


def test_no_letter_goes_to_a_stranger_or_a_forger(demo: Played) -> None:
    names = [file.name for file in (demo.outcome.folder / "letters").glob("*.eml")]
    for address in (STRANGER, FORGER):
        assert not any(name.endswith(f"-to-{address.partition('@')[0]}.eml") for name in names)


def test_every_player_has_a_sheet_of_every_stage(demo: Played) -> None:
    names = {file.name for file in (demo.outcome.folder / "sheets").glob("*.html")}
    stages = {
        "raider": ("sign-up", "turn-00", "turn-01", "turn-02"),
        "offmap": ("sign-up", "the-game-begins", "turn-01-declare", "turn-01-end", "turn-02-end"),
        "merchant": ("sign-up", "turn-00", "turn-01", "turn-02"),
    }
    players = [role.lower() for role in PLAYERS[demo.ruleset]]
    assert {f"{one}-{role}.html" for one in stages[demo.ruleset] for role in players} <= names
    assert demo.outcome.sheets == len(names)


def test_a_sheet_comes_only_after_a_stage_that_told_its_reader_something(demo: Played) -> None:
    """The raider hears nothing of the answer before the result. (OFF-3.7)"""
    names = {file.name for file in (demo.outcome.folder / "sheets").glob("turn-*-react-*.html")}
    assert {name.rpartition("-")[2] for name in names} <= {"reach.html"}


def test_the_pictures_of_a_sheet_stand_beside_it(demo: Played) -> None:
    for sheet in (demo.outcome.folder / "sheets").glob("*.html"):
        shown = named(sheet, "img", "src")
        assert shown
        assert all((sheet.parent / name).read_bytes().startswith(PNG) for name in shown)


def test_every_link_of_the_index_leads_somewhere(demo: Played) -> None:
    index = demo.outcome.index
    links = named(index, "a", "href")
    files = {unquote(link) for link in links if not link.startswith("#")}
    assert all((demo.outcome.folder / file).is_file() for file in files)
    ids = {id_ for element in ("section", "h2", "div", "a") for id_ in named(index, element, "id")}
    assert {link[1:] for link in links if link.startswith("#")} <= ids
    kept = {
        str(file.relative_to(demo.outcome.folder))
        for folder, kind in (("letters", "eml"), ("sheets", "html"))
        for file in (demo.outcome.folder / folder).glob(f"*.{kind}")
    }
    assert kept <= files


def test_the_index_fetches_nothing_from_elsewhere(demo: Played) -> None:
    page = demo.outcome.index.read_text(encoding="utf-8")
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


def test_the_log_goes_by_the_clock_of_the_demonstration(demo: Played) -> None:
    log = (demo.outcome.folder / "story.log").read_text(encoding="utf-8")
    assert {line[:4] for line in log.splitlines()} == {"2027"}


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(Refused, match="not empty"):
        open_album(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_an_earlier_demonstration_makes_room_and_foreign_files_in_it_stay(tmp_path: Path) -> None:
    open_album(tmp_path)
    for name in ("letters/0001-from-zane.eml", "letters/thesis.txt", "index.html"):
        (tmp_path / name).write_text("")
    open_album(tmp_path)
    kept = {file.name for file in tmp_path.rglob("*") if file.is_file()}
    assert kept == {MARK, "thesis.txt"}


def test_a_game_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'raider'"):
        play_demo(Setting("raidr", tmp_path / "out"), print)
    assert not (tmp_path / "out").exists()


@pytest.mark.soak
def test_the_whole_game_ends_with_its_honours_within_a_minute(tmp_path: Path) -> None:
    told: list[str] = []
    outcome = play_demo(Setting("raider", tmp_path / "out"), told.append)
    assert (outcome.failures, outcome.over) == ((), True)
    assert any("Kudos" in line for line in told)
    assert outcome.seconds < 60


@pytest.mark.soak
def test_a_campaign_of_six_turns_ends_with_its_score(tmp_path: Path) -> None:
    told: list[str] = []
    outcome = play_demo(Setting("offmap", tmp_path / "out"), told.append)
    assert (outcome.failures, outcome.over, outcome.turns) == ((), True, 6)
    assert any("Vael Reach" in line for line in told)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_thrown_all_goes_well(tmp_path: Path, seed: int) -> None:
    outcome = play_demo(Setting("offmap", tmp_path / "out", f"{seed} winds"), lambda _: None)
    assert (outcome.failures, outcome.over) == ((), True)


@pytest.mark.soak
def test_the_same_words_play_the_same_game(tmp_path: Path) -> None:
    stories: list[list[str]] = [[], []]
    for number, told in enumerate(stories):
        play_demo(Setting("raider", tmp_path / str(number), "any words", 2), told.append)
    assert stories[0][2:] == stories[1][2:]
