"""A child that was forked lives as one that was started anew: its own session, leash, files and signals."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from multiprocessing.util import get_temp_dir
from pathlib import Path
from typing import Any

import pytest

from config import forking
from config.forking import Forked
from tests.hall import ROOT

pytestmark = pytest.mark.skipif(not forking.POSSIBLE, reason="children are forked on Linux alone")
PATIENCE = 20.0


Fork = Callable[..., Forked]


@pytest.fixture
def fork() -> Iterator[Fork]:
    """Makes children, whose leashes are let go in the end."""
    with ExitStack() as stack:

        def made(*arguments: Any, **more: Any) -> Forked:
            child = Forked(*arguments, **more)
            assert child.stdin
            stack.enter_context(child.stdin)
            return child

        yield made


def fail() -> None:
    raise RuntimeError("as it happens")


@pytest.mark.parametrize(
    ("run", "code"),
    [
        (lambda: None, 0),
        (lambda: sys.exit(), 0),
        (lambda: sys.exit(3), 3),
        (lambda: sys.exit("a sentence"), 1),
        (fail, 1),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), -9),
    ],
)
def test_it_ends_with_the_code_of_what_it_did(run: Callable[[], object], code: int, fork: Fork) -> None:
    assert fork(run).wait(PATIENCE) == code


def told_by(script: str) -> str:
    """What a supervisor and its child say on standard error: not from here, where that is another file."""
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stderr


def test_what_went_wrong_is_told() -> None:
    script = "from config.forking import Forked; Forked(lambda: 1 / 0).wait()"
    assert told_by(script).endswith("ZeroDivisionError: division by zero\n")


def test_the_sentence_it_ends_with_is_told() -> None:
    script = (
        "import sys; from config.forking import Forked; Forked(lambda: sys.exit('That cannot be.')).wait()"
    )
    assert told_by(script) == "That cannot be.\n"


def test_what_was_said_before_is_not_said_once_more() -> None:
    script = "from config.forking import Forked; print('Once.'); Forked(lambda: None).wait(); Forked(lambda: None).wait()"
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environ, capture_output=True, text=True, check=True
    )
    assert done.stdout == "Once.\n"


def wait_for_the_leash() -> None:
    os.read(0, 1)
    sys.exit(7)


def test_it_notices_on_its_standard_input_that_nobody_holds_it_any_more(fork: Fork) -> None:
    child, beside = fork(wait_for_the_leash), fork(wait_for_the_leash)
    assert child.poll() is None
    assert child.stdin
    child.stdin.close()  # the other one must not hold it instead
    assert child.wait(PATIENCE) == 7
    assert beside.poll() is None
    beside.terminate()
    assert beside.wait(PATIENCE) == -signal.SIGTERM


def test_who_waits_is_told_when_it_takes_too_long(fork: Fork) -> None:
    child = fork(wait_for_the_leash)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(0.0)
    assert child.stdin
    child.stdin.close()
    assert child.wait(PATIENCE) == 7


def test_it_has_a_session_of_its_own_and_no_file_but_those_it_was_given(fork: Fork) -> None:
    told, tell = os.pipe()
    other = os.open(os.devnull, os.O_RDONLY)

    def report() -> None:
        files = {file for file in range(256) if os.path.exists(f"/proc/self/fd/{file}")}
        os.write(tell, json.dumps([os.getsid(0) == os.getpid(), sorted(files - {0, 1, 2})]).encode())

    assert fork(report, keep_files=[tell]).wait(PATIENCE) == 0
    assert json.loads(os.read(told, 1000)) == [True, [tell]]
    for file in (told, tell, other):
        os.close(file)


def test_signals_do_with_it_what_they_do_at_first_though_its_supervisor_listens_to_them(fork: Fork) -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _frame: heard.append(number))
    try:
        child = fork(lambda: time.sleep(PATIENCE))
        child.terminate()  # at once: it may not have come as far as to listen
        assert child.wait(PATIENCE) == -signal.SIGTERM
        assert heard == []
    finally:
        signal.signal(signal.SIGTERM, before)


def test_what_its_pool_took_for_itself_is_given_back(
    fork: Fork, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker of a grown hall left a folder among the machine's own at each start."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    told = tmp_path / "told"
    assert fork(lambda: told.write_text(get_temp_dir())).wait(PATIENCE) == 0
    assert Path(told.read_text()).parent == tmp_path
    assert list(tmp_path.iterdir()) == [told]


EITHER_WAY = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from config import forking
from config.processes import Child
forking.POSSIBLE = {forked}
child = Child("web", ["web", "--port", "nonsense"])
child.start()
assert child.process.wait(20) == child.ended() == 2
"""


@pytest.mark.parametrize("forked", [True, False], ids=["forked", "a new Python"])
def test_either_way_it_is_the_command_with_its_arguments(forked: bool) -> None:
    told = told_by(EITHER_WAY.format(forked=forked))
    assert "manage.py web" in told
    assert "nonsense" in told
