"""Tables before they have a format: coloured rows say in words what their colour says."""

from __future__ import annotations

from dataclasses import replace

from engine.core.sheet import Mark, Row, Table
from mailbot.render.words import starred

WORDS = {Mark.OWN: "own", Mark.ALLY: "ally", Mark.ENEMY: "enemy"}
#: A reader knows his own without being told.
NEEDED = (Mark.ALLY, Mark.ENEMY)
ALL = {Mark.ALLY: "All of them allies.", Mark.ENEMY: "All of them enemies."}
#: Heads the column of these words.
SIDE = "Side"


def spoken(table: Table) -> Table:
    """The table with words for what its colours mean, unless its rows say it (RAID-R157).

    Where all rows are of one kind the caption says so, else a column does.
    """
    if all(_says(row) for row in table.rows):
        return table
    if len({row.mark for row in table.rows}) == 1:
        return replace(table, caption=f"{ALL[table.rows[0].mark]} {table.caption}".strip())
    return replace(
        table,
        columns=(SIDE, *table.columns),
        rows=tuple(Row((WORDS.get(row.mark, ""), *row.cells), row.mark) for row in table.rows),
        align="l" + alignment(table),
    )


def alignment(table: Table) -> str:
    """One letter for each column."""
    return table.align.ljust(len(table.columns), "l")


def _says(row: Row) -> bool:
    if row.mark not in NEEDED:
        return True
    return any(WORDS[row.mark] in starred(cell).lower().split() for cell in row.cells)
