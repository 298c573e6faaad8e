"""What is kept of a match equals a replay of its log, and can be made equal again."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.models import Event, Match
from games.results import DEEDS
from games.signals import match_reopened
from tests.games.table import deal, entry, now, open_table, organiser, send, totals
from tests.guard import unguarded

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    send(open_table(), deal(5, 5))
    match = open_table()
    send(match, deal(100, 50))
    send(match, deal(310, 60))
    return now(match)


def rebuild(*arguments):
    """The exit code, and what was said."""
    out = StringIO()
    try:
        call_command("rebuild", *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        return error.returncode, out.getvalue()
    return 0, out.getvalue()


def test_what_nobody_touched_equals_the_replay(match):
    services.finalize(match.pk)
    assert rebuild()[0] == 0


SPOILT = {
    "state": {"state": {"players": ["1", "2"], "options": {}, "deals": [], "bell": None}},
    "version": {"version": 7},
    "status": {"status": "playing"},
    "ruling": {"ruling": {"kind": "stop", "why": "?"}},
    "result": {"result": {"totals": {"1": 1, "2": 2}}},
}


@pytest.mark.parametrize(("named", "spoilt"), SPOILT.items())
def test_a_difference_is_named_and_repaired_when_asked(match, named, spoilt):
    before = Match.objects.values().get(pk=match.pk)
    Match.objects.filter(pk=match.pk).update(**spoilt)
    assert rebuild() == (1, f"match {match.pk}: differs from the replay: {named}\n")
    assert rebuild("--match", str(match.pk), "--write")[0] == 0
    assert Match.objects.values().get(pk=match.pk) == before
    assert rebuild()[0] == 0


def test_a_final_match_is_taken_up_again_and_finalised_by_the_usual_job(match):
    services.finalize(match.pk)
    result = now(match).result
    Match.objects.filter(pk=match.pk).update(result=result | {"winners": ["2"]})
    told = []
    match_reopened.connect(hear := lambda match_id, **_: told.append(match_id))
    assert rebuild("--write")[0] == 0
    match_reopened.disconnect(hear)
    assert (now(match).status, told) == (Match.Status.OVER, [match.pk])
    services.finalize(match.pk)
    assert now(match).result == result


def test_a_result_frozen_before_deeds_were_kept_is_as_good(match):
    services.finalize(match.pk)
    old = {key: value for key, value in now(match).result.items() if key not in DEEDS}
    Match.objects.filter(pk=match.pk).update(result=old)
    assert rebuild()[0] == 0


def test_deeds_that_were_changed_are_found(match):
    services.finalize(match.pk)
    Match.objects.filter(pk=match.pk).update(result=now(match).result | {"deals_won": {"1": 7, "2": 0}})
    assert rebuild()[0] == 1


def test_a_problem_is_over_once_it_is_repaired(match):
    Match.objects.filter(pk=match.pk).update(state=SPOILT["state"]["state"])
    services.finalize(match.pk)
    assert now(match).problem
    rebuild("--write")
    services.finalize(match.pk)
    assert now(match).status == Match.Status.FINAL
    assert totals(match) == (410, 110)


def test_a_log_that_was_cut_short_is_not_made_to_look_whole(match):
    with unguarded():
        Event.objects.filter(match=match, seq=2).delete()
    code, said = rebuild("--write")
    assert (code, "ends with event 1" in said) == (1, True)
    assert now(match).version == 2


def test_a_log_that_the_rules_do_not_allow_is_named(match):
    with unguarded():
        Event.objects.filter(match=match, seq=1).update(body=deal(99_999, 0))
    code, said = rebuild("--write")
    assert (code, "cannot be played" in said) == (1, True)


def test_without_its_engine_a_match_cannot_be_replayed(match):
    Match.objects.filter(pk=match.pk).update(rules_version="0")
    code, said = rebuild()
    assert (code, "not installed" in said) == (1, True)


def test_a_match_that_is_not_there_is_said(match):
    assert rebuild("--match", "999999")[0] == 2


def test_rulings_are_replayed_too():
    match = open_table()
    services.abandon_match(organiser(match), entry(match), "A fire alarm.", {"1": 2, "2": 1})
    assert rebuild()[0] == 0
