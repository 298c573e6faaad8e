"""Two people at the same moment: one wins, the other is told, nothing is half done. On every database."""

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connection

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.services import Entry
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.services import planning, rounds, scoring
from tournaments.services.planning import Plan

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], object]) -> list[BaseException | None]:
    """Run them in threads that begin together; what each raised, in order."""
    gate = threading.Barrier(len(calls))
    raised: list[BaseException | None] = [None] * len(calls)

    def run(index: int, call: Callable[[], object]) -> None:
        try:
            gate.wait(30)
            call()
        except Exception as error:
            raised[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return raised


def refused_or_done(raised: list[BaseException | None]) -> bool:
    return all(error is None or isinstance(error, Refused) for error in raised)


@pytest.mark.parametrize("attempt", range(4))
@pytest.mark.parametrize("round_number", [1, 2])
def test_publishing_and_pairing_again_leave_one_whole_round(round_number, attempt):
    tournament = tournament_of(8)
    organiser = organiser_of(tournament)
    if round_number == 2:
        for table in published_round(tournament).tables.all():
            enter(table, [400, 1, 2, 3])
            games.finalize(table.match_id)
    round_ = draft_round(tournament)
    before = Match.objects.count()
    raised = at_once(
        lambda: rounds.publish(organiser, round_, round_.seed),
        lambda: rounds.ask_for_pairings(organiser, tournament, round_number),
    )
    assert refused_or_done(raised)
    round_.refresh_from_db()
    published = round_.state == Round.State.PUBLISHED
    assert (Match.objects.count() - before) == (2 if published else 0)
    assert Table.objects.filter(round=round_, match__isnull=False).count() == (2 if published else 0)
    assert (round_.published_at is not None) == published


def test_one_form_sent_four_times_at_once_makes_one_tournament():
    tournament = tournament_of(0)
    plan = Plan("Cup", "points", 4, 3, {})
    form_id = uuid.uuid4()
    make = lambda: planning.create_tournament(organiser_of(tournament), form_id, plan)  # noqa: E731
    assert at_once(make, make, make, make) == [None] * 4
    assert Tournament.objects.filter(name="Cup").count() == 1


def test_one_list_sent_four_times_at_once_is_entered_once():
    tournament = tournament_of(0)
    form_id = uuid.uuid4()
    send = lambda: planning.enter_names(organiser_of(tournament), form_id, tournament, "Ana\nBo")  # noqa: E731
    assert at_once(send, send, send, send) == [None] * 4
    assert Entrant.objects.count() == 2


def deal_at(table: Table, entry_id: uuid.UUID, points: int) -> Callable[[], object]:
    fresh = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    typed = dict.fromkeys(("1", "2", "3", "4"), points)
    organiser = organiser_of(fresh.round.tournament)
    return lambda: scoring.enter_deal(organiser, fresh, Entry(entry_id, 0), typed, bell=False)


def test_one_deal_sent_four_times_at_once_is_one_deal():
    table = published_round(tournament_of(4)).tables.get()
    entry_id = uuid.uuid4()
    assert at_once(*[deal_at(table, entry_id, 10) for _ in range(4)]) == [None] * 4
    assert Event.objects.count() == 1


def test_four_different_deals_at_once_are_one_deal_and_three_told_of_it():
    table = published_round(tournament_of(4)).tables.get()
    raised = at_once(*[deal_at(table, uuid.uuid4(), points) for points in (10, 20, 30, 40)])
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    assert Event.objects.count() == 1


def test_one_id_at_two_tables_at_once_counts_at_one():
    one, other = published_round(tournament_of(8)).tables.all()
    entry_id = uuid.uuid4()
    raised = at_once(deal_at(one, entry_id, 10), deal_at(other, entry_id, 10))
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    assert Event.objects.count() == 1


def test_a_match_finalised_twice_at_once_is_final_once():
    round_ = published_round(tournament_of(4))
    table = round_.tables.get()
    enter(table, [400, 1, 2, 3])
    assert at_once(*[lambda: games.finalize(table.match_id)] * 4) == [None] * 4
    round_.refresh_from_db()
    assert (Match.objects.get().status, round_.state) == (Match.Status.FINAL, Round.State.CLOSED)


def test_two_last_tables_finalised_at_once_close_the_round():
    round_ = published_round(tournament_of(8))
    for table in round_.tables.all():
        enter(table, [400, 1, 2, 3])
    finals = [lambda pk=table.match_id: games.finalize(pk) for table in round_.tables.all()]
    assert at_once(*finals) == [None] * 2
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED


def test_somebody_who_leaves_while_a_round_is_paired_is_not_in_it():
    tournament = tournament_of(9)
    organiser = organiser_of(tournament)
    round_ = rounds.ask_for_pairings(organiser, tournament)
    leaver = tournament.entrants.first().pk
    raised = at_once(
        lambda: rounds.compute_pairings(round_.pk),
        lambda: planning.withdraw(organiser, tournament, leaver),
    )
    assert refused_or_done(raised)
    round_.refresh_from_db()
    assert round_.state == Round.State.DRAFT
    assert not round_.seating.filter(entrant=leaver, entrant__withdrawn=False).exists()
