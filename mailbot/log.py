"""The log as a story: one event a line, for people or as JSON, never with orders or secrets.

An event has a name and fields; `EVENTS` holds the sentence that each name is told in. Code that
logs gives fields only, so that both forms always say the same.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TextIO

import msgspec

EVENTS: Mapping[str, str] = {
    "service started": "the service runs as {worker}",
    "service stopped": "the service stops",
    "mailbox opened": "reading {mailbox}",
    "service stumbled": "something went wrong that nobody foresaw: {error}; going on",
    "database lost": "{reason}; trying again in {seconds} s",
    "mailbox lost": "{mailbox} is lost ({reason}); trying again in {seconds} s",
    "mailbox taken": "{mailbox} is read by another process: no letter is taken here",
    "mailbox renumbered": "{mailbox} has been made anew: all its letters are looked at again",
    "letter kept": "letter {letter} arrived in {mailbox}, {size} bytes",
    "letter read": "letter {letter} from {sender} read as {act}: {reason}",
    "letter failed": "letter {letter} could not be read and was set aside: {error}",
    "letter waits": "letter {letter} is read later: {reason}",
    "letter overran": "letter {letter} was given up while it was read ({reason}), try {tries}",
    "orders taken": "{game}: {role}'s orders for stage {stage}, revision {revision}: "
    "orders {orders}, remarks {problems}",
    "orders kept": "{game}: {role} wrote for {written}, stage {stage} is open: kept",
    "orders doubted": "{game}: {role} answers an earlier letter, which proves nothing: kept",
    "orders late": "{game}: {role}'s orders came after the deadline of stage {stage}",
    "press taken": "{game}: {role} sends words: to {to}",
    "broadcast to be confirmed": "{game}: a letter to all players waits for its writer's word",
    "orders ahead": "{game}: {role} sends orders for turn {turn} ahead: kept",
    "orders ahead failed": "{game}: what {role} sent ahead could not be read: {error}",
    "orders read ahead": "{game}: {role}'s orders sent ahead are read for stage {stage}: "
    "orders {orders}, problems {problems}",
    "applied": "{game}: {sender} asks to play as {role}; confirmation sent",
    "joined": "{game}: {sender} plays as {role}",
    "observer asked": "{game}: {sender} asks to watch; confirmation sent",
    "observer came": "{game}: {sender} watches",
    "observer left": "{game}: {sender} watches no more",
    "address changed": "{game}: {role} has another address now ({way})",
    "registration ready": "{game}: the registration of {role} is complete",
    "letter queued": "{kind} for {to} queued: {subject}",
    "letter sent": "{kind} to {to} delivered to the mail server",
    "letter retry": "{kind} to {to} not taken ({reason}); next try {next_at}",
    "letter undelivered": "{kind} to {to} could not be delivered: {reason}",
    "letter uncertain": "{kind} to {to} may have been delivered: {reason}",
    "letter bounced": "{kind} to {to} did not arrive ({grade}): {reason}",
    "address bad": "{address} does not work, letters to it wait: {reason}",
    "address good": "{address} works again, {letters} letters waited for it",
    "outbox paused": "the outbox waits: {reason}",
    "outbox resumed": "the mail server takes letters again; the outbox waited since {since}",
    "day full": "the {letters} letters of a day are used up; more at {until}",
    "game created": "{game}: created, {ruleset}, {seats} seats",
    "config changed": "the config was edited: {key} was {was!r} and is now {value!r}",
    "config refused": "of the edited config this does not count: {reason}",
    "config broken": "the edited config is not read, the old one counts: {reason}",
    "setting changed": "{game}: {key} was {was!r} and is now {value!r}",
    "game opened": "{game}: stage {stage} is open, deadline {due}",
    "game due": "{game}: the deadline of stage {stage} has come",
    "waits for mail": "{game}: stage {stage} waits until the mailbox has been read to its end",
    "deadline passed": "{game}: stage {stage} was due half an hour ago: {reason}",
    "turn run": "{game}: stage {stage} run, {events} events, {sheets} sheets queued",
    "turn failed": "{game}: stage {stage} could not be run and is held: {error}",
    "painter failed": "{pictures} pictures were not drawn beside the others ({error}): drawn here",
    "game held": "{game}: stage {stage} waits: {reason}",
    "result held": "{game}: the result of stage {stage} waits to be released: {reason}",
    "result released": "{game}: the result of stage {stage} is released by {who}",
    "turn taken back": "{game}: stage {stage} is taken back by {who}",
    "game over": "{game}: the game is over",
    "amended": "{game}: {who} changed {what}",
    "gm said": "{game}: {who} wrote to {to} players",
    "orders entered": "{game}: {who} entered orders for {role}",
    "gm's letter read": "letter {letter} from the Gamesmaster {sender}: {done} of {lines} done",
    "gm's letter released": "letter {letter} of the Gamesmaster is read, since he says it is his",
    "gm's letter in other hands": "{sender} answered a letter to the Gamesmaster",
    "game paused": "{game}: paused by {who}",
    "game cancelled": "{game}: called off by {who}",
    "game resumed": "{game}: resumed by {who}",
    "deadline moved": "{game}: stage {stage} is now due {due}",
    "ready": "{game}: {role} is ready for stage {stage}",
    "all ready": "{game}: all are ready, stage {stage} runs before its slot, {slot}",
    "reminded": "{game}: {role} is reminded that orders for stage {stage} are missing",
    "vacation": "{game}: {role} says when he is away",
    "seat given": "{game}: {role} is played from {to} now",
    "seat freed": "{game}: the seat of {role} is free",
    "waits for a seat": "{game}: {sender} is on the waiting list",
    "seat offered": "{game}: the seat of {role} is offered to {to}",
    "offer over": "{game}: {sender} has not said in time whether he wants the seat",
    "unsubscribe asked": "{game}: {role} asked for no more letters, and was told how to leave",
    "letter released": "letter {letter} released from quarantine by its sender",
}


class Story:
    """Events of one part of the service."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(f"mailbot.{name}")

    def tell(self, event: str, level: int = logging.INFO, **facts: Any) -> None:
        """Log an event of `EVENTS` with its fields."""
        if self._logger.isEnabledFor(level):
            sentence = EVENTS[event].format_map(facts)
            self._logger.log(level, "%s", sentence, extra={"event": event, "facts": facts})

    def warn(self, event: str, **facts: Any) -> None:
        self.tell(event, logging.WARNING, **facts)

    def alarm(self, event: str, **facts: Any) -> None:
        self.tell(event, logging.ERROR, **facts)

    def broken(self, event: str, error: Exception) -> None:
        """A bug: the event with its traceback."""
        facts = {"error": f"{type(error).__name__}: {error}"}
        sentence = EVENTS[event].format_map(facts)
        extra = {"event": event, "facts": facts}
        self._logger.error("%s", sentence, extra=extra, exc_info=error)


class StoryFormatter(logging.Formatter):
    """`20:00:05 harbour: the deadline of stage 3 has come`."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        mark = "" if record.levelno < logging.WARNING else f"{record.levelname}: "
        text = f"{moment:%Y-%m-%d %H:%M:%SZ}  {mark}{record.getMessage()}"
        if record.exc_info:
            text += "\n" + self.formatException(record.exc_info)
        return text


class JsonFormatter(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name),
            "text": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def start_log(form: str, level: str, stream: TextIO | None = None) -> None:
    """Send the story to standard error, or to `stream`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else StoryFormatter())
    logger = logging.getLogger("mailbot")
    logger.handlers[:] = [handler]
    logger.setLevel(level.upper())
    logger.propagate = False


def set_log(form: str, level: str) -> None:
    """Tell on in another form, or more or less of it, wherever it goes."""
    logger = logging.getLogger("mailbot")
    for handler in logger.handlers:
        if isinstance(handler.formatter, JsonFormatter | StoryFormatter):
            handler.setFormatter(JsonFormatter() if form == "json" else StoryFormatter())
            logger.setLevel(level.upper())
