"""A round's results and its tables out of lists: what each line leads to, once, and through the desk's own way."""

import codecs
import io
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from games.models import Event
from games.services import finalize, log_of
from rules.triominos.variants.classic import engine as classic
from tests.factories import (
    draft_round,
    enter,
    member_of,
    organiser_of,
    published_round,
    tournament_of,
)
from tournaments.importing.limits import MOST_ROWS
from tournaments.models import Absence, HistoryLine, Place, Role, Round, Spot, Stage, Table
from tournaments.services import closing

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_():
    return published_round(tournament_of(8))


def client_of(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


def url_of(round_):
    return reverse("import_results", args=[round_.tournament.slug, round_.number])


def names_at(round_, number):
    table = round_.tables.get(number=number)
    return list(table.seating.order_by("position").values_list("entrant__name", flat=True))


def text_of(round_, points, head="table,name,points\n"):
    """A list of both tables, with these points at each."""
    lines = [
        f"{number},{name},{each}"
        for number in (1, 2)
        for name, each in zip(names_at(round_, number), points, strict=True)
    ]
    return head + "\n".join(lines)


def send(client, url, data):
    data = data.encode() if isinstance(data, str) else data
    return client.post(url, {"file": SimpleUploadedFile("list", data), "names": ""})


def paste(client, url, text):
    return client.post(url, {"names": text})


def told(answer):
    """By line: what becomes of it, and in which words."""
    return {each.line.line: (each.fate.value, each.says) for each in answer.context["preview"].lines}


def agree(client, url, answer, **more):
    form = answer.context["form"]
    said = {field: form[field].value() for field in ("form_id", "rows", "seen")}
    return client.post(url, said | more)


def totals(round_):
    found = {}
    for table in Table.objects.filter(round=round_).select_related("match").order_by("number"):
        actions = [action for entry in log_of(table.match).standing for action in entry.actions]
        found[table.number] = [list(action["points"].values()) for action in actions]
    return found


# -- results ---------------------------------------------------------------------------------------


def test_totals_are_shown_then_entered_as_one_deal_and_end_the_match(round_):
    client, url = client_of(round_.tournament), url_of(round_)
    answer = send(client, url, text_of(round_, [400, 33, -22, 11]))
    assert answer.status_code == 200
    assert told(answer) == {
        line: ("new", f"Table {1 if line < 6 else 2}: entered, and the match is over.")
        for line in range(2, 10)
    }
    assert Event.objects.count() == 0
    done = agree(client, url, answer)
    assert done.status_code == 302
    assert totals(round_) == {1: [[400, 33, -22, 11]], 2: [[400, 33, -22, 11]]}
    event = Event.objects.first()
    assert (event.actor, event.device) == (str(round_.tournament.organiser), "list")
    assert HistoryLine.objects.get(code="results-imported").args == {"count": 2}
    for table in round_.tables.all():
        finalize(table.match_id)
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED


def test_the_same_list_twice_changes_nothing(round_):
    client, url = client_of(round_.tournament), url_of(round_)
    text = text_of(round_, [400, 3, 2, 1])
    first = send(client, url, text)
    assert agree(client, url, first).status_code == 302
    events = Event.objects.count()
    assert agree(client, url, first).status_code == 302  # the same page, sent again
    again = send(client, url, text)
    assert {fate for fate, _ in told(again).values()} == {"entered"}
    assert b"Nothing would be entered" in again.content
    assert agree(client, url, again).status_code == 422
    assert Event.objects.count() == events


def test_a_page_whose_answer_was_lost_enters_nothing_twice_with_another_form(round_):
    client, url = client_of(round_.tournament), url_of(round_)
    first = send(client, url, text_of(round_, [400, 3, 2, 1]))
    agree(client, url, first)
    assert agree(client, url, first, form_id=uuid.uuid4()).status_code == 422
    assert Event.objects.count() == 2


def test_where_something_else_was_entered_nothing_changes(round_):
    enter(round_.tables.get(number=1), [10, 20, 30, 40])
    client, url = client_of(round_.tournament), url_of(round_)
    answer = send(client, url, text_of(round_, [400, 3, 2, 1]))
    fates = told(answer)
    assert {fates[line][0] for line in range(2, 6)} == {"unreadable"}
    assert "something else was entered there" in fates[2][1]
    assert {fates[line][0] for line in range(6, 10)} == {"new"}
    agree(client, url, answer)
    assert totals(round_) == {1: [[10, 20, 30, 40]], 2: [[400, 3, 2, 1]]}


def test_what_was_entered_between_look_and_yes_is_not_written_over(round_):
    client, url = client_of(round_.tournament), url_of(round_)
    answer = send(client, url, text_of(round_, [400, 3, 2, 1]))
    enter(round_.tables.get(number=2), [1, 2, 3, 4])
    late = agree(client, url, answer)
    assert late.status_code == 422
    assert "Something has changed meanwhile" in late.content.decode()
    assert totals(round_) == {1: [], 2: [[1, 2, 3, 4]]}


def test_our_own_file_comes_back_deal_by_deal(round_):
    tournament = round_.tournament
    for table in round_.tables.all():
        enter(table, [100, -33, 22, 11])
        enter(table, [50, 40, 30, 20], bell=True)
    client = client_of(tournament)
    for kind in ("csv", "xlsx"):
        data = client.get(reverse(f"round_results_{kind}", args=[tournament.slug, 1])).content
        again = tournament_of(8)
        other = published_round(again)
        Place.objects.filter(round=other).delete()
        for place in Place.objects.filter(round=round_).select_related("table", "entrant"):
            Place.objects.create(
                round=other,
                table=other.tables.get(number=place.table.number),
                entrant=again.entrants.get(number=place.entrant.number),
                position=place.position,
            )
        answer = send(client_of(again), url_of(other), data)
        assert {fate for fate, _ in told(answer).values()} == {"new"}
        agree(client_of(again), url_of(other), answer)
        assert totals(other) == totals(round_)
        # And the bell that no total shows.
        assert {table.match.status for table in other.tables.select_related("match")} == {"over"}
        back = send(client, url_of(round_), data)
        assert {fate for fate, _ in told(back).values()} == {"entered"}


def test_a_match_that_goes_on_says_so(round_):
    answer = send(client_of(round_.tournament), url_of(round_), text_of(round_, [40, 3, 2, 1]))
    assert "goes on" in told(answer)[2][1]


WRONG = {
    # a line in place of the first: what is said of it
    "nobody": ("1,Nobody,5", "Nobody of this name sits at table 1"),
    "another table": ("2,{first},5", "Nobody of this name sits at table 2"),
    "no such table": ("9,{first},5", "This round has no table 9"),
    "no number": ("1,{first},ten", "“ten” is not a whole number"),
    "half a point": ("1,{first},10.5", "“10.5” is not a whole number"),
    "a formula": ("1,{first},=1+1", "holds a formula"),
    "no name": ("1,,5", "There is no name in this line"),
    "no points": ("1,{first},", "Points are missing"),
    "too many": ("1,{first},999999", "Table 1:"),
    "twice": ("1,{second},5", "Stands in line 2 already"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_each_line_says_what_is_wrong_with_it_and_its_table_stays_out(kind, round_):
    line, says = WRONG[kind]
    first, second = names_at(round_, 1)[:2]
    text = text_of(round_, [400, 3, 2, 1]).splitlines()
    text[1] = line.format(first=first, second=second)
    answer = paste(client_of(round_.tournament), url_of(round_), "\n".join(text))
    fates = told(answer)
    wrong = 3 if kind == "twice" else 2
    assert fates[wrong][0] == "unreadable"
    assert says in fates[wrong][1]
    assert {fates[each][0] for each in range(2, 6)} == {"unreadable"}
    assert {fates[each][0] for each in range(6, 10)} == {"new"}


def test_a_table_of_which_somebody_is_missing_stays_out(round_):
    text = text_of(round_, [400, 3, 2, 1]).splitlines()
    left = names_at(round_, 1)[3]
    answer = paste(client_of(round_.tournament), url_of(round_), "\n".join(text[:4] + text[5:]))
    assert f"nothing is said of {left}" in told(answer)[2][1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252", "utf-8"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_any_spreadsheets_text_is_read(encoding, separator, round_):
    for number, name in enumerate(names_at(round_, 1), start=1):
        round_.tournament.entrants.filter(name=name).update(name=f"Zoë {number}", name_key=f"zoë {number}")
    text = text_of(round_, [400, 3, -2, 1], head="Tisch,Spieler,Punkte\n").replace(",", separator)
    answer = send(client_of(round_.tournament), url_of(round_), text.encode(encoding))
    assert {fate for fate, _ in told(answer).values()} == {"new"}
    assert codecs.lookup(encoding)


def test_without_headings_and_without_tables(round_):
    client, url = client_of(round_.tournament), url_of(round_)
    bare = text_of(round_, [400, 3, 2, 1], head="")
    assert {fate for fate, _ in told(paste(client, url, bare)).values()} == {"new"}
    alone = "\n".join(line.split(",", 1)[1].replace(",", "\t") for line in bare.splitlines())
    assert {fate for fate, _ in told(paste(client, url, alone)).values()} == {"new"}


def test_numbers_as_workbooks_keep_them(round_):
    book = Workbook()
    book.active.append(["No.", "Points"])
    for entrant in round_.tournament.entrants.all():
        book.active.append([entrant.number, 400.0 if entrant.number < 3 else -12])
    file = io.BytesIO()
    book.save(file)
    answer = send(client_of(round_.tournament), url_of(round_), file.getvalue())
    assert {fate for fate, _ in told(answer).values()} == {"new"}


def test_deals_that_do_not_add_up_are_told(round_):
    lines = ["table,name,points,deal 1,deal 2"]
    lines += [f"1,{name},401,400,{at}" for at, name in enumerate(names_at(round_, 1))]
    answer = paste(client_of(round_.tournament), url_of(round_), "\n".join(lines))
    assert "add up to" in told(answer)[2][1]


def test_a_match_of_places_takes_places():
    options = {"count": "places", "limit": 400, "deals": 0}
    round_ = published_round(tournament_of(4, options=options))
    names = names_at(round_, 1)
    text = "table,name,place\n" + "\n".join(f"1,{name},{at}" for at, name in enumerate(names, start=1))
    client, url = client_of(round_.tournament), url_of(round_)
    answer = paste(client, url, text)
    assert agree(client, url, answer).status_code == 302
    assert totals(round_) == {1: [[1, 2, 3, 4]]}


def test_by_tile_rules_totals_go_the_same_way():
    kind = {"rules_key": classic.key, "rules_version": classic.version, "options": classic.settle_options({})}
    round_ = published_round(tournament_of(8, **kind))
    client, url = client_of(round_.tournament), url_of(round_)
    answer = send(client, url, text_of(round_, [410, 33, 22, 11]))
    assert agree(client, url, answer).status_code == 302
    assert totals(round_) == {1: [[410, 33, 22, 11]], 2: [[410, 33, 22, 11]]}
    again = send(client, url, text_of(round_, [410, 33, 22, 11]))
    assert {fate for fate, _ in told(again).values()} == {"entered"}


@pytest.mark.parametrize("role", [Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_it_imports(role, round_):
    client = Client()
    client.force_login(member_of(round_.tournament.club, role).require_account())
    assert send(client, url_of(round_), text_of(round_, [400, 3, 2, 1])).status_code == 403
    pairings = reverse("import_pairings", args=[round_.tournament.slug])
    assert client.get(pairings).status_code == 403
    assert Event.objects.count() == 0


def test_a_closed_tournament_takes_nothing():
    round_ = published_round(tournament_of(4, rounds_planned=1))
    text = "table,name,points\n" + "\n".join(
        f"1,{name},{each}" for name, each in zip(names_at(round_, 1), [400, 3, 2, 1], strict=True)
    )
    client, url = client_of(round_.tournament), url_of(round_)
    agree(client, url, paste(client, url, text))
    finalize(round_.tables.get().match_id)
    closing.close(organiser_of(round_.tournament), round_.tournament)
    other = paste(client, url, text.replace("400", "401"))
    assert agree(client, url, other).status_code == 422
    assert totals(round_) == {1: [[400, 3, 2, 1]]}


HUGE = {
    "a hundred thousand rows": b"1,Ana,5\n" * 100_000,
    "too many rows": b"1,Ana,5\n" * (MOST_ROWS + 1),
    "nothing": b"",
    "a heading alone": b"table,name,points\n",
    "no names": b"table,points\n1,5\n",
    "gaps in the deals": b"table,name,deal 1,deal 3\n1,Ana,5,5\n",
    "zeros": b"\0" * 100,
    "a picture": b"\x89PNG\r\n\x1a\n" + b"\0" * 100,
}


@pytest.mark.parametrize("kind", HUGE)
def test_what_is_no_such_list_is_refused_in_words(kind, round_):
    answer = send(client_of(round_.tournament), url_of(round_), HUGE[kind])
    assert answer.status_code == 422
    assert len(answer.content) < 60_000
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    "rows", ["", "[]", "{}", "[1]", "[[1,[],[]]]", '[["1",["","","","","","","",""],[]]]', "[" * 5_000]
)
def test_a_form_can_say_anything(rows, round_):
    said = {"form_id": uuid.uuid4(), "rows": rows, "seen": "x" * 20}
    assert client_of(round_.tournament).post(url_of(round_), said).status_code == 302
    assert Event.objects.count() == 0


# -- pairings --------------------------------------------------------------------------------------

TABLES = {1: [8, 1, 2, 3], 3: [4, 5, 6]}


def listed(tables, head="table,seat,name\n"):
    lines = [
        f"{table},{seat},Player {number}"
        for table, numbers in tables.items()
        for seat, number in enumerate(numbers, start=1)
    ]
    return head + "\n".join(lines)


def seated(tournament):
    round_ = tournament.rounds.order_by("-number")[0]
    found = {}
    for place in Place.objects.filter(round=round_, table__isnull=False).order_by(
        "table__number", "position"
    ):
        found.setdefault(place.table.number, []).append(place.entrant.number)
    return found


def pairing_url(tournament):
    return reverse("import_pairings", args=[tournament.slug])


def test_a_list_of_tables_becomes_a_draft_with_its_costs():
    tournament = tournament_of(8)
    client, url = client_of(tournament), pairing_url(tournament)
    answer = paste(client, url, listed(TABLES))
    assert {fate for fate, _ in told(answer).values()} == {"new"}
    assert "Sit out:" in answer.content.decode()
    assert not tournament.rounds.exists()
    assert agree(client, url, answer).status_code == 302
    round_ = tournament.rounds.get()
    assert round_.state == Round.State.DRAFT
    assert seated(tournament) == TABLES
    assert list(Place.objects.filter(table=None).values_list("entrant__number", flat=True)) == [7]
    assert round_.cost["out"] == 1
    page = client.get(round_.get_absolute_url()).content.decode()
    assert "by hand" in page
    # The same page again: the same draft, not another.
    assert agree(client, url, answer).status_code == 302
    round_.refresh_from_db()
    assert round_.edition == 1
    assert {each.code for each in HistoryLine.objects.filter(round_number=1)} >= {"pairings-imported"}
    from tournaments.services.rounds import compute_pairings, publish

    compute_pairings(round_.pk)  # the job that was sent finds nothing to do
    assert seated(tournament) == TABLES
    publish(organiser_of(tournament), round_)
    assert round_.tables.exclude(match=None).count() == 2


def test_a_draft_that_is_there_is_replaced():
    tournament = tournament_of(8)
    draft_round(tournament)
    client, url = client_of(tournament), pairing_url(tournament)
    agree(client, url, paste(client, url, listed(TABLES)))
    assert seated(tournament) == TABLES


def test_our_own_pairings_come_back():
    tournament = tournament_of(9)
    draft_round(tournament)
    before = seated(tournament)
    client, url = client_of(tournament), pairing_url(tournament)
    for kind in ("csv", "xlsx"):
        data = client.get(reverse(f"pairings_{kind}", args=[tournament.slug, 1])).content
        agree(client, url, paste(client, url, listed({1: [1, 2, 3], 2: [4, 5, 6]})))
        assert seated(tournament) != before
        agree(client, url, send(client, url, data))
        assert seated(tournament) == before


WRONG_TABLES = {
    "nobody": (listed(TABLES) + "\n3,4,Nobody", "Nobody of this name is entered"),
    "twice": (listed(TABLES) + "\n3,4,Player 1", "Stands in line"),
    "not there": (listed(TABLES) + "\n3,4,Player 7", "Is not there in this round"),
    "out of use": (listed({2: [1, 2, 3]}), "Table 2 is out of use"),
    "too large": (listed({1: [1, 2, 3, 4, 5, 6, 8]}), "would have 7 people"),
    "too small": (listed({1: [1]}), "would have 1 people"),
    "one seat twice": (listed({1: [1, 2, 3]}).replace(",3,", ",2,"), "same seat"),
    "no table of that number": (listed({0: [1, 2, 3]}), "a number from 1"),
    "another round": ("round,table,name\n2,1,Player 1\n1,1,Player 2", "another round"),
}


@pytest.mark.parametrize("kind", WRONG_TABLES)
def test_half_a_round_is_none(kind):
    tournament = tournament_of(8)
    Absence.objects.create(entrant=tournament.entrants.get(number=7), round_number=1)
    Spot.objects.create(tournament=tournament, number=2, usable=False)
    text, says = WRONG_TABLES[kind]
    client, url = client_of(tournament), pairing_url(tournament)
    answer = paste(client, url, text)
    assert any(says in words for fate, words in told(answer).values() if fate == "unreadable")
    assert agree(client, url, answer).status_code == 422
    assert not tournament.rounds.exists()


def test_who_is_fixed_at_a_table_stays_there():
    tournament = tournament_of(8)
    tournament.entrants.filter(number=1).update(fixed_table=2)
    client, url = client_of(tournament), pairing_url(tournament)
    answer = agree(client, url, paste(client, url, listed(TABLES)))
    assert answer.status_code == 422
    assert not tournament.rounds.exists()


@pytest.mark.parametrize("system", ["knockout", "double-elimination", "groups"])
def test_a_system_that_lives_on_its_own_tables_is_not_overruled(system):
    tournament = tournament_of(8)
    Stage.objects.create(tournament=tournament, number=1, system=system, rounds=3, table_size=4)
    client = client_of(tournament)
    answer = client.get(pairing_url(tournament), follow=True)
    assert "the system decides" in answer.content.decode()


def test_while_a_round_is_played_there_is_none_to_seat(round_):
    answer = client_of(round_.tournament).get(pairing_url(round_.tournament), follow=True)
    assert "still being played" in answer.content.decode()
