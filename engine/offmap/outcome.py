"""A raid told to one side: the notice, the forces before the die, the result (OFF-3.10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.sheet import Block, Heading, Mark, Paragraph, Row, Span, Table, Words
from engine.core.wording import number, sentence
from engine.offmap.casualties import losses, rounds
from engine.offmap.ids import UnitName
from engine.offmap.objective import winning_faces
from engine.offmap.phases import Phase
from engine.offmap.preview import Answer, answer, odds, power
from engine.offmap.raids import Raid
from engine.offmap.state import FORCES, SURVEY
from engine.offmap.view import View
from engine.offmap.wording import (
    faces_words,
    modifier_words,
    objective_words,
    ship_list,
    side_words,
    signed,
)

Names = tuple[UnitName, ...]


def raid_told(view: View, raid: Raid) -> Iterator[Block]:
    """All that the reader knows of a raid under way."""
    yield Heading(f"Raid on {view.areas[raid.area].name}")
    yield from _notice(view, raid)
    if view.phase in (Phase.BATTLE, Phase.END):
        yield from _result(view, raid)
    elif not view.raiding:
        yield from _answer(view, raid)
    else:
        yield Paragraph("You will be told what meets it when the defender's answer is in.")


def _notice(view: View, raid: Raid) -> Iterator[Block]:
    """Who comes, from where, and what for (OFF-H28)."""
    yield Paragraph(
        sentence(
            side_words(view, raid.side),
            f" from {raid.place} with {number(len(raid.force), 'ship')}: ",
            f"{ship_list(view, raid.force)}. Flagship {raid.flagship}. "
            f"{number(raid.left, 'movement point')} left after entering.",
        )
    )
    if raid.objective:
        yield Paragraph(f"Objective: {objective_words(view, raid.objective)}.")
    elif view.options.zones != "seven":
        yield Paragraph("Its objective is a secret until the result.")


def _answer(view: View, raid: Raid) -> Iterator[Block]:
    """For the defender: what he decides upon now."""
    if raid.group_die:
        yield Paragraph(f"The group die is {raid.group_die}: force {raid.initial} meets the raid.")
        yield _forces(view, raid)
        yield Paragraph("Name the near one of the two others; silent, the stronger is near.")
        return
    if not view.options.objective_secret and (chance := odds(view, *_target(raid))):
        yield Paragraph(f"They reach it {faces_words(chance.winning)}.")
    yield from division_told(view, answer(view, raid, ()))


def division_told(view: View, now: Answer) -> Iterator[Block]:
    """The defender's three forces if nobody reacts, or as his orders have it."""
    if not now.forces:
        return
    yield Paragraph("If nothing changes, your ships are divided so:")
    rows = zip(FORCES, now.forces, now.powers, strict=True)
    yield Table(
        ("Force", "Ships", "Power", "Names"),
        tuple(
            Row((f"{force}", f"{len(names)}", f"{strength}", ship_list(view, names) or "none"))
            for force, names, strength in rows
        ),
        "lrrl",
    )
    if view.options.objective_secret:
        yield Paragraph("The objective is a secret: it may be one of these, and is left out then.")


def _target(raid: Raid) -> tuple[str, str, int]:
    return raid.area, raid.objective, raid.left


def _result(view: View, raid: Raid) -> Iterator[Block]:
    """Every face, modifier and total, and who meets whom (OFF-3.7, OFF-3.11)."""
    yield from _objective(view, raid)
    if raid.search_dice or raid.sub:
        yield Paragraph(_search(raid))
    if raid.group_die:
        text = f"Group die {raid.group_die}: force {raid.initial} meets the raid."
        yield Paragraph(text)
    if raid.police_die:
        yield Paragraph(f"Police die {raid.police_die}; a police ship turns up on 4-6.")
    if not raid.battle:
        yield Paragraph("Nobody meets the raid: there is no battle.")
        return
    if raid.reacting and not view.raiding:
        yield Paragraph(f"From the map came {ship_list(view, raid.reacting)}.")
    yield _forces(view, raid)
    if raid.excused:
        yield Paragraph(f"Left out: {ship_list(view, raid.excused)}.")
    if raid.survey_ships:
        yield Paragraph(f"With the far force: {ship_list(view, raid.survey_ships)}.")
    if view.options.intercept and view.options.battle == "report" and raid.reached:
        yield Paragraph(
            "The first round is an approach round: the initial force alone fights, without the "
            "objective."
        )
    if raid.rounds:
        yield from rounds(view, raid)
    yield from losses(view, raid)


def _objective(view: View, raid: Raid) -> Iterator[Block]:
    """The lines of the table that decided."""
    if not raid.objective_die:
        return
    rows = [Row((modifier_words(name, raid.left), signed(n))) for name, n in raid.modifiers]
    total = Row(("total", f"{raid.total}"), Mark.STRONG)
    die = Row((f"die {raid.objective_die}", f"{raid.objective_die}"))
    yield Table(("Objective", "Counts"), (die, *rows, total), "lr")
    faces = faces_words(winning_faces(view.options, raid.modifier))
    yield Paragraph(
        f"{raid.objective_die} {_plus(raid.modifier)} = {raid.total}, and "
        f"{view.options.threshold} was needed{_by_nature(view, raid)}: {_what_of_it(raid)} "
        f"It would have been reached {faces}. "
        f"{_count(view, raid)}"
    )


def _by_nature(view: View, raid: Raid) -> str:
    """Where some faces are sure, the total does not decide (OFF-H40)."""
    sure = {1: ", but a 1 always misses", 6: ", but a 6 always reaches"}
    against = raid.reached != (raid.total >= view.options.threshold)
    return sure.get(raid.objective_die, "") if against else ""


def _plus(modifier: int) -> str:
    return f"{'-' if modifier < 0 else '+'} {abs(modifier)}"


def _what_of_it(raid: Raid) -> str:
    what = "the survey points are" if raid.objective == SURVEY else f"{raid.objective} is"
    if not raid.reached:
        return (
            f"{what} NOT reached."
            if raid.objective == SURVEY
            else f"{what} NOT reached and takes no part."
        )
    return f"{what} reached." if raid.objective == SURVEY else f"{what} reached and takes part."


def _count(view: View, raid: Raid) -> str:
    count = view.areas[raid.area].raids.get(raid.objective, 0)
    return f"Raids on this target so far: {count}."


def _search(raid: Raid) -> str:
    if not raid.search_dice:
        return f"The raid goes to sub-area {raid.sub}, which was found before."
    faces = ", ".join(f"{face}" for face in raid.search_dice)
    again = " (thrown again for areas avoided)" if raid.search_dice[1:] else ""
    return f"Search die {faces}{again}: sub-area {raid.sub} is found."


def _forces(view: View, raid: Raid) -> Table:
    """Who meets the raid and when; a force whose names the reader may not know has a number."""
    rows = [_with(view, raid)] if raid.with_objective else []
    rows += [_force(view, raid, number_) for number_ in range(1, len(raid.forces) + 1)]
    if not raid.forces and (raid.joins_near or raid.sizes):
        rows.append(
            _row(
                view,
                "from the map",
                _round(view.options.near_round),
                raid.joins_near,
                sum(raid.sizes),
            )
        )
    return Table(("Force", "From round", "Ships", "Power", "Names"), tuple(rows), "llrrl")


def _with(view: View, raid: Raid) -> Row:
    """The objective and those with it, who meet the raid in round 1; police come either way."""
    names, what = raid.with_objective, "at the objective" if raid.reached else "police"
    return _row(view, what, "1", names, len(names))


def _force(view: View, raid: Raid, number_: int) -> Row:
    what, since = _part(view, raid, number_)
    joins = raid.joins_near if number_ == raid.near else ()
    names = (*raid.forces[number_ - 1], *joins)
    return _row(view, what, since, names, raid.sizes[number_ - 1])


def _row(view: View, what: Words, since: str, names: Names, size: int) -> Row:
    """With names and power, or with the size alone."""
    if size > len(names):
        return Row((what, since, f"{size}", "?", "not known to you"))
    return Row(
        (what, since, f"{len(names)}", f"{power(view, names)}", ship_list(view, names) or "none")
    )


def _part(view: View, raid: Raid, number_: int) -> tuple[Words, str]:
    """Which force it is, and the round at whose start it joins (OFF-3.4.8)."""
    if len(raid.forces) == 1:
        return "all there", "1"
    for name, force, since in (
        ("initial", raid.initial, 1),
        ("near", raid.near, view.options.near_round),
        ("far", raid.far, view.options.far_round),
    ):
        if number_ == force:
            words = Span(f"{number_} ({name})", Mark.STRONG if name == "initial" else Mark.PLAIN)
            return words, _round(since)
    return f"{number_}", ""


def _round(since: int) -> str:
    return f"{since}" if since else "never"
