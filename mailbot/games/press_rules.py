"""What a game says of letters between its players, as everybody is told it (FEAT-P2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ruleset import Problem
from grammar.reading import Audience, Press
from mailbot.games.settings import Settings

UNSIGNED = ("anonymous", "both")


def press_rules(settings: Settings) -> Iterator[str]:
    """In whole sentences; nothing where all is as usual."""
    match settings.press:
        case "none":
            yield "In this game players send no letters to each other; `to gm:` is always open."
            return
        case "anonymous":
            yield (
                "In this game letters between players are never signed: they come from nobody, or "
                "from a name that their writer has chosen."
            )
        case "both":
            yield (
                "In this game letters between players are signed, or come from nobody, or from a "
                "name that their writer has chosen: as he wants it."
            )
    if settings.press_gm_copy:
        yield (
            "The Gamesmaster gets a copy of every letter that goes from player to player, with the "
            "name of the role that wrote it."
        )


def press_refused(settings: Settings, piece: Press) -> Problem | None:
    """Why such a letter cannot be sent in this game; nothing of it goes out then."""
    if piece.audience is Audience.GM:
        if piece.unsigned:
            return refused_press(
                "unsigned", "The Gamesmaster is always told who writes to him: use `to gm:`.", piece
            )
        return None
    if settings.press == "none":
        text = "In this game players do not write to each other. Nothing was sent."
        return refused_press("no-press", text, piece)
    if piece.unsigned and settings.press not in UNSIGNED:
        text = "In this game every letter is signed. Yours was not sent, with or without your name."
        return refused_press("unsigned", text, piece)
    if len(piece.text) > settings.press_longest:
        text = (
            f"Your message has {len(piece.text)} characters, and {settings.press_longest} is the "
            "most that is sent. Nothing of it was."
        )
        return refused_press("too-long", text, piece)
    return None


def refused_press(code: str, text: str, piece: Press) -> Problem:
    return Problem(code, text, line=piece.line)
