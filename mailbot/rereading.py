"""A config file that is edited while the service runs: what is safe counts at once (FEAT-G1)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from mailbot.app import Service
from mailbot.config import Config, read_config
from mailbot.errors import ConfigError
from mailbot.log import Story, set_log
from mailbot.origins import SECRET, line_named, lines_of, without_secrets

story = Story("service")

AT_ONCE: Mapping[str, tuple[str, ...]] = {
    "service": ("name", "zone", "gm", "health_at"),
    "smtp": ("letters_per_day", "letters_per_minute"),
    "trust": ("authserv_id", "received_lines"),
    "limits": (
        "sent_bytes",
        "receipts_per_hour",
        "receipts_per_day",
        "answers_per_hour_and_domain",
        "answers_per_hour",
        "answers_to_same_words",
        "help_per_day",
        "notices_per_hour",
        "resends_per_day",
    ),
    "log": ("format", "level"),
}
"""Settings of the service that count as soon as the file is saved; all others need a restart."""


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that was edited."""

    key: str
    was: Any
    now: Any
    #: It counts from now on; else from the next start.
    at_once: bool


def changes(old: Config, new: Config) -> tuple[Change, ...]:
    """What of the service's settings reads differently now; no secret is shown."""
    return tuple(_changes(old, new))


def _changes(old: Config, new: Config) -> Iterator[Change]:
    for name in ("service", "imap", "maildir", "smtp", "trust", "limits", "log"):
        yield from _in_table(name, getattr(old, name), getattr(new, name))
    for name in sorted({*old.oauth, *new.oauth}):
        yield from _in_table(f"oauth.{name}", old.oauth.get(name), new.oauth.get(name))


def _in_table(name: str, old: Any, new: Any) -> Iterator[Change]:
    if old is None or new is None:
        if old is not new:
            yield Change(name, _there(old), _there(new), at_once=False)
        return
    for each in fields(old):
        was, now = getattr(old, each.name), getattr(new, each.name)
        if was == now:
            continue
        if not each.repr:
            was = now = SECRET
        elif each.name == "database":
            was, now = without_secrets(was), without_secrets(now)
        yield Change(f"{name}.{each.name}", was, now, each.name in AT_ONCE.get(name, ()))


def _there(table: Any) -> str:
    return "not there" if table is None else "there"


def taken_over(old: Config, new: Config) -> Config:
    """The config in force after an edit: what counts at once, and all tables of games."""
    found: dict[str, Any] = {"games": new.games}
    for name, keys in AT_ONCE.items():
        before, after = getattr(old, name), getattr(new, name)
        if before is not None and after is not None:
            found[name] = replace(before, **{key: getattr(after, key) for key in keys})
    return replace(old, **found)


@dataclass
class ConfigFile:
    """The file that the service's config came from, and when it was last looked at."""

    file: Path
    #: Set by SIGHUP: read it though it looks the same.
    asked: threading.Event = field(default_factory=threading.Event)
    _stamp: tuple[int, ...] = ()
    #: What was last refused, so that it is told once.
    _told: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        self._stamp = self._look()

    def edited(self) -> bool:
        """Has it been saved since the last look, or has somebody asked for it?"""
        stamp, before = self._look(), self._stamp
        self._stamp = stamp
        asked = self.asked.is_set()
        self.asked.clear()
        return asked or (stamp != before and stamp != ())

    def new(self, refused: frozenset[str]) -> bool:
        """Is this anything else than what was refused before?"""
        told, self._told = self._told, refused
        return bool(refused - told)

    def _look(self) -> tuple[int, ...]:
        try:
            found = self.file.stat()
        except OSError:
            # An editor that saves may take it away for a moment.
            return ()
        return found.st_mtime_ns, found.st_size, found.st_ino


def reread(service: Service, source: ConfigFile) -> Service:
    """The service with its config as it reads now; the same one if the file was not edited.

    A file with a slip in it changes nothing; what only a restart can change is left as it was.
    Both are logged, and told to the Gamesmaster once.
    """
    if not source.edited():
        return service
    try:
        new = read_config(source.file)
    except ConfigError as error:
        _refuse_all(service, source, error)
        return service
    edits = changes(service.config, new)
    for each in edits:
        if each.at_once:
            story.tell("config changed", key=each.key, was=each.was, value=each.now)
    fresh = service.with_config(taken_over(service.config, new))
    set_log(fresh.config.log.format, fresh.config.log.level)
    later = [f"{each.key} needs a restart of the service" for each in edits if not each.at_once]
    fixed = [f"{words}, and is fixed" for words in fresh.take_over_games()]
    gone = [
        f"games.{name} is missing: the game plays on by the settings that it has"
        for name in fresh.games_that_go_on(service.config.games.keys() - new.games.keys())
    ]
    _refuse(fresh, source, [*later, *fixed, *gone])
    return fresh


def _refuse_all(service: Service, source: ConfigFile, error: ConfigError) -> None:
    reason = with_line(source.file, str(error))
    if source.new(frozenset({reason})):
        story.alarm("config broken", reason=reason)
        service.tell_gm(
            "the config file cannot be read",
            f"{reason}\n\nThe service goes on as before. Once the file is put right and saved, it "
            "is read again; `mailbot check` tests it.",
        )


def _refuse(service: Service, source: ConfigFile, refused: list[str]) -> None:
    if not source.new(frozenset(refused)):
        return
    for reason in refused:
        story.warn("config refused", reason=reason)
    keys = ", ".join(reason.split()[0] for reason in refused[:3])
    listed = "\n".join(f"  {reason}" for reason in refused)
    service.tell_gm(
        f"not all of the config counts: {keys}",
        f"The config file was edited, and this does not count yet:\n\n{listed}\n\n"
        "All else does. Restart the service to have the former; a game keeps what it was made "
        "with, so put the latter back, or give the new game another name.",
    )


def with_line(file: Path, reason: str) -> str:
    """The reason with the line of the file that it is about."""
    if "(at line" in reason:
        return reason
    try:
        line = line_named(reason, lines_of(file.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError):
        return reason
    return reason if line is None else f"{file.name}, line {line}: {reason}"
