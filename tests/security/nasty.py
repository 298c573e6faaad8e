"""What nobody types and somebody sends: for every field and every address, none of it may be too much for us."""

from __future__ import annotations

from random import Random

TEXTS = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\x00" * 50,
    "\ud800",
    "a\udfffb",
    "\ufeff",
    "\u202e\u2066evil\u2069",
    "\u200b\u200d\u200c",
    "﷽" * 90,
    "Z̴̢̛͔͖̈́a̷̞͊l̶̰̔g̵̱̈o" * 40,
    "👨‍👩‍👧‍👦" * 30,
    "İıſßŉǰΐ",
    "ﬀ" * 80,
    "a" * 100_000,
    "\r\nSet-Cookie: a=b",
    "\r\n.\r\n",
    "'; DROP TABLE tournaments_entrant; --",
    "' OR 1=1 --",
    '" OR ""="',
    "%' ESCAPE '",
    "%s%s%s%n%x",
    "%(name)s",
    "{0.__class__}",
    "{{7*7}}",
    "${7*7}",
    "{% load static %}",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "file:///etc/passwd",
    "http://169.254.169.254/",
    "$(id)",
    "`id`",
    "| id",
    "=1+1",
    "[]",
    "{}",
    '{"$gt": ""}',
    "null",
    "None",
    "undefined",
    "true",
    "on",
    "((a+)+)+$",
    "\\",
    "*",
    "٣",
    "²",
    "Ⅷ",
    "１２",
)
NUMBERS = (
    "0",
    "-1",
    "-0",
    "1",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1" * 30,
    "9" * 400,
    "9" * 5_000,
    "1e309",
    "1e-400",
    "NaN",
    "Infinity",
    "-Infinity",
    "0x10",
    "1_000",
    "1,5",
    "0.1",
    "1 2",
    "00000001",
)
MOMENTS = (
    "0000-00-00",
    "9999-12-31T23:59",
    "10000-01-01",
    "0001-01-01T00:00",
    "2031-02-30",
    "-1-1-1",
    "25:61",
)
IDS = ("00000000-0000-0000-0000-000000000000", "{00000000000000000000000000000000}", "urn:uuid:x", "z" * 36)
ALL = (*TEXTS, *NUMBERS, *MOMENTS, *IDS)

PARAMETERS = [
    "q",
    "page",
    "show",
    "seen",
    "part",
    "enter",
    "follow",
    "who",
    "way",
    "category",
    "club",
    "next",
    "all",
    "known",
    "reason",
    "correct",
    "tile",
    "player",
    "sizes",
    "round",
    "table",
    "kind",
    "draws",
    "starter",
    "place",
    "sort",
    "at",
    "nudge",
    "language",
    "edition",
    "how",
    "do",
]
"""What some page reads out of an address."""
TOO_LARGE = "9223372036854775808"
"""One more than any database of ours holds."""
IN_A_PATH = ("0", "99999", "2147483648", TOO_LARGE, "9" * 5_000)


def some(random: Random, most: int) -> list[str]:
    return [random.choice(ALL) for _ in range(random.randint(1, most))]


def sendable(value: str) -> str:
    """As a client that holds to nothing would put it on the wire: half a character is still sent."""
    return value.encode("utf-8", "surrogatepass").decode("latin-1")
