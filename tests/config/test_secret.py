"""The key an installation makes for itself: one, secret, and kept."""

import subprocess
import sys
from pathlib import Path

import pytest

from config.secret import secret_key
from tests.hall import ROOT


def test_is_made_once_and_kept(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new" / "folder")
    assert len(key) >= 50
    assert secret_key(tmp_path / "new" / "folder") == key


def test_only_its_owner_can_read_it(tmp_path: Path) -> None:
    secret_key(tmp_path)
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_processes_that_start_at_once_agree(tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from config.secret import secret_key\nprint(secret_key(Path(sys.argv[1])))"
    command = [sys.executable, "-c", code, str(tmp_path)]
    started = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    keys = {process.communicate(timeout=60)[0].strip() for process in started}
    assert len(keys) == 1
    assert keys == {secret_key(tmp_path)}


@pytest.mark.parametrize("kept", [b"", b"short", b"\xff" * 64])
def test_a_damaged_one_is_not_used_and_not_replaced(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "secret-key").write_bytes(kept)
    with pytest.raises(SystemExit, match=r"is damaged.*delete it"):
        secret_key(tmp_path)
    assert (tmp_path / "secret-key").read_bytes() == kept


def test_a_folder_that_cannot_be_made_ends_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match=r"cannot be written.*TRIOMPHE_DATA"):
        secret_key(tmp_path / "file" / "data")
