"""A tournament that travels: exported, brought in elsewhere, and the same; and play goes on there."""

import json
import uuid
from io import StringIO

import pytest
from django.core.management import call_command

from games import services as games
from games.errors import Refused
from games.models import Event, Match, Seat
from games.services import Entry
from rules.registry import registry
from tests.factories import enter, member_of, published_round
from tests.tournaments.document.carrying import bring_in
from tests.tournaments.document.originals import ALL, again, exported, original, playing, standings
from tournaments.access import Actor
from tournaments.models import (
    ClubHistoryLine,
    Door,
    Entrant,
    JudgeCard,
    PendingChange,
    Player,
    Role,
    Round,
    Table,
    Tournament,
)
from tournaments.selectors.pages import overview_of
from tournaments.services import confirming, holds, rounds, scoring, seating

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ALL)
def test_it_is_the_same_byte_by_byte(name, originals, elsewhere):
    brought = bring_in(elsewhere, originals[name].content)
    assert exported(brought) == originals[name].content
    assert standings(brought) == originals[name].standings
    logs_are_true()


def logs_are_true():
    for command in ("verify_log", "rebuild"):
        call_command(command, stdout=StringIO(), stderr=StringIO())


def test_the_logs_are_kept_hash_by_hash_under_other_numbers(originals, elsewhere):
    bring_in(elsewhere, originals["playing"].content)
    told = json.loads(originals["playing"].content)["body"]["matches"]
    there = Match.objects.filter(origin__isnull=False).order_by("pk")
    assert [each["number"] for each in told] == [match.origin for match in there]
    assert not {match.pk for match in there} & {match.origin for match in there} or len(there) > 1
    hashes = [[event["hash"] for event in each["events"]] for each in told]
    assert hashes == [[event.hash for event in match.events.order_by("seq")] for match in there]


def test_play_goes_on(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["playing"].content)
    Tournament.objects.filter(pk=tournament.pk).update(signing=False)
    playing = tournament.rounds.get(state=Round.State.PUBLISHED)
    games.require_sign_offs(playing.tables.values_list("match", flat=True), signatures=False, check=False)
    for table in playing.tables.order_by("number"):
        enter(table, [400, 3, 2, 1, 0][: table.seating.count()], actor=elsewhere)
        games.finalize(table.match_id)
    tournament.refresh_from_db()
    following = published_round(tournament)
    assert (following.number, following.state) == (3, Round.State.PUBLISHED)
    assert following.seating.count() == 10
    logs_are_true()
    # What was played on here travels on with the rest, under the numbers it began with.
    once_more = exported(tournament)
    first = Match.objects.exclude(origin=None).order_by("pk")[0]
    assert json.loads(once_more)["body"]["matches"][0]["number"] == first.origin


def test_the_very_next_entry_chains_to_the_last_one_made_elsewhere(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["playing"].content)
    table = again(tournament.rounds.get(number=2).tables.order_by("number")[0])
    before = table.match.version
    enter(table, [1, 2, 3, 4, 5][: table.seating.count()], actor=elsewhere)
    assert again(table).match.version == before + 1
    scoring.take_back_deal(elsewhere, again(table), Entry(uuid.uuid4(), before + 1))
    logs_are_true()


def test_a_draft_is_still_the_draft_and_can_be_changed_and_published(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["drafted"].content)
    draft = tournament.rounds.get(state=Round.State.DRAFT)
    assert len(draft.changes) == 1
    seating.undo_change(elsewhere, draft)
    draft.refresh_from_db()
    rounds.publish(elsewhere, draft)
    assert draft.tables.filter(match__isnull=False).count() == draft.tables.count() > 0


def test_what_waits_for_a_second_person_still_does(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["closed"].content)
    correction, penalty = PendingChange.objects.filter(tournament=tournament).order_by("pk")
    with pytest.raises(Refused) as caught:
        confirming.confirm_change(elsewhere, tournament, correction.pk)
    assert caught.value.code == "second-person"
    second = member_of(tournament.club, Role.ORGANISER)
    confirming.confirm_change(second, tournament, correction.pk)
    confirming.confirm_change(second, tournament, penalty.pk)
    assert tournament.penalties.get().entrant.number == 1
    for match in Match.objects.filter(status=Match.Status.OVER):
        games.finalize(match.pk)
    logs_are_true()


def test_what_is_held_stays_held(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["held"].content)
    before = standings(tournament)
    holds.lift_hold(elsewhere, tournament)
    assert standings(tournament) != before


def test_whoever_entered_it_elsewhere_does_not_look_it_over_here(originals, elsewhere):
    """Account numbers of another installation mean other people here: only the name can tell."""
    tournament = bring_in(elsewhere, originals["playing"].content)
    match = tournament.rounds.get(number=2).tables.get(number=1).match
    event = match.events.get()
    user = elsewhere.user
    user.pk = event.account
    assert not games.entered_by(match, user)
    user.username = event.actor
    assert games.entered_by(match, user)


# -- people ----------------------------------------------------------------------------------------


def test_people_come_into_the_list_of_the_club_and_nobody_in_it_is_changed(originals, elsewhere):
    club = elsewhere.user.memberships.get().club
    uid = json.loads(originals["playing"].content)["body"]["players"][0]["uid"]
    same = Player.objects.create(club=club, uid=uid, name="As here", name_key="as here", shown="number")
    namesake = Player.objects.create(
        club=club, name="Player 2", name_key="player 2", email="other@example.org"
    )
    before = list(Player.objects.order_by("pk").values())
    tournament = bring_in(elsewhere, originals["playing"].content)
    assert (
        list(Player.objects.filter(pk__in=[each["id"] for each in before]).order_by("pk").values()) == before
    )
    assert same.entries.get().tournament == tournament
    assert not namesake.entries.exists()
    assert club.players.filter(name="Player 2").count() == 2
    # Whoever wishes to be a number is one, at the tables that were played elsewhere too.
    entrant = same.entries.get()
    seats = Seat.objects.filter(match__table__seating__entrant=entrant, name=f"No. {entrant.number}")
    assert seats.exists()


def test_somebody_of_another_club_is_not_touched_though_the_document_names_them(originals, elsewhere):
    other = member_of_another_club()
    uid = json.loads(originals["playing"].content)["body"]["players"][0]["uid"]
    theirs = Player.objects.create(club=other, uid=uid, name="Theirs", name_key="theirs")
    bring_in(elsewhere, originals["playing"].content)
    theirs.refresh_from_db()
    assert (theirs.name, theirs.entries.count()) == ("Theirs", 0)


def member_of_another_club():
    from tests.factories import ClubFactory

    return ClubFactory.create()


# -- what stays behind ---------------------------------------------------------------------------


def test_no_secret_is_in_it(originals):
    text = originals["playing"].content.decode()
    for secret in ("a keyed hash", "SECRET", "where from", "a" * 64, "b" * 64):
        assert secret not in text


def test_cards_and_codes_are_made_anew(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["playing"].content)
    assert {card.number for card in JudgeCard.objects.filter(tournament=tournament)} == {
        table.number for table in Table.objects.filter(round__tournament=tournament)
    }
    assert Door.objects.get(tournament=tournament).code not in ("", "SECRET")
    assert not Entrant.objects.filter(tournament=tournament).exclude(pin="").exists()


def test_the_club_remembers_who_brought_it_in(originals, elsewhere):
    tournament = bring_in(elsewhere, originals["closed"].content)
    line = ClubHistoryLine.objects.get(club=tournament.club)
    assert (line.user, line.code, line.args["name"]) == (
        elsewhere.user,
        "tournament-brought-in",
        "Autumn Cup",
    )
    assert tournament.brought_from == line.args["source"] != tournament.club.name


def test_the_same_tournament_gives_the_same_bytes():
    def twice():
        tournament = playing()
        assert exported(tournament) == exported(tournament)
        return tournament

    original(twice)


def test_without_its_rules_it_can_be_read_and_no_more(originals, elsewhere, monkeypatch):
    monkeypatch.delitem(registry().engines, "points")
    brought = bring_in(elsewhere, originals["playing"].content)
    assert exported(brought) == originals["playing"].content
    table = again(brought.rounds.get(number=2).tables.order_by("number")[0])
    with pytest.raises(Refused) as caught:
        enter(table, [1, 2, 3, 4, 5][: table.seating.count()], actor=elsewhere)
    assert caught.value.code == "engine-missing"
    assert len(overview_of(Actor(), brought).lines) == 10
    assert Event.objects.filter(match=table.match_id).count() == table.match.version
