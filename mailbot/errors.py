"""Expected failures of the world, as a tree; a player's slip is a `Problem`, a bug is neither.

MailbotError
├── ConfigError       a setting is missing, wrong or unreadable
├── StorageError      the database cannot be reached, or is not of this version
├── KeyFileError      the key file is missing, open to others, or not ours
├── PostError         a mail server cannot be reached or refuses us
│   └── SignInRefused a provider gives out no access token until a person puts it right
└── Refused           what was asked for cannot be done as things stand
"""

from __future__ import annotations


class MailbotError(Exception):
    """Something went wrong that a GM can put right; the message is one line that says how."""


class ConfigError(MailbotError):
    """A setting is missing, wrong or unreadable."""


class StorageError(MailbotError):
    """The database cannot be reached, or is not of this version."""


class KeyFileError(MailbotError):
    """The key file is missing, open to others, or not ours."""


class PostError(MailbotError):
    """A mail server cannot be reached or refuses us."""


class SignInRefused(PostError):
    """A provider gives out no access token until a person puts it right."""


class Refused(MailbotError):
    """What was asked for cannot be done as things stand."""
