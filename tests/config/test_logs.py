"""A line of the log says what it is about in numbers, as text or as JSON, and holds no secret and no name."""

import asyncio
import http.client
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from config.entrance import Entrance
from config.logs import JsonFormatter, TextFormatter
from games import bearings
from games.services import finalize
from tests.conftest import StartHall
from tests.factories import published_round, tournament_of
from tests.hall import Hall
from tournaments.services.holding import hold

TOKEN = "PFOpA0svTr6vitjAG5yD06qHYWWEsIcH"


def record(message: str = "it happened", **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("config.x", logging.WARNING, "f", 1, message, (), None)
    vars(made).update(extra)
    return made


@pytest.fixture
def _at_a_match() -> Iterator[None]:
    with bearings.apart(request="abc"):
        bearings.note(match=12, tournament=3)
        yield


@pytest.mark.usefixtures("_at_a_match")
def test_json_is_one_object_a_line():
    line = json.loads(JsonFormatter().format(record("two\nlines")))
    assert line["message"] == "two\nlines"
    assert (line["level"], line["logger"]) == ("WARNING", "config.x")
    assert (line["request"], line["match"], line["tournament"]) == ("abc", 12, 3)
    assert line["time"].endswith("+00:00")


@pytest.mark.usefixtures("_at_a_match")
def test_text_has_the_numbers_at_its_end():
    assert TextFormatter("%(levelname)s %(message)s").format(record()) == (
        "WARNING it happened [request=abc match=12 tournament=3]"
    )


def test_nothing_that_was_asked_for_begins_another_line():
    said = TextFormatter("%(message)s").format(
        record("slow: /\n2026 WARNING forged\r\x1b[2J\x85\u2028 was answered")
    )
    assert said == "slow: /\\n2026 WARNING forged\\r\\x1b[2J\\x85\\u2028 was answered"


def test_where_nothing_was_begun_nothing_is_noted():
    bearings.note(match=12)
    assert TextFormatter("%(message)s").format(record()) == "it happened"


@pytest.mark.parametrize("formatter", [TextFormatter(), JsonFormatter()])
def test_an_exception_is_told_with_no_link_that_lets_somebody_in(formatter):
    try:
        raise ValueError(f"http://hall/j/{TOKEN}/")
    except ValueError:
        said = formatter.format(record(path=f"/j/{TOKEN}/", exc_info=sys.exc_info()))
    assert TOKEN not in said
    assert "ValueError" in said
    if isinstance(formatter, JsonFormatter):
        assert "Traceback" in json.loads(said)["exception"]
        assert "\n" not in said


@pytest.mark.django_db
def test_views_and_services_note_what_they_work_on(client):
    tournament = tournament_of(4)
    table = published_round(tournament).tables.get()
    with bearings.apart(request="abc"):
        finalize(table.match_id)
        hold(tournament)
        assert bearings.noted() == {"request": "abc", "match": table.match_id, "tournament": tournament.pk}
    client.force_login(tournament.organiser)
    with bearings.apart():
        client.get(f"/t/{tournament.slug}/rounds/1/tables/{table.number}/")
        assert bearings.noted() == {
            "tournament": tournament.pk,
            "match": table.match_id,
            "user": tournament.organiser.pk,
        }


# -- at the entrance -----------------------------------------------------------------------------


def ask(entrance: Entrance, *headers: tuple[bytes, bytes]) -> dict[bytes, bytes]:
    """The headers of the answer."""
    sent: list[Any] = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "headers": list(headers)}
    asyncio.run(entrance(scope, receive, send))
    return dict(sent[0]["headers"])


async def page(_scope, receive, send):
    await receive()
    body = str(bearings.noted()["request"]).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"seen", body)]})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize(
    ("trusting", "sent", "kept"),
    [
        (True, b"from-the-proxy.1", True),
        (False, b"from-a-stranger", False),
        (True, b"with\x1b[31m escapes", False),
        (True, b"x" * 65, False),
        (True, b"", False),
    ],
)
def test_only_a_proxy_of_ours_says_what_a_request_is_called(trusting, sent, kept):
    answer = ask(Entrance(page, trusting=trusting, slow=0), (b"x-request-id", sent))
    assert answer[b"x-request-id"] == answer[b"seen"]
    assert (answer[b"x-request-id"] == sent) is kept
    assert len(answer[b"x-request-id"]) >= 16


def test_each_request_has_a_number_of_its_own():
    entrance = Entrance(page, trusting=False, slow=0)
    assert len({ask(entrance)[b"x-request-id"] for _ in range(50)}) == 50


# -- in real processes ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def talking(start_module_hall: StartHall) -> Hall:
    return start_module_hall(
        DJANGO_SETTINGS_MODULE="tests.config.chores.settings",
        LOG_FORMAT="json",
        SLOW_REQUEST_SECONDS="0.3",
        SWEEP_SECONDS="0.5",
    ).wait_until_up()


def request(hall: Hall, method: str, path: str, body: str = "") -> tuple[int, str, str]:
    line = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=30)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    line.request(method, path, body, form | {"X-Request-ID": "chosen-by-a-stranger"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, answer.headers["X-Request-ID"], text


def lines_about(hall: Hall, number: str) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in hall.lines if line.startswith("{")]
    return [line for line in found if line.get("request") == number]


def test_a_failure_is_one_line_and_its_number_is_on_the_page(talking: Hall) -> None:
    status, number, text = request(talking, "GET", "/boom")
    assert status == 500
    assert number in text
    talking.wait_for(number)
    (line,) = lines_about(talking, number)
    assert (line["level"], line["path"], line["status"]) == ("ERROR", "/boom", 500)
    assert "ZeroDivisionError" in line["exception"]


def test_a_failure_at_a_secret_address_does_not_tell_it(talking: Hall) -> None:
    _status, number, _text = request(talking, "GET", f"/j/{TOKEN}/")
    talking.wait_for(number)
    (line,) = lines_about(talking, number)
    assert line["path"] == "/j/…/"
    assert TOKEN not in talking.output


def test_a_slow_request_is_one_line_and_a_quick_one_none(talking: Hall) -> None:
    _status, quick, _text = request(talking, "GET", "/chores")
    _status, slow, _text = request(talking, "GET", "/slow?seconds=0.4")
    talking.wait_for(slow)
    (line,) = lines_about(talking, slow)
    assert (line["level"], line["path"], line["status"]) == ("WARNING", "/slow", 200)
    assert line["seconds"] >= 0.4
    assert lines_about(talking, quick) == []


def test_a_job_that_fails_says_which_and_who_sent_it(talking: Hall) -> None:
    _status, number, text = request(talking, "POST", "/chores", "seconds=-1&send=1")
    job = json.loads(text)["chores"][-1]["id"]
    found = talking.wait_for(r'\{.*"task": "chores\.do".*').group()
    line = json.loads(found)
    assert (line["level"], line["job"]) == ("ERROR", job)
    assert "ValueError" in line["exception"]
    assert line["task_id"]
    if connection.vendor == "postgresql":  # with a broker it was sent, else the worker found it
        talking.wait_for(rf'\{{.*"task": "chores\.do".*"request": "{number}"')
