"""What mail programs wrap quotes, their heads and signatures in, in HTML (MAIL-B9)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum, auto


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: What is put before the names of a letter that was quoted or passed on.
_RENAMED = re.compile(r"(?:x_)+|ydp[0-9a-f]{6,10}")
# What programs wrap a quoted letter in.
_QUOTE_CLASSES = _names(
    "gmail_quote gmail_quote_container moz-forward-container yahoo_quoted protonmail_quote "
    "zmail_extra ms-outlook-mobile-reference-message mail-editor-reference-message-container "
    "tutanota_quote front-blockquote missive_quote history_container"
)
_QUOTE_IDS = _names(
    "yahoo_quoted olk_src_body_section mail-editor-reference-message-container isreplycontent"
)
_QUOTE_NAMES = _names("messagereplysection quote")
# What stands before a quote: the rest of the surrounding box belongs to the quote with it.
_HEAD_CLASSES = _names("moz-cite-prefix outlookmessageheader gmail_attr")
_HEAD_IDS = _names("divrplyfwdmsg appendonsend stopspelling zwchr reply-intro")
# A signature: the box itself is left out.
_SIGNATURE_CLASSES = _names(
    "gmail_signature gmail_signature_prefix moz-signature ms-outlook-mobile-signature "
    "protonmail_signature_block k9mail-signature"
)
_SIGNATURE_IDS = _names("signature ms-outlook-mobile-signature composer_signature")
_UNSEEN_STYLE = re.compile(r"display:\s?none|mso-list:\s?ignore|mso-hide:\s?all")
#: The line above `From:`, in Word's two colours, as Word, browsers and web mailers write it.
_WORD_LINE = re.compile(r"border-top:\s?[^;]{0,60}solid|border-style:\s?solid none none")
_LINE_BESIDE = re.compile(r"border-left:[^;]{0,60}solid|border-style:(?:none){3}solid")
_WORD_COLOURS = ("#e1e1e1", "#b5c4df", "rgb(225, 225, 225)", "rgb(181, 196, 223)")


class Box(Enum):
    """What an element means for reading."""

    UNSEEN = auto()
    """Nobody sees it."""
    WORD_HEAD = auto()
    """The line that Outlook draws above `From:`; everything below it is the quote."""
    HEAD = auto()
    """Stands before a quote, in the same box."""
    QUOTE = auto()
    SIGNATURE = auto()


def box(name: str, said: Mapping[str, str]) -> Box | None:
    """What an element with these attributes is, in small letters; None if it is none of these."""
    style = said.get("style", "")
    if style and _UNSEEN_STYLE.search(style):
        return Box.UNSEEN
    if _WORD_LINE.search(style) and any(colour in style for colour in _WORD_COLOURS):
        return Box.WORD_HEAD
    if name == "div" and said.get("name", "") in _QUOTE_NAMES:
        return Box.QUOTE
    if said.get("data-marker", "") == "__divider__":
        return Box.HEAD
    return _by_names(name, said)


def is_marked(name: str, said: Mapping[str, str], style: str) -> bool:
    """A block quote, unless its only use is to indent; Outlook draws a line beside instead."""
    if name == "blockquote":
        return said.get("type", "") == "cite" or "border:none" not in style
    return _LINE_BESIDE.search(style) is not None


def _by_names(name: str, said: Mapping[str, str]) -> Box | None:
    for called in _called(said, "class"):
        if called in _HEAD_CLASSES:
            return Box.HEAD
        if called in _QUOTE_CLASSES and name != "blockquote":
            return Box.QUOTE
        if called in _SIGNATURE_CLASSES:
            return Box.SIGNATURE
    for called in _called(said, "id"):
        if called in _HEAD_IDS:
            return Box.HEAD
        if called in _QUOTE_IDS and name != "blockquote":
            return Box.QUOTE
        if called in _SIGNATURE_IDS:
            return Box.SIGNATURE
    return None


def _called(said: Mapping[str, str], attribute: str) -> Iterator[str]:
    """The names in an attribute, without what other programs put before them on the way."""
    return (_RENAMED.sub("", name, count=1) for name in said.get(attribute, "").split())
