"""A document is tested once what it speaks of exists; before, its test is not collected."""

from __future__ import annotations

from importlib.util import find_spec


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


_NEEDS = {
    "test_commands.py": ("mailbot.cli.main",),
    "test_examples.py": ("engine.raider.rules", "engine.raider.bots", "grammar.raider"),
}
collect_ignore = [
    file for file, modules in _NEEDS.items() if not all(_exists(module) for module in modules)
]
