"""The Print page and the documents of a real tournament: who may have them, and what is in them."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Match
from rules.triominos.variants.classic import engine as classic
from tests.factories import (
    UserFactory,
    draft_round,
    enter,
    organiser_of,
    published_round,
    tournament_of,
)
from tests.tournaments.paper.matters import READ, read
from tournaments.access import Actor, NotAllowed
from tournaments.models import Player, Round, Tournament
from tournaments.paper import press
from tournaments.paper.api import Document, Sheet
from tournaments.paper.matter import Matter, Part
from tournaments.paper.registry import Registry, registry
from tournaments.selectors.paper import Asked, gather, pdf_of, require
from tournaments.services import holds
from tournaments.services.spots import SpotPlan, change_spots

pytestmark = pytest.mark.django_db

PUBLIC = sorted(key for key, each in registry().documents.items() if each.public)
ORGANISERS = sorted(registry().documents.keys() - set(PUBLIC))


def client_of(tournament: Tournament) -> Client:
    client = Client()
    client.force_login(tournament.organiser)
    return client


def address(tournament: Tournament, key: str) -> str:
    return reverse("paper", args=[tournament.slug, key])


def said(tournament: Tournament, key: str, actor: Actor | None = None, language: str = "en") -> list[str]:
    """What a document says to somebody."""
    document = registry().documents[key]
    round_ = tournament.rounds.order_by("number").last() if document.of_round else None
    asked = Asked(
        actor or Actor(),
        tournament,
        document,
        round_,
        "a4",
        language,
        lambda path: f"https://hall.example{path}",
    )
    require(asked)
    found = gather(asked)
    files = dict(press.project(document.sheet(found), found.occasion, "a4", language))
    files["main.typ"] = READ + files["main.typ"]
    return read(files)


@pytest.fixture
def playing() -> Tournament:
    tournament = tournament_of(
        9, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    published_round(tournament)
    return tournament


@pytest.mark.parametrize("key", [*PUBLIC, *ORGANISERS])
def test_who_may_have_a_document(key, playing):
    if key == "certificates":
        _play(playing)
    organiser, stranger, other = client_of(playing), Client(), Client()
    other.force_login(UserFactory.create())
    answer = organiser.get(address(playing, key))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].startswith(f'inline; filename="{playing.slug}-{key}')
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" in answer
    assert answer.content.startswith(b"%PDF-")
    if key in PUBLIC:
        assert stranger.get(address(playing, key)).status_code == 200
        assert other.get(address(playing, key)).status_code == 200
    else:
        assert stranger.get(address(playing, key))["Location"].startswith(reverse("sign_in"))
        assert other.get(address(playing, key)).status_code == 403
        assert "no-store" in answer["Cache-Control"]


def _play(tournament: Tournament) -> None:
    """Every match of the newest round, 410 points for the first seat, then 310, 210 …"""
    for match in Match.objects.filter(table__round=tournament.rounds.latest("number")):
        seats = range(1, match.seats.count() + 1)
        match.status = Match.Status.FINAL
        match.result = {
            "totals": {str(seat): 510 - 100 * seat for seat in seats},
            "places": {str(seat): seat for seat in seats},
        }
        match.save()


def test_the_page_offers_to_each_what_they_may_have(playing):
    page = reverse("print", args=[playing.slug])
    organiser, stranger = client_of(playing).get(page).content.decode(), Client().get(page).content.decode()
    for key in PUBLIC:
        assert address(playing, key) in stranger
    for key in ORGANISERS:
        assert address(playing, key) in organiser
        assert address(playing, key) not in stranger


def test_a_draft_is_printed_for_the_organiser_alone():
    tournament = tournament_of(8)
    draft_round(tournament)
    for key in ("pairings-by-name", "pairings-by-table", "score-sheets"):
        assert Client().get(address(tournament, key)).status_code == 404
        assert "Player 1" in said(tournament, key, organiser_of(tournament))
        with pytest.raises(NotAllowed):
            said(tournament, key)


def test_while_the_next_round_is_a_draft_the_public_prints_the_one_before(playing):
    _play(playing)
    playing.rounds.update(state=Round.State.CLOSED)
    draft_round(playing)
    by_name = address(playing, "pairings-by-name")
    assert f"{playing.slug}-pairings-by-name-1-a4.pdf" in Client().get(by_name)["Content-Disposition"]
    assert Client().get(by_name, {"round": "2"}).status_code == 404
    assert client_of(playing).get(by_name, {"round": "2"}).status_code == 200
    page = reverse("print", args=[playing.slug])
    assert "Round 2 (draft)" in client_of(playing).get(page).content.decode()
    assert "draft" not in Client().get(page).content.decode()


@pytest.mark.parametrize("key", ["standings", "crosstable"])
def test_what_is_held_is_not_printed_for_the_public(key, playing):
    before = Client().get(address(playing, key)).content
    holds.begin_hold(organiser_of(playing), playing)
    playing.refresh_from_db()
    held = Client().get(address(playing, key)).content
    _play(playing)
    playing.refresh_from_db()
    assert Client().get(address(playing, key)).content == held
    assert client_of(playing).get(address(playing, key)).content != before
    assert "410" in " ".join(said(playing, "crosstable", organiser_of(playing)))
    assert "410" not in " ".join(said(playing, "crosstable"))


def test_while_places_are_revealed_only_those_are_printed(playing):
    _play(playing)
    holds.begin_hold(organiser_of(playing), playing)
    playing.refresh_from_db()
    playing.closed_at = timezone.now()
    playing.save()
    playing.hold.revealed = 4
    playing.hold.save()
    texts = said(playing, "standings")
    assert "3 places above these have not been revealed yet." in texts
    assert "Final standings" not in texts
    assert "Final standings" in said(playing, "standings", organiser_of(playing))


@pytest.mark.parametrize("key", ["pairings-by-name", "pairings-by-table", "standings", "crosstable"])
def test_who_wants_to_be_shown_short_is(key, playing):
    entrant = playing.entrants.get(number=1)
    entrant.name = "Ana Avila"
    entrant.player = Player.objects.create(
        club=playing.club, name=entrant.name, name_key="ana avila", shown=Player.Shown.SHORT
    )
    entrant.save()
    assert "Ana A." in said(playing, key)
    assert "Ana Avila" not in said(playing, key)
    assert "Ana Avila" in said(playing, key, organiser_of(playing))


def test_score_sheets_print_what_the_rules_of_this_tournament_pay(playing):
    texts = said(playing, "score-sheets", organiser_of(playing))
    assert "+40, if it closes no hexagon." in texts
    assert "+50 for the tile that closes it." in texts
    playing.options = classic.settle_options({"two_sides": 0, "limit": 250})
    playing.save()
    texts = said(playing, "score-sheets", organiser_of(playing))
    assert "No bonus, if it closes no hexagon." in texts
    assert any("reaches 250" in text for text in texts)


def test_where_a_table_stands_is_on_paper(playing):
    change_spots(organiser_of(playing), playing, {1: SpotPlan("Window, row 2"), 2: SpotPlan()})
    for key in ("pairings-by-name", "pairings-by-table", "score-sheets", "table-cards"):
        assert any("Window, row 2" in text for text in said(playing, key, organiser_of(playing))), key


def test_the_language_is_the_tournament_s_unless_another_is_chosen(playing, settings):
    settings.LANGUAGES = [("en", "English"), ("pl", "Polski")]
    playing.language, playing.first_day = "pl", timezone.localdate().replace(month=11, day=17)
    playing.last_day = playing.first_day
    playing.save()
    stranger = Client()
    polish = stranger.get(address(playing, "pairings-by-name"))
    assert polish.content == stranger.get(address(playing, "pairings-by-name"), {"language": "pl"}).content
    english = stranger.get(address(playing, "pairings-by-name"), {"language": "en"})
    assert polish.content != english.content
    assert "listopada" in " ".join(_in(playing, "pl"))
    assert "November" in " ".join(_in(playing, "en")).replace("Nov.", "November")


def _in(tournament, language):
    with translation.override(language):
        return said(tournament, "pairings-by-name", language=language)


@pytest.mark.parametrize(
    "query",
    [{"paper": "a3"}, {"language": "xx"}, {"round": "99"}, {"round": "1' OR 1"}, {"round": "9" * 400}],
)
def test_what_is_not_offered_is_no_address(query, playing):
    assert Client().get(address(playing, "pairings-by-name"), query).status_code == 404
    assert Client().get(address(playing, "no-such-document")).status_code == 404


def test_where_there_is_nothing_to_print_it_is_said_on_the_page():
    tournament = tournament_of(4)
    client = client_of(tournament)
    for key, sentence in (
        ("pairings-by-name", "There is no round yet"),
        ("table-cards", "made when the first round is published"),
        ("certificates", "Nobody has played yet."),
        ("crosstable", "Nothing has been played yet."),
    ):
        page = client.get(address(tournament, key), follow=True)
        assert page.redirect_chain[-1][0] == reverse("print", args=[tournament.slug])
        assert sentence in page.content.decode()


def test_a_document_that_cannot_be_set_is_a_bug_and_not_half_a_file(playing, monkeypatch):
    class Broken(Document):
        key = "standings"
        name = about = "Broken"
        parts = (Part.RULES,)

        def sheet(self, matter: Matter) -> Sheet:
            return Sheet("#nothing", "Broken", {})

    monkeypatch.setattr("tournaments.views.paper.registry", lambda: Registry({"standings": Broken()}, ()))
    client = Client(raise_request_exception=False)
    answer = client.get(address(playing, "standings"))
    assert answer.status_code == 500
    assert b"%PDF" not in answer.content


def test_the_public_ones_are_set_once_until_they_change(playing, monkeypatch):
    pressed = []
    whole = press.printed
    monkeypatch.setattr(press, "printed", lambda files: pressed.append(1) or whole(files))
    for _ in range(3):
        assert Client().get(address(playing, "standings")).status_code == 200
    assert len(pressed) == 1
    playing.name = "Winter Cup"
    playing.save()
    Client().get(address(playing, "standings"))
    assert len(pressed) == 2


def test_the_crosstable_says_place_points_and_whom_they_met():
    tournament = tournament_of(4)
    round_ = published_round(tournament)
    enter(round_.tables.get(), [410, 300, 200, 100], bell=True)
    _play(tournament)
    texts = said(tournament, "crosstable")
    assert [text for text in texts if text in ("410", "310", "210", "110")] == ["410", "310", "210", "110"]
    assert "2 3 4" in texts
    assert "1 2 3" in texts


def test_a_pdf_of_somebody_who_may_not_is_not_even_read(playing):
    document = registry().documents["table-cards"]
    with pytest.raises(NotAllowed):
        pdf_of(Asked(Actor(), playing, document, None, "a4", "en", str))
