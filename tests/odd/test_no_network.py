"""A laptop in a hall with no network but its own: it starts, serves and does jobs, and asks nobody for a name."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from config.addresses import addresses_without_a_route
from tests.hall import ROOT, environment

pytestmark = pytest.mark.brings_its_own

EARS = """
import sys

def heard(event, arguments):
    if event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"):
        host = str(arguments[0])
        if host not in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "None"):
            with open({file!r}, "a") as file:
                file.write(f"{{event}} {{arguments[:2]}}\\n")

sys.addaudithook(heard)
"""
PLAN = """
import django
django.setup()
from tests.factories import organiser_of, tournament_of
from tournaments.services.rounds import ask_for_pairings
tournament = tournament_of(8)
ask_for_pairings(organiser_of(tournament), tournament)
"""
INSIDE = """
import os, re, sqlite3, subprocess, sys, time, urllib.request
hall = subprocess.Popen(
    [sys.executable, "manage.py", "up", "--leash", "--port", "0"],
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.PIPE, text=True,
)
lines = []
for line in hall.stdout:
    lines.append(line)
    if "Ctrl-C" in line:
        break
said = "".join(lines)
url = re.search(r"On this machine:\\s+(\\S+)", said).group(1)
page = urllib.request.urlopen(url).read().decode()
print("PAGE", "Triomphe" in page)
print("HALL", (re.findall(r"http://10\\.42\\.0\\.1:\\d+", said) or [""])[0])
subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
database = sqlite3.connect(os.environ["TRIOMPHE_DATA"] + "/triomphe.sqlite3")
deadline, state = time.monotonic() + 60, ""
while state != "draft" and time.monotonic() < deadline:
    time.sleep(0.05)
    (state,) = database.execute("SELECT state FROM tournaments_round").fetchone()
print("PAIRED", state)
hall.stdin.close()
hall.wait(30)
"""


def can_take_the_network_away() -> bool:
    try:
        done = subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return done.returncode == 0


def test_a_machine_that_is_the_hotspot_knows_its_own_address() -> None:
    """Asked of its network cards, not of a route, which such a machine has not."""
    assert all(not each.startswith("127.") and each.count(".") == 3 for each in addresses_without_a_route())


@pytest.mark.skipif(not can_take_the_network_away(), reason="taking the network away needs an administrator")
def test_it_starts_and_serves_with_no_network_at_all(tmp_path: Path) -> None:
    ears, heard = tmp_path / "ears", tmp_path / "heard"
    ears.mkdir()
    (ears / "sitecustomize.py").write_text(textwrap.dedent(EARS.format(file=str(heard))))
    variables = environment(tmp_path / "data") | {
        "PYTHONPATH": f"{ears}{os.pathsep}{ROOT}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    # Loopback, and the card of a hotspot with an address and nowhere to go.
    network = "ip link set lo up; ip link add hall0 type bridge && ip addr add 10.42.0.1/24 dev hall0 && ip link set hall0 up"
    done = subprocess.run(
        ["unshare", "-n", "sh", "-c", f'{network}; exec "$0" -c "$1" "$2"', sys.executable, INSIDE, PLAN],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert "PAGE True" in done.stdout, done.stdout + done.stderr
    assert "PAIRED draft" in done.stdout
    assert "HALL http://10.42.0.1:" in done.stdout
    assert not heard.exists(), heard.read_text()
