"""The config file: TOML in, frozen values out, every slip named with its key and its remedy.

Secrets may stand in the file, in a file of their own (`password_file`) or in the environment
(`password_env`); they are never printed.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import time
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from mailbot import toml
from mailbot.deadlines import BadSchedule, BadWait, read_holiday, read_schedule, wait_of
from mailbot.errors import ConfigError
from mailbot.providers import PROVIDERS, SignIn

T = TypeVar("T")

ADDRESS = re.compile(r"[^@\s<>,;:\"()\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")
#: What of the 64 characters before an @ is left beside game, player and proof (MAIL-S2).
LONGEST_SENDER = 32
LONGEST_HOURS = 24 * 60
"""Two months."""
SECURITIES = ("tls", "starttls", "plain")


@dataclass(frozen=True, slots=True)
class ServiceConfig:
    """Table [service]."""

    #: Who the letters are from, in words.
    name: str
    #: The database; SQLite for one machine, PostgreSQL for several.
    database: str = "sqlite:///mailbot.db"
    #: Seals the dice secrets and signs reply addresses; keep a copy of it apart from the database.
    key_file: str = "mailbot.key"
    #: The zone of games and players that name none.
    zone: str = "UTC"
    #: Where the Gamesmaster reads his mail.
    gm: tuple[str, ...] = ()
    #: When he gets the daily letter of health, in the service's zone; empty: never (FEAT-G2).
    health_at: str = "08:00"


@dataclass(frozen=True, slots=True)
class ImapConfig:
    """Table [imap]: where letters come in."""

    host: str
    user: str
    #: The provider whose host, port and security are taken: one of `mailbot.providers`.
    provider: str = ""
    password: str = field(default="", repr=False)
    #: The table [oauth.NAME] that gives an access token instead of a password.
    oauth: str = ""
    port: int = 0
    security: str = "tls"
    folder: str = "INBOX"
    #: Where letters go once they are dealt with, and those that could not be read.
    processed: str = "Processed"
    failed: str = "Failed"
    #: How often to look when the server cannot announce new mail.
    poll_seconds: int = 60
    #: The certificate authority to trust instead of the system's.
    ca_file: str = ""


@dataclass(frozen=True, slots=True)
class SmtpConfig:
    """Table [smtp]: where letters go out."""

    host: str
    #: The address of the service; players write to it.
    sender: str
    provider: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    oauth: str = ""
    port: int = 0
    security: str = "starttls"
    ca_file: str = ""
    #: Does mail to `games+anything@…` arrive in our mailbox? Then replies prove who sent them.
    plus_addresses: bool = True
    #: Where bounces come back to: an address that arrives in our mailbox; empty: the sender.
    bounces: str = ""
    #: An envelope sender of its own for each letter (MAIL-O3), where the relay takes that.
    verp: bool = True
    #: The name of the key that our letters are signed with, for `mailbot check`.
    dkim_selector: str = ""
    #: What the server takes from us; 0: as much as there is.
    letters_per_day: int = 0
    letters_per_minute: int = 0
    #: Workers that may send at the same time.
    connections: int = 2


@dataclass(frozen=True, slots=True)
class MaildirConfig:
    """Table [maildir]: letters that a mail server of this machine lays into a folder."""

    path: str
    #: How often to look.
    poll_seconds: int = 5


@dataclass(frozen=True, slots=True)
class OAuthConfig:
    """Table [oauth.NAME]: signing in without a password (XOAUTH2)."""

    name: str
    client_id: str
    client_secret: str = field(default="", repr=False)
    provider: str = ""
    #: In Microsoft's addresses: `common`, or the id of one organisation.
    tenant: str = "common"
    #: Where `mailbot oauth NAME` keeps what it got; only its owner may read it.
    token_file: str = ""
    #: Given by the environment instead.
    refresh_token: str = field(default="", repr=False)
    token_url: str = ""
    device_url: str = ""
    browser_url: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class TrustConfig:
    """Table [trust]: how senders are told from forgers."""

    #: The name under which our own mail server writes Authentication-Results; empty: it does not.
    authserv_id: str = ""
    #: So many Received lines from the top are those of our own servers: what stands above the last
    #: of them is theirs too.
    received_lines: int = 1
    #: Check DKIM signatures ourselves when the server says nothing.
    dkim: bool = True


@dataclass(frozen=True, slots=True)
class LimitsConfig:
    """Table [limits]: how much is read and written."""

    letter_bytes: int = 1_048_576
    #: Larger letters of ours go out without some of their files (MAIL-O10).
    sent_bytes: int = 1_000_000
    receipts_per_hour: int = 10
    receipts_per_day: int = 40
    #: Answers of all kinds that go to one domain, and to all together.
    answers_per_hour_and_domain: int = 60
    answers_per_hour: int = 500
    #: Answers an hour to the same words of the same person.
    answers_to_same_words: int = 3
    help_per_day: int = 1
    notices_per_hour: int = 5
    resends_per_day: int = 20


@dataclass(frozen=True, slots=True)
class LogConfig:
    """Table [log]."""

    #: `story` for people, `json` for programs.
    format: str = "story"
    level: str = "info"


@dataclass(frozen=True, slots=True)
class GameConfig:
    """Table [games.NAME]: one game, the same for every ruleset."""

    name: str
    ruleset: str
    #: The board, world or scenario: the name of one that comes with the ruleset, or a file.
    board: str = ""
    title: str = ""
    #: `Sunday 20:00`, `Tuesday, Friday 20:00`, `daily 20:00`, `every 3 days 20:00`,
    #: `1st, 15th 20:00`, `last 20:00`.
    schedule: str = "Sunday 20:00"
    zone: str = ""
    #: Days on which nothing is due: `2027-04-05`, `2026-12-24 to 2027-01-02`.
    holidays: tuple[str, ...] = ()
    #: Run a turn before its deadline once everybody has said `ready`.
    early: bool = False
    #: Remind those who have sent nothing so many hours before the deadline; 0: nobody.
    remind_hours: int = 0
    #: Move the deadline by so many hours, once a turn, if orders are missing; 0: never.
    grace_hours: int = 0
    #: So often a game for the sake of one player.
    grace_per_player: int = 2
    #: A deadline moves no farther than this from its slot.
    grace_cap_hours: int = 72
    #: After so many turns without orders a bot gives them; 0: never.
    caretaker_after: int = 0
    #: After so many the seat is offered to the waiting list; 0: never.
    replace_after: int = 0
    #: Give the first turn a period more, once, while seats without orders are offered.
    refill_first: bool = False
    #: Vacations: `note` them, or let deadlines `wait`.
    vacations: str = "note"
    #: Take names for seats that become free, once all are taken.
    waiting_list: bool = False
    #: Anybody may join by mail until the seats are taken.
    open: bool = True
    #: `full`: the game starts when all seats are taken and ready; `gm`: when the GM says so.
    start: str = "full"
    #: Players that the GM seats: `Zane <zane@example.org>`.
    seats: tuple[str, ...] = ()
    #: `token`: orders must prove their sender; `from`: the From line is believed (closed groups).
    trust: str = "token"
    #: `refuse`: late orders are answered and not carried out; `next`: kept for the next turn.
    late: str = "refuse"
    #: When results go out: `at once`, when the `gm` says so, or after `6 hours`.
    release: str = "at once"
    #: Hold a result if so many players who owed orders sent none; 0: never for that.
    hold_missing: int = 0
    #: Hold a result that looks odd.
    hold_odd: bool = False
    #: When a result held for such a reason goes out: when the `gm` says so, or after `24 hours`.
    hold_release: str = "gm"
    #: May a turn be taken back? `unsent`: while no sheet of it has gone out; `announced`: always,
    #: and everybody is told.
    undo: str = "unsent"
    #: Letters between players: `signed`; `anonymous`: never signed; `both`; `none`.
    press: str = "signed"
    #: The GM gets a copy of every letter that goes from player to player; they are told so.
    press_gm_copy: bool = False
    #: So many letters to others a player may write within a day, and so long a letter may be.
    press_per_day: int = 20
    press_longest: int = 10_000
    #: Who may watch without a seat: nobody (`none`), or whoever writes `observe NAME` (`public`).
    observers: str = "none"
    #: Options of the ruleset, by the names in its handbook.
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Config:
    """All of it."""

    #: Relative paths in the file begin here.
    folder: Path
    service: ServiceConfig
    imap: ImapConfig | None
    maildir: MaildirConfig | None
    smtp: SmtpConfig | None
    oauth: Mapping[str, OAuthConfig]
    trust: TrustConfig
    limits: LimitsConfig
    log: LogConfig
    games: Mapping[str, GameConfig]

    def path(self, text: str) -> Path:
        return (self.folder / text).resolve()

    @property
    def database(self) -> str:
        """The database's URL, a relative SQLite file beginning at the config's folder."""
        prefix, _, file = self.service.database.partition("sqlite:///")
        if prefix or not file or file.startswith(("/", ":memory:")):
            return self.service.database
        return f"sqlite:///{self.path(file)}"


def read_config(file: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """Read and check a config file. Raises `ConfigError` with one line that names the key."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise ConfigError(
            f"{file} cannot be read ({reason}): `mailbot init` writes an example to begin with"
        ) from error
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{file} is not valid TOML: {error}") from error
    return config_from(data, file.resolve().parent, environment)


def config_from(
    data: Mapping[str, Any], folder: Path, environment: Mapping[str, str] = os.environ
) -> Config:
    """A config from its tables, checked. Raises `ConfigError`."""
    known = ("service", "imap", "maildir", "smtp", "oauth", "trust", "limits", "log", "games")
    for key, table in data.items():
        toml.known(key, known, "")
        if not isinstance(table, Mapping):
            raise ConfigError(f"{key} must be a table: write [{key}] and its settings below")
    if "service" not in data:
        raise ConfigError("the table [service] is missing; it needs at least `name`")
    config = Config(
        folder=folder,
        service=toml.table(ServiceConfig, data["service"], "service"),
        imap=_account(ImapConfig, data, "imap", folder, environment),
        maildir=toml.table(MaildirConfig, data["maildir"], "maildir")
        if "maildir" in data
        else None,
        smtp=_account(SmtpConfig, data, "smtp", folder, environment),
        oauth={
            name: _sign_in(name, each, folder, environment)
            for name, each in data.get("oauth", {}).items()
        },
        trust=toml.table(TrustConfig, data.get("trust", {}), "trust"),
        limits=toml.table(LimitsConfig, data.get("limits", {}), "limits"),
        log=toml.table(LogConfig, data.get("log", {}), "log"),
        games={name: _game(name, table) for name, table in data.get("games", {}).items()},
    )
    _check(config)
    return config


GAME_NAME = re.compile(r"[a-z][a-z0-9-]{1,29}", re.ASCII)


def _game(name: str, table: Any) -> GameConfig:
    where = f"games.{name}"
    if not GAME_NAME.fullmatch(name):
        raise ConfigError(
            f"[{where}]: a game's name has 2 to 30 small letters, digits and hyphens, "
            "and begins with a letter"
        )
    if not isinstance(table, Mapping):
        raise ConfigError(f"{where} must be a table: write [{where}] and its settings below")
    for key in table:
        toml.known(
            key, tuple(each.name for each in fields(GameConfig) if each.name != "name"), where + "."
        )
    return toml.table(GameConfig, {"name": name, **table}, where)


def _check(config: Config) -> None:
    time_zone(config.service.zone, "service.zone")
    _one_line(config.service.name, "service.name")
    time_of_day(config.service.health_at, "service.health_at")
    for address in config.service.gm:
        _address(address, "service.gm")
    for account, where in ((config.imap, "imap"), (config.smtp, "smtp")):
        if account is not None:
            toml.one_of(account.security, SECURITIES, f"{where}.security")
            toml.between(account.port, 0, 65535, f"{where}.port")
            _check_sign_in(account, where, config.oauth)
    if config.smtp is not None:
        _address(config.smtp.sender, "smtp.sender")
        _room_for_token(config.smtp.sender, "smtp.sender")
        toml.between(config.smtp.letters_per_day, 0, 10**9, "smtp.letters_per_day")
        toml.between(config.smtp.letters_per_minute, 0, 10**9, "smtp.letters_per_minute")
        toml.between(config.smtp.connections, 1, 2, "smtp.connections")
        if config.smtp.bounces:
            _address(config.smtp.bounces, "smtp.bounces")
            _room_for_token(config.smtp.bounces, "smtp.bounces")
    if config.imap is not None and config.maildir is not None:
        raise ConfigError("[imap] and [maildir] are two ways in for one service: keep one of them")
    for way, where in ((config.imap, "imap"), (config.maildir, "maildir")):
        if way is not None:
            toml.between(way.poll_seconds, 1, 3600, f"{where}.poll_seconds")
    toml.between(config.trust.received_lines, 1, 20, "trust.received_lines")
    for limit in fields(LimitsConfig):
        toml.between(getattr(config.limits, limit.name), 1, 10**9, f"limits.{limit.name}")
    toml.one_of(config.log.format, ("story", "json"), "log.format")
    toml.one_of(config.log.level, ("debug", "info", "warning", "error"), "log.level")
    for game in config.games.values():
        _check_game(game, config.service.zone)


def _check_sign_in(
    account: ImapConfig | SmtpConfig, where: str, tables: Mapping[str, OAuthConfig]
) -> None:
    if account.oauth and account.oauth not in tables:
        known = ", ".join(tables) or "none"
        raise ConfigError(
            f"{where}.oauth = {account.oauth!r}: there is no table [oauth.{account.oauth}]; "
            f"there are: {known}"
        )
    if account.oauth and account.password:
        raise ConfigError(f"[{where}] gives a password and oauth: keep one of them")
    if account.oauth and not account.user:
        raise ConfigError(f"{where}.user is missing: whose mailbox does the token open?")
    if account.provider and account.password and PROVIDERS[account.provider].only_oauth:
        title = PROVIDERS[account.provider].title
        raise ConfigError(
            f"[{where}] gives a password, and {title} takes none: use a table [oauth.NAME] with "
            f'provider = "{account.provider}" and oauth = "NAME" here; docs/mail.md says how'
        )


def _check_game(game: GameConfig, service_zone: str) -> None:
    where = f"games.{game.name}"
    zone = time_zone(game.zone or service_zone, f"{where}.zone")
    try:
        read_schedule(game.schedule, zone)
    except BadSchedule as error:
        raise ConfigError(f"{where}.schedule: {error}") from error
    _check_time(game, where)
    _one_line(game.title, f"{where}.title")
    toml.one_of(game.start, ("full", "gm"), f"{where}.start")
    toml.one_of(game.trust, ("token", "from"), f"{where}.trust")
    toml.one_of(game.late, ("refuse", "next"), f"{where}.late")
    toml.one_of(game.observers, ("none", "public"), f"{where}.observers")
    toml.one_of(game.undo, ("unsent", "announced"), f"{where}.undo")
    toml.one_of(game.press, ("signed", "anonymous", "both", "none"), f"{where}.press")
    toml.between(game.press_per_day, 1, 1000, f"{where}.press_per_day")
    toml.between(game.press_longest, 100, 100_000, f"{where}.press_longest")
    toml.between(game.hold_missing, 0, 1000, f"{where}.hold_missing")
    for key, at_once in (("release", True), ("hold_release", False)):
        try:
            wait_of(getattr(game, key), at_once=at_once)
        except BadWait as error:
            raise ConfigError(f"{where}.{key}: {error}") from error
    seen: dict[str, str] = {}
    for seat in game.seats:
        role, address = read_seat(seat, f"{where}.seats")
        for word in (role.lower(), address):
            if word in seen:
                raise ConfigError(f"{where}.seats: {word!r} stands twice: in {seen[word]!r} too")
            seen[word] = seat


def _check_time(game: GameConfig, where: str) -> None:
    """What a game does about holidays, and about players who do not write (FEAT-T1, FEAT-T2)."""
    for text in game.holidays:
        try:
            read_holiday(text)
        except BadSchedule as error:
            raise ConfigError(f"{where}.holidays: {error}") from error
    for key in ("remind_hours", "grace_hours", "grace_cap_hours"):
        toml.between(getattr(game, key), 0, LONGEST_HOURS, f"{where}.{key}")
    for key in ("grace_per_player", "caretaker_after", "replace_after"):
        toml.between(getattr(game, key), 0, 1000, f"{where}.{key}")
    toml.one_of(game.vacations, ("note", "wait"), f"{where}.vacations")


def read_seat(text: str, where: str) -> tuple[str, str]:
    """`Zane <zane@example.org>` as role and address. Raises `ConfigError`."""
    found = re.fullmatch(r"\s*([^<>]*?)\s*<\s*([^<>\s]+)\s*>\s*", text)
    if not found or not found[1]:
        raise ConfigError(f"{where}: {text!r} should read like `Zane <zane@example.org>`")
    return found[1], _address(found[2], where)


def _one_line(text: str, where: str) -> None:
    """It stands in the heads of letters."""
    if not text.isprintable():
        raise ConfigError(f"{where}: {text!r} must be one line, without control characters")


def _address(text: str, where: str) -> str:
    if not ADDRESS.fullmatch(text):
        raise ConfigError(f"{where}: {text!r} is not a mail address such as gm@example.org")
    return text.lower()


def _room_for_token(sender: str, where: str) -> None:
    """An answer's address holds ours, the game, the player and the proof in 64 characters."""
    if len(sender.rpartition("@")[0]) > LONGEST_SENDER:
        raise ConfigError(
            f"{where} = {sender!r}: at most {LONGEST_SENDER} characters before the @, "
            "since answers go to addresses that hold more than it (MAIL-S2)"
        )


def time_of_day(text: str, where: str) -> time | None:
    """`08:00`; None if it is empty. Raises `ConfigError` that names `where`."""
    if not text:
        return None
    found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", text, re.ASCII)
    if found is None:
        raise ConfigError(f'{where} = {text!r} is no time of day: write "08:00", or "" for never')
    return time(int(found[1]), int(found[2]))


def time_zone(name: str, where: str) -> ZoneInfo:
    """The zone of that name. Raises `ConfigError` that names `where`."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise ConfigError(
            f"{where} = {name!r} is no time zone: use a name such as Europe/Berlin or "
            "America/New_York"
        ) from error


def _account(
    kind: Callable[..., T],
    data: Mapping[str, Any],
    where: str,
    folder: Path,
    environment: Mapping[str, str],
) -> T | None:
    """A mail account: what its provider wants, its own settings, its password (FEAT-G10)."""
    if where not in data:
        return None
    own = toml.with_secret(data[where], "password", where, folder, environment)
    name = own.get("provider", "")
    if name:
        toml.one_of(name, tuple(PROVIDERS), f"{where}.provider")
    wanted = getattr(PROVIDERS[name], where) if name else {}
    return toml.table(kind, {**wanted, **own}, where)


def _sign_in(name: str, data: Any, folder: Path, environment: Mapping[str, str]) -> OAuthConfig:
    """Table [oauth.NAME], with what its provider is known to want."""
    where = f"oauth.{name}"
    if not GAME_NAME.fullmatch(name):
        raise ConfigError(f"[{where}]: a name has 2 to 30 small letters, digits and hyphens")
    if not isinstance(data, Mapping):
        raise ConfigError(f"{where} must be a table: write [{where}] and its settings below")
    own = data
    for secret in ("client_secret", "refresh_token"):
        own = toml.with_secret(own, secret, where, folder, environment)
    provider = own.get("provider", "")
    if provider:
        able = tuple(key for key, each in PROVIDERS.items() if each.sign_in is not None)
        toml.one_of(provider, able, f"{where}.provider")
    preset = PROVIDERS[provider].sign_in if provider else None
    urls = {each.name: getattr(preset, each.name) for each in fields(SignIn)} if preset else {}
    own = {"token_file": f"{name}.token", **urls, **own, "name": name}
    found = toml.table(OAuthConfig, own, where)
    for key in ("token_url", "device_url", "browser_url"):
        _web_address(getattr(found, key), f"{where}.{key}")
    if not found.token_url:
        raise ConfigError(
            f"{where}: give a provider ({', '.join(_with_sign_in())}), or token_url and scope"
        )
    return found


def _with_sign_in() -> Iterator[str]:
    return (f'"{key}"' for key, each in PROVIDERS.items() if each.sign_in is not None)


def _web_address(text: str, where: str) -> None:
    """Secrets are sent there: locked, or to this machine."""
    if text and not re.match(r"https://[^/\s]|http://(127\.0\.0\.1|localhost)[:/]", text):
        raise ConfigError(f"{where} = {text!r} must begin with https://")
