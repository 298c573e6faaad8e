"""Names in every script, over the pages people look at first, a list that is imported, and a search."""

import json
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from tests.factories import organiser_of, published_round, tournament_of
from tests.tournaments.document.carrying import bring_in
from tests.tournaments.document.originals import exported
from tournaments.archive.making import files_of
from tournaments.importing.reading import read_people
from tournaments.importing.sheets import read_text
from tournaments.models import Player, Tournament
from tournaments.names import clean_name
from tournaments.services import planning

pytestmark = pytest.mark.django_db

NAMES = {
    "Arabic": "محمد بن عبد الله",
    "Hebrew": "שָׂרָה כֹּהֵן",
    "Thai": "สมชาย ใจดีมากๆ",
    "Devanagari": "क्षत्रिय श्रीवास्तव",
    "Chinese": "欧阳娜娜",
    "Japanese": "髙橋 龍之介",
    "Korean": "김하늘",
    "Georgian": "ნინო ბერიძე",
    "emoji": "Zoë 👩‍👩‍👧‍👦🏳️‍🌈",
    "combining": "Zalgo o\u0335\u0327\u0329\u033e\u0310 Q\u0307\u0323",
    "Persian with a joiner": "می\u200cخواهم",
    "marks": 'O’Brien-D’Árcy, "Lily" & <Ana>',
    "beyond the plane": "𝒜𝓃𝒶 𐌰𐌽𐌰",
    "a letter": "Ø",
    "80 letters": "Ñ" * 80,
}
PAGES = (
    "standings",
    "people",
    "where",
    "plan",
    "check_in",
    "wall",
    "history",
    "standings_json",
    "certificates",
)


@pytest.fixture
def hall() -> Tournament:
    tournament = tournament_of(0, name=NAMES["Arabic"], place=NAMES["Thai"])
    text = "\n".join(NAMES.values())
    assert planning.enter_names(organiser_of(tournament), uuid.uuid4(), tournament, text) == len(NAMES)
    published_round(tournament)
    return tournament


def read(answer) -> str:
    from html import unescape

    assert answer.status_code == 200
    return unescape(b"".join(answer).decode())


def test_everybody_is_shown_as_they_are_called(hall):
    client = Client()
    client.force_login(hall.organiser)
    for page in PAGES:
        read(client.get(reverse(page, args=[hall.slug])))
    everybody = [entrant.name for entrant in hall.entrants.all()]
    assert sorted(everybody) == sorted(map(clean_name, NAMES.values()))
    pages = {
        name: read(client.get(reverse(name, args=[hall.slug, *more])))
        for name, more in (
            ("people", ()),
            ("standings", ()),
            ("round", (1,)),
            ("round_names", (1,)),
        )
    }
    for name, page in pages.items():
        for each in everybody:
            assert each in page, (name, each)
    said = json.loads(read(client.get(reverse("standings_json", args=[hall.slug]))))
    assert NAMES["emoji"] in json.dumps(said, ensure_ascii=False)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("محمد", "Arabic"),
        ("ใจดี", "Thai"),
        ("श्री", "Devanagari"),
        ("娜娜", "Chinese"),
        ("하늘", "Korean"),
        ("👩‍👩‍👧‍👦", "emoji"),
        ("ZOË", "emoji"),
        ("o’brien", "marks"),
        ("<ana>", "marks"),
    ],
)
def test_everybody_is_found_by_a_part_of_their_name(asked, found, hall):
    page = read(Client().get(reverse("where", args=[hall.slug]), {"q": asked}))
    assert clean_name(NAMES[found]) in page
    client = Client()
    client.force_login(hall.organiser)
    people = read(client.get(reverse("club_people", args=[hall.club.slug]), {"q": asked}))
    assert clean_name(NAMES[found]) in people


def test_a_list_of_them_is_read_as_it_is_written():
    people = read_people(
        read_text("\n".join(f"{name};Клуб «Ёж»" for name in NAMES.values() if "," not in name))
    )
    assert not [person.problem for person in people if person.problem]
    assert {person.club for person in people} == {"Клуб «Ёж»"}


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("x" * 200, "too long"),
        ("😀" * 200, "too long"),
        ("\u200b\u200e\u2060", ""),
        ("\u0301\u0301", "nothing to read"),
    ],
)
def test_what_is_no_name_is_told(name, problem, hall):
    before = hall.entrants.count()
    with pytest.raises(Refused) as caught:
        planning.enter_names(organiser_of(hall), uuid.uuid4(), hall, name)
    assert problem in caught.value.message
    assert hall.entrants.count() == before


def test_who_is_only_told_apart_by_what_nobody_sees_is_one_person(hall):
    for name in ("欧阳\u200b娜娜", "ｚｏë 👩‍👩‍👧‍👦🏳️‍🌈"):
        with pytest.raises(Refused, match="already"):
            planning.enter_names(organiser_of(hall), uuid.uuid4(), hall, name)


def test_an_archive_and_a_document_hold_them_as_they_are(hall, elsewhere):
    index = dict(files_of(hall))["index.html"].decode()
    assert NAMES["Arabic"] in index
    content = exported(hall)
    Tournament.objects.filter(pk=hall.pk).update(slug="moved-away")
    Player.objects.all().update(name="gone")
    brought = bring_in(elsewhere, content)
    assert brought.name == NAMES["Arabic"]
    assert sorted(brought.entrants.values_list("name", flat=True)) == sorted(map(clean_name, NAMES.values()))
