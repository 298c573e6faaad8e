"""Due work is sent once; what stays due is tried again, ever less often."""

from config.due import Job
from config.ledger import LONGEST_PAUSE, Ledger

A, B = Job("finish", 1), Job("finish", 2)


def test_due_work_is_sent_once_while_it_is_on_its_way() -> None:
    ledger = Ledger()
    assert ledger.choose([A, B], now=0) == [A, B]
    ledger.sent(A)
    assert ledger.choose([A, B], now=1) == [B]


def test_work_that_was_done_is_forgotten_and_may_become_due_anew() -> None:
    ledger = Ledger()
    ledger.choose([A], now=0)
    ledger.sent(A)
    ledger.ended(A, now=1)
    assert ledger.choose([], now=1.1) == []
    assert ledger.choose([A], now=1.2) == [A]


def test_work_still_running_is_not_sent_again_though_it_was_not_due_for_a_moment() -> None:
    ledger = Ledger()
    ledger.choose([A], now=0)
    ledger.sent(A)
    ledger.choose([], now=1)
    assert ledger.choose([A], now=2) == []


def test_work_that_fails_is_tried_again_ever_less_often() -> None:
    ledger, now, pauses = Ledger(), 0.0, []
    for _ in range(12):
        ended = now
        while not ledger.choose([A], now):
            now += 0.1
        pauses.append(now - ended)
        ledger.sent(A)
        ledger.ended(A, now)
    assert [round(pause, 1) for pause in pauses] == sorted(round(pause, 1) for pause in pauses)
    assert LONGEST_PAUSE - 0.2 <= pauses[-1] <= LONGEST_PAUSE + 0.2


def test_the_longest_wait_counts_what_nobody_has_begun() -> None:
    ledger = Ledger()
    assert ledger.longest_wait(now=0) == 0
    ledger.choose([A], now=0)
    ledger.choose([A, B], now=10)
    assert ledger.longest_wait(now=15) == 15
    ledger.sent(A)
    ledger.started(A)
    assert ledger.longest_wait(now=15) == 5


def test_reports_about_strangers_are_ignored() -> None:
    ledger = Ledger()
    ledger.started(A)
    ledger.ended(A, now=0)
    assert ledger.longest_wait(now=9) == 0
