"""What ``manage.py up`` promises: one command, nothing left behind, nothing lost."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config import addresses
from config.saying import SayingCommand
from config.supervisor import listen
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


@pytest.mark.parametrize("name", ["web", "live", "worker"])
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


def test_stopped_and_started_again_it_keeps_what_it_knew(start_hall: StartHall) -> None:
    first = start_hall().wait_until_up()
    family = first.family()
    assert first.link is not None
    sign_in(first.link)
    assert first.stop(signal.SIGTERM) == 0
    assert "Traceback" not in first.output
    gone(family)

    second = start_hall("--web", "2", data=first.data, **first.variables).wait_until_up()
    assert second.link is None, "somebody has signed in before: there is nothing to hand out"
    assert len(re.findall("manage.py web", processes_of(second))) == 2
    family = second.family()
    second.kill()
    gone(family)


def test_with_its_standard_input_closed_it_serves_and_leaves_nothing_running(tmp_path: Path) -> None:
    closed = ("sh", "-c", 'exec "$0" "$@" <&-')
    hall = Hall(tmp_path, {}, begun=closed, leash=False).wait_until_up()
    assert get(hall.url) == 200
    family = hall.family()
    hall.kill()
    gone(family)


def test_who_started_it_with_nohup_may_hang_up(tmp_path: Path) -> None:
    hall = Hall(tmp_path, {}, begun=("nohup",)).wait_until_up()
    hall.process.send_signal(signal.SIGHUP)
    before = hall.children()["web"]
    os.kill(before, signal.SIGKILL)
    hall.wait_for("starting it again")
    assert get(hall.url) == 200
    assert hall.stop() == 0


def test_with_a_name_of_its_own_it_comes_up_without_a_complaint(tmp_path: Path) -> None:
    hall = Hall(tmp_path, {"ALLOWED_HOSTS": "triomphe.example.org"}).wait_until_up()
    hall.wait_for("On this machine: +http://triomphe.example.org")
    assert hall.stop() == 0
    assert "ERROR" not in hall.output


def sign_in(link: str) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = browser.open(link, timeout=30).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert token
    form = urllib.parse.urlencode({"csrfmiddlewaretoken": token.group(1)}).encode()
    assert browser.open(link, form, timeout=30).status == 200


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


@pytest.mark.parametrize(
    ("arguments", "variables", "said"),
    [
        (["--port", "0"], {"DATABASE_URL": f"sqlite:///{ROOT}/README.md"}, "The database cannot be used"),
        (["--port", "0", "--host", "ünï..x"], {}, "Cannot listen on ünï..x"),
    ],
)
def test_what_cannot_be_used_is_named(
    tmp_path: Path, arguments: list[str], variables: dict[str, str], said: str
) -> None:
    done = up(tmp_path, *arguments, **variables)
    assert done.returncode == 1
    assert said in done.stderr
    assert one_sentence(done.stderr)


def test_nothing_said_is_heard_where_the_disk_is_full_and_all_goes_on() -> None:
    full = open("/dev/full", "w")  # noqa: SIM115 - to close it fails, for what was not written is tried again
    SayingCommand(stdout=full).say("A line.")
    with pytest.raises(OSError, match="No space left"):
        full.close()


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("0.0.0.0", "http://localhost:8000"),  # noqa: S104 - compared with, not listened on
        ("::", "http://localhost:8000"),
        ("127.0.0.1", "http://localhost:8000"),
        ("192.0.2.2", "http://192.0.2.2:8000"),
        ("::1", "http://[::1]:8000"),
    ],
)
def test_the_address_is_one_where_it_listens(host: str, here: str) -> None:
    assert addresses.here(host, 8000) == here


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_everywhere_is_by_either_protocol() -> None:
    with listen("::", 0) as listener:
        for host in ("127.0.0.1", "::1"):
            socket.create_connection((host, listener.getsockname()[1])).close()


@pytest.mark.parametrize("port", ["70000", "-1", "web", "", "٣٤", "9" * 5000, "0000099999"])
def test_a_port_that_is_none_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match=r"A port is a number from 0 to 65535.*make run PORT="):
        call_command("up", f"--port={port}")


@pytest.mark.parametrize(("option", "least"), [("--web", 1), ("--live", 0), ("--workers", 1)])
def test_processes_that_are_no_number_of_them_are_refused(option: str, least: int) -> None:
    for wrong in (str(least - 1), "65", "two", "1.5", "٣", ""):
        with pytest.raises(
            CommandError, match=f"{option} takes a number from {least} to 64, which “{wrong}” is not"
        ):
            call_command("up", f"{option}={wrong}")


def one_sentence(text: str) -> bool:
    return len(text.strip().splitlines()) == 1


def test_ctrl_c_stops_everything(hall: Hall) -> None:
    """The last test of this module: it ends the hall that the others used."""
    family = hall.family()
    assert hall.stop(signal.SIGINT) == 0
    assert "Traceback" not in hall.output
    gone(family)
