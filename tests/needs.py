"""What a test may need from its machine. Where it is missing, the test is skipped with the reason;
with REQUIRE_ALL=1 it fails instead, so that nothing is left untested without being noticed."""

import os
import shutil
import socket
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/test")
REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379/0")
RABBITMQ_URL = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
BROWSERS = (os.environ.get("TEST_CHROMIUM", ""), "chromium-headless-shell", "chromium")
"""The shell is the same engine without the windows that nobody sees, and takes half of the time."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), "/usr/bin/chromium")
WHOLE_CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
"""With windows, and what belongs to them: notifications."""


def require_all() -> bool:
    return os.environ.get("REQUIRE_ALL", "") not in ("", "0")


def need(present: bool, reason: str) -> None:
    if not present and require_all():
        pytest.fail(f"{reason} (REQUIRE_ALL is set)")
    elif not present:
        pytest.skip(reason)


def need_postgres() -> None:
    need(answers(POSTGRES_URL), "PostgreSQL does not answer")


def need_redis() -> None:
    need(answers(REDIS_URL), "Redis does not answer")


def need_rabbitmq() -> None:
    need(answers(RABBITMQ_URL), "RabbitMQ does not answer")
    need(shutil.which("rabbitmqctl") is not None, "rabbitmqctl is not here, so no vhost can be made")


def need_chromium() -> None:
    need(os.access(CHROMIUM, os.X_OK), "Chromium is not installed")


def need_whole_chromium() -> None:
    need(
        os.access(WHOLE_CHROMIUM, os.X_OK),
        "Chromium is not installed whole, and its shell shows no notifications",
    )


def need_nginx() -> None:
    need(os.access(NGINX, os.X_OK), "nginx is not installed")
    need(shutil.which("openssl") is not None, "openssl is not installed, so no certificate can be made")


def need_python(version: str) -> Path:
    """An interpreter such as “2.7”. Old ones are nobody's duty to have: it is never more than a skip."""
    for candidate in pythons(version):
        if subprocess.run([candidate, "--version"], capture_output=True, check=False).returncode == 0:
            return candidate
    pytest.skip(f"Python {version} is not installed")


def pythons(version: str) -> list[Path]:
    pyenv = Path(os.environ.get("PYENV_ROOT", "") or Path.home() / ".pyenv")
    on_path = shutil.which(f"python{version}")
    return [*pyenv.glob(f"versions/{version}.*/bin/python"), *([Path(on_path)] if on_path else [])]


@cache
def answers(url: str) -> bool:
    place = urlsplit(url)
    try:
        with socket.create_connection((place.hostname or "127.0.0.1", place.port or 0), timeout=1):
            return True
    except OSError:
        return False
