"""The demonstration from the first letter to the last sheet."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from mailbot.demo import incidents
from mailbot.demo.album import Album, open_album
from mailbot.demo.cast import CAST, FORGER, GAMES, STRANGER, Admiral
from mailbot.demo.harbour import GAME, Harbour, open_harbour
from mailbot.demo.player import Player, Received
from mailbot.demo.show import Plan, Show, Tell, plan
from mailbot.errors import Refused
from mailbot.games.members import scenario_of
from mailbot.mail.outgoing import Kind
from mailbot.rulesets import rules_named

LATE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the caller wants to see."""

    ruleset: str
    folder: Path
    seed: str = "a fair wind"
    #: Stop after so many turns; None: play to the end.
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
        with _players(harbour) as players:
            show = Show(harbour, players, say)
            sign_up(show)
            while not show.failures and not _done(show, setting.turns):
                one_turn(show)
            _the_end(show)
            return _leave(show, album, began)


@contextmanager
def _players(harbour: Harbour) -> Iterator[tuple[Player, ...]]:
    """As many of the cast as the game has seats for."""
    seating = scenario_of(harbour.game()).seating
    if seating.least > len(CAST):
        raise Refused(f"it takes {seating.least} players, and the demonstration has {len(CAST)}")
    cast: Sequence[Admiral] = CAST[: seating.most]
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
    plans = [_orders(show, place) for place in range(len(show.players))]
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


# Turns.


def one_turn(show: Show) -> None:
    """Everybody writes in the days before the deadline; then it passes."""
    game = show.harbour.game()
    zone, due = game.zone, game.row.due
    show.chapter(f"{game.stage.name.capitalize()}, due {show.local(due, zone) if due else 'never'}")
    plans = []
    for place in range(len(show.players)):
        if due is not None:
            left = due - show.harbour.clock.now()
            show.harbour.clock.advance(left / (len(show.players) - place + 1))
        plans.append(_orders(show, place))
    if game.stage.number == 1:
        _tell_manners(show, plans)
    _intrude(show, game.stage.number)
    if due is not None:
        show.harbour.clock.set(due + LATE)
    late = incidents.LATECOMERS.get(game.stage.number)
    if late is not None:
        incidents.too_late(show, show.players[late % len(show.players)])
    _run_stage(show, plans)


def _orders(show: Show, place: int) -> Plan:
    """What the player at this place wants, sent in his way or with this stage's twist."""
    player = show.players[place]
    sheet = player.latest(Kind.SHEET)
    assert sheet is not None  # noqa: S101 - nobody is asked before he has his sheet
    mine = plan(show, player, sheet)
    twists = incidents.TWISTS.get(mine.game.stage.number, {})
    many = len(show.players)
    twist = next((twists[seat] for seat in twists if seat % many == place), incidents.plainly)
    if player.role in mine.game.stage.may:
        if mine.orders:
            twist(show, mine)
        standing = show.harbour.standing(mine.game, player.role)
        show.expect(
            standing == mine.canonical(),
            f"{player.role} wanted {mine.canonical()}, and there stands {standing}",
        )
    return mine


def _tell_manners(show: Show, plans: Sequence[Plan]) -> None:
    examples = (
        f"{each.player.role} “{each.lines(each.orders[:1])[0]}”" for each in plans if each.orders
    )
    show.tell(f"All write in their own way: {', '.join(examples)}.")


def _intrude(show: Show, stage: int) -> None:
    for place, intrusion in incidents.INTRUSIONS.get(stage, {}).items():
        intrusion(show, show.players[place % len(show.players)])


def _run_stage(show: Show, plans: Sequence[Plan]) -> None:
    """The deadline has come: the turn runs, and everybody reads his sheet."""
    stage = plans[0].game.stage.number
    show.harbour.work()
    if show.harbour.game().stage.number == stage and not show.harbour.game().over:
        show.expect(False, f"stage {stage} runs when its deadline has come")
        return
    sheets = []
    for each in plans:
        new = each.player.read_mail()
        sheets += [one for one in new if one.kind is Kind.SHEET]
        _check(show, each, stage)
        late = incidents.LATECOMERS.get(stage)
        if late is not None and each.player is show.players[late % len(show.players)]:
            told = any(one.says("your letter came after it") for one in new)
            show.expect(told, f"{each.player.role} is told that he wrote too late")
    show.expect(len(sheets) == len(plans), "everybody gets a sheet")
    for words in show.proclaimed:
        show.expect(all(one.says(words) for one in sheets), f"everybody reads “{words}”")
    show.proclaimed.clear()
    _news(show, plans, sheets)


def _check(show: Show, plan: Plan, stage: int) -> None:
    """The turn was run with just what he had decided."""
    if plan.player.role in plan.game.stage.may:
        ran = show.harbour.ordered(plan.game, stage, plan.player.role)
        wanted = plan.canonical()
        who = plan.player.role
        show.expect(ran == wanted, f"{who} wanted {wanted}, and the turn ran with {ran}")


# What is told.


def _news(show: Show, plans: Sequence[Plan], sheets: Sequence[Received]) -> None:
    count = sum(len(each.canonical()) for each in plans)
    show.tell(f"The stage runs with {count} orders; {len(sheets)} sheets go out.")
    for event in public_events(sheets):
        show.tell(event)
    if scores := _scores(show):
        show.tell("Points: " + ", ".join(f"{role} {points}" for role, points in scores.items()))


def public_events(sheets: Sequence[Received]) -> list[str]:
    """What every sheet tells of one thing taking or ending another, in words."""
    told = [
        {json.dumps(event, sort_keys=True): event for event in _events(sheet)} for sheet in sheets
    ]
    if not told:
        return []
    common = [event for key, event in told[0].items() if all(key in other for other in told)]
    return [_event(event) for event in common if {"kind", "ship", "by", "island"} <= event.keys()]


def _events(sheet: Received) -> list[dict[str, Any]]:
    events = sheet.facts.get("events", []) if isinstance(sheet.facts, dict) else []
    return [event for event in events if isinstance(event, dict)]


def _event(event: Mapping[str, Any]) -> str:
    owner = event.get("owner") or event.get("from")
    whose = f" ({owner})" if owner else ""
    kind, place = str(event["kind"]).capitalize(), event["island"]
    return f"{kind} at {place}: {event['ship']}{whose}, by {event['by']}."


def _scores(show: Show) -> dict[str, int]:
    game = show.harbour.game()
    scores = game.rules.ruleset.scores(game.state)
    return dict(sorted(scores.items(), key=lambda row: (-row[1], row[0])))


def _the_end(show: Show) -> None:
    """The last table and the honours, as the last sheet has them."""
    show.chapter("The end" if show.harbour.game().over else "So far")
    became = ", ".join(f"{number} {what}" for what, number in show.harbour.letters_read().items())
    show.tell(f"What became of the letters to the service: {became}.")
    reader = show.players[0]
    sheet = reader.latest(Kind.SHEET)
    show.tell(f"As the last sheet of {reader.role} has it:")
    for heading in ("Final table", "Kudos"):
        for line in section(sheet.text if sheet else "", heading):
            show.tell(line)


def section(text: str, heading: str) -> list[str]:
    """The lines under a heading of a letter, up to the next."""
    lines = text.split("\n")
    if heading not in lines:
        return []
    begin = lines.index(heading) + 2
    end = next(
        (n for n in range(begin + 1, len(lines)) if lines[n] and set(lines[n]) <= {"-"}),
        len(lines) + 1,
    )
    return "\n".join(lines[begin : end - 1]).rstrip().split("\n")


def _done(show: Show, turns: int | None) -> bool:
    game = show.harbour.game()
    return game.over or (turns is not None and game.stage.number > turns)


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
        turns=game.stage.number - 1,
        over=game.over,
        players=tuple(player.role for player in show.players),
        scores=_scores(show),
        letters_in=came_in,
        letters_out=len(delivered) - came_in,
        sheets=album.sheets,
        seconds=round(time.monotonic() - began, 1),
        failures=tuple(show.failures),
    )
    album.write_index(show, outcome.seconds)
    return outcome
