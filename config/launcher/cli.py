"""The commands of ``launch.py``."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from config.launcher.environment import Environment
from config.launcher.install import TroubleError

ROOT = Path(__file__).resolve().parent.parent.parent

HELP = """\
Triomphe runs Triominos tournaments.

  make run            start it; make run PORT=8123 takes another port
  make demo           start it with a tournament of 48 people that bots play
  make setup          make the environment in .venv and no more
  make test           check and test everything
  make bench          measure
  make chaos          kill, pause and fill up everything while bots play, 30 minutes
  make check-pairing  pair 5,000 random tournaments and check every round
  make messages       bring the catalogues in locale/ up to date and compile them (needs gettext)
  make pictures       take the pictures in docs/ anew whose pages have changed (needs Chromium)
  make lock           pin the newest versions in requirements/
  make audit          look the pinned versions up in the list of known faults (needs the network)
  make sbom           print what it is made of (CycloneDX)

Without make, write “python launch.py” instead of “make” (python launch.py run --port 8123).
"""


def main(arguments: list[str]) -> int:
    name, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if name not in COMMANDS:
        print(HELP)
        return 0 if name in ("help", "-h", "--help") else 2
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no “…” is no reason to end
    try:
        os.chdir(ROOT)
        keep_compiled(ROOT / ".venv")
        return COMMANDS[name](rest)
    except TroubleError as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def keep_compiled(folder: Path) -> None:
    """Where Python is told to leave no compiled files in the sources, they go into the environment.

    Without them each of the processes compiles everything again, which takes longer than what it is for.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder / "compiled"))


def setup(arguments: list[str]) -> int:
    Environment(ROOT).ensure()
    print("Ready. “make run” starts it.")
    return 0


def run(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure()
    port = os.environ.get("PORT", "")
    options = ["--port", port] if port and "--port" not in arguments else []
    return become([str(environment.python), "manage.py", "up", *options, *arguments])


def demo(arguments: list[str]) -> int:
    """In a folder of its own, so that nothing that counts lies beside it."""
    if not any(os.environ.get(name) for name in ("TRIOMPHE_DATA", "DATABASE_URL")):
        os.environ["TRIOMPHE_DATA"] = str(ROOT / "var" / "demo")
    return run(["--demo", *arguments])


def test(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "-m", "config.launcher.checks", *arguments])


def bench(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "-m", "bench", *arguments])


def chaos(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "-m", "tests.chaos", *arguments])


def check_pairing(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure()
    options = [] if "--random" in arguments else ["--random", "5000"]
    return become([str(environment.python), "manage.py", "check_pairing", *options, *arguments])


def lock(arguments: list[str]) -> int:
    """Needs uv, which alone writes hashes for every system without naming a registry."""
    for name in ("run", "dev"):
        command = ["uv", "pip", "compile", "--upgrade", "--universal", "--generate-hashes", "--no-header"]
        command += ["--python-version", "3.11", "--quiet", "--no-emit-index-url", "--no-emit-find-links"]
        command += [f"requirements/{name}.in", "-o", f"requirements/{name}.txt"]
        if code := subprocess.call(command):
            return code
    return 0


def pictures(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "-m", "tests.browser.pictures", *arguments])


def messages(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "manage.py", "messages", *arguments])


def audit(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure(dev=True)
    return become([str(environment.python), "-m", "config.launcher.audit", *arguments])


def sbom(arguments: list[str]) -> int:
    environment = Environment(ROOT)
    environment.ensure()
    return become([str(environment.python), "-m", "config.launcher.sbom", *arguments])


def become(command: list[str]) -> int:
    """Replace this process, so that Ctrl-C and the exit code are the command's own."""
    sys.stdout.flush()
    if os.name == "nt":
        return subprocess.call(command)
    return os.execv(command[0], command)  # noqa: S606 - our own commands


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "setup": setup,
    "run": run,
    "demo": demo,
    "test": test,
    "bench": bench,
    "chaos": chaos,
    "check-pairing": check_pairing,
    "lock": lock,
    "messages": messages,
    "pictures": pictures,
    "audit": audit,
    "sbom": sbom,
}
