"""A data folder and processes for measuring in; nothing here measures."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("DATABASE_URL", "BROKER_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "VIRTUAL_ENV", "PORT")


def variables(data: Path, settings: str = "config.settings") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | {"TRIOMPHE_DATA": str(data), "DJANGO_SETTINGS_MODULE": settings}


@contextmanager
def data_folder() -> Iterator[Path]:
    """With a database in it, ready for use. On the disk of the program, not in a folder kept in memory."""
    (ROOT / "var").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=ROOT / "var") as folder:
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env=variables(Path(folder)), check=True)
        yield Path(folder)


def python(*arguments: str, data: Path, settings: str = "config.settings") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=variables(data, settings),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
