"""Commands that the documents show exist, with the options they are shown with."""

from __future__ import annotations

import re

import click
import pytest

from mailbot.cli.main import cli
from tests.architecture.project import documents, fenced

INLINE = re.compile(r"`(mailbot [a-z-][^`]*)`")


def shown() -> list[str]:
    """Every command line that starts with `mailbot `, in fences and in running text."""
    found = set()
    for _, text in documents():
        lines = [
            line.strip().removeprefix("$ ") for block in fenced(text) for line in block.split("\n")
        ]
        found |= {line for line in lines if line.startswith("mailbot ")}
        found |= set(INLINE.findall(text))
    return sorted(found)


def what_is_wrong(command: click.Command, words: list[str]) -> str:
    """The first word that the command would not take; empty if all is well."""
    options = {"--help", *names(command)}
    for word in words:
        if word.startswith("--"):
            if word.split("=")[0] not in options:
                return word
        elif isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", word):
            inner = command.get_command(click.Context(command), word)
            if inner is None:
                return word
            command, options = inner, options | names(inner)
    return ""


def names(command: click.Command) -> set[str]:
    return {name for each in command.params for name in (*each.opts, *each.secondary_opts)}


@pytest.mark.parametrize("line", shown())
def test_a_command_in_the_documents_exists(line: str) -> None:
    words = re.sub(r"[\[\]|]", " ", line.split("#")[0]).split()
    assert what_is_wrong(cli, words[1:]) == ""
