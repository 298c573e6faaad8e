"""Match records in and out of a table: every kept match goes in, comes out the same, and goes in nowhere twice."""

import copy
import json
import uuid
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Event
from games.services import NewAction, Permit, append_actions, finalize, log_of
from rules.registry import registry
from rules.triominos.answers import answer
from tests.factories import UserFactory, enter, organiser_of, published_round, tournament_of
from tests.rules.triominos import recorded
from tournaments.models import Entrant, HistoryLine, JudgeCard, Stage, Table
from tournaments.services import holds

pytestmark = pytest.mark.django_db

KEPT = sorted(path.stem for path in Path(recorded.FOLDER).glob("*.json"))
TWO = "tri-ominos-classic-2"


def kept(stem):
    return json.loads((recorded.FOLDER / f"{stem}.json").read_text())


def table_for(record, **kwargs):
    """A table that has not begun, with the people of a record at it in its order."""
    engine = registry().engines[record["rules"]]
    size = len(record["players"])
    tournament = tournament_of(
        size,
        rules_key=engine.key,
        rules_version=engine.version,
        options=engine.settle_options(record.get("options", {})),
        table_size=size,
        **kwargs,
    )
    Stage.objects.create(tournament=tournament, number=1, rounds=3, table_size=size, allow=[size])
    table = published_round(tournament).tables.get()
    for place, name in zip(table.seating.order_by("position"), record["players"], strict=True):
        Entrant.objects.filter(pk=place.entrant_id).update(name=name, name_key=name)
        table.match.seats.filter(position=place.position).update(name=name)
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def place(name, table):
    return reverse(name, args=[table.round.tournament.slug, table.round.number, table.number])


def organiser(table):
    client = Client()
    client.force_login(table.round.tournament.organiser)
    return client


def judge(table):
    client = Client()
    card = JudgeCard.objects.get(tournament=table.round.tournament, number=table.number)
    client.get(reverse("scan_card", args=[card.token]))
    return client


def send(client, table, record):
    raw = record if isinstance(record, bytes) else json.dumps(record).encode()
    return client.post(place("import_record", table), {"file": SimpleUploadedFile("record.json", raw)})


def agree(client, table, shown):
    return client.post(place("import_record", table), {"record": shown.context["form"]["record"].value()})


def put_in(table, record, client=None):
    client = client or organiser(table)
    shown = send(client, table, record)
    assert shown.status_code == 200, shown.context["form"].errors
    return agree(client, table, shown)


def scored(record):
    found = answer(json.dumps(record).encode(), registry().engines)
    assert "error" not in found
    return found


@pytest.mark.parametrize("stem", KEPT)
def test_every_kept_match_goes_in_and_comes_out_the_same(stem):
    record = kept(stem)
    table = table_for(record)
    client = judge(table)
    shown = send(client, table, record)
    assert b"With it the match is over" in shown.content
    assert Event.objects.count() == 0
    assert agree(client, table, shown).status_code == 302
    table.match.refresh_from_db()
    assert table.match.status == "over"
    finalize(table.match_id)  # which replays the log from nothing
    table.match.refresh_from_db()
    expected = scored(record)
    totals = dict(zip(record["players"], table.match.result["totals"].values(), strict=True))
    assert totals == expected["totals"]
    downloaded = Client().get(place("record", table))
    assert downloaded["Content-Disposition"].startswith("attachment")
    back = downloaded.json()
    assert list(back) == ["format", "rules", "options", "players", "deals"]
    assert (back["rules"], back["players"], back["deals"]) == (
        record["rules"],
        record["players"],
        record["deals"],
    )
    assert scored(back) == expected
    # And by what came out the same log once more.
    other = table_for(record)
    put_in(other, back)
    assert actions_of(other) == actions_of(table)


def actions_of(table):
    table.match.refresh_from_db()
    return [action for entry in log_of(table.match).standing for action in entry.actions]


def test_a_record_of_seats_instead_of_names_fits_any_table():
    record = kept(TWO)
    other = table_for(record)
    text = json.dumps(record).replace('"ana"', '"1"').replace('"bo"', '"2"')
    assert put_in(other, text.encode()).status_code == 302


def test_the_same_record_twice_counts_once():
    record = kept(TWO)
    table = table_for(record)
    client = organiser(table)
    shown = send(client, table, record)
    assert agree(client, table, shown).status_code == 302
    events = Event.objects.count()
    assert agree(client, table, shown).status_code == 302
    assert Event.objects.count() == events
    assert HistoryLine.objects.filter(code="record-imported").count() == 1
    event = Event.objects.order_by("seq")[0]
    assert event.device == "record"


def test_a_table_that_has_begun_takes_none():
    record = kept(TWO)
    table = table_for(record)
    enter(table, [10, 20])
    client = organiser(table)
    answer_ = agree(client, table, send(client, table, record))
    assert answer_.status_code == 422
    assert "has not begun" in answer_.content.decode()
    assert Event.objects.count() == 1


def changed(change):
    record = copy.deepcopy(kept(TWO))
    change(record)
    return record


def at(record, deal, action):
    return record["deals"][deal]["actions"][action]


def lay_twice(record):
    first = at(record, 0, 0)
    other = next(each for each in record["deals"][0]["actions"] if each["player"] != first["player"])
    other.clear()
    other |= first | {"player": "ana" if first["player"] == "bo" else "bo"}


WRONG = {
    "not JSON": (b'{"format":\n "triominos-match/1",\n oops}', "Line 3, column 2: this is not JSON"),
    "not text": (b"\xff\xfe\x00", "This is not JSON."),
    "nothing in it": (b"", "This file is empty"),
    "another document": (b'{"format": "triomphe-log/1"}', ""),
    "a field too many": (changed(lambda record: record.update(more=1)), ""),
    "twice the same field": (b'{"format": "triominos-match/1", "format": "triominos-match/1"}', "twice"),
    "other rules": (
        changed(lambda record: record.update(rules="goliath-nordic")),
        "This record is by the rules",
    ),
    "other options": (changed(lambda record: record.update(options={"limit": 300})), "limit"),
    "an option nobody knows": (changed(lambda record: record.update(options={"colour": 1})), "colour"),
    "other people": (
        json.loads(json.dumps(kept(TWO)).replace('"bo"', '"zed"')),
        "This record names ana, zed. At this table sit ana, bo",
    ),
    "one person twice": (
        changed(lambda record: record.update(players=["ana", "Ana"], deals=[])),
        "This record names",
    ),
    "nothing played": (changed(lambda record: record.update(deals=[])), "Nothing was played"),
    "somebody out of turn": (
        changed(
            lambda record: at(record, 0, 0).update(
                player="bo" if at(record, 0, 0)["player"] == "ana" else "ana"
            )
        ),
        "Deal 1, step 1 (deals[0].actions[0])",
    ),
    "a tile laid twice": (changed(lay_twice), "(deals[0].actions["),
    "a bad start": (changed(lambda record: record["deals"][1].update(starter=5)), "Deal 2 (deals[1])"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_cannot_be_says_where_and_why(kind):
    record, says = WRONG[kind]
    table = table_for(kept(TWO))
    found = send(organiser(table), table, record)
    assert found.status_code == 422
    assert says in " ".join(found.context["form"].errors["file"])
    assert Event.objects.count() == 0


def test_a_record_without_end_is_refused():
    many = {"totals": {"ana": 0, "bo": 0}}
    table = table_for(kept(TWO))
    found = send(organiser(table), table, changed(lambda record: record.update(deals=[many] * 4_001)))
    assert "longer than any match" in " ".join(found.context["form"].errors["file"])
    assert send(organiser(table), table, b" " * (2 * 1024 * 1024 + 1)).status_code == 422


def test_who_only_watches_may_look_and_not_put_in():
    table = table_for(kept(TWO))
    stranger = Client()
    stranger.force_login(UserFactory.create())
    for client in (Client(), stranger):
        assert client.get(place("import_record", table)).status_code == 403
        assert send(client, table, kept(TWO)).status_code == 403
    assert Client().get(place("record", table)).json()["deals"] == []


def test_a_deal_under_way_is_told_to_its_judge_alone():
    """Racks and drawn tiles may be in it."""
    record = kept(TWO)
    table = table_for(record)
    record["deals"] = record["deals"][:2]
    record["deals"][1] = {**record["deals"][1], "actions": record["deals"][1]["actions"][:5]}
    record["deals"][1].pop("left", None)
    put_in(table, record)
    assert len(judge(table).get(place("record", table)).json()["deals"]) == 2
    seen = Client().get(place("record", table)).json()
    assert seen["deals"] == record["deals"][:1]
    assert scored(seen)["finished"] is False


def test_what_is_held_is_not_handed_out():
    table = table_for(kept(TWO))
    holds.begin_hold(organiser_of(table.round.tournament), table.round.tournament)
    put_in(table, kept(TWO))
    assert Client().get(place("record", table)).status_code == 404
    assert organiser(table).get(place("record", table)).status_code == 200


def test_rules_without_a_record_have_none():
    table = published_round(tournament_of(4)).tables.get()
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    for name in ("record", "import_record"):
        assert organiser(table).get(place(name, table)).status_code == 404


def test_the_page_of_a_table_links_both():
    table = table_for(kept(TWO))
    page = judge(table).get(table.get_absolute_url()).content.decode()
    assert place("import_record", table) in page
    assert place("import_record", table) not in Client().get(table.get_absolute_url()).content.decode()
    start = {"do": "start", "depth": "sheet", "starter": "1"}
    append_actions(Permit(table.match_id, "judge"), 0, [NewAction(uuid.uuid4(), start)])
    assert place("record", table) in Client().get(table.get_absolute_url()).content.decode()
