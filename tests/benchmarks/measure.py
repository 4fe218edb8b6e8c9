"""Ratios on a noisy machine: product and floor in turns, with a control loop beside each pair."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from statistics import median

PAIRS = 9
#: A pair in which the control loop drifted more than this is dropped.
DRIFT = 0.15


def seconds(run: Callable[[], object]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def control() -> None:
    """One million steps of plain Python."""
    total = 0
    for number in range(1_000_000):
        total += number


def ratios(
    run: Callable[[], object], floor: Callable[[], object], pairs: int = PAIRS
) -> list[float]:
    """The floor's time over the product's, pair by pair: 1 is as fast, less is slower."""
    kept = []
    for _ in range(pairs):
        before, bare, whole, after = map(seconds, (control, floor, run, control))
        if abs(after / before - 1) <= DRIFT:
            kept.append(bare / whole)
    return kept


def tell(what: str, found: Sequence[float], goal: str) -> None:
    """Print one measurement; the benchmark runs with `-s`."""
    if not found:
        sys.stdout.write(f"\n{what}: the machine was too busy to tell\n")
        return
    spread = f"{min(found):.2f} to {max(found):.2f}, {len(found)} pairs"
    sys.stdout.write(f"\n{what}: {median(found):.2f} ({spread}); target {goal}\n")
