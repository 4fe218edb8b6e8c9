"""Access tokens for mailboxes without a password: kept in memory, renewed in time (MAIL-R12).

The refresh token lies in a file that only its owner may read, or comes from the environment. It is
printed nowhere, and neither are access tokens and the client's secret.
"""

from __future__ import annotations

import http.client
import json
import os
import ssl
import stat
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from mailbot.config import OAuthConfig
from mailbot.errors import SignInRefused

#: Seconds for the provider's answer.
PATIENCE = 15.0
#: A token is renewed so long before it ends.
EARLY = timedelta(minutes=5)
#: How long a token lasts whose provider does not say.
USUAL = timedelta(minutes=30)
#: Answers of a provider are short.
LARGEST = 256 * 1024


class SignInAway(OSError):
    """The provider cannot be reached, or is out of order: later it may work."""


class SignInDenied(SignInRefused):
    """The provider said no, in a word of RFC 6749 or RFC 8628."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


class AccessTokens:
    """Gives an access token that is good now; of use to several threads."""

    def __init__(self, config: OAuthConfig, folder: Path, now: Callable[[], datetime]) -> None:
        self._config = config
        self._file = folder / config.token_file
        self._now = now
        self._lock = threading.Lock()
        self._token = ""
        self._ends: datetime | None = None
        self._used = False

    def __call__(self) -> str:
        """A token for one login. Raises `SignInRefused`, or `SignInAway` (an `OSError`)."""
        with self._lock:
            if self._ends is None or self._now() >= self._ends:
                self._renew()
            else:
                self._used = True
            return self._token

    def refused(self) -> bool:
        """A server did not take the token: forget it. Is it worth trying a new one at once?"""
        with self._lock:
            self._ends = None
            return self._used

    def _renew(self) -> None:
        asked = {"grant_type": "refresh_token", "refresh_token": self._refresh_token()}
        given = ask(self._config, self._config.token_url, asked)
        self._token, self._used = _text(given, "access_token", self._config), False
        lasts = _span(given.get("expires_in"))
        self._ends = self._now() + max(lasts - EARLY, lasts / 2)
        turned = given.get("refresh_token")
        if isinstance(turned, str) and turned and not self._config.refresh_token:
            keep_token(self._file, turned)

    def _refresh_token(self) -> str:
        return self._config.refresh_token or read_token(self._file, self._config.name)


def ask(config: OAuthConfig, url: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
    """One question to the provider. Raises `SignInDenied` if it says no, or `SignInAway`."""
    who = {"client_id": config.client_id, "client_secret": config.client_secret}
    sent = {key: value for key, value in {**who, **fields}.items() if value}
    status, given = _post(url.replace("{tenant}", config.tenant), sent)
    code = given.get("error")
    if isinstance(code, str):
        raise SignInDenied(_why(config, code, _without_secrets(given, sent)), code)
    if status != http.client.OK:
        raise SignInAway(f"{_host(url)} answered {status}")
    return given


def _post(url: str, fields: Mapping[str, str]) -> tuple[int, Mapping[str, Any]]:
    parts = urlsplit(url)
    locked = parts.scheme == "https"
    kind = http.client.HTTPSConnection if locked else http.client.HTTPConnection
    link = kind(parts.netloc, timeout=PATIENCE)
    head = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    try:
        link.request("POST", parts.path or "/", urlencode(fields), head)
        answer = link.getresponse()
        data = json.loads(answer.read(LARGEST))
    except ssl.SSLCertVerificationError as error:
        raise SignInAway(f"the certificate of {parts.netloc} is not good: {error}") from error
    except (OSError, http.client.HTTPException) as error:
        raise SignInAway(f"{parts.netloc} cannot be reached: {error}") from error
    except ValueError as error:
        raise SignInAway(f"{parts.netloc} gave no answer that can be read") from error
    finally:
        link.close()
    if not isinstance(data, dict):
        raise SignInAway(f"{parts.netloc} gave no answer that can be read")
    return answer.status, data


def _why(config: OAuthConfig, code: str, said: str) -> str:
    again = f"`mailbot oauth {config.name}` signs in again"
    words = {
        "invalid_grant": f"the sign-in [oauth.{config.name}] has ended or was withdrawn: {again}",
        "invalid_client": f"oauth.{config.name}: the provider does not know client_id with this "
        "client_secret: copy both again from the page where the program was registered",
        "unauthorized_client": f"oauth.{config.name}: the registered program may not sign in like "
        "this: allow public clients and the mail permissions where it was registered",
        "invalid_scope": f"oauth.{config.name}: the provider does not give {config.scope!r} to "
        "this program: add the mail permissions where it was registered",
        "access_denied": "the sign-in was declined in the browser: try again and say yes",
        "expired_token": "the code was not typed in in time: try again",
    }
    known = words.get(code, f"oauth.{config.name}: the provider refuses ({code}): {again}")
    return f"{known} ({said})" if said else known


def _without_secrets(given: Mapping[str, Any], sent: Mapping[str, str]) -> str:
    """The provider's own words, the first line of them."""
    said = str(given.get("error_description") or "")
    for key, secret in sent.items():
        if key not in ("client_id", "grant_type", "scope"):
            said = said.replace(secret, "…")
    return said.strip().partition("\n")[0][:200].strip()


def read_token(file: Path, name: str) -> str:
    """The refresh token. Raises `SignInRefused` if there is none, or others may read it."""
    try:
        mode = file.stat().st_mode
        text = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SignInRefused(
            f"nobody has signed in yet: `mailbot oauth {name}` does it, and keeps what it gets in "
            f"{file}"
        ) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise SignInRefused(f"the file {file} is open to other users: chmod 600 {file}")
    if not text:
        raise SignInRefused(f"the file {file} is empty: `mailbot oauth {name}` signs in again")
    return text


def keep_token(file: Path, token: str) -> None:
    """Put the refresh token into its file as one step; only its owner may read it."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(token + "\n")
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)
    except OSError:
        with suppress(OSError):
            new.unlink()
        raise


def _text(given: Mapping[str, Any], key: str, config: OAuthConfig) -> str:
    value = given.get(key)
    if not isinstance(value, str) or not value:
        raise SignInAway(f"{_host(config.token_url)} gave no {key}")
    return value


def _span(seconds: object) -> timedelta:
    """Some providers give the number as text."""
    said = str(seconds)
    return timedelta(seconds=int(said[:9])) if said.isdecimal() else USUAL


def _host(url: str) -> str:
    return urlsplit(url).netloc
