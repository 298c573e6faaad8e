"""Nobody is sent to another site, whatever an address asks for."""

from urllib.parse import quote, urlsplit

import pytest
from django.urls import reverse

from tests.factories import UserFactory
from tests.security import counts
from tests.security.stage import addresses, stage

pytestmark = [pytest.mark.django_db, pytest.mark.only_the_page]

ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "////evil.example",
    "/\\evil.example/",
    "\\\\evil.example/",
    "/\t/evil.example/",
    "/\n/evil.example",
    "\x01//evil.example",
    " //evil.example/",
    "https:evil.example",
    "https:/evil.example",
    "http:///evil.example",
    "http://testserver@evil.example/",
    "http://testserver.evil.example/",
    "http://evil.example#@testserver/",
    "http://evil.example\\@testserver/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "%2f%2fevil.example",
    "%252f%252fevil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "／／evil.example",
    "//evil。example",
    "[::ffff:203.0.113.1]",
    "//[::1]/",
    "ftp://evil.example/",
)
NAMES = ("next", "return", "return_to", "url", "back", "to", "redirect", "goto", "at", "HTTP_REFERER")
PASSWORD = "a long triangle 555"


def elsewhere(location: str) -> bool:
    """Whether a browser that is told this leaves our site. It takes a backslash for a slash, and drops what is blank."""
    read = "".join(each for each in location.replace("\\", "/") if each > " ")
    parts = urlsplit(read)
    return (bool(parts.netloc) and parts.netloc != "testserver") or parts.scheme not in ("", "http", "https")


@pytest.mark.parametrize("where", ELSEWHERE)
def test_signing_in_signing_out_and_choosing_a_language_stay_here(client, where):
    user = UserFactory.create()
    user.set_password(PASSWORD)
    user.save()
    signed = {"username": user.username, "password": PASSWORD, "next": where}
    answers = [
        client.post(f"{reverse('sign_in')}?next={quote(where)}", signed),
        client.get(f"{reverse('sign_in')}?next={quote(where)}"),
        client.post("/language/", {"choose": "en", "next": where}),
        client.post(f"/language/?next={quote(where)}", {"choose": "fr"}),
        client.get(f"/language/?next={quote(where)}"),
        client.post("/language/", {"choose": "en"}, headers={"referer": where.encode().decode("latin-1")}),
        client.post(f"{reverse('sign_out')}?next={quote(where)}", {"next": where}),
    ]
    for answer in answers:
        assert not elsewhere(answer.headers.get("Location", "")), answer.headers["Location"]
        assert 'href="https://evil.example' not in answer.content.decode()
    counts.tried("redirects asked to go elsewhere", len(answers))


def test_no_page_redirects_to_where_a_parameter_says():
    here = stage()
    where = addresses(here)
    client, evil = here.client("organiser"), "//evil.example/"
    for each in where.values():
        answer = client.get(each, dict.fromkeys(NAMES, evil), headers={"referer": evil})
        answer.getvalue()  # read to its end, which closes a file behind it
        assert "evil.example" not in answer.headers.get("Location", ""), each
    counts.tried("redirects asked to go elsewhere", len(where))


def test_a_name_of_another_host_is_not_put_into_a_link(client, settings):
    """Links in cards and invitations are made of the host that was asked for: only of ours."""
    settings.HALL_HOSTS_ONLY = True
    for host in (
        "evil.example",
        "testserver@evil.example",
        "evil.example:80",
        "testserver, evil.example",
        "a\tb",
    ):
        answer = client.get("/", headers={"host": host, "x-forwarded-host": "evil.example"})
        assert answer.status_code == 400, host
    assert b"evil.example" not in client.get("/", headers={"x-forwarded-host": "evil.example"}).content
