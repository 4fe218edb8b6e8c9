"""Twelve weeks of one Gamesmaster: three games, two rule systems, three zones, one mailbox.

The clocks go forward in Sydney on 5 October, back in Berlin on 26 October and in New York on
2 November. Every letter that goes out stands in `told/twelve_weeks.txt`, below what happened:
made anew by `pytest tests/stories/test_twelve_weeks.py --update-golden`, and then read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, update

from engine.core.dice import FairDice, stage_seed
from engine.core.ruleset import Role
from mailbot.app import Service
from mailbot.clock import HandClock
from mailbot.games.presence import has_ordered
from mailbot.games.settings import live
from mailbot.mail.outgoing import Kind
from mailbot.storage.tables import Game, OutRow, OutState, Phase, TurnRow
from tests.helpers.got import Mail
from tests.helpers.world import (
    FLEETS,
    GAMES,
    ByHand,
    Person,
    RealPost,
    World,
    Worlds,
    emptied_postgres,
)

TOLD = Path(__file__).with_name("told") / "twelve_weeks.txt"

#: A Monday.
BEGIN = datetime(2025, 9, 22, 8, tzinfo=UTC)
SECRET = b"w" * 32
SERVERS = (pytest.mark.servers, pytest.mark.soak)
PEOPLE = ("zane", "rick", "mara", "nils", "olga", "tess", "vera", "gm")
ZONES = {"pent": "Europe/Berlin", "coral": "Australia/Sydney", "deeps": "America/New_York"}
NILS = (
    "Hugin 3E3G2B\nMunin 5E5T\nSkoll 2A2B3E\nHati 3E3G4B\nGarm 2M4E2B2G\nFenris 4E4B\n"
    "start: Agnes\n"
)


@dataclass
class Diary:
    """What happened, and every letter that went out because of it."""

    world: World
    lines: list[str] = field(default_factory=list)
    told: int = 0

    def note(self, words: str) -> None:
        """Something happens now."""
        self.letters()
        self.lines += ["", f"{_when(self.world.clock.now())}  {words}"]

    def letters(self) -> None:
        """Write down what has gone out since."""
        rows = self.world.outbox()
        for row in rows[self.told :]:
            if row.to == GAMES:
                # Kept for whoever asks for the sheet again, and sent to nobody.
                continue
            who, subject = row.to.partition("@")[0], Mail.of(row.raw).subject
            self.lines.append(f"    {_when(row.created)}  {row.kind:<12}  {who:<5}  {subject}")
        self.told = len(rows)


def _when(moment: datetime) -> str:
    return f"{moment:%a %d %b %H:%M}"


@dataclass
class Campaigns:
    """The games of one Gamesmaster, and who writes for which role."""

    world: World
    diary: Diary
    #: Who sends orders a day before each deadline, by game and role.
    writers: dict[tuple[str, str], Person] = field(default_factory=dict)

    def until(self, month: int, day: int, hour: int = 12) -> None:
        """Days go by: who plays writes a day before each deadline, and turns are run."""
        moment = datetime(2025, month, day, hour, tzinfo=UTC)
        while (due := self._next()) is not None and due[0] <= moment:
            at, game = due
            self._pass_to(at - timedelta(hours=26))
            for (name, role), person in sorted(self.writers.items(), key=lambda each: each[0]):
                if name == game and self._owes(game, role):
                    self.orders(game, role, person)
            if self.world.game(game).due == at:
                self._pass_to(at + timedelta(seconds=1))
        self._pass_to(moment)

    def orders(self, game: str, role: str, person: Person) -> list[Mail]:
        """He sends what a program would order in his place, or that he is done."""
        return self.writes(game, person, "\n".join(self.lines(game, role)) or "ready")

    def lines(self, game: str, role: str) -> list[str]:
        """What a program would order in his place."""
        with self.world.service.store.reading() as session:
            found = live(session.get_one(Game, game))
            bot = next(iter(found.rules.bots.values()))
            dice = FairDice(stage_seed(b"twelve weeks", f"{game}/{role}", found.row.stage, {}))
            orders = bot(found.view(Role(role)), dice)
            return [found.rules.grammar.write(order) for order in orders]

    def gm(self, words: str) -> None:
        """The Gamesmaster writes by mail, and confirms what he is asked to."""
        gm = self.world.person("gm")
        letters = gm.letters()
        if not letters:
            self.world.service.tell_gm("Good evening", "All is well.")
            self.world.works()
            letters = gm.letters()
        (answer, *_) = gm.writes(words, letters[-1])
        if code := re.search(r"^ *confirm [a-z2-7]{10}", answer.text, re.MULTILINE):
            gm.writes(code[0].strip(), answer)

    def writes(self, game: str, person: Person, words: str) -> list[Mail]:
        """He answers his last sheet of that game."""
        tag = f"[{game} "
        sheets = [mail for mail in person.letters(Kind.SHEET) if mail.subject.startswith(tag)]
        return person.writes(words, sheets[-1])

    def joins(self, game: str, name: str, fleet: str = "") -> Person:
        """Somebody takes a seat, and sends his registration if the game wants one."""
        person = self.world.person(name)
        person.sends(f"join {game} as {name}", Subject=game)
        person.writes("Yes, please.")
        if fleet:
            person.writes(fleet)
        return person

    def _pass_to(self, moment: datetime) -> None:
        """Step by step, since a service does not sleep for days."""
        while (now := self.world.clock.now()) < moment:
            self.world.until(min(moment, now + timedelta(hours=3)))

    def _next(self) -> tuple[datetime, str] | None:
        with self.world.service.store.reading() as session:
            running = session.scalars(select(Game).where(Game.phase == Phase.RUNNING))
            return min(((row.due, row.name) for row in running if row.due), default=None)

    def _owes(self, game: str, role: str) -> bool:
        with self.world.service.store.reading() as session:
            stage = live(session.get_one(Game, game)).stage
            return role in stage.owes and not has_ordered(session, game, stage.number, role)


class Delivered(ByHand):
    """Letters that are fed by hand, and arrive as soon as they are written."""

    def work(self, service: Service) -> None:
        super().work(service)
        waiting = OutRow.state.in_((OutState.QUEUED, OutState.RETRY))
        with service.store.writing() as session:
            now = service.clock.now()
            session.execute(update(OutRow).where(waiting).values(state=OutState.SENT, sent=now))


@pytest.fixture(params=["by hand", pytest.param("real post", marks=SERVERS)])
def campaigns(
    request: pytest.FixtureRequest,
    worlds: Worlds,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Campaigns]:
    # Nobody looks at the maps, and drawing them takes most of a turn's time.
    monkeypatch.setattr("mailbot.render.letter.svg_png", lambda *_: b"\x89PNG")
    clock = HandClock(BEGIN)
    if request.param == "by hand":
        world = worlds(clock=clock, secret=SECRET)
        world.post = Delivered()
    else:
        post = RealPost(request.getfixturevalue("dovecot"), request.getfixturevalue("postfix"))
        post.empty(PEOPLE)
        url = emptied_postgres(request.getfixturevalue("postgres_url"))
        world = World(url, tmp_path, post, clock=clock, secret=SECRET)
    yield Campaigns(world, Diary(world))
    world.close()


def test_twelve_weeks(campaigns: Campaigns, request: pytest.FixtureRequest) -> None:
    """(FEAT-T1 to T4, FEAT-P1, P2, FEAT-O10, O11, FEAT-G3, G4)"""
    campaigns.diary.note("Three games are announced.")
    announce(campaigns.world)
    begin(campaigns)
    somebody_never_writes(campaigns)
    somebody_travels(campaigns)
    they_fall_out(campaigns)
    a_result_is_held(campaigns)
    a_turn_is_taken_back(campaigns)
    a_seat_changes_hands(campaigns)
    somebody_falls_silent(campaigns)
    the_clock_is_stopped(campaigns)
    orders_are_sent_ahead(campaigns)
    campaigns.until(12, 15)
    campaigns.diary.note("Twelve weeks are over.")
    assert moments(campaigns.world, "pent") == {"Sun 20:00", "Mon 20:00"}
    assert moments(campaigns.world, "coral") == {"Wed 19:00"}
    assert moments(campaigns.world, "deeps") == {"Fri 18:00"}
    text = "\n".join(campaigns.diary.lines).lstrip("\n") + "\n"
    if request.config.getoption("--update-golden", default=False):
        TOLD.write_text(text, encoding="utf-8")
    assert text == TOLD.read_text(encoding="utf-8")


def moments(world: World, game: str) -> set[str]:
    """When its turns were due, by the clock of its zone, through all changes of it."""
    with world.service.store.reading() as session:
        dues = session.scalars(
            select(TurnRow.due).where(TurnRow.game == game, TurnRow.stage > 0)
        ).all()
    return {f"{due.astimezone(ZoneInfo(ZONES[game])):%a %H:%M}" for due in dues if due}


def announce(world: World) -> None:
    """One game each in Berlin, Sydney and New York, with what helps against silence."""
    world.creates(
        "pent",
        schedule="Sunday 20:00",
        zone=ZONES["pent"],
        options={"max_players": 3},
        press="both",
        remind_hours=24,
        grace_hours=24,
        grace_per_player=1,
        caretaker_after=1,
        undo="announced",
    )
    world.creates(
        "coral",
        schedule="Wednesday 19:00",
        zone=ZONES["coral"],
        options={"max_players": 3},
        early=True,
        waiting_list=True,
        refill_first=True,
        hold_missing=1,
    )
    world.creates(
        "deeps",
        ruleset="offmap",
        schedule="Friday 18:00",
        zone=ZONES["deeps"],
        vacations="wait",
        grace_cap_hours=400,
    )


def begin(campaigns: Campaigns) -> None:
    """Six players, three of them in two games."""
    campaigns.diary.note("Players join; Zane, Rick and Mara play in two games.")
    for name in ("Zane", "Rick", "Mara"):
        campaigns.writers["pent", name] = campaigns.joins("pent", name, FLEETS[name])
    for name in ("Rick", "Mara"):
        campaigns.writers["coral", name] = campaigns.joins("coral", name, FLEETS[name])
    campaigns.joins("coral", "Nils", NILS)
    for role, name in (("pact", "Zane"), ("reach", "Tess")):
        person = campaigns.world.person(name)
        person.sends(f"join deeps as {role}", Subject="deeps")
        person.writes("Yes, please.")
        campaigns.writers["deeps", role] = person


def somebody_never_writes(campaigns: Campaigns) -> None:
    """Before the first turn his seat is offered to who waits."""
    world, note = campaigns.world, campaigns.diary.note
    olga = world.person("Olga")
    campaigns.until(9, 23)
    note("Olga asks for a seat in Coral, which is full.")
    olga.sends("join coral as Olga", Subject="coral")
    olga.writes("Yes, please.")
    note("Nils sends nothing for the first turn of Coral.")
    campaigns.until(10, 2)
    note("Olga takes the seat of Nils.")
    olga.writes("Yes!")
    campaigns.writers["coral", "Nils"] = olga


def somebody_travels(campaigns: Campaigns) -> None:
    """And the game waits for her."""
    campaigns.until(10, 6)
    campaigns.diary.note("Tess goes on vacation until 19 October.")
    tess = campaigns.writers.pop(("deeps", "reach"))
    campaigns.writes("deeps", tess, "vacation from 9 Oct for 10 days")


def they_fall_out(campaigns: Campaigns) -> None:
    """Signed, unsigned, in character, and to all."""
    zane, rick, mara = (campaigns.world.person(name) for name in ("Zane", "Rick", "Mara"))
    campaigns.until(10, 7)
    campaigns.diary.note("A war of words in Pent.")
    campaigns.writes("pent", zane, "to Rick, Mara: Pearl is mine.\npublic: Whoever sails, sinks!")
    campaigns.writes("pent", rick, 'as "The Raven" to all: Nevermore will Zane hold Pearl.')
    rick.writes("ok 1", rick.last(Kind.RECEIPT))
    campaigns.writes("pent", mara, "anonymous to Zane: The Raven nests on Pearl.")
    campaigns.until(10, 8)
    campaigns.diary.note("Zane answers the Raven.")
    raven = next(mail for mail in zane.letters(Kind.PRESS) if "Raven" in mail.subject)
    zane.writes("Croak.", raven)


def a_result_is_held(campaigns: Campaigns) -> None:
    """Orders are missing; the Gamesmaster looks at it, and lets it go."""
    campaigns.until(10, 10)
    campaigns.diary.note("Mara sends nothing for the second turn of Coral.")
    mara = campaigns.writers.pop(("coral", "Mara"))
    campaigns.until(10, 16)
    campaigns.diary.note("The Gamesmaster lets the turn go.")
    campaigns.gm("release coral")
    campaigns.writers["coral", "Mara"] = mara


def a_turn_is_taken_back(campaigns: Campaigns) -> None:
    """And run again with the same dice, once the position has been put right."""
    campaigns.until(10, 20)
    campaigns.diary.note("Tess is back.")
    campaigns.writers["deeps", "reach"] = campaigns.world.person("Tess")
    campaigns.diary.note("The Gamesmaster takes a turn of Pent back, and puts a ship right.")
    campaigns.gm("undo pent why: A ship was entered wrongly.")
    campaigns.gm("amend pent ship/Volen/structure 2A2B3E1G why: One module was missing.")
    campaigns.gm("rerun pent")
    campaigns.diary.note("He looks at the result, and lets it go.")
    campaigns.gm("release pent")


def a_seat_changes_hands(campaigns: Campaigns) -> None:
    """Whoever gets it has a full period."""
    campaigns.until(10, 27)
    campaigns.diary.note("Rick leaves Pent, and Vera plays on for him.")
    del campaigns.writers["pent", "Rick"]
    campaigns.gm("replace pent Rick vera@game.test why: Rick has no time any more.")
    campaigns.writers["pent", "Rick"] = campaigns.world.person("Vera")


def somebody_falls_silent(campaigns: Campaigns) -> None:
    """She is reminded, spared once, and then a caretaker steps in until she is back."""
    campaigns.until(11, 3)
    campaigns.diary.note("Mara falls silent in Pent.")
    mara = campaigns.writers.pop(("pent", "Mara"))
    campaigns.until(11, 20)
    campaigns.diary.note("Mara is back.")
    campaigns.writers["pent", "Mara"] = mara


def the_clock_is_stopped(campaigns: Campaigns) -> None:
    """Nothing is due in a pause, and orders are taken."""
    campaigns.diary.note("The Gamesmaster pauses Coral for some days.")
    campaigns.gm("pause coral why: I am moving house.")
    campaigns.until(11, 27)
    campaigns.diary.note("Coral goes on.")
    campaigns.gm("resume coral")


def orders_are_sent_ahead(campaigns: Campaigns) -> None:
    """For the turns to come, and for all of them."""
    campaigns.until(11, 28)
    campaigns.diary.note("Zane sends orders for all turns of Pent that are left.")
    zane = campaigns.writers.pop(("pent", "Zane"))
    first, *others = campaigns.lines("pent", "Zane")
    campaigns.writes("pent", zane, "\n".join([f"always: {first}", "", "turn 10:", *others]))
