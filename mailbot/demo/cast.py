"""Who plays: up to ten admirals, each with a mail program and a manner of writing."""

from __future__ import annotations

from dataclasses import dataclass

from mailbot.demo import clients, manners
from mailbot.demo.clients import Client
from mailbot.demo.manners import Manner


@dataclass(frozen=True, slots=True)
class Admiral:
    """A simulated player as he is known by mail."""

    #: What he wants to be called in the game.
    role: str
    name: str
    address: str
    #: His mail program, for people.
    program: str
    client: Client
    manner: Manner
    greeting: tuple[str, ...] = ()
    farewell: tuple[str, ...] = ()
    signature: tuple[str, ...] = ()
    #: He fills in the form of the sheet.
    form: bool = False
    #: He writes his request into the subject.
    in_subject: bool = False


CAST: tuple[Admiral, ...] = (
    Admiral(
        role="Zane",
        name="Zane Prior",
        address="zane@example.org",
        program="webmail with text and HTML",
        client=clients.gmail,
        manner=manners.chatty,
        greeting=("Hi there,", "", "my orders for this turn:"),
        farewell=("", "Thanks,", "Zane"),
    ),
    Admiral(
        role="Mira",
        name="Mira Okafor",
        address="mira@example.net",
        program="an office program, HTML only",
        client=clients.outlook,
        manner=manners.canonical,
        greeting=("Dear Gamesmaster,", ""),
        farewell=("", "Kind regards,", "Mira Okafor"),
        form=True,
    ),
    Admiral(
        role="Otto",
        name="Otto Brückner",
        address="otto@example.org",
        program="a German program, flowed Latin-1",
        client=clients.thunderbird,
        manner=manners.terse,
        signature=("Otto Brückner, Lübeck", "Grüße von der Küste"),
    ),
    Admiral(
        role="Pia",
        name="Pia Lindqvist",
        address="pia@example.net",
        program="base64 with curly quotation marks",
        client=clients.apple,
        manner=manners.arrows,
        greeting=('Hello "Harbour Games", it\'s Pia.', ""),
        farewell=("", "Cheers, Pia"),
        in_subject=True,
    ),
    Admiral(
        role="Hugo",
        name="Hugo Marsh",
        address="hugo@example.org",
        program="a terminal, answers between quoted lines",
        client=clients.terminal,
        manner=manners.shortened,
        signature=("Hugo Marsh", "A ship in harbour is safe, but that is not what ships are for."),
    ),
    Admiral(
        role="Wanda",
        name="Wanda Kaye",
        address="wanda@example.net",
        program="a phone",
        client=clients.phone,
        manner=manners.by_thumb,
    ),
    Admiral(
        role="Ines",
        name="Inês Duarte",
        address="ines@example.org",
        program="webmail with text and HTML",
        client=clients.gmail,
        manner=manners.canonical,
        form=True,
    ),
    Admiral(
        role="Karl",
        name="Karl Sørensen",
        address="karl@example.net",
        program="a terminal, answers between quoted lines",
        client=clients.terminal,
        manner=manners.loud,
        farewell=("", "REGARDS, KARL"),
    ),
    Admiral(
        role="Lena",
        name="Lena Fuchs",
        address="lena@example.org",
        program="an office program, HTML only",
        client=clients.outlook,
        manner=manners.chatty,
        greeting=("Good evening,", ""),
        farewell=("", "Best wishes", "Lena"),
    ),
    Admiral(
        role="Rolf",
        name="Rolf Aaltonen",
        address="rolf@example.net",
        program="a German program, flowed Latin-1",
        client=clients.thunderbird,
        manner=manners.arrows,
        signature=("Rolf Aaltonen", "Åland"),
    ),
)

GAMES = "games@example.org"
"""The address of the service."""

GAMESMASTER = "gm@example.org"
STRANGER = "visitor@example.net"
FORGER = "mallory@example.net"
