"""Asking a person, once, to let this program into his mailbox: what `mailbot oauth` does.

By a code that he types in wherever he has a browser (RFC 8628); or, where the provider gives none
for mail, by a page that ends at an address of this machine, which he copies (RFC 8252, with the
proof key of RFC 7636). Neither needs a browser on the machine of the service.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from mailbot.config import OAuthConfig
from mailbot.errors import ConfigError, Refused, SignInRefused
from mailbot.oauth import SignInAway, SignInDenied, ask

#: Nobody listens there: the person copies the address out of the browser.
LANDING = "http://127.0.0.1:1/"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
#: RFC 8628, 3.5: after `slow_down` so many seconds more between questions.
SLOWER = 5.0
USUAL_INTERVAL = 5.0
USUAL_LIFE = 900.0

Say = Callable[[str], None]
Sleep = Callable[[float], None]
Read = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Person:
    """How the one who signs in is talked to."""

    say: Say
    #: Asks for a line.
    read: Read
    sleep: Sleep


def sign_in(config: OAuthConfig, person: Person) -> str:
    """The refresh token that the provider gives once a person agrees.

    Raises `SignInRefused`, `Refused`, `ConfigError` or `SignInAway`.
    """
    if config.device_url:
        given = _by_code(config, person)
    elif config.browser_url:
        given = _by_browser(config, person)
    else:
        raise ConfigError(f"oauth.{config.name}: give device_url or browser_url to sign in")
    token = given.get("refresh_token")
    if not isinstance(token, str) or not token:
        raise SignInRefused(
            f"oauth.{config.name}: the provider gave no lasting token: the scope must ask for "
            "offline access"
        )
    return token


def _by_code(config: OAuthConfig, person: Person) -> Mapping[str, Any]:
    given = ask(config, config.device_url, {"scope": config.scope})
    page = given.get("verification_uri") or given.get("verification_url")
    code, device = given.get("user_code"), given.get("device_code")
    if not (isinstance(page, str) and isinstance(code, str) and isinstance(device, str)):
        raise SignInAway(f"{urlsplit(config.device_url).netloc} gave no code")
    person.say(
        f"Open {page} in any browser, sign in as the owner of the mailbox, and type in the code\n\n"
        f"    {code}\n\nWaiting …"
    )
    asked = {"grant_type": DEVICE_GRANT, "device_code": device}
    interval = _seconds(given.get("interval"), USUAL_INTERVAL)
    left = _seconds(given.get("expires_in"), USUAL_LIFE)
    while left > 0:
        person.sleep(interval)
        left -= interval
        try:
            return ask(config, config.token_url, asked)
        except SignInDenied as error:
            if error.code == "slow_down":
                interval += SLOWER
            elif error.code != "authorization_pending":
                raise
        except SignInAway:
            # A question that got lost costs nothing: the next one is asked in its time.
            continue
    raise SignInRefused("the code was not typed in in time: try again")


def _by_browser(config: OAuthConfig, person: Person) -> Mapping[str, Any]:
    proof, state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
    digest = urlsafe_b64encode(sha256(proof.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "client_id": config.client_id,
        "response_type": "code",
        "redirect_uri": LANDING,
        "scope": config.scope,
        "state": state,
        "code_challenge": digest,
        "code_challenge_method": "S256",
        "access_type": "offline",
        "prompt": "consent",
    }
    page = f"{config.browser_url.replace('{tenant}', config.tenant)}?{urlencode(asked)}"
    person.say(
        f"Open this address in any browser, and sign in as the owner of the mailbox:\n\n{page}\n\n"
        f"At the end the browser shows a page that it cannot open, at {LANDING} …: that is as it "
        "should be. Copy the whole address of that page."
    )
    code = _code_in(person.read("Address"), state)
    given = {"grant_type": "authorization_code", "code": code, "redirect_uri": LANDING}
    return ask(config, config.token_url, {**given, "code_verifier": proof})


def _code_in(address: str, state: str) -> str:
    """The code in the address that the browser ended at; of this sign-in and no other."""
    said = {key: values[0] for key, values in parse_qs(urlsplit(address.strip()).query).items()}
    if "error" in said:
        raise SignInRefused(f"the provider says {said['error'][:60]}: try again and say yes")
    if "code" not in said:
        raise Refused(f"there is no code in that address: it begins with {LANDING}?")
    if not secrets.compare_digest(said.get("state", "").encode(), state.encode()):
        raise Refused("that address belongs to another sign-in: begin again")
    return said["code"]


def _seconds(value: object, usual: float) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else usual
