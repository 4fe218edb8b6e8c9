"""Opening a game, joining it, and starting it: sign-up is stage 0 of every ruleset."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.core.dice import SECRET_BYTES, FairDice, commitment, stage_seed
from engine.core.ruleset import Problem, Role, Seat, Turn
from grammar.shared import is_reserved
from mailbot.config import GameConfig, read_seat
from mailbot.errors import ConfigError, Refused
from mailbot.games.amending import amend_again
from mailbot.games.offices import runs_the_game
from mailbot.games.press import News
from mailbot.games.press_rules import press_rules
from mailbot.games.settings import LiveGame, live, seats, settings_from
from mailbot.games.sheets import Issue, issue_sheet, reader_at
from mailbot.games.standing import standing
from mailbot.keys import Keys
from mailbot.log import Story
from mailbot.outbox.desk import Desk, post
from mailbot.rulesets import read_scenario, rules_named
from mailbot.storage.tables import Deed, Game, Phase, SeatRow

story = Story("members")

_ROLE = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,14}[A-Za-z0-9]", re.ASCII)
#: So the tokens of those without a seat are named: a player's must never be one of them.
_NUMBERED = re.compile(r"(?:join|address|observer)-\d+", re.IGNORECASE | re.ASCII)


def create_game(
    session: Session,
    config: GameConfig,
    board: Any,
    service_zone: str,
    keys: Keys,
    desk: Desk,
    now: datetime,
    master: bytes | None = None,
) -> LiveGame:
    """Make a game from its config, its dice fixed from this moment on; sign-up opens at once.

    Players seated by the config get their welcome. `master` is the secret of the dice where a game
    must be repeatable; otherwise it is drawn. Raises `Refused` or `ConfigError`.
    """
    if session.get(Game, config.name) is not None:
        raise Refused(f"there is a game {config.name!r} already: choose another name")
    rules = rules_named(config.ruleset)
    read_scenario(rules, board, config.options)
    master = master or secrets.token_bytes(SECRET_BYTES)
    row = Game(
        name=config.name,
        ruleset=rules.ruleset.name,
        version=rules.ruleset.version,
        scenario=board,
        options=dict(config.options),
        settings=settings_from(config, service_zone),
        phase=Phase.SIGN_UP,
        stage=0,
        position={},
        due=None,
        held="",
        secret=keys.seal(master, f"game {config.name}"),
        commitment=commitment(master),
        created=now,
    )
    row.position = rules.ruleset.dump(_set_up(row, (), keys).state)
    session.add(row)
    session.flush()
    for text in config.seats:
        role, address = seat_in_config(config.name, text)
        take_seat(session, row, role, address, keys, desk, now)
    story.tell("game created", game=row.name, ruleset=row.ruleset, seats=len(config.seats))
    return live(row)


def seat_in_config(game: str, text: str) -> tuple[str, str]:
    """Role and address of one of the config's seats. Raises `ConfigError`."""
    role, address = read_seat(text, f"games.{game}.seats")
    if problem := role_problem(role):
        raise ConfigError(f"games.{game}.seats: {text!r}: {problem}")
    return role, address


def take_seat(
    session: Session, row: Game, wanted: str, address: str, keys: Keys, desk: Desk, now: datetime
) -> SeatRow:
    """Give somebody a seat and send him the welcome with the form to fill in.

    Where there is nothing to fill in he is ready at once.
    """
    role = free_role(session, live(row), wanted)
    seat = SeatRow(
        game=row.name,
        role=role,
        address=address,
        taken=now,
        ready=None,
        zone="",
        salt=secrets.token_bytes(16),
        hands=_left_by(session, row.name, role),
    )
    session.add(seat)
    session.flush()
    turn = renew_sign_up(session, row, keys)
    post(session, [_welcome(session, row, seat, turn, desk, now)])
    story.tell("joined", game=row.name, sender=address, role=role)
    note_ready(session, row, seat, now)
    start_if_full(session, row, now)
    return seat


def _left_by(session: Session, game: str, role: str) -> int:
    """How many have left a seat of this name in sign-up: their tokens are void (MAIL-S2)."""
    left = session.scalars(select(Deed).where(Deed.game == game, Deed.what.in_(("resign", "kick"))))
    return sum(str(deed.details.get("role", "")).lower() == role.lower() for deed in left)


def free_role(session: Session, game: LiveGame, wanted: str) -> str:
    """The name that a new player gets: the one he asked for, or the nearest that is free.

    Raises `Refused` if all seats are taken.
    """
    taken = {seat.role.lower() for seat in seats(session, game.name)}
    seating = scenario_of(game).seating
    if len(taken) >= seating.most:
        raise Refused(f"all {seating.most} seats of {game.settings.title} are taken")
    if seating.roles:
        free = [role for role in seating.roles if role.lower() not in taken]
        return str(next((role for role in free if role.lower() == wanted.lower()), free[0]))
    name = wanted if _usable(wanted) else "Admiral"
    if name.lower() not in taken:
        return name
    numbered = (f"{name[:13]}{number}" for number in range(2, 100))
    return next(each for each in numbered if each.lower() not in taken)


def likely_role(session: Session, game: LiveGame, wanted: str) -> str:
    """Under which name somebody would play who confirms now; the wish itself if all is taken."""
    try:
        return free_role(session, game, wanted)
    except Refused:
        return wanted


def role_problem(wanted: str) -> str:
    """Why nobody can play under this name; empty if he can."""
    if not _ROLE.fullmatch(wanted):
        return "a player's name has 2 to 16 letters, digits and hyphens, and begins with a letter"
    if is_reserved(wanted):
        return f"{wanted} is a word of the order language"
    if _NUMBERED.fullmatch(wanted) or runs_the_game(wanted):
        return f"{wanted} is a name that the service keeps for itself"
    return ""


def renew_sign_up(session: Session, row: Game, keys: Keys) -> Turn[Any]:
    """Set stage 0 up again for the seats and what they have sent, and note who is ready."""
    game = live(row)
    ruleset = game.rules.ruleset
    taken = seats(session, row.name)
    sent = {seat.role: standing(session, ruleset, row.name, 0, seat.role) for seat in taken}
    turn = _set_up(row, [Seat(Role(seat.role), sent[seat.role]) for seat in taken], keys)
    state = amend_again(session, ruleset, row.name, 0, turn.state)
    row.position = ruleset.dump(state)
    return replace(turn, state=state)


def note_ready(session: Session, row: Game, seat: SeatRow, received: datetime) -> None:
    """Remember when a registration became complete: it decides who came first (RAID-R2)."""
    game = live(row)
    orders = standing(session, game.rules.ruleset, row.name, 0, seat.role)
    if not game.rules.ruleset.ready(game.view(Role(seat.role)), orders):
        seat.ready = None
    elif seat.ready is None:
        seat.ready = received
        story.tell("registration ready", game=row.name, role=seat.role)


def complaints(
    session: Session, row: Game, roles: Sequence[str]
) -> Mapping[str, tuple[Problem, ...]]:
    """For each of these roles, what now stands against what it has sent."""
    game = live(row)
    ruleset = game.rules.ruleset
    return {
        role: tuple(
            problem
            for problem in ruleset.why_not(
                game.view(Role(role)), standing(session, ruleset, row.name, 0, role)
            )
            if problem.refused
        )
        for role in roles
    }


def may_start(session: Session, row: Game) -> str:
    """Why the game cannot start yet; empty if it can."""
    taken, seating = seats(session, row.name), scenario_of(live(row)).seating
    if len(taken) < seating.least:
        return f"{len(taken)} of at least {seating.least} players have joined"
    unready = [seat.role for seat in taken if seat.ready is None]
    if unready:
        return f"not ready yet: {', '.join(unready)}"
    return ""


def start_if_full(session: Session, row: Game, now: datetime) -> bool:
    """Let stage 0 run at once if every seat is taken and ready, and the game starts by itself.

    A start that was due is called off when a letter has made a gap before it could happen.
    """
    if may_start(session, row):
        row.due = None
        return False
    game = live(row)
    full = len(seats(session, row.name)) >= scenario_of(game).seating.most
    waits = game.settings.start != "full" or game.stage.waits_for_gm
    if waits or not full or row.due:
        return False
    row.due = now
    return True


def scenario_of(game: LiveGame) -> Any:
    """The board, world or scenario that the game was created with."""
    return read_scenario(game.rules, game.row.scenario, game.row.options)


def _set_up(row: Game, taken: Sequence[Seat], keys: Keys) -> Turn[Any]:
    rules = rules_named(row.ruleset)
    master = keys.unseal(row.secret, f"game {row.name}")
    dice = FairDice(stage_seed(master, row.name, 0, {}))
    return rules.ruleset.setup(read_scenario(rules, row.scenario, row.options), taken, dice)


def _welcome(
    session: Session, row: Game, seat: SeatRow, turn: Turn[Any], desk: Desk, now: datetime
) -> Any:
    game = live(row)
    issue = Issue(
        game=row.name,
        title=game.settings.title,
        rules=game.rules,
        turn=turn,
        stage=game.stage,
        due=row.due,
        commitment=row.commitment,
        sealed=(),
        news=News(rules=tuple(press_rules(game.settings))),
        now=now,
    )
    reader = reader_at(seat, game.settings)
    orders = standing(session, game.rules.ruleset, row.name, 0, seat.role)
    issued = issue_sheet(desk, issue, reader, (), orders)
    if issued is None:
        raise Refused(f"{game.rules.ruleset.title} has no welcome for {seat.role}")
    return issued.letter


def _usable(name: str) -> bool:
    return not role_problem(name)
