"""`mailbot demo`: a whole game by real mail on this machine."""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from mailbot.cli.common import as_json, tell
from mailbot.errors import ConfigError
from mailbot.rulesets import FIRST, rules_named


@click.command()
@click.option("--ruleset", default=FIRST, show_default=True, help="Which game.")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where to leave letters and sheets; without it, a new folder for temporary files.",
)
@click.option("--seed", default="a fair wind", help="Any words; the same words, the same game.")
@click.option("--turns", type=click.IntRange(1), help="Stop after so many turns, or with the game.")
@as_json
@click.pass_context
def demo(
    ctx: click.Context, ruleset: str, folder: Path | None, seed: str, turns: int | None, json: bool
) -> None:
    """Play a whole game by real SMTP and IMAP on this machine, and tell it as it goes.

    Nothing leaves the machine. The exit code is 1 if anything was not as it should be.
    """
    try:
        from mailbot.demo.play import Outcome, Setting, play_demo
    except ModuleNotFoundError as error:
        raise ConfigError(
            f"the demonstration needs the package {error.name}: pip install 'mailbot[demo]'"
        ) from error
    rules_named(ruleset)
    where = folder or Path(tempfile.mkdtemp(prefix="mailbot-demo-"))
    outcome: Outcome = play_demo(
        Setting(ruleset, where.resolve(), seed, turns), (lambda _: None) if json else click.echo
    )
    letters = outcome.letters_in + outcome.letters_out
    words = (
        f"\n{letters} letters ({outcome.letters_in} to the service, {outcome.letters_out} from it) "
        f"in {outcome.seconds:g} seconds.\nEvery letter and sheet is in {outcome.folder}\n"
        f"Begin with {outcome.index}"
    )
    tell(json, words, outcome)
    if outcome.failures:
        count = len(outcome.failures)
        words = "1 thing was not as it" if count == 1 else f"{count} things were not as they"
        click.echo(f"{words} should be", err=True)
        ctx.exit(1)
