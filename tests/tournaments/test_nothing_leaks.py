"""What a spectator is sent never contains a draft, a held result or a rack: looked for in the bytes of every page."""

import re
import uuid
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.services import NewAction, Permit, append_actions, finalize
from rules.triominos import bots
from rules.triominos.tiles import members
from rules.triominos.variants.classic import engine as classic
from tests.factories import UserFactory, draft_round, enter, organiser_of, published_round, tournament_of
from tests.tournaments.public_walk import walk
from tournaments.models import JudgeCard, Penalty, Player
from tournaments.services import closing, holds

pytestmark = pytest.mark.django_db

HELD = [617, 483, 359, 271]
"""Totals that come up nowhere else."""
REASON = "Chewed a tile"


def play(round_, points):
    for table in round_.tables.order_by("number"):
        enter(table, points)
        finalize(table.match_id)


def begun(rounds):
    """One round is over; of the second the first table is final too."""
    tournament = tournament_of(8, rounds_planned=rounds)
    tournament.club.name = "Triangle"  # with no number in it
    tournament.club.save()
    for entrant in tournament.entrants.all():
        entrant.player = Player.objects.create(
            club=tournament.club, name=entrant.name, name_key=entrant.name_key, shown=Player.Shown.FULL
        )
        entrant.save()
    play(published_round(tournament), [412, 33, 22, 11])
    second = published_round(tournament)
    table = second.tables.order_by("number")[0]
    enter(table, [405, 44, 55, 66])
    finalize(table.match_id)
    return tournament


@pytest.fixture
def tournament():
    return begun(rounds=2)


@pytest.fixture
def longer():
    return begun(rounds=3)


def go_on(tournament):
    """What must not be seen: the last table's result, a penalty, and the end."""
    table = tournament.rounds.get(number=2).tables.order_by("number")[1]
    enter(table, HELD)
    finalize(table.match_id)
    Penalty.objects.create(
        tournament=tournament,
        entrant=tournament.entrants.all()[0],
        kind=Penalty.Kind.POINTS,
        amount=5,
        round_number=2,
        reason=REASON,
        given_at=timezone.now(),
        given_by="organiser",
    )
    tournament.refresh_from_db()


def numbers_in(page: bytes) -> set[int]:
    """Those in addresses and in what forms send are ids, which are any number in a long run of tests."""
    return {int(each) for each in re.findall(rb'(?<![\w.#/=-])(?<!value=")\d+(?![\w.%-])', page)}


def markers_in(pages: dict[str, bytes]) -> dict[str, set[int]]:
    secret = set(HELD) | {412 + total for total in HELD} | {33 + total for total in HELD}
    found = {where: numbers_in(page) & secret for where, page in pages.items()}
    return {where: numbers for where, numbers in found.items() if numbers}


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_held_result_is_in_no_byte_that_a_stranger_is_sent(tournament, signed_in):
    client = Client()
    if signed_in:
        client.force_login(UserFactory.create())
    holds.begin_hold(organiser_of(tournament), tournament)
    before = walk(tournament, client)
    go_on(tournament)
    closing.close(organiser_of(tournament), tournament)
    after = walk(tournament, client)
    assert len(after) > 100
    assert markers_in(after) == {}
    assert [where for where, page in after.items() if REASON.encode() in page] == []
    # Not only the numbers: whatever could tell of a result is as it was. That it is closed, everybody may know.
    closed = (f"/t/{tournament.slug}/ ", f"/t/{tournament.slug}/final/ ", f"/t/{tournament.slug}/podium/ ")
    same = {where for where in before if not where.startswith(("/ ", *closed))}
    assert len(same) > 100
    assert {where for where in same if before[where] != after.get(where)} == set()


def test_the_markers_would_be_found_without_the_hold(tournament):
    go_on(tournament)
    where = " ".join(markers_in(walk(tournament)))
    for part in ("/players/", "/tables/", "/story/", "/rounds/2/ ", "standings.json", "/wall/", "/pictures/"):
        assert part in where
    assert f"/t/{tournament.slug}/ " in where


def test_the_organiser_and_the_judge_of_a_table_see_it(tournament):
    holds.begin_hold(organiser_of(tournament), tournament)
    go_on(tournament)
    number = tournament.rounds.get(number=2).tables.order_by("number")[1].number
    table = reverse("table", args=[tournament.slug, 2, number])
    organiser, judge = Client(), Client()
    organiser.force_login(tournament.organiser)
    card = JudgeCard.objects.get(tournament=tournament, number=number)
    judge.get(reverse("scan_card", args=[card.token]))
    for client in (organiser, judge):
        assert HELD[0] in numbers_in(client.get(table).content)
    assert HELD[0] in numbers_in(organiser.get(reverse("standings", args=[tournament.slug])).content)
    assert b"held view" in organiser.get(reverse("standings", args=[tournament.slug])).content
    assert HELD[0] not in numbers_in(judge.get(reverse("standings", args=[tournament.slug])).content)
    assert b"Results are held" in Client().get(table).content


def test_what_was_final_before_the_hold_is_shown_until_it_is_changed(tournament):
    holds.begin_hold(organiser_of(tournament), tournament)
    first = tournament.rounds.get(number=2).tables.order_by("number")[0]
    assert b"405" in Client().get(first.get_absolute_url()).content


def test_held_as_before_a_round_nothing_of_it_is_shown(tournament):
    holds.begin_hold(organiser_of(tournament), tournament, without_round=2)
    pages = walk(tournament)
    # What the first table of the round had was public before, and is not any more.
    assert {where for where, page in pages.items() if numbers_in(page) & {405, 817, 438}} == set()
    assert any(412 in numbers_in(page) for page in pages.values())


def test_pairings_published_during_a_hold_tell_no_points(longer):
    tournament = longer
    holds.begin_hold(organiser_of(tournament), tournament)
    go_on(tournament)
    third = published_round(tournament)
    pages = walk(tournament)
    assert markers_in(pages) == {}
    page = Client().get(third.get_absolute_url()).content
    assert b"Player 1" in page
    assert b"Why they sit here" not in page
    organiser = Client()
    organiser.force_login(tournament.organiser)
    assert b"Why they sit here" in organiser.get(third.get_absolute_url()).content


def test_a_draft_changes_no_byte_that_a_stranger_is_sent(longer):
    tournament = longer
    go_on(tournament)
    before = walk(tournament)
    draft = draft_round(tournament)
    after = walk(tournament)
    assert after == before
    assert str(draft.seed).encode() not in b"".join(after.values())


def test_a_rack_is_in_no_byte_that_a_stranger_is_sent():
    """A deal told with everybody's tiles, as bots play it: what lies on the board is public, what is held is not."""
    tournament = tournament_of(
        4, rules_key=classic.key, rules_version=classic.version, options=classic.settle_options({})
    )
    table = published_round(tournament).tables.get()
    rng = Random(7)  # noqa: S311  (a game, not a secret)
    match = classic.start(["1", "2", "3", "4"], {})
    action = bots.deal_out(classic, match, rng)
    for version in range(12):
        append_actions(Permit(table.match_id, "judge"), version, [NewAction(uuid.uuid4(), action)])
        match = classic.apply(match, action).state
        action = bots.next_action(classic, match, bots.greedy_bot, rng)
    assert match.deal
    assert match.deal.racks
    pages = walk(tournament)
    for tile in (tile for rack in match.deal.racks for tile in members(rack)):
        dashed = tile.name.encode()
        assert [where for where, page in pages.items() if dashed in page] == []
