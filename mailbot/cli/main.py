"""`mailbot`: the commands of a Gamesmaster, each loading only what it needs."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from mailbot.errors import MailbotError

#: Command to the module that holds it, and its name there if that is another; as the help lists it.
COMMANDS = {
    "init": "service",
    "oauth": "accounts",
    "check": "service",
    "run": "service",
    "feed": "service",
    "status": "keeper",
    "config": "keeper",
    "backup": "keeper",
    "restore": "keeper:restore_backup",
    "copy": "keeper:copy_database",
    "game": "shelf",
    "player": "seats",
    "letters": "post",
    "outbox": "outbox",
    "demo": "demo",
    "adjudicate": "lab",
    "parse": "lab",
}


class Commands(click.Group):
    """Commands that are imported when they are called: a cold start stays quick (PERF-P6)."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        place, _, name = COMMANDS[cmd_name].partition(":")
        module: Any = import_module(f"mailbot.cli.{place}")
        command: click.Command = getattr(module, name or cmd_name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--config",
    "-c",
    type=click.Path(path_type=Path),
    default=Path("config.toml"),
    show_default=True,
    help="The config file.",
)
@click.version_option(package_name="mailbot")
@click.pass_context
def cli(ctx: click.Context, config: Path) -> None:
    """Run play-by-email games: orders come in by mail, turn sheets go out.

    To begin: `mailbot init`, edit the file that it makes, `mailbot check`, then
    `mailbot game create NAME` and `mailbot run`.
    """
    ctx.obj = config


def main() -> None:
    """The console script: expected failures are one line on standard error and exit code 1."""
    try:
        code = cli.main(standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("stopped", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except MailbotError as error:
        click.echo(f"mailbot: {' '.join(str(error).split())}", err=True)
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"mailbot: {where}{error.strerror or error}", err=True)
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)
