"""A page and what is live in it never differ in their language, whoever chose it and however."""

import re

import pytest
from django.conf import settings

from tests.factories import published_round, tournament_of
from tests.security.asking import Ask, program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_the_page]


@pytest.mark.parametrize("own", ["", "sv"], ids=["no language of its own", "Swedish"])
@pytest.mark.parametrize("cookie", ["", "fi"], ids=["nothing chosen", "Finnish chosen"])
@pytest.mark.parametrize("query", ["", "?language=pl"], ids=["plain", "Polish in the address"])
def test_a_page_and_its_live_part_are_in_one_language(own, cookie, query):
    tournament = tournament_of(8, language=own)
    published_round(tournament)
    headers = {"accept_language": "de-AT, en;q=0.5"}
    headers |= {"cookie": f"{settings.LANGUAGE_COOKIE_NAME}={cookie}"} if cookie else {}

    async def ask_both(ask: Ask) -> list[tuple[str, str, str]]:
        seen = []
        for where in ("", "rounds/1/", "rounds/1/tables/1/", "wall/", "embed/", "pictures/"):
            path = f"/t/{tournament.slug}/{where}"
            page = await ask(path + query, **headers)
            (said,) = re.findall(rb'<html lang="([\w-]+)"', page.body)
            lang = said.decode()
            # As live.js asks: with the page's own language, although another was chosen since.
            later = headers | {"cookie": f"{settings.LANGUAGE_COOKIE_NAME}=cs"}
            part = await ask(f"/live/fragment?at={path}&language={lang}", **later)
            assert (page.status, part.status) == (200, 200)
            seen.append((where, lang, part.headers["content-language"]))
            if not query:  # and as a page of an older version asks
                bare = await ask(f"/live/fragment?at={path}", **headers)
                assert bare.headers["content-language"] == lang, where
        return seen

    with program() as made:
        seen = made.run(ask_both)
    expected = "pl" if query else cookie or own or "de"
    assert {(page, part) for _where, page, part in seen} == {(expected, expected)}


def test_two_languages_of_one_version_are_two_answers():
    tournament = tournament_of(8)
    published_round(tournament)
    where = f"/live/fragment?at=/t/{tournament.slug}/&language="

    async def ask_both(ask: Ask) -> list[str]:
        told = [(await ask(where + code)).headers["etag"] for code in ("fr", "nl", "tlh")]
        again = await ask(f"{where}nl", if_none_match=told[0])
        assert again.status == 200
        assert (await ask(f"{where}fr", if_none_match=told[0])).status == 304
        return told

    with program() as made:
        assert len(set(made.run(ask_both))) == 3
