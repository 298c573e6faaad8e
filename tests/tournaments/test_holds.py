"""Holding what the public sees, and revealing the places one by one."""

import pytest
from django.test import Client
from django.urls import reverse

from games.errors import Refused
from games.services import finalize
from tests.digits import stands_in
from tests.factories import enter, member_of, organiser_of, published_round, tournament_of
from tournaments.access import Actor, NotAllowed
from tournaments.models import Hold, Role, ShownResult, Tournament
from tournaments.selectors.pages import overview_of
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import live_token
from tournaments.services import closing, holds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Of two rounds the first is over and the second in play."""
    tournament = tournament_of(8, rounds_planned=2)
    play(published_round(tournament), [401, 30, 20, 10])
    published_round(tournament)
    return tournament


@pytest.fixture
def over(tournament):
    """Held during the last round, then played to its end."""
    holds.begin_hold(organiser_of(tournament), tournament)
    play(tournament.rounds.get(number=2), [450, 77, 66, 55])
    return tournament


def play(round_, points):
    # Each table differently, so that nobody shares a rank.
    for more, table in enumerate(round_.tables.order_by("number")):
        enter(table, [each + more for each in points])
        finalize(table.match_id)


def history(tournament):
    return [line.code for line in tournament.history.order_by("pk") if line.code.startswith("hold-")]


def names(tournament):
    return [line.entrant.name for line in standings_of(tournament)]


def public(tournament, name="standings"):
    return Client().get(reverse(name, args=[tournament.slug])).content.decode()


def signed_in(tournament):
    client = Client()
    client.force_login(tournament.organiser)
    return client


@pytest.mark.parametrize("role", [None, Role.JUDGE, Role.DESK, Role.VIEWER])
def test_only_who_runs_the_tournament_may(over, role):
    actor = member_of(over.club, role) if role else Actor()
    for service in (
        lambda: holds.begin_hold(actor, over),
        lambda: holds.begin_reveal(actor, over, 3),
        lambda: holds.reveal_place(actor, over, 8),
        lambda: holds.lift_hold(actor, over),
    ):
        with pytest.raises(NotAllowed):
            service()
    assert history(over) == ["hold-begun"]


def test_each_change_is_one_line_however_often_it_is_pressed(over):
    actor = organiser_of(over)
    holds.begin_hold(actor, over)
    for _twice in range(2):
        holds.begin_reveal(actor, over, 3)
    for _twice in range(2):
        holds.reveal_place(actor, over, 3)
    assert Hold.objects.get().revealed == 3
    for _twice in range(2):
        holds.lift_hold(actor, over)
    assert history(over) == ["hold-begun", "hold-reveal-begun", "hold-place-revealed", "hold-lifted"]
    assert not Hold.objects.exists()
    assert not ShownResult.objects.exists()
    assert Tournament.objects.get(pk=over.pk).held_at is None


def test_a_button_of_an_old_page_reveals_nothing_else(over):
    actor = organiser_of(over)
    holds.begin_reveal(actor, over, 8)
    with pytest.raises(Refused, match="comes next"):
        holds.reveal_place(actor, over, 7)
    holds.reveal_place(actor, over, 8)
    holds.reveal_place(actor, over, 8)
    assert Hold.objects.get().revealed == 8


def test_places_are_revealed_from_below_with_nothing_of_who_is_above(over):
    actor, order = organiser_of(over), names(over)
    holds.begin_reveal(actor, over, 3)
    for left in (3, 2, 1):
        overview = overview_of(Actor(), over)
        assert overview.hidden == left
        assert [row.line.entrant.name for row in overview.table.rows] == order[left:]
        for name in ("standings", "final_standings", "embed", "standings_json", "wall", "overlay", "podium"):
            page = public(over, name)
            assert not any(hidden in page for hidden in order[:left]), name
            assert name == "podium" or order[left] in page
        holds.reveal_place(actor, over, left)
    assert overview_of(Actor(), over).hidden == 0
    assert order[0] in public(over)
    assert order[0] in public(over, "podium")
    # The tables follow when the hold is lifted.
    assert not stands_in("450", public_table(over))
    holds.lift_hold(actor, over)
    assert "450" in public_table(over)


def public_table(tournament):
    table = tournament.rounds.get(number=2).tables.order_by("number")[0]
    return Client().get(table.get_absolute_url()).content.decode()


def test_equals_are_revealed_together():
    tournament = tournament_of(4, rounds_planned=1)
    table = published_round(tournament).tables.get()
    holds.begin_hold(organiser_of(tournament), tournament)
    enter(table, [400, 20, 20, 10])
    finalize(table.match_id)
    tournament.tiebreaks = tournament.tiebreaks[:1]
    tournament.save()
    holds.begin_reveal(organiser_of(tournament), tournament, 3)
    holds.reveal_place(organiser_of(tournament), tournament, 2)
    assert overview_of(Actor(), tournament).hidden == 1
    assert len(overview_of(Actor(), tournament).lines) == 3


def test_it_is_revealed_when_everything_is_played(tournament):
    holds.begin_hold(organiser_of(tournament), tournament)
    with pytest.raises(Refused, match="still being played"):
        holds.begin_reveal(organiser_of(tournament), tournament, 3)


def test_closed_during_a_hold_it_is_still_revealed_place_by_place(over):
    actor, order = organiser_of(over), names(over)
    closing.close(actor, over)
    assert "?" in public(over, "podium")
    assert "Results are held" in public(over, "podium")
    holds.begin_reveal(actor, over, 1)
    assert order[0] not in public(over, "podium")
    assert order[1] in public(over, "podium")
    holds.reveal_place(actor, over, 1)
    holds.lift_hold(actor, over)
    assert order[0] in public(over, "podium")


def test_not_even_the_organiser_s_projector_shows_what_is_not_revealed(over):
    client, order = signed_in(over), names(over)
    holds.begin_reveal(organiser_of(over), over, 2)
    page = client.get(reverse("podium", args=[over.slug])).content.decode()
    assert order[2] in page
    assert not any(name in page for name in order[:2])


def test_what_is_closed_or_not_public_is_not_held(tournament):
    play(tournament.rounds.get(number=2), [450, 77, 66, 55])
    closing.close(organiser_of(tournament), tournament)
    with pytest.raises(Refused, match="closed"):
        holds.begin_hold(organiser_of(tournament), tournament)
    with pytest.raises(Refused, match="Nothing of this tournament is public"):
        holds.begin_hold(organiser_of(other := tournament_of(4)), other)


def test_every_step_is_another_version_for_who_watches(over):
    actor = organiser_of(over)
    seen = [live_token(over)]
    holds.begin_reveal(actor, over, 2)
    seen.append(live_token(over))
    holds.reveal_place(actor, over, 2)
    seen.append(live_token(over))
    holds.lift_hold(actor, over)
    seen.append(live_token(over))
    assert len(set(seen)) == 4


def test_the_page_leads_from_the_hold_to_the_last_place(tournament):
    client = signed_in(tournament)
    where = reverse("hold", args=[tournament.slug])
    assert "Hold it as before round 2" in client.get(where).content.decode()
    client.post(reverse("begin_hold", args=[tournament.slug]))
    assert "still being played" in client.get(where).content.decode()
    play(tournament.rounds.get(number=2), [450, 77, 66, 55])
    refused = client.post(reverse("begin_reveal", args=[tournament.slug]), {"first": "ten"})
    assert refused.status_code == 422
    assert "Type a place as a number" in refused.content.decode()
    assert 'value="ten"' in refused.content.decode()
    client.post(reverse("begin_reveal", args=[tournament.slug]), {"first": "1"})
    page = client.get(where).content.decode()
    assert "Reveal place 1" in page
    assert names(tournament)[0] in page
    client.post(reverse("reveal_place", args=[tournament.slug]), {"place": "1"})
    assert "Every place is revealed" in client.get(where).content.decode()
    client.post(reverse("lift_hold", args=[tournament.slug]))
    assert "Hold it as it is now" in client.get(where).content.decode()
