"""Under which addresses visitors reach us: from this machine, and from the hall's network."""

import fcntl
import io
import socket
import struct
import sys
from contextlib import suppress

import segno
from django.conf import settings

ADDRESS_OF = 0xC0206921 if sys.platform == "darwin" else 0x8915
"""SIOCGIFADDR, which Python does not name."""


EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - compared with, not listened on


def here(host: str, port: int) -> str:
    """For a browser on this machine."""
    if settings.HALL_HOSTS_ONLY:
        return _http("localhost" if host in (*EVERYWHERE, "127.0.0.1") else host, port)
    scheme = "https" if settings.HTTPS else "http"
    return f"{scheme}://{settings.ALLOWED_HOSTS[0].lstrip('.')}"


def hall(host: str, port: int) -> str | None:
    """For a phone in the hall; None when no other machine can reach us."""
    if not settings.HALL_HOSTS_ONLY:
        return None
    address = own_address() if host in EVERYWHERE else host
    if address is None or address.startswith("127.") or address in ("localhost", "::1"):
        return None
    return _http(address, port)


def _http(name: str, port: int) -> str:
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def own_address() -> str | None:
    """The address this machine would speak from. Nothing is sent: connecting UDP only picks a route."""
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((anywhere, 9))
                return str(probe.getsockname()[0])
        except OSError:
            continue
    return next(iter(addresses_without_a_route()), None)


def addresses_without_a_route() -> list[str]:
    """Of a machine that is a hotspot and reaches nobody else: what its network cards are called. Asks nobody."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            asked = struct.pack("256s", name.encode()[:15])
            with suppress(OSError):
                found.append(socket.inet_ntoa(fcntl.ioctl(probe.fileno(), ADDRESS_OF, asked)[20:24]))
    return [each for each in found if not each.startswith("127.")]


def qr_code(url: str) -> str:
    """The address as a QR code made of block characters."""
    out = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
