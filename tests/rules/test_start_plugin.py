"""``manage.py start_plugin`` refuses in one sentence; what it writes is tried in ``test_plugins``."""

import pytest
from django.core.management import CommandError, call_command

from games.management.commands.start_plugin import FILES, SKELETON


def start(*arguments):
    with pytest.raises(CommandError) as refused:
        call_command("start_plugin", *arguments)
    return refused.value


@pytest.mark.parametrize(
    "name", ["My-Rules", "my_rules", "1st", "my--rules", "-", "../up", "é", "x" * 51, "class"]
)
def test_a_bad_name_is_refused(name, tmp_path):
    error = start("--dir", str(tmp_path), "--", name)
    assert error.returncode == 2
    assert str(error) == f"“{name}” is not a name: use small letters, digits and hyphens."
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["points", "tri-ominos-classic", "rules", "json", "django"])
def test_a_name_that_is_taken_is_refused(name, tmp_path):
    error = start(name, "--dir", str(tmp_path))
    assert error.returncode == 2
    assert str(error) == f"“{name}” is already the name of something else."


def test_a_folder_that_is_there_is_left_alone(tmp_path):
    (tmp_path / "my-rules").mkdir()
    error = start("my-rules", "--dir", str(tmp_path))
    assert error.returncode == 2
    assert str(error).endswith("my-rules” is already there.")
    assert not list((tmp_path / "my-rules").iterdir())


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    error = start("my-rules", "--dir", str(tmp_path / "file"))
    assert error.returncode == 2
    assert "my-rules” cannot be written: " in str(error)


def test_every_template_is_written_and_filled_in(tmp_path, capsys):
    call_command("start_plugin", "my-own-rules", "--dir", str(tmp_path))
    assert "Its README says how to go on." in capsys.readouterr().out
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.relative_to(tmp_path / "my-own-rules").as_posix() for path in written} == {
        "pyproject.toml",
        "README.md",
        "my_own_rules.py",
        "test_my_own_rules.py",
        "transcripts/my-own-rules/2-players.jsonl",
    }
    assert not [path for path in written if "$" in path.read_text(encoding="utf-8")]
    assert {path.name for path in SKELETON.iterdir()} == set(FILES)
