"""A phone without a face: a connection that is opened again when it breaks, and cookies."""

import http.client
from http.cookies import SimpleCookie
from urllib.parse import urlencode

TIMEOUT = 30.0


class Phone:
    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        """Of the last answer."""
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """The status, and where it sends one on to."""
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, object], **headers: str) -> tuple[int, str]:
        body = urlencode({"csrfmiddlewaretoken": self.cookies.get("csrftoken", ""), **fields})
        return self._ask("POST", path, body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        if self.cookies:
            headers = {
                "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
                **headers,
            }
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self.headers = {name.lower(): value for name, value in answer.headers.items()}
        for header in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        return answer.status, self.headers.get("location", "")
