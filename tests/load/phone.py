"""A phone without a face: a connection that is opened again when it breaks, and cookies."""

import http.client
import ssl
from http.cookies import SimpleCookie
from urllib.parse import urlencode

TIMEOUT = 30.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Phone:
    def __init__(self, port: int, tls: ssl.SSLContext | None = None) -> None:
        self.port, self._tls = port, tls
        self.cookies: dict[str, str] = {}
        self.headers: dict[str, str] = {}
        self.body = b""
        """Both of the last answer."""
        self._connection: http.client.HTTPConnection | None = None

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """The status, and where it sends one on to."""
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: dict[str, object], **headers: str) -> tuple[int, str]:
        if self._tls is not None:  # as browsers do, and as Django asks of them
            headers = {"Origin": f"https://127.0.0.1:{self.port}", **headers}
        return self._ask("POST", path, self._form(fields), FORM | headers)

    def post_and_hang_up(self, path: str, fields: dict[str, object]) -> None:
        """Send it, and never hear what became of it."""
        self._send("POST", path, self._form(fields), FORM)
        self.close()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _form(self, fields: dict[str, object]) -> str:
        name = "csrftoken" if self._tls is None else "__Host-csrftoken"
        return urlencode({"csrfmiddlewaretoken": self.cookies.get(name, ""), **fields})

    def _connect(self) -> http.client.HTTPConnection:
        if self._tls is None:
            return http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=TIMEOUT, context=self._tls)

    def _send(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> http.client.HTTPConnection:
        if self._connection is None:
            self._connection = self._connect()
        if self.cookies:
            headers = {
                "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
                **headers,
            }
        self._connection.request(method, path, body, headers)
        return self._connection

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        try:
            answer = self._send(method, path, body, headers).getresponse()
            self.body = answer.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        self.headers = {name.lower(): value for name, value in answer.headers.items()}
        for header in answer.headers.get_all("Set-Cookie", []):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        return answer.status, self.headers.get("location", "")
