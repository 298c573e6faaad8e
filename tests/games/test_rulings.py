"""The organiser's endings: stopped as it stands, or abandoned with places decided; with a reason, reversible."""

import pytest

from games import services
from games.due import matches_to_finalize
from games.errors import Refused
from games.models import Event, Match
from games.selectors import sheet_of
from games.services import Change
from tests.games.table import correct, deal, entry, now, open_table, organiser, permit, send, totals, undo

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    match = open_table()
    send(match, deal(100, 150))
    return match


def stop(match, why="Time is over.", leave=organiser, sent=None):
    return services.stop_match(leave(match), sent or entry(match), why)


def abandon(match, places, why="Ana fell ill.", leave=organiser):
    return services.abandon_match(leave(match), entry(match), why, places)


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def test_a_stopped_match_ends_as_it_stands(match):
    assert stop(match).status == Match.Status.OVER
    assert list(matches_to_finalize()) == [match.pk]
    services.finalize(match.pk)
    assert now(match).result == {
        "totals": {"1": 100, "2": 150},
        "places": {"1": 2, "2": 1},
        "winners": ["2"],
        "reason": "stop",
        "why": "Time is over.",
        "made": {"1": {"deal": [1, 100]}, "2": {"deal": [1, 150]}},
        "deals_won": {"1": 0, "2": 1},
        "best_turn": {"1": 0, "2": 0},
        "behind": {"1": 50, "2": 0},
        "deals": 1,
    }
    sheet = sheet_of(now(match))
    assert "Time is over." in sheet.ending
    assert [seat.winner for seat in sheet.seats] == [False, True]


def test_an_abandoned_match_ends_with_the_places_decided(match):
    abandon(match, {"1": 1, "2": 4})
    services.finalize(match.pk)
    result = now(match).result
    assert (result["places"], result["winners"], result["reason"]) == ({"1": 1, "2": 2}, ["1"], "abandon")
    assert result["totals"] == {"1": 100, "2": 150}
    assert [(seat.place, seat.winner) for seat in sheet_of(now(match)).seats] == [(1, True), (2, False)]


def test_nothing_is_added_after_it_but_what_was_entered_can_be_corrected(match):
    first = Event.objects.get()
    stop(match)
    assert refusal(send, match, deal(1, 1)) == "match-over"
    assert refusal(stop, match) == "match-over"
    correct(match, first, deal(200, 150))
    services.finalize(match.pk)
    assert (now(match).result["winners"], now(match).result["reason"]) == (["1"], "stop")


@pytest.mark.parametrize("final", [False, True])
def test_it_is_taken_back_by_the_organiser_alone(match, final):
    stop(match)
    if final:
        services.finalize(match.pk)
    ruling = Event.objects.get(kind="stop")
    code = "match-final" if final else "not-yours"
    assert refusal(undo, match, ruling) == code
    assert refusal(services.take_back_last, permit(match), entry(match)) == code
    shown = services.preview_change(match.pk, Change(ruling.pk))
    assert (shown.before.over, shown.after.over) == (True, False)
    after = undo(match, ruling, leave=organiser)
    assert (after.status, after.ruling, after.result) == (Match.Status.PLAYING, None, None)
    send(match, deal(1, 1))
    assert totals(match) == (101, 151)


def test_taking_back_the_last_takes_the_ruling_back_first(match):
    stop(match)
    after = services.take_back_last(organiser(match), entry(match))
    assert (after.status, totals(match)) == (Match.Status.PLAYING, (100, 150))


def test_a_ruling_cannot_be_corrected_into_points(match):
    stop(match)
    ruling = Event.objects.get(kind="stop")
    assert refusal(correct, match, ruling, deal(1, 1), leave=organiser) == "no-such-entry"


def test_it_is_the_organisers_and_needs_a_reason(match):
    assert refusal(stop, match, leave=permit) == "not-yours"
    assert refusal(stop, match, why="  ") == "reason-missing"
    assert refusal(stop, match, why="x" * 201) == "reason-too-long"
    assert refusal(abandon, match, {"1": 1}) == "bad-places"
    assert refusal(abandon, match, {"1": 1, "2": "2"}) == "bad-places"
    assert refusal(abandon, match, {"1": 0, "2": 1}) == "bad-places"
    assert (now(match).status, Event.objects.count()) == (Match.Status.PLAYING, 1)


def test_sent_twice_it_is_made_once(match):
    sent = entry(match)
    stop(match, sent=sent)
    assert stop(match, sent=sent).version == 2
    assert refusal(stop, match, why="Another.", sent=sent) == "id-reused"
