#!/usr/bin/env python3
"""Add up JUnit files: `tally.py DIRECTORY [STEP …]`, the steps being those that failed.

A test that two steps ran counts once, at its worst. Ends with 1 if anything failed; under CI also
if a test was skipped for want of a server, since a green run there has to mean all of it.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

SERVER = re.compile(r"dovecot|postfix|postgres|chromium|server", re.IGNORECASE)
PASSED, SKIPPED, FAILED = range(3)


def main(directory: Path, broken: list[str]) -> int:
    results: dict[str, tuple[int, str]] = {}
    hurt = set()
    for step, name, outcome, why in cases(directory):
        results[name] = max(results.get(name, (PASSED, "")), (outcome, why))
        if outcome == FAILED:
            hurt.add(step)
    counts = [sum(kind == each for each, _ in results.values()) for kind in range(3)]
    for step in sorted(set(broken) - hurt):
        say(f"make {step} failed outside of the tests")
        counts[FAILED] += 1
    lacking = {name: why for name, (kind, why) in results.items() if without_server(kind, why)}
    if os.environ.get("CI") == "true":
        for name, why in sorted(lacking.items()):
            say(f"skipped for want of a server: {name}: {why}")
        counts[SKIPPED] -= len(lacking)
        counts[FAILED] += len(lacking)
    say(f"{counts[PASSED]} passed, {counts[FAILED]} failed, {counts[SKIPPED]} skipped")
    return 1 if counts[FAILED] or not results else 0


def cases(directory: Path) -> Iterator[tuple[str, str, int, str]]:
    """Step, name, outcome and reason of every test in the reports."""
    for report in sorted(directory.glob("*.xml")):
        for case in ET.parse(report).iter("testcase"):  # noqa: S314 - our own reports
            name = f"{case.get('classname')}::{case.get('name')}"
            outcome, why = PASSED, ""
            for mark in case:
                if mark.tag in {"failure", "error"}:
                    outcome = FAILED
                elif mark.tag == "skipped" and outcome == PASSED:
                    outcome, why = SKIPPED, mark.get("message") or ""
            yield report.stem, name, outcome, why


def without_server(outcome: int, why: str) -> bool:
    return outcome == SKIPPED and SERVER.search(why) is not None


def say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
