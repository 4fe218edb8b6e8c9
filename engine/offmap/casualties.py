"""How a battle went and what it cost, in words and tables (OFF-3.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.sheet import Block, Items, Mark, Paragraph, Row, Span, Table
from engine.core.wording import enumeration, number, sentence
from engine.offmap.ids import UnitName
from engine.offmap.phases import Phase
from engine.offmap.raids import Raid
from engine.offmap.view import View
from engine.offmap.wording import side_words

Names = tuple[UnitName, ...]


def rounds(view: View, raid: Raid) -> Iterator[Block]:
    """A quick battle round by round (OFF-3.5)."""
    raiders, defenders = side_words(view, raid.side), side_words(view, view.areas[raid.area].side)
    rows = [
        Row(
            (
                f"{fought.round}",
                f"{fought.attacker_power}",
                f"{fought.attacker_die}",
                f"{fought.hits_on_defender}",
                f"{fought.defender_power}",
                f"{fought.defender_die}",
                f"{fought.hits_on_attacker}",
            )
        )
        for fought in raid.rounds
    ]
    columns = ("Round", "Raiders' power", "Die", "Hits", "Defenders' power", "Die", "Hits")
    yield Table(columns, tuple(rows), "lrrrrrr")
    casualties = [
        (side, fought.round, lost)
        for fought in raid.rounds
        for side, lost in ((defenders, fought.defender_losses), (raiders, fought.attacker_losses))
        if lost
    ]
    if casualties:
        yield Items(
            tuple(
                sentence(
                    f"Round {n}, ", side, ": ", "; ".join(f"{w} {how}" for how, w in lost), "."
                )
                for side, n, lost in casualties
            )
        )


def losses(view: View, raid: Raid) -> Iterator[Block]:
    """What counts as the result, or that it is still open."""
    if raid.disputed:
        words = "The reports differ: the Gamesmaster decides, and nothing is applied until then."
        yield Paragraph(Span(words, Mark.WARNING))
    elif raid.result is not None:
        yield Paragraph(
            losses_words(
                tuple(raid.result.crippled),
                tuple(raid.result.destroyed),
                tuple(raid.result.devastated),
                raid.result.survey_lost or 0,
            )
        )
    elif view.phase is Phase.BATTLE:
        yield Paragraph("Fight the battle and report its result, or agree with the other report.")


def losses_words(crippled: Names, destroyed: Names, devastated: Names, survey: int) -> str:
    """A result in a sentence.

    >>> losses_words((UnitName("Jig"), UnitName("Elm")), (), (), 4)
    'Result: Elm and Jig crippled; 4 survey points lost.'
    """
    parts = [
        f"{enumeration(sorted(names))} {word}"
        for word, names in (
            ("crippled", crippled),
            ("destroyed", destroyed),
            ("devastated", devastated),
        )
        if names
    ]
    if survey:
        parts.append(f"{number(survey, 'survey point')} lost")
    return f"Result: {'; '.join(parts) or 'no losses'}."
