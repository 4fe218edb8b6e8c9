"""Rules are cited by number, and the numbers stand in the documents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

import pytest

from tests.architecture.project import ROOT, texts

SERIES = r"(?:RAID|MAIL|FEAT|PERF|MER|OFF)-"
CITED = re.compile(rf"\b{SERIES}[A-Z]*\d+(?:\.\d+)*")
#: A rule stands in bold where it is laid down; a chapter in the heading.
LAID_DOWN = re.compile(
    rf"\*\*({SERIES}[A-Z]*\d+(?:\.\d+)*)\*\*|^#+ .*\(({SERIES}\d+)\)$", re.MULTILINE
)


def laid_down() -> Counter[str]:
    return Counter(
        rule or chapter for _, text in texts("docs") for rule, chapter in LAID_DOWN.findall(text)
    )


def test_every_rule_that_is_cited_stands_in_the_documents() -> None:
    known = laid_down()
    unknown = defaultdict(set)
    for name, text in texts():
        for rule in CITED.findall(text):
            if rule not in known:
                unknown[rule].add(name)
    assert not unknown


def test_every_rule_is_laid_down_once() -> None:
    assert [rule for rule, times in laid_down().items() if times > 1] == []


@pytest.mark.parametrize(
    ("series", "last"),
    [
        ("RAID-R", 164),
        ("RAID-V", 31),
        ("RAID-I", 16),
        ("OFF-H", 78),
        ("MAIL-R", 13),
        ("MAIL-B", 13),
        ("MAIL-O", 11),
    ],
)
def test_a_rule_keeps_its_number_for_ever(series: str, last: int) -> None:
    known = laid_down()
    assert [number for number in range(1, last + 1) if f"{series}{number}" not in known] == []


#: Receiving, duplicates, headers, silence, trust, from the body to orders, letters out.
WITH_TESTS = re.compile(r"MAIL-([RDHNSBO]\d+)")


def test_every_rule_of_receiving_reading_and_trust_has_a_test_that_names_it() -> None:
    tests = [text for name, text in texts("tests") if "architecture" not in name]
    rules = [found[1] for rule in laid_down() if (found := WITH_TESTS.fullmatch(rule))]
    unnamed = [rule for rule in rules if not any(map(naming(rule).search, tests))]
    assert (unnamed, len(rules)) == ([], 61)


def naming(rule: str) -> re.Pattern[str]:
    """By its number, or within a series such as `MAIL-N1, N2 to N8`; never as one of a range."""
    return re.compile(rf"MAIL-(?:[A-Z]\d+(?:, | to | and )(?:MAIL-)?)*{rule}\b")


def test_a_link_between_documents_leads_somewhere() -> None:
    links = re.compile(r"\]\((?!https?:|mailto:|#)([^)#]+)")
    dead = [
        (name, link)
        for name, text in texts()
        if name.endswith(".md")
        for link in links.findall(text)
        if not (ROOT / name).parent.joinpath(link).exists()
    ]
    assert dead == []
