"""When to knock again (MAIL-R12)."""

from __future__ import annotations

from mailbot.inbound.reconnect import Failures, Pause, pause


def after(lost: int = 0, refused: int = 0, chance: float = 1.0) -> Pause:
    failures = Failures()
    for _ in range(lost):
        failures = failures.after_loss()
    for _ in range(refused):
        failures = failures.after_refusal()
    return pause(failures, chance)


def test_pauses_grow_from_five_seconds_to_five_minutes() -> None:
    waits = [after(lost=n).wait.total_seconds() for n in (1, 2, 3, 4, 5, 6, 7, 8, 500)]
    assert waits == [5, 10, 20, 40, 80, 160, 300, 300, 300]


def test_chance_takes_off_up_to_a_half() -> None:
    assert after(lost=2, chance=0).wait.total_seconds() == 5


def test_a_refused_login_is_tried_three_times_and_then_half_hourly() -> None:
    seconds = [after(refused=n, chance=0).wait.total_seconds() for n in (1, 2, 3, 4)]
    assert seconds[1] < 60
    assert seconds[2:] == [1800, 1800]


def test_the_gm_is_told_of_refusals_once() -> None:
    assert [after(refused=n).alert for n in (1, 2, 3, 4)] == [False, False, True, False]
    assert not after(lost=100).alert
