"""The blanks of a form, as the script of the page fills them in: what many share stands once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeVar

import msgspec

from engine.core.form import BadDraft, Choice, Draft, Option, Pick, Slot, cut_at_samples
from mailbot.render.words import clean

Order = TypeVar("Order")

#: What a list says behind a name, such as the distance, begins with this.
BEHIND = " ("


@dataclass(frozen=True, slots=True)
class Blanks:
    """A draft of a line, and its blanks for the template."""

    label: str
    slots: tuple[dict[str, Any], ...]


@dataclass(slots=True)
class Pool:
    """What the script builds lists and checks from."""

    options: dict[tuple[str, ...] | str, int] = field(default_factory=dict)
    slots: dict[str, int] = field(default_factory=dict)
    #: Of each line of the form: its choices and drafts.
    lines: list[dict[str, Any]] = field(default_factory=list)

    def line(
        self,
        subject: str,
        choices: Sequence[Choice[Order]],
        drafts: Sequence[Draft[Order]],
        write: Callable[[Order], str],
    ) -> tuple[Blanks, ...]:
        """Takes in a line; a draft that cannot be cut is left out, lest it hold up a turn."""
        cut = tuple(_cut(drafts, write))
        begin = f"{subject} " if clean(subject) == subject else ""
        self.lines.append(
            {
                "begin": begin,
                "choices": [_in_short(write(c.order), c.label, begin) for c in choices],
                "drafts": [{"pieces": pieces, "moves": draft.moves} for draft, pieces in cut],
            }
        )
        return tuple(Blanks(draft.label, tuple(map(self._slot, draft.slots))) for draft, _ in cut)

    def json(self) -> str:
        slots = [msgspec.Raw(slot.encode()) for slot in self.slots]
        whole = {"options": list(self.options), "slots": slots, "lines": self.lines}
        return _json(whole)

    def _slot(self, slot: Slot) -> dict[str, Any]:
        """Its values for the template; the script checks it by the others."""
        values: dict[str, Any] = msgspec.to_builtins(slot, enc_hook=dict)
        kind = type(slot).__name__
        shown = ("sample", "options", "first")
        checked = {key: value for key, value in values.items() if key not in shown}
        if isinstance(slot, Pick):
            values["list"] = self._list(slot.options)
        number = self.slots.setdefault(_json({"type": kind, **checked}), len(self.slots))
        return {**values, "kind": kind, "number": number}

    def _list(self, options: Sequence[Option]) -> str:
        """The numbers of its options: `0-14,16`."""
        numbers = [self.options.setdefault(_option(each), len(self.options)) for each in options]
        return ",".join(_runs(numbers))


def _cut(
    drafts: Sequence[Draft[Order]], write: Callable[[Order], str]
) -> Iterator[tuple[Draft[Order], tuple[str | int, ...]]]:
    for draft in drafts:
        try:
            yield draft, cut_at_samples(write(draft.order), draft.slots)
        except BadDraft:
            continue


def _option(option: Option) -> tuple[str, ...] | str:
    told = _in_short(option.value, option.label or option.value)
    if option.at:
        return option.value, option.label or option.value, option.at
    return told


def _in_short(value: str, label: str, begin: str = "") -> tuple[str, ...] | str:
    """The label alone where it says the value too."""
    label = clean(label)
    return label if value == begin + label.partition(BEHIND)[0] else (value, label)


def _runs(numbers: Sequence[int]) -> Iterator[str]:
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        first, *others = [number for _, number in run]
        yield f"{first}-{others[-1]}" if others else f"{first}"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
