"""What a public page weighs on its way to a phone that comes for the first time, in a tournament of seven hundred.

How long it takes there is measured by ``make bench`` (bench.budgets), which walks the same pages with a slow phone.
"""

import gzip
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from bench.parts.public_pages import pages

pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

PEOPLE, ROUNDS = 700, 1
MOST_BYTES = 100_000
HEADERS = 600
"""Of an answer, at most."""


def packed(file: Path) -> int:
    """As it is sent: packed where that makes it smaller."""
    small = file.with_name(f"{file.name}.gz")
    return (small if small.exists() else file).stat().st_size


def test_every_public_page_weighs_100_kb_at_most(tmp_path, settings):
    small = {"BACKEND": "config.staticfiles.SmallFilesStorage"}
    settings.STATIC_ROOT, settings.STORAGES = tmp_path, settings.STORAGES | {"staticfiles": small}
    call_command("collectstatic", interactive=False, verbosity=0)
    weights = {}
    for name, address in pages(PEOPLE, ROUNDS).items():
        answer = Client().get(address, headers={"accept-encoding": "gzip"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (200, "gzip"), name
        page = gzip.decompress(answer.content).decode()
        files = {tmp_path / each for each in re.findall(r"[\"' ]/static/([\w./-]+)", page)}
        assert len(files) >= 2, name
        weights[name] = len(answer.content) + sum(map(packed, files)) + HEADERS * (1 + len(files))
    assert len(weights) > 30
    assert {name: weight for name, weight in weights.items() if weight > MOST_BYTES} == {}
