"""From nothing to running with one command, quickly the second time, and mended when it is broken."""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pytest

from config.launcher import cli
from config.launcher.environment import Environment
from config.launcher.install import Installer, TroubleError, run_quietly
from config.launcher.suites import lanes, totals
from tests.hall import ROOT
from tests.needs import need_python


@dataclass(frozen=True)
class Recorder(Installer):
    """Installs one package, which is a file, and notes what it was asked for."""

    name: str = "recorder"
    command: tuple[str, ...] = ()
    venv_options: tuple[str, ...] = ("--without-pip",)
    asked: list[str] = field(default_factory=list)
    trouble: list[BaseException] = field(default_factory=list)

    def requirements(self, python: Path, files: list[Path]) -> None:
        self.asked.append(" ".join(file.name for file in files))
        if self.trouble:
            raise self.trouble.pop()
        (next(python.parent.parent.glob("lib/*/site-packages")) / "django.py").touch()

    def project(self, python: Path, root: Path) -> None:
        self.asked.append("itself")


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def environment(tmp_path: Path, recorder: Recorder) -> Environment:
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/run.txt").write_text("django==5.2\n")
    (tmp_path / "requirements/dev.txt").write_text("pytest==9\n")
    (tmp_path / "pyproject.toml").write_text("")
    return Environment(tmp_path, lambda: recorder)


ONCE = ["run.txt", "itself"]


def test_from_nothing(environment: Environment, recorder: Recorder) -> None:
    environment.ensure()
    assert recorder.asked == ONCE
    assert subprocess.run([environment.python, "-c", ""], check=False).returncode == 0


def test_the_second_start_does_nothing(
    environment: Environment, recorder: Recorder, capsys: pytest.CaptureFixture[str]
) -> None:
    environment.ensure()
    capsys.readouterr()
    environment.ensure()
    assert recorder.asked == ONCE
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("file", ["requirements/run.txt", "pyproject.toml"])
def test_what_changed_is_installed_into_the_same_environment(
    environment: Environment, recorder: Recorder, file: str
) -> None:
    environment.ensure()
    kept = environment.folder / "kept"
    kept.touch()
    (environment.root / file).write_text("# newer\n")
    environment.ensure()
    assert recorder.asked == ONCE * 2
    assert kept.exists()


def test_tests_need_more_and_keep_it(environment: Environment, recorder: Recorder) -> None:
    environment.ensure()
    environment.ensure(dev=True)
    environment.ensure()
    assert recorder.asked == [*ONCE, "run.txt dev.txt", "itself"]


def lose_a_package(environment: Environment) -> None:
    next(environment.folder.glob("lib/*/site-packages/django.py")).unlink()


def lose_the_interpreter(environment: Environment) -> None:
    environment.python.unlink()
    environment.python.symlink_to("/nowhere/python")


def lose_the_stamp(environment: Environment) -> None:
    environment.stamp.unlink()


def spoil_the_stamp(environment: Environment) -> None:
    environment.stamp.write_text("[1")


def lose_the_folder(environment: Environment) -> None:
    shutil.rmtree(environment.folder)


@pytest.mark.parametrize(
    "harm", [lose_a_package, lose_the_interpreter, lose_the_stamp, spoil_the_stamp, lose_the_folder]
)
def test_a_broken_environment_is_made_anew(
    environment: Environment, recorder: Recorder, harm: object
) -> None:
    environment.ensure()
    litter = environment.folder / "litter"
    litter.touch()
    assert callable(harm)
    harm(environment)
    environment.ensure()
    assert recorder.asked == ONCE * 2
    assert not litter.exists()
    assert subprocess.run([environment.python, "-c", ""], check=False).returncode == 0


@pytest.mark.parametrize("trouble", [KeyboardInterrupt(), TroubleError("offline")])
def test_an_interrupted_installation_is_begun_anew(
    environment: Environment, recorder: Recorder, trouble: BaseException
) -> None:
    recorder.trouble.append(trouble)
    with pytest.raises(type(trouble)):
        environment.ensure()
    assert not environment.stamp.exists()
    environment.ensure()
    assert recorder.asked == ["run.txt", *ONCE]


def test_a_moved_folder_is_noticed(environment: Environment, recorder: Recorder, tmp_path: Path) -> None:
    environment.ensure()
    moved = tmp_path.with_name("moved")
    tmp_path.rename(moved)
    Environment(moved, lambda: recorder).ensure()
    assert recorder.asked == ONCE * 2


def test_two_that_are_started_at_once_make_it_once(environment: Environment, recorder: Recorder) -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: environment.ensure(), range(4)))
    assert recorder.asked == ONCE


@pytest.mark.parametrize("odd", [os.pathsep, "$"])
def test_a_folder_in_which_python_makes_none_is_named(tmp_path: Path, recorder: Recorder, odd: str) -> None:
    shutil.copytree(ROOT / "requirements", tmp_path / f"a{odd}b" / "requirements")
    (tmp_path / f"a{odd}b" / "pyproject.toml").write_text("")
    with pytest.raises(TroubleError, match="rename or move"):
        Environment(tmp_path / f"a{odd}b", lambda: recorder).ensure()


def test_a_folder_that_cannot_be_written_is_named(environment: Environment) -> None:
    (environment.root / ".venv.lock").mkdir()
    with pytest.raises(TroubleError, match="cannot be made or changed"):
        environment.ensure()


def test_a_link_is_left_alone_with_what_it_leads_to(
    environment: Environment, recorder: Recorder, tmp_path: Path
) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "kept").touch()
    environment.folder.symlink_to(theirs)
    with pytest.raises(TroubleError, match="is a link to somewhere else"):
        environment.ensure()
    assert recorder.asked == []
    assert (theirs / "kept").exists()


def test_compiled_files_are_kept_out_of_the_sources_but_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Told to leave none, every process would compile everything again."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "imported.py").write_text("")
    cli.keep_compiled(tmp_path / "env")
    subprocess.run([sys.executable, "-c", "import imported"], check=True)
    assert list((tmp_path / "env" / "compiled").rglob("imported.*.pyc"))
    assert not (tmp_path / "__pycache__").exists()


def test_a_command_that_fails_shows_what_it_said_and_ends_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(TroubleError, match="Is this machine online"):
        run_quietly(
            [sys.executable, "-c", "print('no route'); raise SystemExit(1)"], "Is this machine online?"
        )
    assert "no route" in capsys.readouterr().err


@pytest.mark.parametrize("version", ["2.7", "3.6", "3.10"])
def test_too_old_a_python_is_told_so(version: str) -> None:
    old = need_python(version)
    done = subprocess.run([old, "launch.py", "run"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Triomphe needs Python 3.11 or newer, and this is Python {version}.")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["help"], 0), (["--help"], 0), (["dance"], 2)])
def test_help(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == code
    assert "make run PORT=8123" in capsys.readouterr().out


def test_make_only_calls_the_launcher(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "MAKEFLAGS",
        "MAKEOVERRIDES",
        "PYTHON",
    ):  # these tests may be run by make, with a Python of its own
        monkeypatch.delenv(name, raising=False)
    for target in ("setup", "run", "test", "bench", "check-pairing", "lock", "help"):
        for said, python in ([], "python3"), (["PYTHON=python3.13"], "python3.13"):
            command = ["make", "-n", "--no-print-directory", target, *said]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
            assert done.stdout.split() == [python, "launch.py", target]


def test_the_launcher_needs_nothing_installed() -> None:
    """Isolated from every installed package, its modules can still be read."""
    code = "import config.launcher.cli, config.launcher.environment, config.launcher.install, config.launcher.checks"
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-S", "-c", code], env=variables, check=True)


def test_the_totals_of_several_runs_can_be_added() -> None:
    assert totals("1 failed, 330 passed, 2 skipped") == {"failed": 1, "passed": 330, "skipped": 2}


def test_each_run_on_servers_loads_the_files_that_hold_its_tests_and_no_others(tmp_path: Path) -> None:
    told = tmp_path / "told.json"
    where = ["tests/config/test_jobs.py", "tests/games/test_turns.py", "tests/rules/test_points.py"]
    command = [sys.executable, "-m", "tests.gathered", str(told), *where]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    _sqlite, (redis,), (rabbitmq,) = commands([], json.loads(told.read_text()))
    assert [each for each in redis if each in where] == where[:2]
    assert [each for each in rabbitmq if each in where] == where[:1]


@pytest.mark.parametrize(("arguments", "files"), [(["-k", "bell"], {"touches_data": ["a"]}), ([], {})])
def test_whoever_names_tests_has_just_those_run_and_all_are_where_none_could_be_gathered(
    arguments: list[str], files: dict[str, list[str]]
) -> None:
    for command in chain(*commands(arguments, files)):
        assert command[command.index("--no-loadscope-reorder") + 1 :] == arguments


def commands(arguments: list[str], files: dict[str, list[str]]) -> list[list[list[str]]]:
    return [[run.command for run in lane] for lane in lanes(arguments, files)]


def run_of(name: str, code: str) -> str:
    return f'Run("{name}", [sys.executable, "-uc", {code!r}])'


def start_lanes(*lanes_of_runs: list[str]) -> subprocess.Popen[str]:
    """As ``make test`` runs its tests, in a process of its own."""
    asked = ", ".join(f"[{', '.join(lane)}]" for lane in lanes_of_runs)
    code = "import sys; from collections import Counter; from config.launcher.suites import *; told = Counter(), [];"
    code += f"print(sorted(run_all([{asked}], *told)), *told, flush=True)"
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_runs_go_beside_each_other_and_are_shown_one_after_the_other(tmp_path: Path) -> None:
    door = tmp_path / "door"
    os.mkfifo(door)  # each end waits for the other: one run alone would not come to its end
    process = start_lanes(
        [run_of("first", f"open({str(door)!r}).read(); print('== 2 passed in 1.0s ==')")],
        [
            run_of("second", f"print('RERUN a test'); open({str(door)!r}, 'w'); raise SystemExit(1)"),
            run_of("third", "print('skipped: no server')"),
        ],
    )
    shown, _ = process.communicate(timeout=60)
    assert [line for line in shown.splitlines() if line] == [
        "first",
        "== 2 passed in 1.0s ==",
        "second",
        "RERUN a test",
        "third",
        "skipped: no server",
        "['second'] Counter({'passed': 2, 'errors': 1, 'skipped': 1}) "
        "['UNSTEADY, failed at first in second: a test', 'third were skipped: no server']",
    ]


def test_told_to_end_they_end_and_no_other_begins() -> None:
    wait = "import signal, sys; print('here'); signal.pause()"
    process = start_lanes([run_of("one", wait), run_of("two", wait)])
    assert process.stdout
    with process, process.stdout as shown:
        assert [next(shown), next(shown), next(shown)] == ["\n", "one\n", "here\n"]
        process.terminate()
        assert shown.read().splitlines() == ["", "two", "['one', 'two'] Counter({'errors': 1}) []"]
    assert process.returncode == 0
