"""Access tokens: fetched, kept, renewed; and what is said when none can be had (MAIL-R12)."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.accounts import ImapAccount, Security, SmtpAccount
from mailbot.clock import HandClock
from mailbot.config import Config, OAuthConfig, config_from
from mailbot.consent import Person, sign_in
from mailbot.errors import ConfigError, MailbotError, Refused, SignInRefused
from mailbot.inbound.mailbox import ImapMailbox, LoginRefused, MailboxLost
from mailbot.oauth import AccessTokens, SignInAway, keep_token, read_token
from mailbot.outbox.retry import History, Verdict, decide
from mailbot.outbox.transport import SmtpTransport
from tests.helpers import token_server
from tests.helpers.relay import Relay
from tests.helpers.relay import running as relaying
from tests.helpers.servers import Dovecot, Postfix
from tests.helpers.token_server import Provider

START = datetime(2030, 1, 1, tzinfo=UTC)


@pytest.fixture
def provider() -> Iterator[Provider]:
    with token_server.running(Provider(granted={"long-lived": "games@game.test"})) as one:
        yield one


def table(provider: Provider, **changes: str) -> OAuthConfig:
    words = {
        "name": "post",
        "client_id": "game",
        "client_secret": "s3cret",
        "token_file": "post.token",
        "token_url": f"{provider.url}/token",
        "device_url": f"{provider.url}/device",
        "scope": "mail",
    }
    return OAuthConfig(**{**words, **changes})


@pytest.fixture
def clock() -> HandClock:
    return HandClock(START)


@pytest.fixture
def tokens(provider: Provider, tmp_path: Path, clock: HandClock) -> AccessTokens:
    keep_token(tmp_path / "post.token", "long-lived")
    return AccessTokens(table(provider), tmp_path, clock.now)


def test_a_token_is_fetched_once_and_renewed_before_it_ends(
    provider: Provider, tokens: AccessTokens, clock: HandClock
) -> None:
    """(MAIL-R12)"""
    assert tokens() == tokens() == tokens()
    assert provider.renewals() == 1
    clock.advance(timedelta(minutes=54))
    tokens()
    assert provider.renewals() == 1
    clock.advance(timedelta(minutes=2))
    tokens()
    assert provider.renewals() == 2


def test_a_token_that_a_server_refused_is_not_used_again(
    provider: Provider, tokens: AccessTokens
) -> None:
    """(MAIL-R12)"""
    first = tokens()
    assert not tokens.refused()
    assert tokens() != first


def test_only_a_token_that_served_before_is_worth_another_at_once(tokens: AccessTokens) -> None:
    """Else every refusal would be two, and providers count."""
    tokens()
    tokens()
    assert tokens.refused()


def test_a_refresh_token_that_the_provider_turned_is_kept(
    provider: Provider, tokens: AccessTokens, tmp_path: Path
) -> None:
    provider.turns = True
    tokens()
    file = tmp_path / "post.token"
    assert read_token(file, "post") == "refresh-1"
    assert file.stat().st_mode & 0o077 == 0
    assert [each.name for each in tmp_path.iterdir()] == ["post.token"]


def test_the_environment_may_hold_the_refresh_token(
    provider: Provider, tmp_path: Path, clock: HandClock
) -> None:
    config = table(provider, refresh_token="long-lived")
    assert AccessTokens(config, tmp_path, clock.now)() == "access-1"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((400, {"error": "invalid_grant"}), "has ended or was withdrawn: `mailbot oauth post`"),
        ((401, {"error": "invalid_client"}), "does not know client_id with this client_secret"),
        ((400, {"error": "unauthorized_client"}), "allow public clients"),
        ((400, {"error": "invalid_scope"}), "does not give 'mail' to this program"),
        ((400, {"error": "temporarily_odd"}), "the provider refuses (temporarily_odd)"),
    ],
)
def test_a_provider_that_says_no_is_explained(
    provider: Provider, tokens: AccessTokens, answer: tuple[int, object], said: str
) -> None:
    provider.answers = [answer]
    with pytest.raises(SignInRefused) as caught:
        tokens()
    assert said in str(caught.value)
    assert isinstance(caught.value, MailbotError)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((503, {}), "answered 503"),
        ((200, b"<html>"), "no answer that can be read"),
        ((200, []), "no answer that can be read"),
        ((200, {"token": "x"}), "gave no access_token"),
    ],
)
def test_a_provider_out_of_order_is_tried_again_later(
    provider: Provider, tokens: AccessTokens, answer: tuple[int, object], said: str
) -> None:
    provider.answers = [answer]
    with pytest.raises(SignInAway, match=said):
        tokens()
    assert tokens() == "access-2"


def test_without_a_network_it_is_tried_again_later(tmp_path: Path, clock: HandClock) -> None:
    config = table(Provider(port=1), refresh_token="long-lived")
    with pytest.raises(SignInAway, match="cannot be reached"):
        AccessTokens(config, tmp_path, clock.now)()


def test_who_has_not_signed_in_is_told_how(
    provider: Provider, tmp_path: Path, clock: HandClock
) -> None:
    with pytest.raises(SignInRefused, match="`mailbot oauth post` does it"):
        AccessTokens(table(provider), tmp_path, clock.now)()


def test_a_token_file_that_others_may_read_is_refused(
    provider: Provider, tokens: AccessTokens, tmp_path: Path
) -> None:
    (tmp_path / "post.token").chmod(0o644)
    with pytest.raises(SignInRefused, match="chmod 600"):
        tokens()


def test_no_secret_is_in_any_message_print_or_log(
    provider: Provider, tokens: AccessTokens, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    provider.granted.clear()
    with pytest.raises(SignInRefused) as caught:
        tokens()
    words = f"{caught.value} {table(provider, refresh_token='long-lived')!r} {caplog.text}"
    assert "revoked" in words
    for secret in ("long-lived", "s3cret", "access-1"):
        assert secret not in words


# Signing in.


def person(*lines: str) -> tuple[Person, list[str], list[float]]:
    said: list[str] = []
    slept: list[float] = []
    typed = iter(lines)
    return Person(said.append, lambda _: next(typed), slept.append), said, slept


def test_a_code_that_is_typed_in_elsewhere_signs_in(provider: Provider) -> None:
    provider.pending = 2
    who, said, slept = person()
    assert sign_in(table(provider), who) in provider.granted
    assert "/activate" in said[0]
    assert "ABCD-EFGH" in said[0]
    assert slept == [1.0, 1.0, 1.0]


def test_a_provider_that_wants_slower_questions_gets_them(provider: Provider) -> None:
    """RFC 8628, 3.5"""
    who, _, slept = person()
    provider.answers = [
        provider.answer("/device", {"client_secret": "s3cret"}),
        (400, {"error": "slow_down"}),
        (503, {}),
    ]
    sign_in(table(provider), who)
    assert slept == [1.0, 6.0, 6.0]


@pytest.mark.parametrize(
    ("error", "said"), [("access_denied", "say yes"), ("expired_token", "not typed in in time")]
)
def test_a_sign_in_that_comes_to_nothing_says_why(
    provider: Provider, error: str, said: str
) -> None:
    provider.answers = [
        provider.answer("/device", {"client_secret": "s3cret"}),
        (400, {"error": error}),
    ]
    with pytest.raises(SignInRefused, match=said):
        sign_in(table(provider), person()[0])


def test_nobody_waits_for_a_code_for_ever(provider: Provider) -> None:
    provider.pending = 1000
    who, _, slept = person()
    with pytest.raises(SignInRefused, match="not typed in in time"):
        sign_in(table(provider), who)
    assert sum(slept) == 60


Landed = Callable[[str], str]


def by_browser(provider: Provider, landed: Landed) -> str:
    """Sign in by a page whose end is the address that `landed` makes of the state."""
    said: list[str] = []

    def read(_: str) -> str:
        return landed(said[0].split("state=")[1].split("&")[0])

    config = table(provider, device_url="", browser_url="https://accounts.example.org/auth")
    return sign_in(config, Person(said.append, read, lambda _: None))


def test_the_address_where_a_browser_ended_signs_in(provider: Provider) -> None:
    token = by_browser(provider, lambda state: f" http://127.0.0.1:1/?state={state}&code=c1 ")
    assert token in provider.granted
    _, said = provider.asked[-1]
    assert (said["code"], said["redirect_uri"]) == ("c1", "http://127.0.0.1:1/")
    assert len(said["code_verifier"]) >= 43


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:1/?state=other&code=c1", "another sign-in"),
        ("http://127.0.0.1:1/?error=access_denied", "access_denied"),
        ("https://accounts.example.org/", "no code in that address"),
    ],
)
def test_an_address_without_the_right_code_is_refused(
    provider: Provider, address: str, said: str
) -> None:
    with pytest.raises((Refused, SignInRefused), match=said):
        by_browser(provider, lambda _: address)


def test_a_provider_without_a_lasting_token_is_named(provider: Provider) -> None:
    provider.answers = [
        provider.answer("/device", {"client_secret": "s3cret"}),
        (200, {"access_token": "x"}),
    ]
    with pytest.raises(SignInRefused, match="no lasting token"):
        sign_in(table(provider), person()[0])


# Presets.


def config_with(text: dict[str, object]) -> Config:
    return config_from({"service": {"name": "x"}, **text}, Path("/srv/game"), {"S": "s3cret"})


@pytest.mark.parametrize("name", ["gmail", "microsoft365"])
def test_a_provider_is_known_by_its_name(name: str) -> None:
    """(FEAT-G10)"""
    oauth = {"post": {"provider": name, "client_id": "game", "client_secret_env": "S"}}
    imap = {"provider": name, "user": "games@example.org", "oauth": "post"}
    config = config_with({"oauth": oauth, "imap": imap})
    assert config.imap is not None
    assert config.imap.host
    post = config.oauth["post"]
    assert post.token_url.startswith("https://")
    assert post.device_url or post.browser_url
    assert (post.client_secret, post.token_file) == ("s3cret", "post.token")


@pytest.mark.parametrize(
    ("oauth", "said"),
    [
        ({"client_id": "game"}, 'give a provider ("gmail", "microsoft365"), or token_url'),
        ({"client_id": "game", "provider": "gmial"}, "oauth.post.provider = 'gmial' is not one of"),
        ({"provider": "gmail"}, "oauth.post.client_id is missing"),
        ({"client_id": "g", "token_url": "http://x.example.org/"}, "must begin with https://"),
        ({"client_id": "g", "provider": "gmail", "refresh_token_env": "NONE"}, "has no NONE"),
    ],
)
def test_a_slip_in_a_table_of_sign_in_is_named(oauth: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError) as caught:
        config_with({"oauth": {"post": oauth}})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("imap", "said"),
    [
        ({"oauth": "pots"}, "there is no table [oauth.pots]; there are: post"),
        ({"oauth": "post", "password": "x"}, "a password and oauth: keep one"),
        ({"password": "x"}, "Microsoft 365 takes none: use a table [oauth.NAME]"),
        ({"provider": "hotmail"}, "imap.provider = 'hotmail' is not one of"),
    ],
)
def test_a_slip_between_account_and_sign_in_is_named(imap: dict[str, str], said: str) -> None:
    oauth = {"post": {"provider": "microsoft365", "client_id": "game"}}
    account = {"provider": "microsoft365", "user": "games@example.org", **imap}
    with pytest.raises(ConfigError) as caught:
        config_with({"oauth": oauth, "imap": account})
    assert said in str(caught.value)


# At real servers.


@pytest.fixture
def beside(dovecot: Dovecot) -> Iterator[Provider]:
    """A provider that Dovecot asks; it has let the bot's mailbox be opened."""
    dovecot.add_user("bot@game.test")
    granted = {"long-lived": "bot@game.test"}
    with token_server.running(Provider(dovecot.provider_port, granted=granted)) as one:
        yield one


def imap(dovecot: Dovecot, tokens: AccessTokens) -> ImapMailbox:
    account = ImapAccount(
        host="localhost",
        port=dovecot.imaps_port,
        user="bot@game.test",
        token=tokens,
        token_refused=tokens.refused,
        ca_file=dovecot.ca_file,
    )
    return ImapMailbox(account, lambda: START)


def tokens_for(provider: Provider, folder: Path, clock: HandClock) -> AccessTokens:
    return AccessTokens(table(provider, refresh_token="long-lived"), folder, clock.now)


@pytest.mark.servers
def test_dovecot_opens_a_mailbox_for_an_access_token(
    dovecot: Dovecot, beside: Provider, tmp_path: Path, clock: HandClock
) -> None:
    """(MAIL-R12, FEAT-G10)"""
    dovecot.deliver("bot@game.test", b"Subject: hello\r\n\r\nhello\r\n")
    box = imap(dovecot, tokens_for(beside, tmp_path, clock))
    assert any(letters for _, letters in box.fetch_new(None))
    box.close()


@pytest.mark.servers
def test_a_token_that_ended_early_is_renewed_at_the_refused_login(
    dovecot: Dovecot, beside: Provider, tmp_path: Path, clock: HandClock
) -> None:
    """(MAIL-R12)"""
    tokens = tokens_for(beside, tmp_path, clock)
    tokens()
    beside.tokens.clear()
    box = imap(dovecot, tokens)
    list(box.fetch_new(None))
    assert beside.renewals() == 2
    box.close()


@pytest.mark.servers
def test_a_grant_that_was_withdrawn_is_a_refused_login(
    dovecot: Dovecot, beside: Provider, tmp_path: Path, clock: HandClock
) -> None:
    """(MAIL-R12)"""
    beside.granted.clear()
    box = imap(dovecot, tokens_for(beside, tmp_path, clock))
    with pytest.raises(LoginRefused, match="`mailbot oauth post` signs in again"):
        list(box.fetch_new(None))
    beside.answers = [(503, {})]
    with pytest.raises(MailboxLost, match="answered 503"):
        list(box.fetch_new(None))
    box.close()


@pytest.mark.servers
async def test_postfix_takes_letters_for_an_access_token(
    postfix: Postfix, beside: Provider, tmp_path: Path, clock: HandClock
) -> None:
    """(MAIL-R12)"""
    tokens = tokens_for(beside, tmp_path, clock)
    account = SmtpAccount(
        host="localhost",
        port=postfix.port,
        user="bot@game.test",
        token=tokens,
        token_refused=tokens.refused,
        security=Security.STARTTLS,
        ca_file=postfix.ca_file,
    )
    letter = (1, "bot@game.test", "bot@game.test", b"Subject: hello\r\n\r\nhello\r\n")
    async with SmtpTransport(account) as transport:
        outcomes = [outcome async for _, outcome in transport.send([letter])]
    assert [outcome.accepted for outcome in outcomes] == [True]


async def test_a_withdrawn_grant_pauses_the_outbox_and_fails_no_letter(
    provider: Provider, tmp_path: Path, clock: HandClock
) -> None:
    """(MAIL-O6)"""
    provider.granted.clear()
    tokens = tokens_for(provider, tmp_path, clock)
    letter = (1, "games@game.test", "zane@game.test", b"Subject: hello\r\n\r\nhello\r\n")
    async with relaying(Relay(token="other")) as relay:
        account = relay.account(user="games", token=tokens, token_refused=tokens.refused)
        async with SmtpTransport(account) as transport:
            outcomes = [outcome async for _, outcome in transport.send([letter])]
    decision = decide(outcomes[0], History(START), START)
    assert decision.verdict is Verdict.PAUSE
    assert decision.reason.startswith("AUTH: the sign-in [oauth.post] has ended")
