"""What is remembered of a log always equals the log read from nothing, and costs what is new."""

import random
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match
from games.services import Change, Entry, NewAction, Permit, append_actions, apply_change, open_match
from rules.triominos import bots
from rules.triominos.variants.classic import engine
from tournaments.desk import reading
from tournaments.desk.game import game_of
from tournaments.desk.reading import entries_of

pytestmark = pytest.mark.django_db


def add(match, *actions):
    new = [NewAction(uuid.uuid4(), action) for action in actions]
    return append_actions(Permit(match.pk, "judge"), match.version, new)


def change(match, **kwargs):
    entry = Entry(uuid.uuid4(), match.version)
    return apply_change(Permit(match.pk, "judge", may_reopen=True), entry, Change(**kwargs))


def check(match):
    game = game_of(Match.objects.get(pk=match.pk))
    remembered = entries_of(game)
    assert remembered == reading._from_nothing(game).all()
    assert [entry.words for entry in remembered]
    return remembered


@pytest.fixture
def match():
    return open_match(engine, {}, ["Ana", "Bo", "Cy"])


def test_a_whole_match_read_as_it_grows(match):
    players = ["1", "2", "3"]
    log, _ = bots.play_match(engine, players, [bots.greedy_bot] * 3, seed=4)
    actions = [bots.noted(played) for played in log]
    rng = random.Random(1)  # noqa: S311  (a game, not a secret)
    while actions:
        size = rng.randint(1, 12)
        match = add(match, *actions[:size])
        del actions[:size]
        check(match)


def test_undo_and_correction_are_read_anew(match):
    match = add(match, {"do": "start", "depth": "sheet", "starter": "1"})
    match = add(match, {"do": "place", "player": "1", "tile": "5-5-5"})
    match = add(match, {"do": "draw", "player": "2"}, {"do": "place", "player": "2", "tile": "4-5-5"})
    placed = check(match)[-1]
    other = {"do": "place", "player": "2", "tile": "4-5-5", "bonus": "bridge"}
    match = change(match, event=placed.id, actions=(other,), also_undo=placed.events[:-1])
    assert check(match)[-1].words == "4-5-5, bridge"
    assert check(match)[-1].corrected
    match = add(match, {"do": "draw", "player": "3"})
    assert check(match)[-1].words == "1 drawn"
    match = change(match, event=check(match)[-1].id)
    assert check(match)[-1].words == "4-5-5, bridge"


def test_a_name_that_changes_is_read_anew(match):
    match = add(match, {"do": "start", "depth": "sheet", "starter": "1"})
    check(match)
    match.seats.filter(position=1).update(name="Anna")
    assert check(match)[-1].name == "Anna"


def test_another_log_under_the_same_number_is_not_taken_for_it(match):
    match = add(match, {"do": "start", "depth": "sheet", "starter": "1"})
    check(match)
    known = reading._remembered[match.pk]
    reading._remembered[match.pk] = reading.replace(known, hash="0" * 64, entries=())
    assert len(check(match)) == 1


def test_a_page_fetches_what_is_new(match):
    log, _ = bots.play_match(engine, ["1", "2", "3"], [bots.greedy_bot] * 3, seed=4)
    *most, last = [bots.noted(played) for played in log][:60]
    match = add(match, *most)
    check(match)
    game = game_of(add(match, last))
    assert game.names  # read when they are needed; here it is the log that counts
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert entries_of(game)
    assert len(queries) == 1
    assert f'"seq" >= {len(most)}' in queries[0]["sql"]
