"""A link that lets somebody in never gets into a log, nor to another site."""

import http.client
import logging
import sys

import pytest

from config.discreet import DiscreetFormatter
from tests.conftest import StartHall

TOKEN = "PFOpA0svTr6vitjAG5yD06qHYWWEsIcH"
SIGNED = "WzEsIjEiXQ:1tXyZ0:dGhlIHNpZ25hdHVyZQ-_0123456789abcdef"


@pytest.mark.parametrize(
    "path",
    [
        f"/j/{TOKEN}/",
        f"/sign-in/{TOKEN}/",
        f"/m/{TOKEN}/",
        f"/s/{SIGNED}/",
        f"/j/{TOKEN}",
        f"/e/{TOKEN}/",
        f"/i/{TOKEN}/",
        f"/h/{SIGNED}/",
    ],
)
def test_a_line_of_a_log_is_cut_short(path):
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "Internal Server Error: %s", (path,), None)
    said = DiscreetFormatter().format(record)
    assert TOKEN not in said
    assert SIGNED not in said
    assert "Internal Server Error: /" in said


def test_so_is_a_traceback():
    try:
        raise ValueError(f"no such page: http://hall/j/{TOKEN}/?x=1")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "failed", (), sys.exc_info())
    said = DiscreetFormatter().format(record)
    assert TOKEN not in said
    assert "ValueError" in said


def test_other_addresses_stay_whole():
    record = logging.LogRecord("x", logging.ERROR, "f", 1, "/t/autumn-cup-0372da/rounds/1/", (), None)
    assert DiscreetFormatter().format(record) == "/t/autumn-cup-0372da/rounds/1/"


def test_the_running_server_writes_no_token_however_much_it_says(start_hall: StartHall) -> None:
    """Scanned, guessed, with a body that breaks off: at the most talkative level there is."""
    hall = start_hall(LOG_LEVEL="DEBUG").wait_until_up()
    for path in (
        f"/j/{TOKEN}/",
        f"/s/{SIGNED}/",
        f"/j/{TOKEN}",
        f"/j/{TOKEN}/%FF",
        f"/sign-in/{TOKEN}/",
        f"/m/{TOKEN}/",
    ):
        connection = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=20)
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status in (200, 301, 400, 404, 410)
        assert answer.headers["Referrer-Policy"] in ("no-referrer", "same-origin")
        connection.close()
    hall.stop()
    assert hall.output
    assert TOKEN not in hall.output
    assert SIGNED not in hall.output
