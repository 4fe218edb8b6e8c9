"""The one place that knows which games exist."""

from __future__ import annotations

import difflib
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from engine.core.ruleset import AnyBot, AnyRuleset, Json, Problem
from engine.merchant.bots import careful
from engine.merchant.rules import Merchant
from engine.offmap.bots import bold
from engine.offmap.rules import Offmap
from engine.raider.bots import cautious
from engine.raider.rules import Raider
from grammar.merchant import MerchantGrammar
from grammar.offmap import OffmapGrammar
from grammar.raider import RaiderGrammar
from grammar.reading import AnyGrammar
from mailbot.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Rules:
    """A ruleset with its order language, its simulated players and its boards."""

    ruleset: AnyRuleset
    grammar: AnyGrammar
    bots: Mapping[str, AnyBot]
    #: The package whose TOML files are the boards, worlds or scenarios that come with it.
    boards: str
    default_board: str
    #: The number of a die's first face, as its tables have it.
    lowest_face: int = 0
    #: How many the demonstration seats, if there is room for them.
    demo_players: int = 6
    #: How many turns it shows unless it is told otherwise; None: to the end.
    demo_turns: int | None = None

    def board_names(self) -> tuple[str, ...]:
        """The boards that come with the ruleset."""
        files = resources.files(self.boards).iterdir()
        return tuple(sorted(file.name[:-5] for file in files if file.name.endswith(".toml")))


RULES: Mapping[str, Rules] = {
    "raider": Rules(
        ruleset=Raider(),
        grammar=RaiderGrammar(),
        bots={"cautious": cautious},
        boards="engine.raider.boards",
        default_board="pentarchy",
    ),
    "offmap": Rules(
        ruleset=Offmap(),
        grammar=OffmapGrammar(),
        bots={"bold": bold},
        boards="engine.offmap.scenarios",
        default_board="deeps",
        lowest_face=1,
    ),
    "merchant": Rules(
        ruleset=Merchant(),
        grammar=MerchantGrammar(),
        bots={"careful": careful},
        boards="engine.merchant.worlds",
        default_board="archipelago",
        demo_players=10,
        demo_turns=4,
    ),
}


FIRST = next(iter(RULES))
"""What is played where nobody says which game."""


def rules_named(name: str) -> Rules:
    """The rules of that name. Raises `ConfigError` with the nearest."""
    if name in RULES:
        return RULES[name]
    near = difflib.get_close_matches(name, RULES, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(RULES)}"
    raise ConfigError(f"there is no ruleset {name!r}: {hint}")


def handbook(name: str) -> str:
    """The rules of that ruleset, as its players read them; empty if they are not installed."""
    found = shipped(f"docs/rules-{name}.md")
    return found.read_text(encoding="utf-8") if found is not None else ""


def shipped(file: str) -> Path | None:
    """Where a file is that comes along beside the code, or was installed with it."""
    beside = Path(str(resources.files("mailbot"))).parent / file
    shared = Path(sys.prefix) / "share" / "mailbot" / beside.name
    return next((place for place in (beside, shared) if place.exists()), None)


def read_board(rules: Rules, board: str, folder: Path) -> Json:
    """The contents of a board, world or scenario: one that comes along, or a TOML file.

    Raises `ConfigError`.
    """
    name = board or rules.default_board
    if name in rules.board_names():
        text = (resources.files(rules.boards) / f"{name}.toml").read_text(encoding="utf-8")
        return tomllib.loads(text)
    file = folder / name
    if not file.suffix and not file.exists():
        known = ", ".join(rules.board_names())
        raise ConfigError(f"there is no board {name!r}: known are {known}, or name a .toml file")
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"the board {file} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the board {file} is not valid TOML: {error}") from error


def read_scenario(rules: Rules, data: Json, options: Mapping[str, Json]) -> Any:
    """The checked scenario. Raises `ConfigError` that lists every problem."""
    scenario = rules.ruleset.read(data, options)
    if isinstance(scenario, tuple):
        raise ConfigError("; ".join(one_line(problem) for problem in scenario))
    return scenario


def one_line(problem: Problem) -> str:
    """A problem as part of a line."""
    return " ".join(problem.text.split())
