"""A short trial of each set-up: half a tournament evening, hurt some ten times. ``make chaos`` is the long one."""

import pytest

from tests import needs
from tests.chaos.outside import missing
from tests.chaos.setups import SETUPS, set_up
from tests.chaos.trial import Size, Trial

pytestmark = [pytest.mark.brings_its_own, pytest.mark.flaky(reruns=1)]
SHORT = Size(tables=6, rounds=2, limit=100, spectators=20, kills=10, seconds=12.0)


@pytest.mark.parametrize("name", SETUPS)
def test_nothing_is_lost_and_nothing_doubled(name: str) -> None:
    if name != "embedded":
        needs.need(not missing(name), f"{missing(name)} is not installed")
    with set_up(name) as setup:
        findings = Trial(setup, SHORT, seed=8, tell=print).run()
    print(*findings.lines(), sep="\n")
    assert findings.faults == {}
    assert findings.acknowledged == 6 * 2 * 27
    assert findings.sent_again > 0, "no answer was ever lost: nothing was tried"
    assert len(findings.struck) >= 5
