"""What islands, ships and contacts are called as things on the chart, each with its card."""

from __future__ import annotations

from engine.merchant.view import Contact


def island_thing(name: str) -> str:
    return f"island/{name}"


def ship_thing(name: str) -> str:
    return f"ship/{name}"


def contact_thing(contact: Contact) -> str:
    """A ship whose name is known has one card, whatever the report calls her."""
    return ship_thing(contact.name) if contact.name else f"contact/{contact.label}"
