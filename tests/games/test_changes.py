"""Undo and correction at any depth: what follows is derived anew, and shown before."""

import uuid

import pytest

from games import services
from games.errors import Refused, Stale
from games.models import Event, Match
from games.selectors import sheet_of
from games.services import Change, Entry, LaterEntries
from games.signals import match_reopened
from games.verifying import broken_links
from rules.triominos.variants.classic import engine as classic
from tests.games.table import correct, deal, entry, now, open_table, organiser, permit, send, totals, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return open_table()


@pytest.fixture
def told():
    """The matches that told of being taken up again."""
    heard = []
    match_reopened.connect(hear := lambda match_id, **_: heard.append(match_id))
    yield heard
    match_reopened.disconnect(hear)


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def change_of(event, *actions, also=()):
    return Change(event.pk, actions, tuple(each.pk for each in also))


def test_any_entry_can_be_undone_and_what_follows_stays(match):
    first, _second, _third = send(match, deal(1, 0)), send(match, deal(20, 0)), send(match, deal(300, 0))
    undo(match, first)
    assert totals(match) == (320, 0)
    assert (now(match).version, Event.objects.count()) == (4, 4)


def test_a_correction_stands_where_the_entry_stood(match):
    first = send(match, deal(1, 0))
    send(match, deal(20, 0))
    correct(match, first, deal(2, 5))
    assert [row.points for row in sheet_of(now(match)).rows] == [(2, 5), (20, 0)]


def test_a_correction_can_be_corrected_and_named_by_either(match):
    first = send(match, deal(1, 0))
    correct(match, first, deal(2, 0))
    correction = Event.objects.get(kind="correct")
    correct(match, correction, deal(3, 0))
    assert totals(match) == (3, 0)
    correct(match, first, deal(4, 0))
    assert totals(match) == (4, 0)
    undo(match, correction)
    assert totals(match) == (0, 0)


def test_what_was_undone_can_be_put_back_where_it_was(match):
    first = send(match, deal(1, 0))
    send(match, deal(20, 0))
    undo(match, first)
    correct(match, first, deal(1, 0))
    assert [row.points for row in sheet_of(now(match)).rows] == [(1, 0), (20, 0)]


def test_a_correction_may_ring_the_bell_earlier(match):
    first = send(match, deal(100, 0))
    second = send(match, deal(20, 30))
    shown = services.preview_change(match.pk, change_of(first, deal(400, 0)))
    assert (shown.before.over, shown.before.bell) == (False, None)
    assert (shown.after.over, shown.after.bell, shown.after.winners) == (True, first.pk, ("1",))
    assert [(each.event, each.number, each.refusal.code) for each in shown.impossible] == [
        (second.pk, 2, "match-over")
    ]
    with pytest.raises(LaterEntries) as caught:
        correct(match, first, deal(400, 0))
    assert [each.event for each in caught.value.entries] == [second.pk]
    assert totals(match) == (120, 30)
    after = correct(match, first, deal(400, 0), also=[second])
    assert (after.status, totals(match)) == (Match.Status.OVER, (400, 0))
    assert shown.after.totals == {"1": 400, "2": 0}


def test_a_correction_may_un_ring_it(match):
    last = send(match, deal(410, 80))
    shown = services.preview_change(match.pk, change_of(last, deal(310, 80)))
    assert (shown.before.bell, shown.before.winners, shown.before.over) == (last.pk, ("1",), True)
    assert (shown.after.bell, shown.after.winners, shown.after.over) == (None, (), False)
    assert correct(match, last, deal(310, 80)).status == Match.Status.PLAYING
    assert send(match, deal(1, 1)).seq == 3


def test_a_preview_writes_nothing(match):
    first = send(match, deal(410, 80))
    services.finalize(match.pk)
    before = Match.objects.values().get()
    assert services.preview_change(match.pk, change_of(first)).reopens
    assert (Match.objects.values().get(), Event.objects.count()) == (before, 1)


def test_a_final_match_is_changed_only_with_leave_and_finalised_anew(match, told):
    first, second = send(match, deal(10, 80)), send(match, deal(400, 0))
    services.finalize(match.pk)
    assert refusal(correct, match, first, deal(20, 80)) == "match-final"
    after = correct(match, first, deal(20, 80), leave=organiser)
    assert (after.status, after.result, after.final_at, told) == (Match.Status.OVER, None, None, [match.pk])
    services.finalize(match.pk)
    assert now(match).result["totals"] == {"1": 420, "2": 80}
    undo(match, second, leave=organiser)
    assert (now(match).status, told) == (Match.Status.PLAYING, [match.pk] * 2)


def test_the_same_change_sent_twice_is_made_once(match):
    first = send(match, deal(1, 0))
    sent, change = entry(match), change_of(first, deal(2, 0))
    for _ in range(2):
        after = services.apply_change(permit(match), sent, change)
    assert (after.version, totals(match)) == (2, (2, 0))
    assert refusal(services.apply_change, permit(match), sent, change_of(first, deal(3, 0))) == "id-reused"
    assert refusal(services.apply_change, permit(match), sent, change_of(first)) == "id-reused"


def test_what_cannot_be_changed_is_said(match):
    first, other = send(match, deal(1, 0)), send(open_table(), deal(1, 0))
    undone = send(match, deal(5, 5))
    undo(match, undone)
    for code, change in {
        "no-such-entry": change_of(other),
        "already-undone": change_of(undone),
        "nothing-changed": change_of(first, deal(1, 0)),
        "bad-points": change_of(first, deal(99_999, 0)),
        "bad-record": change_of(first, {"do": "deal", "note": "\0"}),
    }.items():
        assert refusal(services.preview_change, match.pk, change) == code
        assert refusal(services.apply_change, permit(match), entry(match), change) == code
    stale = Entry(uuid.uuid4(), 1)
    with pytest.raises(Stale):
        services.apply_change(permit(match), stale, change_of(first))
    assert totals(match) == (1, 0)


def test_an_entry_of_the_other_kind_does_not_pass_for_a_change(match):
    first = send(match, deal(1, 0))
    sent = Entry(first.pk, 1)
    assert refusal(services.apply_change, permit(match), sent, change_of(first)) == "id-reused"
    assert refusal(services.take_back_last, permit(match), sent) == "id-reused"


# -- with tiles ----------------------------------------------------------------------------------

START = {"do": "start", "depth": "sheet", "starter": "1"}


def place(player, tile):
    return {"do": "place", "player": player, "tile": tile}


def draw(player):
    return {"do": "draw", "player": player}


@pytest.fixture
def tiles():
    match = open_table(classic)
    send(match, START)
    return match


def test_a_whole_turn_can_take_the_place_of_one_entry(tiles):
    send(tiles, place("1", "5-5-5"))
    turn = send(tiles, place("2", "4-5-5"))
    send(tiles, place("1", "3-4-5"))
    without = totals(tiles)
    correct(tiles, turn, draw("2"), place("2", "4-5-5"))
    assert totals(tiles) == (without[0], without[1] - 5)
    assert [action["do"] for each in services.log_of(now(tiles)).standing for action in each.actions] == [
        "start", "place", "draw", "place", "place",
    ]  # fmt: skip
    assert list(broken_links(tiles.pk)) == []


def test_a_tile_that_was_laid_later_cannot_be_laid_before(tiles):
    first = send(tiles, place("1", "5-5-5"))
    later = send(tiles, place("2", "4-5-5"))
    shown = services.preview_change(tiles.pk, change_of(first, place("1", "4-5-5")))
    assert [each.event for each in shown.impossible] == [later.pk]
    assert shown.impossible[0].refusal.message


def test_an_undone_draw_gives_its_points_back(tiles):
    send(tiles, place("1", "5-5-5"))
    drawn = send(tiles, draw("2"))
    send(tiles, place("2", "4-5-5"))
    before = totals(tiles)
    undo(tiles, drawn)
    assert totals(tiles) == (before[0], before[1] + 5)
