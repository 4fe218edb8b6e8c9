"""What becomes of a letter after an attempt (MAIL-O6)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from mailbot.outbox.retry import Decision, History, Outcome, Step, Verdict, decide, stops_all

NOW = datetime(2030, 6, 1, 20, tzinfo=UTC)


def after(
    step: Step,
    code: int | None,
    *,
    attempts: int = 1,
    hours: float = 0,
    was_uncertain: bool = False,
    lasting: bool = False,
) -> Decision:
    history = History(NOW - timedelta(hours=hours), attempts, was_uncertain)
    return decide(Outcome(step, code, "words", lasting), history, NOW)


def minutes(decision: Decision) -> float:
    assert decision.at is not None
    return (decision.at - NOW) / timedelta(minutes=1)


def test_a_letter_that_the_relay_took_is_sent() -> None:
    assert after(Step.TEXT, 250) == Decision(Verdict.SENT, "TEXT: 250 words")


def test_a_yes_before_the_letter_was_given_is_no_yes() -> None:
    assert after(Step.RCPT, 252).verdict is Verdict.RETRY


@pytest.mark.parametrize("step", list(Step))
def test_a_not_now_means_later(step: Step) -> None:
    assert after(step, 451).verdict is Verdict.RETRY


@pytest.mark.parametrize("step", [Step.CONNECT, Step.AUTH, Step.MAIL, Step.RCPT])
def test_a_link_lost_before_the_letter_was_given_means_later(step: Step) -> None:
    assert after(step, None).verdict is Verdict.RETRY


def test_pauses_grow_from_a_minute_to_four_hours() -> None:
    pauses = [minutes(after(Step.RCPT, 450, attempts=tries)) for tries in range(1, 8)]
    assert pauses == [1, 5, 15, 60, 240, 240, 240]


def test_after_two_days_a_letter_is_given_up() -> None:
    assert after(Step.RCPT, 450, attempts=15, hours=43.9).verdict is Verdict.RETRY
    given_up = after(Step.RCPT, 450, attempts=16, hours=44.1)
    assert given_up.verdict is Verdict.FAILED
    assert "48 hours" in given_up.reason


@pytest.mark.parametrize("step", [Step.RCPT, Step.TEXT])
def test_a_no_to_this_letter_fails_this_letter(step: Step) -> None:
    assert after(step, 550) == Decision(Verdict.FAILED, f"{step.name}: 550 words")


@pytest.mark.parametrize("step", [Step.CONNECT, Step.AUTH, Step.MAIL])
def test_a_no_to_us_pauses_the_outbox_and_fails_no_letter(step: Step) -> None:
    decision = after(step, 554)
    assert decision.verdict is Verdict.PAUSE
    assert minutes(decision) == 30


def test_a_login_demanded_at_any_step_is_a_no_to_us() -> None:
    assert after(Step.RCPT, 530).verdict is Verdict.PAUSE


def test_a_letter_too_large_for_the_relay_stops_no_other() -> None:
    assert after(Step.MAIL, 552).verdict is Verdict.FAILED


def test_a_wrong_certificate_pauses_the_outbox() -> None:
    assert after(Step.CONNECT, None, lasting=True).verdict is Verdict.PAUSE


def test_a_letter_that_was_perhaps_taken_is_sent_once_more_at_most() -> None:
    first = after(Step.TEXT, None)
    assert (first.verdict, minutes(first)) == (Verdict.UNCERTAIN, 15)
    second = after(Step.TEXT, None, attempts=2, was_uncertain=True)
    assert (second.verdict, second.at) == (Verdict.UNCERTAIN, None)


def test_the_rest_of_a_batch_is_spared_when_the_relay_is_away_or_does_not_want_us() -> None:
    away, unwanted = Outcome(Step.CONNECT, None, ""), Outcome(Step.MAIL, 550, "")
    assert stops_all(away)
    assert stops_all(unwanted)
    assert not stops_all(Outcome(Step.MAIL, 451, ""))
    assert not stops_all(Outcome(Step.RCPT, 550, ""))
    assert not stops_all(Outcome(Step.TEXT, 250, ""))


def saying(step: Step, code: int, text: str) -> Verdict:
    return decide(Outcome(step, code, text), History(NOW), NOW).verdict


@pytest.mark.parametrize(
    "words",
    [
        "5.7.1 <bounce@game.test>: Sender address rejected: not owned by user games@game.test",
        "5.7.1 <ann@example.net>: Relay access denied",
        "relay not permitted, authentication required",
        "5.7.1 Client host rejected: cannot find your hostname",
        "5.7.1 <us>: Helo command rejected: go away",
        "5.7.54 SMTP; Unable to relay recipient in non-accepted domain",
        "5.4.5 Daily user sending quota exceeded",
        "Daily SMTP relay limit exceeded for customer",
    ],
)
@pytest.mark.parametrize("step", [Step.RCPT, Step.TEXT])
def test_a_no_to_us_is_known_by_its_words_when_it_comes_late(step: Step, words: str) -> None:
    """Postfix says only at RCPT that it does not want the sender. (MAIL-O6)"""
    assert saying(step, 550, words) is Verdict.PAUSE


@pytest.mark.parametrize(
    "words",
    [
        "5.1.1 <a@x.test>: Recipient address rejected: host mx.x.test said: Client host rejected",
        "5.4.1 Recipient address rejected: Access denied",
        "5.7.1 looks like spam",
        "5.1.1 relay@x.test: no such user",
    ],
)
def test_a_no_to_the_reader_is_none_to_us(words: str) -> None:
    assert saying(Step.RCPT, 550, words) is Verdict.FAILED


def test_a_letter_too_large_is_known_by_its_words_too() -> None:
    assert saying(Step.MAIL, 550, "5.3.4 message too big") is Verdict.FAILED


@pytest.mark.parametrize("code", [-1, 100, 334, 354, 999])
def test_what_is_no_answer_to_a_letter_leaves_it_uncertain(code: int) -> None:
    """It may have been taken, and is not sent a third time. (MAIL-O6)"""
    first = after(Step.TEXT, code)
    assert (first.verdict, minutes(first)) == (Verdict.UNCERTAIN, 15)
    assert after(Step.TEXT, code, attempts=2, was_uncertain=True).at is None


def test_no_letter_is_given_up_because_time_has_jumped() -> None:
    """The service was down for a week, or its clock ran ahead."""
    assert after(Step.RCPT, 450, attempts=2, hours=170).verdict is Verdict.RETRY


@pytest.mark.parametrize("code", [None, 421])
@pytest.mark.parametrize("step", [Step.CONNECT, Step.AUTH])
def test_a_mail_server_that_cannot_be_reached_makes_no_letter_fail(
    step: Step, code: int | None
) -> None:
    """However long it is away. (MAIL-O6)"""
    assert after(step, code, attempts=40, hours=170).verdict is Verdict.RETRY


def test_an_answer_is_kept_in_a_line_whatever_bytes_it_was_made_of() -> None:
    text = b"5.1.1 Empf\xe4nger\x00\x1b[2J\nunbekannt".decode("utf-8", "surrogateescape")
    decision = decide(Outcome(Step.RCPT, 550, text), History(NOW), NOW)
    assert decision.reason == "RCPT: 550 5.1.1 Empfänger [2J unbekannt"
