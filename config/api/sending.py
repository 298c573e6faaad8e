"""One request to an address that somebody typed in: only outwards, not for long, and nothing of the answer but its status.

The address is looked up and looked at at the moment of sending, and it is that very address that is spoken to: a name
that points elsewhere by then leads nowhere. Nobody is followed anywhere. Knows nothing of what is sent.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from threading import Timer
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

SECONDS = 10.0
LONGEST = 20.0
"""For all of it, however slowly it is answered."""
NAT64 = ip_network("64:ff9b::/96")


class NotSent(Exception):
    """It did not come to an answer; ``kind`` says why, and nothing of what is there."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


def why_not(url: str) -> str:
    """Why nothing would be sent there, as far as it can be told without looking it up; or nothing."""
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return _("This is no address.")
    schemes = ("https", "http") if settings.WEBHOOKS_ANYWHERE else ("https",)
    if parts.scheme not in schemes:
        return _("The address has to begin with https://.")
    if not host or parts.username is not None or not url.isascii() or any(char <= " " for char in url):
        return _("This is no address.")
    literal = _address(host)
    if literal is not None and not is_allowed(literal):
        return _("Nothing is sent to addresses of private networks.")
    return ""


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """The status of the answer."""
    if why_not(url):
        raise NotSent("not-allowed")
    parts = urlsplit(url)
    connection = _connection(parts, _look_up(parts))
    timer = Timer(LONGEST, _cut, [connection])
    timer.daemon = True
    timer.start()
    sent = {"Content-Type": "application/json", "User-Agent": "Triomphe"} | dict(headers)
    try:
        connection.request(
            "POST", (parts.path or "/") + (f"?{parts.query}" if parts.query else ""), body, sent
        )
        return connection.getresponse().status
    except ssl.SSLError as error:
        raise NotSent("certificate") from error
    except TimeoutError as error:
        raise NotSent("too-slow") from error
    except (OSError, http.client.HTTPException) as error:
        raise NotSent("not-reached") from error
    finally:
        timer.cancel()
        connection.close()


def is_allowed(address: IPv4Address | IPv6Address) -> bool:
    """Only what is on the open network, whichever way it is written."""
    if settings.WEBHOOKS_ANYWHERE:
        return True
    if isinstance(address, IPv6Address):
        if address in NAT64:
            address = IPv4Address(int(address) & 0xFFFFFFFF)
        elif inside := address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1]):
            address = inside
    return address.is_global and not address.is_multicast


# -- in detail -----------------------------------------------------------------------------------


def _look_up(parts: SplitResult) -> str:
    """The address of a name. With one that may not be spoken to among several, none is."""
    try:
        found = socket.getaddrinfo(parts.hostname, _port_of(parts), type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotSent("no-such-name") from error
    addresses = [str(each[4][0]) for each in found]
    if not addresses or not all(is_allowed(ip_address(each.partition("%")[0])) for each in addresses):
        raise NotSent("not-allowed")
    return addresses[0]


def _port_of(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _connection(parts: SplitResult, address: str) -> http.client.HTTPConnection:
    host, port = parts.hostname or "", _port_of(parts)
    if parts.scheme == "https":
        return _PinnedHttps(host, port, address)
    return _PinnedHttp(host, port, address)


class _PinnedHttp(http.client.HTTPConnection):
    """Speaks to an address, and says the name."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), SECONDS)


class _PinnedHttps(_PinnedHttp):
    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def _cut(connection: http.client.HTTPConnection) -> None:
    with suppress(OSError):
        if connection.sock:
            connection.sock.shutdown(socket.SHUT_RDWR)


def _address(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None
