"""Django in a few threads: what one request leaves behind, the next one does not find, but for the connection."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection, connections
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path, reverse
from django.utils.translation import activate, get_language

from config.threads import ThreadedHandler

pytestmark = pytest.mark.django_db(transaction=True)


def language(request: HttpRequest) -> HttpResponse:
    before = get_language()
    activate("fr")
    return HttpResponse(before)


def session(_request: HttpRequest) -> HttpResponse:
    """Which connection this is, and that it works."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return HttpResponse(str(id(connection.connection)))


def break_it(_request: HttpRequest) -> HttpResponse:
    """As when the database was started anew: Django still believes in its connection."""
    connection.connection.close()
    return HttpResponse()


def echo(request: HttpRequest) -> HttpResponse:
    answer = HttpResponse(request.body, status=201, headers={"X-Where": reverse("echo")})
    answer.set_cookie("a", "1")
    answer.set_cookie("b", "2")
    return answer


def parts(_request: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"one ", b"two"]))


def file(_request: HttpRequest) -> FileResponse:
    return FileResponse(open(__file__, "rb"))  # Django closes it


def fail(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [
    path("language/", language),
    path("session/", session),
    path("break/", break_it),
    path("echo/", echo, name="echo"),
    path("parts/", parts),
    path("file/", file),
    path("fail/", fail),
]


@pytest.fixture
def handler(settings: Any) -> Iterator[ThreadedHandler]:
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    made = ThreadedHandler(threads=1)
    yield made
    made._pool.submit(connections.close_all).result()
    made._pool.shutdown()


@dataclass
class Answer:
    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def take(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.headers += message.get("headers", [])
        self.body += message.get("body", b"")


async def ask(handler: ThreadedHandler, where: str, *body: bytes, root: str = "") -> Answer:
    more = [{"type": "http.request", "body": each, "more_body": True} for each in body]
    messages = iter([*more, {"type": "http.request"}])

    async def receive() -> Any:
        return next(messages)

    answer = Answer()
    await handler(scope(where, root), receive, answer.take)
    return answer


def scope(where: str, root: str = "") -> dict[str, Any]:
    return {
        "type": "http",
        "method": "POST",
        "path": where,
        "root_path": root,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }


def test_what_came_is_read_and_what_is_said_goes_out_whole(handler: ThreadedHandler) -> None:
    answer = asyncio.run(ask(handler, "/hall/echo/", b"what ", b"came", root="/hall"))
    assert (answer.status, answer.body) == (201, b"what came")
    assert (b"X-Where", b"/hall/echo/") in answer.headers
    assert [value.split(b";")[0] for name, value in answer.headers if name == b"Set-Cookie"] == [
        b"a=1",
        b"b=2",
    ]


def test_an_answer_in_parts_and_a_file_go_out_whole(handler: ThreadedHandler) -> None:
    assert asyncio.run(ask(handler, "/parts/")).body == b"one two"
    assert asyncio.run(ask(handler, "/file/")).body.startswith(b'"""Django in a few threads')


def test_a_failing_page_is_an_answer(handler: ThreadedHandler) -> None:
    assert asyncio.run(ask(handler, "/fail/")).status == 500
    assert asyncio.run(ask(handler, "/echo/", b"still here")).body == b"still here"


def test_one_visitors_language_is_not_the_next_ones(handler: ThreadedHandler) -> None:
    first, second = (asyncio.run(ask(handler, "/language/")).body for _ in range(2))
    assert first == second != b"fr"


def test_a_thread_keeps_its_connection(handler: ThreadedHandler) -> None:
    first, second = (asyncio.run(ask(handler, "/session/")).body for _ in range(2))
    assert first == second


if connection.vendor == "postgresql":  # an SQLite file has no server that could be started anew

    def test_a_connection_that_broke_is_opened_again(handler: ThreadedHandler) -> None:
        assert asyncio.run(ask(handler, "/session/")).status == 200
        asyncio.run(ask(handler, "/break/"))
        assert asyncio.run(ask(handler, "/session/")).status == 200


def test_who_sends_slowly_keeps_nobody_waiting(handler: ThreadedHandler) -> None:
    """There is one thread, and a request that never comes to its end."""

    async def both() -> Answer:
        never: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        slow = asyncio.create_task(handler(scope("/echo/"), lambda: never, Answer().take))
        await asyncio.sleep(0)
        answer = await ask(handler, "/echo/", b"fast")
        never.set_result({"type": "http.disconnect"})
        await slow
        return answer

    assert asyncio.run(both()).body == b"fast"


def test_only_http_is_answered(handler: ThreadedHandler) -> None:
    with pytest.raises(ValueError, match="lifespan"):
        asyncio.run(handler({"type": "lifespan"}, lambda: None, Answer().take))  # type: ignore[arg-type,return-value]
