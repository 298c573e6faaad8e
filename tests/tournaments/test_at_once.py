"""Two people at the same moment: one wins, the other is told, nothing is half done. On every database."""

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connection

from games import services as games
from games.errors import Refused
from games.models import Event, Match
from games.rebuilding import rebuild
from games.services import Change, Entry
from tests.factories import draft_round, enter, organiser_of, published_round, tournament_of
from tournaments.models import Entrant, HistoryLine, Penalty, Round, Table, Tournament
from tournaments.selectors.arranging import Wish
from tournaments.services import corrections, penalties, planning, rounds, scoring, seating
from tournaments.services.penalties import PenaltyPlan
from tournaments.services.planning import Plan
from tournaments.services.settings import HallSettings, change_settings
from tournaments.services.unpublishing import unpublish

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


def corrected_at(table: Table, points: int) -> Callable[[], object]:
    """The table's first deal, put right by the organiser on a page that was loaded just now."""
    fresh = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    assert fresh.match
    first = Event.objects.filter(match=fresh.match_id, kind="action").order_by("seq")[0]
    typed = {"do": "deal", "points": dict.fromkeys(("1", "2", "3", "4"), points), "bell": False}
    change, entry = Change(first.pk, (typed,)), Entry(uuid.uuid4(), fresh.match.version)
    organiser = organiser_of(fresh.round.tournament)
    return lambda: corrections.apply_change(organiser, fresh, entry, change, reason="Misread")


@pytest.mark.parametrize("attempt", range(4))
def test_a_correction_while_the_table_is_writing_loses_nothing(attempt):
    """Either comes first; the other sees it and is told. What counts is always what the log amounts to."""
    table = published_round(tournament_of(4)).tables.get()
    enter(table, [10, 10, 10, 10])
    fresh = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    organiser = organiser_of(fresh.round.tournament)
    deal = dict.fromkeys(("1", "2", "3", "4"), 20)
    raised = at_once(
        lambda: scoring.enter_deal(organiser, fresh, Entry(uuid.uuid4(), 1), deal, bell=False),
        corrected_at(table, 15),
    )
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    match = Match.objects.get()
    assert (match.version, Event.objects.count()) == (2, 2)
    assert match.state["deals"] in ([[10] * 4, [20] * 4], [[15] * 4])
    corrected = Event.objects.filter(kind="correct").count()
    assert HistoryLine.objects.filter(code="entry-corrected").count() == corrected
    assert rebuild(match.pk, write=False) == []


@pytest.mark.parametrize("attempt", range(3))
def test_a_final_result_put_right_while_another_table_writes_and_settings_change(attempt):
    """Three that take the tournament, its matches and its history: none waits for ever, all is done."""
    tournament = tournament_of(8)
    one, other = published_round(tournament).tables.all()
    enter(one, [400, 1, 2, 3])
    games.finalize(one.match_id)
    organiser = organiser_of(tournament)
    now = {name: getattr(tournament, name) for name in HallSettings.__dataclass_fields__}
    raised = at_once(
        corrected_at(one, 100),
        deal_at(other, uuid.uuid4(), 10),
        lambda: change_settings(organiser, tournament, HallSettings(**now | {"signing": True})),
    )
    assert raised == [None] * 3
    assert Match.objects.get(pk=one.match_id).status == Match.Status.PLAYING
    assert Round.objects.get().state == Round.State.PUBLISHED
    assert HistoryLine.objects.filter(code__in=("entry-corrected", "settings-changed")).count() == 2


def test_a_penalty_given_twice_and_taken_back_at_once_is_whole():
    tournament = tournament_of(4)
    organiser, entrant = organiser_of(tournament), tournament.entrants.all()[0]
    plan = PenaltyPlan(entrant.pk, "out", "Unfair")
    out = lambda: penalties.give_penalty(organiser, uuid.uuid4(), tournament, plan)  # noqa: E731
    raised = at_once(out, out, out)
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    given = Penalty.objects.get()
    back = lambda: penalties.take_back_penalty(organiser, uuid.uuid4(), tournament, given.pk, "No")  # noqa: E731
    raised = at_once(back, back)
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    entrant.refresh_from_db()
    assert not entrant.withdrawn
    assert HistoryLine.objects.count() == 2


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


def test_two_organisers_who_change_the_same_draft_make_one_change():
    round_ = draft_round(tournament_of(12))
    organiser = organiser_of(round_.tournament)
    one, two, three = (round_.tables.get(number=n).seating.get(position=1).entrant_id for n in (1, 2, 3))
    raised = at_once(
        lambda: seating.change_seats(organiser, round_, Wish(one, other=two), round_.edition),
        lambda: seating.change_seats(organiser, round_, Wish(one, other=three), round_.edition),
    )
    assert sorted(type(error).__name__ for error in raised) == ["NoneType", "Refused"]
    round_.refresh_from_db()
    assert (len(round_.changes), round_.seating.count(), round_.edition) == (1, 12, 2)


def test_a_change_by_hand_and_a_publication_at_once_leave_one_of_them():
    round_ = draft_round(tournament_of(8))
    organiser = organiser_of(round_.tournament)
    one, two = (round_.tables.get(number=n).seating.get(position=1).entrant_id for n in (1, 2))
    raised = at_once(
        lambda: seating.change_seats(organiser, round_, Wish(one, other=two), round_.edition),
        lambda: rounds.publish(organiser, round_, round_.seed, round_.edition),
    )
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    round_.refresh_from_db()
    published = round_.state == Round.State.PUBLISHED
    assert (len(round_.changes), Match.objects.count()) == ((0, 2) if published else (1, 0))


@pytest.mark.parametrize("attempt", range(4))
def test_a_publication_taken_back_while_a_judge_enters_loses_no_entry(attempt):
    round_ = published_round(tournament_of(8))
    organiser = organiser_of(round_.tournament)
    table = round_.tables.get(number=1)
    raised = at_once(
        deal_at(table, uuid.uuid4(), 10),
        lambda: unpublish(organiser, round_),
    )
    assert refused_or_done(raised)
    assert raised.count(None) == 1
    entered = raised[0] is None
    assert (Event.objects.count(), Match.objects.count()) == ((1, 2) if entered else (0, 0))
    round_.refresh_from_db()
    assert round_.state == (Round.State.PUBLISHED if entered else Round.State.DRAFT)


def test_pairing_asked_four_times_at_once_is_one_round():
    tournament = tournament_of(8)
    organiser = organiser_of(tournament)
    ask = lambda: rounds.ask_for_pairings(organiser, tournament, 1)  # noqa: E731
    assert at_once(ask, ask, ask, ask) == [None] * 4
    round_ = tournament.rounds.get()
    assert at_once(*[lambda: rounds.compute_pairings(round_.pk)] * 3) == [None] * 3
    round_.refresh_from_db()
    assert (round_.state, round_.tables.count(), round_.seating.count()) == (Round.State.DRAFT, 2, 8)
