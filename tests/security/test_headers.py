"""What every answer tells the browser: every address, every kind of refusal, files, streams, with and without HTTPS."""

import re
import runpy

import pytest
from django.conf import settings as now
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import include, path

from config import heartbeat
from tests.hall import ROOT
from tests.security import counts
from tests.security.asking import Answer, Ask, program
from tests.tournaments.test_endpoints import AT_THE_DESK, TABLE, address, client_for, desk, running

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.brings_its_own]

__all__ = ["desk", "running"]

ALWAYS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}
LOOKING = ("organiser", "spectator")
SHUT = ("camera=()", "microphone=()", "geolocation=()", "payment=()", "usb=()")


def fail(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [path("fail/", fail), path("", include("config.urls"))]
handler400 = "config.intake.bad_request"


def complaints(answer: Answer, *, framed: bool = False) -> list[str]:
    """What is missing or wrong."""
    told = answer.headers
    wrong = [f"{name}: {told.get(name)}" for name, value in ALWAYS.items() if told.get(name) != value]
    policy = told.get("content-security-policy", "")
    if (
        "unsafe" in policy
        or not re.search(r"default-src '(self|none)'", policy)
        or "*" in policy.replace("frame-ancestors *", "")
    ):
        wrong.append(f"policy: {policy}")
    wrong += [each for each in ("object-src 'none'", "base-uri 'none'") if each not in policy]
    if "frame-ancestors 'none'" not in policy and not framed:
        wrong.append("may be framed")
    if (told.get("x-frame-options") == "DENY") == framed:
        wrong.append(f"x-frame-options: {told.get('x-frame-options')}")
    if told.get("referrer-policy") not in ("same-origin", "no-referrer"):
        wrong.append(f"referrer-policy: {told.get('referrer-policy')}")
    if not all(each in told.get("permissions-policy", "") for each in SHUT):
        wrong.append("permissions-policy")
    if len({name.lower() for name, _ in answer.raw}) != len(
        [name for name, _ in answer.raw if name.lower() != b"set-cookie"]
    ) + any(name.lower() == b"set-cookie" for name, _ in answer.raw):
        wrong.append("a header is there twice")
    if "server" in told or "x-powered-by" in told:
        wrong.append("says what it runs on")
    return wrong


def test_every_address_for_who_knows_us_and_who_does_not(running, desk):
    clients = {role: client_for(role, running) for role in LOOKING}
    clients_at_desk = {role: client_for(role, desk) for role in LOOKING}
    asked = []
    for name, (method, _roles) in TABLE.items():
        for role in LOOKING:
            at_desk = name in AT_THE_DESK
            client = (clients_at_desk if at_desk else clients)[role]
            cookie = "; ".join(f"{key}={value.value}" for key, value in client.cookies.items())
            asked.append((name, role, method.upper(), address(name, desk if at_desk else running), cookie))

    async def all_of_them(ask: Ask) -> list[str]:
        wrong = []
        for name, role, method, where, cookie in asked:
            # A form without its token is refused before anything is done, and a refusal is an answer too.
            answer = await ask(where, method, cookie=cookie)
            assert answer.status not in (0, 500), f"{name} for {role}"
            wrong += [
                f"{name} for {role}: {each}" for each in complaints(answer, framed=_framed(name, answer))
            ]
            if "sessionid" in cookie and not _may_be_kept(name, answer):
                kept = answer.headers.get("cache-control", "")
                wrong += (
                    []
                    if "no-store" in kept and "private" in kept
                    else [f"{name} for {role}: {kept!r} is kept"]
                )
        return wrong

    with program() as made:
        assert made.run(all_of_them) == []
    counts.tried("addresses × roles whose headers were read", len(asked))


def _framed(name: str, answer: Answer) -> bool:
    return name == "embed" and answer.status == 200


def _may_be_kept(name: str, answer: Answer) -> bool:
    """What is the same for everybody says itself for how long it is good."""
    return name in ("service_worker", "standings_json", "calendar", "player_calendar")


def test_every_kind_of_refusal_a_file_a_stream_and_a_fragment(running, settings):
    settings.ROOT_URLCONF, settings.LARGEST_REQUEST = __name__, 7 * 1024 * 1024
    home = f"/t/{running.slug}/"
    script = finders.find("js/app.js")
    assert isinstance(script, str)
    form = {"content_type": "application/x-www-form-urlencoded", "cookie": "csrftoken=" + "a" * 32}

    async def ask_all(ask: Ask) -> dict[str, tuple[int, Answer]]:
        return {
            "bad host": (400, await ask("/", host="evil.example")),
            "bad encoding": (400, await ask("/", "POST", content_type="text/plain; charset=rot13")),
            "no address": (404, await ask("/nowhere/")),
            "no token": (403, await ask("/sign-in/", "POST")),
            "wrong method": (
                405,
                await ask("/healthz", "DELETE", cookie="csrftoken=" + "a" * 32, x_csrftoken="a" * 32),
            ),
            "too long a form": (
                413,
                await ask(
                    "/sign-in/",
                    "POST",
                    body=b"a=" + b"b" * (6 * 1024 * 1024),
                    **form,
                    content_length=str(6 * 1024 * 1024 + 2),
                ),
            ),
            "too many fields": (
                413,
                await ask(
                    "/sign-in/",
                    "POST",
                    body=b"&".join(b"a=1" for _ in range(2_001)),
                    **form,
                    content_length="8003",
                ),
            ),
            "too long for anything": (413, await ask("/sign-in/", "POST", body=[b"x" * 1024 * 1024] * 9)),
            "without end": (413, await ask("/sign-in/", "POST", body=[b"x" * 1024 * 1024] * 60)),
            "traced": (405, await ask("/healthz", "TRACE")),
            "our own fault": (500, await ask("/fail/")),
            "a script": (200, await ask("/static/js/app.js")),
            "a picture": (200, await ask("/static/icons/logo.svg")),
            "out of the folder": (404, await ask("/static/../config/settings.py")),
            "a stream": (200, await ask(f"/live/stream?at={home}")),
            "a nudge": (200, await ask(f"/live/stream?at={home}&nudge=1")),
            "a fragment": (200, await ask(f"/live/fragment?at={home}")),
            "no stream": (404, await ask("/live/stream?at=/etc/passwd")),
            "nothing live": (404, await ask("/live/nothing", "POST")),
            "another language": (403, await ask("/language/", "POST")),
            "health": (503, await ask("/healthz")),
            "no bytes of ours": (404, await ask("/%ff%fe\xff/".encode("latin-1").decode("latin-1"))),
        }

    settings.WHITENOISE_USE_FINDERS = True
    settings.WHITENOISE_AUTOREFRESH = True
    heartbeat.remove()  # another test's worker may have lived here a moment ago
    with program() as made:
        answers = made.run(ask_all)
    for kind, (status, answer) in answers.items():
        assert answer.status == status, kind
        assert complaints(answer) == [], kind
        assert b"Traceback" not in answer.body, kind
    for kind in ("too long a form", "too many fields", "too long for anything", "without end"):
        said = answers[kind][1].body.decode()
        assert "larger than anything this page expects" in said or "This is too much at once" in said, kind


def test_a_page_that_says_for_itself_what_holds_is_left_as_it_is(running):
    where = address("scan_card", running)
    with program() as made:
        answer = made.run(lambda ask: ask(where))
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "no-store" in answer.headers["cache-control"]


FLAGS = """
    SESSION_COOKIE_NAME SESSION_COOKIE_SECURE CSRF_COOKIE_NAME CSRF_COOKIE_SECURE LANGUAGE_COOKIE_NAME
    LANGUAGE_COOKIE_SECURE SECURE_SSL_REDIRECT
"""


@pytest.mark.parametrize("https", ["0", "1"], ids=["plain", "https"])
def test_cookies_are_ours_alone_and_follow_https(running, settings, monkeypatch, https):
    monkeypatch.setenv("HTTPS", https)
    read = runpy.run_path(str(ROOT / "config/settings.py"))
    for name in FLAGS.split():
        setattr(settings, name, read.get(name, getattr(now, name)))
    scheme, prefix = ("https", "__Host-") if https == "1" else ("http", "")
    token, where = "a" * 32, address("scan_card", running)
    form = {"content_type": "application/x-www-form-urlencoded", "content_length": "11", "x_csrftoken": token}
    form |= {"cookie": f"{prefix}csrftoken={token}", "origin": f"{scheme}://testserver"}

    async def set_all(ask: Ask) -> dict[str, str]:
        language = await ask("/language/", "POST", scheme=scheme, body=b"choose=en&x", **form)
        asked = [await ask(each, scheme=scheme) for each in ("/sign-in/", where)]
        return asked[0].cookies | asked[1].cookies | language.cookies

    with program() as made:
        told = made.run(set_all)
    language = "__Host-language" if prefix else "django_language"
    assert set(told) == {f"{prefix}csrftoken", f"{prefix}sessionid", language}
    for name, flags in told.items():
        assert "SameSite=Lax" in flags, name
        assert "Path=/" in flags, name
        assert "Domain" not in flags, name
        # Our own script reads this one, to send it along.
        assert ("HttpOnly" in flags) == ("csrftoken" not in name), name
        assert ("Secure" in flags) == (https == "1"), name
    counts.tried("cookies whose flags were read", len(told))


def test_where_everybody_comes_by_https_others_are_sent_there(running, settings):
    settings.SECURE_SSL_REDIRECT = True
    with program() as made:
        answer = made.run(lambda ask: ask(f"/t/{running.slug}/"))
    assert (answer.status, answer.headers["location"]) == (301, f"https://testserver/t/{running.slug}/")
    assert complaints(answer) == []


def test_strict_transport_is_told_where_it_was_set_and_only_by_https(running, settings):
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True
    home = f"/t/{running.slug}/"

    async def ask_all(ask: Ask) -> list[list[Answer]]:
        return [
            [await ask(where, scheme=scheme) for where in (home, "/nowhere/", f"/live/fragment?at={home}")]
            for scheme in ("https", "http")
        ]

    with program() as made:
        safe, plain = made.run(ask_all)
    for answer in safe:
        assert "max-age=31536000; includesubdomains" in answer.headers["strict-transport-security"].lower()
    assert not any("strict-transport-security" in answer.headers for answer in plain)


def test_a_stranger_gets_the_headers_of_the_middleware_too(running):
    """The pages' own policy is Django's: it is there however Django is served."""
    answer = Client().get(f"/t/{running.slug}/")
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert now.CONTENT_SECURITY_POLICY["DIRECTIVES"]["frame-ancestors"] == ["'none'"]
