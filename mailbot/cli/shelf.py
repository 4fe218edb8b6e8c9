"""`mailbot game …`: a game that is put away, and one that moves to another service."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mailbot.cli.common import WHO, as_json, service_of, tell
from mailbot.cli.course import do
from mailbot.cli.game import tell_one
from mailbot.cli.words import game
from mailbot.config import GAME_NAME
from mailbot.errors import Refused
from mailbot.games import steering
from mailbot.games.moving import export_game, import_game
from mailbot.games.observers import dismiss_observer, observers_of
from mailbot.games.settings import find_game
from mailbot.games.steering import Hand
from mailbot.storage.tables import Phase

__all__ = ["game"]


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def archive(ctx: click.Context, name: str, json: bool) -> None:
    """Put NAME away now that it is over: it leaves the lists and keeps everything."""
    do(ctx, steering.archive, name, "", json)


@game.command()
@click.argument("name")
@as_json
@click.pass_context
def unarchive(ctx: click.Context, name: str, json: bool) -> None:
    """Let NAME stand in the lists again."""
    do(ctx, steering.unarchive, name, "", json)


@game.command()
@click.argument("name")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@as_json
@click.pass_context
def export(ctx: click.Context, name: str, file: Path, json: bool) -> None:
    """Write NAME with everything that belongs to it into FILE, to be imported elsewhere.

    Its dice stay sealed under the key file, which is needed there too. Pause the game first, and
    let it run in one place only. Wishes that nobody has confirmed yet stay here.
    """
    service = service_of(ctx)
    with service.store.reading() as session:
        phase = find_game(session, name).phase
        lines = export_game(session, name, service.store.version, service.clock.now())
        before = os.umask(0o077)
        try:
            with file.open("xb") as written:
                written.writelines(lines)
        except FileExistsError as error:
            raise Refused(f"{file} is there already: choose another name") from error
        except BaseException:
            file.unlink(missing_ok=True)
            raise
        finally:
            os.umask(before)
    size = file.stat().st_size
    key = service.config.path(service.config.service.key_file)
    words = f"wrote {name} into {file}; where it is imported the key file {key} is needed too"
    if phase not in (Phase.PAUSED, Phase.OVER):
        stops = f": `mailbot game pause {name}` stops it" if phase == Phase.RUNNING else ""
        words += f"\n{name} goes on here as well, and must go on in one place only{stops}"
    tell(json, words, {"game": name, "file": str(file), "bytes": size})


@game.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--as", "name", default="", help="Under another name; its dice differ from then on.")
@as_json
@click.pass_context
def import_(ctx: click.Context, file: Path, name: str, json: bool) -> None:
    """Make the game that `game export` wrote into FILE; one that was running is paused."""
    service = service_of(ctx, logs=True)
    if name and not GAME_NAME.fullmatch(name):
        raise Refused(f"{name!r} is no name for a game: small letters, digits and hyphens")
    with service.store.writing() as session:
        moved = import_game(session, file, service.keys, service.store.version, name)
        row = find_game(session, moved.game)
        hand = Hand(WHO, service.clock.now(), service.office.desk)
        steering.note(session, row, hand, "import", {"file": file.name})
    tell_one(service, moved.game, json)


@game.command()
@click.argument("name")
@click.option("--dismiss", default="", metavar="ADDRESS", help="Let this address watch no more.")
@as_json
@click.pass_context
def observers(ctx: click.Context, name: str, dismiss: str, json: bool) -> None:
    """Who watches NAME without a seat."""
    service = service_of(ctx)
    with service.store.writing() as session:
        row = find_game(session, name)
        if dismiss:
            dismiss_observer(session, name, dismiss)
            hand = Hand(WHO, service.clock.now(), service.office.desk)
            steering.note(session, row, hand, "observer dismissed", {"address": dismiss})
            session.flush()
        found = [each.address for each in observers_of(session, name)]
    tell(json, "\n".join(found) or "nobody watches", found)
