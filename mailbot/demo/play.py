"""The demonstration from the first letter to the last sheet."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from mailbot.demo import incidents
from mailbot.demo.album import Album, open_album
from mailbot.demo.cast import CAST, FORGER, GAMES, STRANGER, Admiral
from mailbot.demo.harbour import GAME, Harbour, open_harbour
from mailbot.demo.news import news, passed_at_once, scores, the_end
from mailbot.demo.player import Player, Received
from mailbot.demo.show import Plan, Show, Tell, Twist, plan
from mailbot.errors import Refused
from mailbot.games.members import scenario_of
from mailbot.games.settings import LiveGame
from mailbot.mail.outgoing import Kind
from mailbot.rulesets import rules_named

LATE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the caller wants to see."""

    ruleset: str
    folder: Path
    seed: str = "a fair wind"
    #: Stop after so many turns; None: as many as the demonstration of the game shows.
    turns: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    folder: Path
    index: Path
    turns: int
    over: bool
    players: tuple[str, ...]
    scores: Mapping[str, int]
    letters_in: int
    letters_out: int
    sheets: int
    seconds: float
    #: What was not as it should be; empty if all went well.
    failures: tuple[str, ...]


def play_demo(setting: Setting, say: Tell) -> Outcome:
    """Play it, tell it, leave it in the folder. Raises `MailbotError` if it cannot begin."""
    began = time.monotonic()
    rules = rules_named(setting.ruleset)
    if not rules.bots:
        raise Refused(f"{rules.ruleset.title} has no simulated players yet")
    album = open_album(setting.folder)
    addresses = [admiral.address for admiral in CAST] + [STRANGER, FORGER]
    with open_harbour(setting.folder, setting.ruleset, setting.seed, addresses) as harbour:
        say(f"{rules.ruleset.title}, played by mail on this machine:")
        post = harbour.post
        say(f"SMTP on 127.0.0.1 port {post.smtp_port}, IMAP on port {post.imap_port}.")
        with _players(harbour, rules.demo_players) as players:
            show = Show(harbour, players, say)
            sign_up(show)
            while not show.failures and not _done(show, setting.turns or rules.demo_turns):
                one_stage(show)
            the_end(show)
            return _leave(show, album, began)


@contextmanager
def _players(harbour: Harbour, wanted: int) -> Iterator[tuple[Player, ...]]:
    """As many of the cast as are wanted and the game has seats for."""
    seating = scenario_of(harbour.game()).seating
    if seating.least > len(CAST):
        raise Refused(f"it takes {seating.least} players, and the demonstration has {len(CAST)}")
    cast: Sequence[Admiral] = CAST[: min(seating.most, max(seating.least, wanted))]
    players = tuple(Player(admiral, harbour.post, harbour.clock) for admiral in cast)
    try:
        yield players
    finally:
        for player in players:
            player.close()


# Sign-up.


def sign_up(show: Show) -> None:
    """Ask, confirm, fill in the form; then the Gamesmaster starts the game."""
    show.chapter("Sign-up")
    for place, player in enumerate(show.players):
        show.harbour.clock.advance(timedelta(minutes=47))
        welcome = _join(show, player)
        if welcome is None:
            show.expect(False, f"{player.admiral.role} is asked to confirm, and then seated")
            return
        if place == 0:
            incidents.stranger(show)
    plans = []
    for place, player in enumerate(show.players):
        # One after the other: each is told which places are taken.
        plans.append(_plan(show, player))
        incidents.TWISTS[0].get(place, incidents.plainly)(show, plans[-1])
        _check_standing(show, plans[-1])
    if not show.failures:
        show.harbour.start()
        _run_stage(show, plans)


def _join(show: Show, player: Player) -> Received | None:
    """His request, the question whether it is his, his yes, his welcome."""
    admiral = player.admiral
    wish = f"join {GAME} as {admiral.role}"
    if admiral.in_subject:
        player.write(GAMES, wish, "Hello! Is there room for one more?")
    else:
        player.write(GAMES, "A seat at the table", wish)
    asked = next((one for one in show.exchange(player) if one.kind is Kind.CONFIRMATION), None)
    if asked is None:
        return None
    player.answer(asked, "Yes, that was me.")
    new = show.exchange(player)
    player.role = show.harbour.role_of(admiral.address)
    show.tell(f"{player.role} joins ({admiral.program}): asked, confirmed, seated.")
    return next((one for one in new if one.kind is Kind.SHEET), None)


# Stages.


def one_stage(show: Show) -> None:
    """All who are asked write in the days before the deadline; then it passes."""
    game = show.harbour.game()
    zone, due = game.zone, game.row.due
    show.chapter(f"{game.stage.name.capitalize()}, due {show.local(due, zone) if due else 'never'}")
    plans = [_plan(show, player) for player in show.players if player.role in game.stage.may]
    step = (due - show.harbour.clock.now()) / (len(plans) + 2) if due else timedelta(hours=1)
    _write_all(show, plans, step)
    if show.round == 1:
        _tell_manners(show, plans)
    _intrude(show, plans)
    show.harbour.clock.set((due or show.harbour.clock.now()) + LATE)
    if (late := _latecomer(show, plans)) is not None:
        incidents.too_late(show, late)
    _run_stage(show, plans)


def _plan(show: Show, player: Player) -> Plan:
    sheet = player.latest(Kind.SHEET)
    assert sheet is not None  # noqa: S101 - nobody is asked before he has his sheet
    return plan(show, player, sheet)


def _latecomer(show: Show, plans: Sequence[Plan]) -> Player | None:
    place = incidents.LATECOMERS.get(show.round)
    return None if place is None else plans[place % len(plans)].player


def _write_all(show: Show, plans: Sequence[Plan], step: timedelta) -> None:
    """Those who write plainly are read together; then come the others, one by one."""
    writing = [one for one in plans if one.orders]
    twists = _twists(show, len(writing))
    plain = [one for place, one in enumerate(writing) if place not in twists]
    for one in plain:
        show.harbour.clock.advance(step)
        one.send(*one.lines())
    show.harbour.work()
    for one in plain:
        incidents.expect_receipt(show, one)
    for place, twist in sorted(twists.items()):
        show.harbour.clock.advance(step)
        twist(show, writing[place])
    for one in plans:
        _check_standing(show, one)


def _twists(show: Show, places: int) -> dict[int, Twist]:
    """By place, one for each: at a small table some have to wait for the next time."""
    chosen: dict[int, Twist] = {}
    waiting = [*show.postponed, *incidents.TWISTS.get(show.round, {}).items()]
    show.postponed.clear()
    for seat, twist in waiting:
        if not places or seat % places in chosen:
            show.postponed.append((seat, twist))
        else:
            chosen[seat % places] = twist
    return chosen


def _check_standing(show: Show, plan: Plan) -> None:
    """What stands is what he wants."""
    standing, wanted = show.harbour.standing(plan.game, plan.player.role), plan.canonical()
    who = plan.player.role
    show.expect(standing == wanted, f"{who} wanted {wanted}, and there stands {standing}")


def _tell_manners(show: Show, plans: Sequence[Plan]) -> None:
    examples = (
        f"{each.player.role} “{each.lines(each.orders[:1])[0]}”" for each in plans if each.orders
    )
    show.tell(f"All write in their own way: {', '.join(examples)}.")


def _intrude(show: Show, plans: Sequence[Plan]) -> None:
    for place, intrusion in incidents.INTRUSIONS.get(show.round, {}).items():
        intrusion(show, plans[place % len(plans)].player)


def _run_stage(show: Show, plans: Sequence[Plan]) -> None:
    """The deadline has come: the stage runs, and those read their sheets who get one."""
    before, late = plans[0].game, _latecomer(show, plans)
    show.harbour.work()
    game = show.harbour.game()
    if game.stage.number == before.stage.number and not game.over:
        show.expect(False, f"{before.stage.name} runs when its deadline has come")
        return
    got = {player.role: player.read_mail() for player in show.players}
    for each in plans:
        _check(show, each, before.stage.number)
    if late is not None:
        told = any(one.says("your letter came after it") for one in got[late.role])
        show.expect(told, f"{late.role} is told that he wrote too late")
    sheets = [one for new in got.values() for one in new if one.kind is Kind.SHEET]
    _check_sheets(show, game, {role: new for role, new in got.items() if new})
    news(show, plans, sheets)
    passed_at_once(show, before, game)


def _check_sheets(show: Show, game: LiveGame, got: Mapping[str, Sequence[Received]]) -> None:
    """Whoever is asked next has a sheet, and at the end everybody has the last one."""
    asked = [player.role for player in show.players if game.over or player.role in game.stage.may]
    sheets = {role: [one for one in new if one.kind is Kind.SHEET] for role, new in got.items()}
    for role in asked:
        show.expect(bool(sheets.get(role)), f"{role} gets a sheet")
    for role, waiting in show.proclaimed.items():
        for words in tuple(waiting) if sheets.get(role) else ():
            show.expect(any(one.says(words) for one in sheets[role]), f"{role} reads “{words}”")
            waiting.remove(words)


def _check(show: Show, plan: Plan, stage: int) -> None:
    """The stage was run with just what he had decided."""
    ran = show.harbour.ordered(plan.game, stage, plan.player.role)
    wanted = plan.canonical()
    who = plan.player.role
    show.expect(ran == wanted, f"{who} wanted {wanted}, and {plan.game.stage.name} ran with {ran}")


def _done(show: Show, turns: int | None) -> bool:
    game = show.harbour.game()
    return game.over or (turns is not None and _turn(game) > turns)


def _turn(game: LiveGame) -> int:
    return game.when(game.stage.number).turn


def _leave(show: Show, album: Album, began: float) -> Outcome:
    """Put everything into the folder, and sum up."""
    game = show.harbour.game()
    delivered = show.harbour.post.delivered()
    received = [letter for player in show.players for letter in player.letters]
    album.keep(delivered, show.chapters, received, game.zone)
    came_in = sum(one.mailbox == GAMES for one in delivered)
    outcome = Outcome(
        folder=album.folder,
        index=album.folder / "index.html",
        turns=max(_turn(game) - 1, 0),
        over=game.over,
        players=tuple(player.role for player in show.players),
        scores=scores(show),
        letters_in=came_in,
        letters_out=len(delivered) - came_in,
        sheets=album.sheets,
        seconds=round(time.monotonic() - began, 1),
        failures=tuple(show.failures),
    )
    album.write_index(show, outcome.seconds)
    return outcome
