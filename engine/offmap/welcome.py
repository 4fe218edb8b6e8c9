"""What a side is told before the game: what it is about, its forces, what all is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.ruleset import Event, Problem
from engine.core.sheet import Block, Figure, Heading, Items, Paragraph, Row, Table
from engine.core.wording import problem_words, sentence
from engine.offmap.objective import FACES, winning_faces
from engine.offmap.options import Options
from engine.offmap.phases import other
from engine.offmap.rosters import areas, class_names, classes, fleet, places, purse
from engine.offmap.scene import scene
from engine.offmap.standing import plans_words
from engine.offmap.variants import variants
from engine.offmap.view import View
from engine.offmap.wording import MODIFIERS, side_words, signed

FIXED = ("capital", "planet", "base", "soft", "other", "warship", "survey")


def welcome(view: View, problems: Sequence[Problem]) -> Iterator[Block]:
    """The sheet of sign-up; nothing is asked, since the fleets stand in the scenario."""
    yield Paragraph(
        sentence(
            "You lead the ",
            side_words(view, view.role),
            f" in {view.title or 'this game'}. Nothing has to be sent until the game begins.",
        )
    )
    if problems:
        yield Items(tuple(map(problem_words, problems)))
    yield Heading("The game in brief")
    yield Items(tuple(_rules(view)))
    yield Heading("Is the objective reached?")
    yield Paragraph(
        f"One die, and all that applies is added; {view.options.threshold} or more reaches it."
    )
    yield odds_table(view.options)
    yield Heading("Classes")
    yield classes(view)
    yield from position(view, (), "Sign-up")


def position(view: View, events: Sequence[Event], title: str) -> Iterator[Block]:
    """Forces, areas and map as far as they are known; `events` are those heard."""
    yield Heading("Your forces")
    yield purse(view)
    yield from fleet(view, view.role)
    yield from _plans(view)
    yield Heading("What you know of the other side")
    yield from fleet(view, other(view.role, view.sides))
    yield class_names(view)
    yield Heading("Areas")
    yield areas(view)
    yield Heading("Places")
    yield Paragraph("The numbers are movement points, by the cheapest way.")
    yield places(view)
    yield Heading("Map")
    yield Figure(scene(view, events, title), "Places, links and areas; the tables say the same.")


def _plans(view: View) -> Iterator[Block]:
    """What the reader has ordered for all raids to come (OFF-3.1)."""
    lines = [line for area in view.own_areas for line in plans_words(area.plans)]
    if lines and not view.over:
        yield Paragraph(f"Until you change it this stands: {'; '.join(lines)}.")


def odds_table(options: Options) -> Table:
    """The modifiers of this game, with the faces that a first raid with five points wins on."""
    rows = [
        Row(("each movement point left", signed(options.mod_mp), "")),
        Row(("each earlier raid on that target", signed(options.mod_previous), "")),
    ]
    for kind in FIXED:
        added = int(getattr(options, f"mod_{kind}"))
        if kind == "capital" and options.capital_cumulative:
            added += options.mod_planet
        winning = winning_faces(options, 5 * options.mod_mp + added)
        name = f"objective: {MODIFIERS[kind]}"
        rows.append(Row((name, signed(added), f"{winning} in {len(FACES)}")))
    columns = ("Added to the die", "Each", "First raid, five points left")
    return Table(columns, tuple(rows), "lrr")


def _joins(fought: int) -> str:
    return f"joins in round {fought}" if fought else "never joins"


def _rules(view: View) -> Iterator[str]:
    options = view.options
    raiders = (
        "Both sides raid in turn"
        if options.sequence == "alternating"
        else (f"The {view.sides[view.phasing].name} raids and the other side defends")
    )
    yield f"{raiders}; {options.turns} turns are played."
    yield f"A raid is a stack that strikes from the map into an area, for {options.cost_ep} EP."
    if options.size_rule == "limited":
        yield (
            "It may have its flagship, as many ships as the flagship commands, "
            f"{options.extra_ships + options.admiral_bonus} more, and {options.free_scouts} scout "
            f"and {options.drone_slots} drone ships in free slots."
        )
    if options.zones == "seven":
        yield "It searches one of six sub-areas by a die; the defender spreads his ships over them."
    else:
        yield "It names an objective, which a die decides whether it reaches."
    if options.zones != "seven" and options.defence == "divided":
        yield (
            "The defender's warships are divided into three forces; a die says which meets the "
            f"raid. The near one {_joins(options.near_round)}, the far one "
            f"{_joins(options.far_round)}."
        )
    yield from variants(options)
    battle = {
        "report": "The two players fight the battle by their own rules and report its result.",
        "quick": "The battle is fought here, by quick rules.",
    }
    yield battle[options.battle]
    yield (
        "Points: the power of enemy units destroyed, half of those crippled, all of a planet laid "
        "waste, and one for each survey point destroyed."
    )
    yield "Silence is no mistake: no raid, no reaction, the stronger force near."
