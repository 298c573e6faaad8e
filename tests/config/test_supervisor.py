"""What ``manage.py up`` promises: one command, nothing left behind, nothing lost."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import StartHall
from tests.hall import ROOT, STOP_SECONDS, Hall, alive, environment, eventually, ps


def get(url: str, timeout: float = 30) -> int:
    try:
        with urllib.request.urlopen(url, timeout=timeout) as answer:  # noqa: S310
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def gone(pids: set[int]) -> None:
    eventually(lambda: not any(alive(pid) for pid in pids), timeout=STOP_SECONDS)


def test_says_where_it_is_and_how_the_organiser_signs_in(hall: Hall) -> None:
    assert get(f"{hall.url}/healthz") in (200, 503)
    assert hall.link is not None
    assert hall.link.startswith(hall.url + "/")


def test_becomes_healthy(hall: Hall) -> None:
    eventually(lambda: get(f"{hall.url}/healthz") == 200)


def test_keeps_its_secret_to_itself(hall: Hall) -> None:
    assert (hall.data / "secret-key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["web", "worker"])
def test_a_child_that_dies_is_restarted_and_it_says_so(hall: Hall, name: str) -> None:
    before = hall.children()[name]
    os.kill(before, signal.SIGKILL)
    hall.wait_for(rf"The {name} process stopped \(SIGKILL\); starting it again")
    eventually(lambda: hall.children().get(name, before) != before)
    eventually(lambda: get(f"{hall.url}/healthz") == 200)


def test_visitors_wait_while_web_is_restarted(hall: Hall) -> None:
    before = hall.children()["web"]
    os.kill(before, signal.SIGKILL)
    gone({before})
    assert get(f"{hall.url}/healthz") in (200, 503)  # neither refused nor reset


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything(start_hall: StartHall, number: int) -> None:
    hall = start_hall().wait_until_up()
    family = hall.family()
    assert len(family) >= 3
    assert hall.stop(number) == 0
    assert "Traceback" not in hall.output
    gone(family)


def test_a_killed_supervisor_takes_its_children_along(start_hall: StartHall) -> None:
    hall = start_hall().wait_until_up()
    family = hall.family()
    hall.kill()
    gone(family)


def test_the_second_start_keeps_the_key(start_hall: StartHall, tmp_path: Path) -> None:
    first = start_hall(data=tmp_path).wait_until_up()
    key = (tmp_path / "secret-key").read_text()
    assert first.stop() == 0
    second = start_hall(data=tmp_path).wait_until_up()
    assert second.stop() == 0
    assert (tmp_path / "secret-key").read_text() == key


def test_several_web_processes_share_the_address(start_hall: StartHall) -> None:
    hall = start_hall("--web", "2").wait_until_up()
    assert len(re.findall("manage.py web", processes_of(hall))) == 2
    assert hall.stop() == 0


def processes_of(hall: Hall) -> str:
    table = ps("-A", "-o", "ppid=,args=").splitlines()
    return "\n".join(line for line in table if line.split()[0] == str(hall.process.pid))


def up(data: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), "up", *arguments]
    wanted = environment(data) | variables
    return subprocess.run(command, env=wanted, capture_output=True, text=True, check=False, timeout=60)


def test_a_taken_port_is_named_with_a_way_out(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:  # noqa: S104
        port = taken.getsockname()[1]
        done = up(tmp_path, "--port", str(port))
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert "make run PORT=" in done.stderr
    assert one_sentence(done.stderr)


@pytest.mark.parametrize("secret", ["", "x" * 60])
def test_an_unusable_data_folder_is_named(tmp_path: Path, secret: str) -> None:
    """A folder below a file: even root cannot make one."""
    file = tmp_path / "file"
    file.touch()
    done = up(file / "data", "--port", "0", SECRET_KEY=secret)
    assert done.returncode == 1
    assert f"The data folder {file / 'data'} cannot be written" in done.stderr
    assert one_sentence(done.stderr)


@pytest.mark.parametrize("port", ["70000", "-1", "web"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    done = up(tmp_path, f"--port={port}")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert port in done.stderr


def one_sentence(text: str) -> bool:
    return len(text.strip().splitlines()) == 1
