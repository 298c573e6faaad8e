"""Who is answered in which language: by the address, the page, the visitor, the tournament, the browser, in this order."""

import html
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from config.languages.choosing import wish_of
from config.signin.letters import _message
from config.signin.models import Letter, Tongue
from tests.factories import UserFactory, published_round, tournament_of

COOKIE = settings.LANGUAGE_COOKIE_NAME
PASSWORD = "a long triangle 555"


@pytest.mark.parametrize(
    ("accepts", "code"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA, en;q=0.5", "fr"),
        ("pt-BR", "pt"),
        ("no", "nb"),
        ("nn-NO, en;q=0.3", "nb"),
        ("nb-NO", "nb"),
        ("tlh, cs;q=0.5", "cs"),
        ("zh, *;q=0.1", "en"),
        ("de;q=0.2, sv;q=0.9", "sv"),
        ("x" * 5_000, "en"),
        ("en-xa", "en"),
        ("../../etc", "en"),
    ],
)
def test_a_browser_is_answered_in_the_first_of_its_languages_that_there_is(accepts, code):
    assert wish_of("", None, "tlh", accepts=accepts) == wish_of(accepts=code)
    assert wish_of(accepts=accepts).code == code


def test_what_is_firm_goes_before_what_is_hoped_for_and_is_another_view():
    chosen, hoped = wish_of(None, "fr", accepts="de"), wish_of(accepts="fr")
    assert (chosen.code, hoped.code) == ("fr", "fr")
    assert chosen.key != hoped.key
    assert wish_of("nl", "fr").code == "nl"


# -- pages -----------------------------------------------------------------------------------------


@pytest.fixture
def swedish(db):
    """A tournament in play whose language is Swedish."""
    tournament = tournament_of(8, language="sv")
    published_round(tournament)
    return tournament


def spoken(response) -> str:
    """What the page says it is in, and what the answer says; they never differ."""
    said = re.search(r'<html lang="([\w-]+)"', response.content.decode())
    assert said is None or said[1] == response.headers["Content-Language"]
    return str(response.headers["Content-Language"])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("cookie", "header", "query", "elsewhere", "there"),
    [
        ("", "", "", "en", "sv"),
        ("", "de", "", "de", "sv"),
        ("fi", "de", "", "fi", "fi"),
        ("fi", "de", "?language=pl", "pl", "pl"),
        ("tlh", "de", "?language=tlh", "de", "sv"),
        ("en", "", "", "en", "en"),
    ],
)
def test_a_tournament_is_in_its_language_unless_somebody_chose(
    swedish, cookie, header, query, elsewhere, there
):
    client = Client(headers={"accept-language": header})
    client.cookies[COOKIE] = cookie
    assert spoken(client.get(f"/{query}")) == elsewhere
    for name in ("standings", "wall", "overlay", "embed", "where", "rules", "pictures", "standings_json"):
        assert spoken(client.get(reverse(name, args=[swedish.slug]) + query)) == there, name
    assert spoken(client.get(reverse("table", args=[swedish.slug, 1, 1]) + query)) == there
    assert translation.get_language() == settings.LANGUAGE_CODE  # nothing is left behind in the thread


@pytest.mark.django_db
def test_a_part_of_a_page_comes_in_the_language_of_that_page(swedish):
    client = Client(headers={"hx-request": "true", "page-language": "cs"})
    client.cookies[COOKIE] = "fi"
    assert spoken(client.get(reverse("standings", args=[swedish.slug]))) == "cs"


@pytest.mark.django_db
def test_no_cache_can_give_one_language_for_another(swedish):
    where = reverse("standings_json", args=[swedish.slug])
    seen = {code: Client().get(where, {"language": code}).headers["ETag"] for code in ("sv", "fr")}
    assert seen["sv"] != seen["fr"]
    assert Client().get(where, {"language": "fr"}, headers={"if-none-match": seen["sv"]}).status_code == 200
    for address in ("/", where, reverse("standings", args=[swedish.slug])):
        varies = Client().get(address).headers["Vary"].lower()
        assert {"accept-language", "cookie", "page-language"} <= set(varies.split(", "))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["cards", "certificates", "check_in_cards"])
def test_paper_is_in_the_language_of_the_hall_whoever_prints_it(swedish, name):
    client = Client(headers={"accept-language": "de"})
    client.force_login(swedish.organiser)
    client.cookies[COOKIE] = "fi"
    where = reverse(name, args=[swedish.slug])
    assert spoken(client.get(where)) == "sv"
    assert spoken(client.get(where, {"language": "cs"})) == "cs"
    swedish.language = ""
    swedish.save()
    assert spoken(client.get(where)) == "fi"


# -- choosing --------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_choice_of_a_visitor_holds_until_they_make_another(swedish):
    client = Client(headers={"accept-language": "de"})
    where = reverse("standings", args=[swedish.slug])
    page = client.get(where, {"q": "a", "language": "pl"}).content.decode()
    link = html.unescape(re.search(r'href="(/language/[^"]*)"', page)[1])
    form = client.get(link).content.decode()
    assert [code for code, _name in settings.LANGUAGES if f'value="{code}" lang="{code}"' in form] == [
        code for code, _name in settings.LANGUAGES
    ]
    back = re.search(r'name="next" value="([^"]*)"', form)[1]
    assert html.unescape(back) == f"{where}?q=a"  # not what the address said of a language
    assert client.post("/language/", {"choose": "cs", "next": where}).headers["Location"] == where
    assert spoken(client.get(where)) == "cs"
    assert spoken(client.get("/")) == "cs"
    client.post("/language/", {"choose": ""})
    assert spoken(client.get(where)) == "sv"
    assert spoken(client.get("/")) == "de"


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", ["tlh", "en-xa", "../fr", "fr\n", None])
def test_no_language_that_is_not_offered_can_be_chosen(client, wanted):
    answer = client.post("/language/", {"choose": wanted} if wanted else {})
    assert answer.status_code == 200
    assert COOKIE not in answer.cookies


@pytest.fixture
def ana(db):
    user = UserFactory.create(username="ana")
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(**cookies: str) -> Client:
    client = Client(headers={"accept-language": "de"})
    for name, value in cookies.items():
        client.cookies[name] = value
    client.post(reverse("sign_in"), {"username": "ana", "password": PASSWORD})
    return client


def test_the_choice_of_an_account_comes_along_to_every_browser(ana):
    assert spoken(sign_in().get("/account/")) == "de"
    sign_in().post("/language/", {"choose": "nb"})
    assert spoken(sign_in().get("/account/")) == "nb"
    # The club's laptop, on which somebody else chose another.
    assert spoken(sign_in(**{COOKIE: "fi"}).get("/account/")) == "nb"
    sign_in().post("/language/", {"choose": ""})
    assert spoken(sign_in().get("/account/")) == "de"


def test_an_account_without_a_choice_takes_over_that_of_the_browser(ana):
    sign_in(**{COOKIE: "es"})
    assert Tongue.objects.get(user=ana).language == "es"
    assert spoken(sign_in().get("/account/")) == "es"


def test_a_mail_is_in_the_language_of_whoever_reads_it(ana, monkeypatch):
    letter = Letter(kind=Letter.Kind.NOTICE, user=ana, what="password-changed", language="fr")
    heard = []
    monkeypatch.setattr(
        "config.signin.letters.words_for",
        lambda *_: heard.append(translation.get_language()) or ("subject", "text"),
    )
    _message(letter, ana)
    Tongue.objects.create(user=ana, language="pl")
    _message(letter, ana)
    assert heard == ["fr", "pl"]
