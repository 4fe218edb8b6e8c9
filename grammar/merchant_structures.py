"""Structures as players write them (MER-L6.4)."""

from __future__ import annotations

from engine.core.structure import BadStructure, expand, shorten
from engine.merchant.products import MODULES
from engine.merchant.state import LARGEST, SMALLEST
from grammar import merchant_mistakes


def canonical(text: str) -> str:
    """The short way to write it, in written order (MER-H88). Raises `Slip` if it is none."""
    try:
        signs = expand(text, MODULES)
    except BadStructure as error:
        raise merchant_mistakes.bad_structure(text, str(error)) from None
    if not SMALLEST <= len(signs) <= LARGEST:
        raise merchant_mistakes.wrong_size(text, len(signs))
    return shorten(signs)


def short(text: str) -> str:
    """The short way to write it; as it is if it is no structure."""
    return shorten(expand(text, MODULES)) if is_structure(text) else text


def fits(text: str) -> bool:
    """Does it read as modules, and as many as a ship has?"""
    return is_structure(text) and SMALLEST <= len(expand(text, MODULES)) <= LARGEST


def is_structure(text: str) -> bool:
    """Does it read as modules, however many?"""
    try:
        expand(text, MODULES)
    except BadStructure:
        return False
    return True


def plainly(text: str) -> bool:
    """Is it a structure beyond doubt, and no word?"""
    return is_structure(text) and (len(text) >= SMALLEST or not text.isalpha())
