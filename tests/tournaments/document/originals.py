"""Tournaments with something of everything, as documents. Made in a transaction that is taken back: whoever reads
one of these has an installation in which none of it ever was."""

import io
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import services as games
from games.models import Event
from games.services import Change, Entry, Hand, NewAction, Permit
from rules.triominos.variants.classic import engine as classic
from tests.board_deals import board_deal
from tests.factories import draft_round, enter, member_of, organiser_of, published_round, tournament_of
from tournaments.models import (
    Absence,
    Application,
    Call,
    Category,
    Door,
    KeepApart,
    Player,
    Prize,
    Role,
    Spot,
    Table,
    Tournament,
)
from tournaments.names import name_key
from tournaments.selectors.arranging import Wish
from tournaments.selectors.documents import write_document
from tournaments.services import closing, corrections, holds, penalties, people, scoring, seating, signing
from tournaments.services.penalties import PenaltyPlan
from tournaments.services.stages import StagePlan, add_stage

FIRST = [400, 300, 200, 100, 50]


@dataclass(frozen=True)
class Original:
    content: bytes
    standings: str
    """What everybody reads of its standings, without the markup."""
    slug: str


class _TakenBack(Exception):
    pass


def original(make: Callable[[], Tournament]) -> Original:
    """Makes a tournament, exports it, and leaves no trace of it."""
    found = []
    try:
        with transaction.atomic():
            tournament = make()
            found.append(Original(exported(tournament), standings(tournament), tournament.slug))
            raise _TakenBack
    except _TakenBack:
        return found[0]


def exported(tournament: Tournament) -> bytes:
    file = io.BytesIO()
    write_document(tournament, file)
    return file.getvalue()


def standings(tournament: Tournament) -> str:
    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    inner = page[page.index("<main") : page.index("</main>")]
    return " ".join(re.sub(r"<[^>]*>", " ", inner).split())


# -- the tournaments -----------------------------------------------------------------------------


def playing() -> Tournament:
    """Ten people, tables of four and five; the second round in play with corrections, undo and signatures."""
    tournament = tournament_of(10, signing=True, rounds_planned=3, time_zone="Europe/Berlin")
    actor = organiser_of(tournament)
    _list_of_people(tournament)
    _arranged(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(
        placing={"4": ["3", "2", "1", "0.5"]}, wall={"pages": ["standings"], "message": "Soup at noon"}
    )
    first = published_round(tournament)
    for table in first.tables.order_by("number"):
        enter(table, _points(table, [120, 80, 60, 20, 10]))
        enter(table, _points(table, [300, 80, 60, 20, 10]))
    one = again(first.tables.order_by("number")[0])
    _correct(one, [310, 80, 60, 20, 10])
    scoring.take_back_deal(actor, again(one), Entry(uuid.uuid4(), again(one).match.version))
    enter(one, _points(one, [290, 85, 60, 20, 10]))
    for table in first.tables.order_by("number"):
        _signed(table)
        games.finalize(again(table).match_id)
    tournament.entrants.update(pin="a keyed hash", pin_failures=2)
    person = tournament.entrants.order_by("number")
    penalties.give_penalty(
        actor, uuid.uuid4(), tournament, PenaltyPlan(person[0].pk, "placing", "Late", Decimal("0.5"))
    )
    taken = penalties.give_penalty(
        actor, uuid.uuid4(), tournament, PenaltyPlan(person[1].pk, "warning", "Loud")
    )
    penalties.take_back_penalty(actor, uuid.uuid4(), tournament, taken.pk, "It was somebody else")
    people.substitute(actor, tournament, person[2].pk, "Zoë Ó Súilleabháin")
    Absence.objects.create(entrant=person[9], round_number=2)
    second = published_round(tournament)
    enter(
        second.tables.order_by("number")[0], _points(second.tables.order_by("number")[0], [50, 40, 30, 20, 5])
    )
    Call.objects.create(
        id=uuid.uuid4(),
        table=second.tables.order_by("number")[0],
        reason="Whose tile?",
        caller="judge of table 1",
        called_at=timezone.now(),
    )
    tournament.refresh_from_db()
    return tournament


def drafted() -> Tournament:
    """A second round as a draft, changed by hand; matches on the board by the classic rules in the first."""
    tournament = tournament_of(
        9,
        rounds_planned=3,
        rules_key=classic.key,
        rules_version=classic.version,
        options=classic.settle_options({"limit": 60}),
    )
    first = published_round(tournament)
    tables = list(first.tables.select_related("match").order_by("number"))
    for action in board_deal(
        classic,
        [str(each) for each in range(1, tables[0].seating.count() + 1)],
        seed=2,
        options={"limit": 60},
    ):
        games.append_actions(
            Permit(again(tables[0]).match_id, "judge", device="a phone"),
            again(tables[0]).match.version,
            [NewAction(uuid.uuid4(), action)],
        )
        if again(tables[0]).match.status != "playing":
            break
    for table in tables:
        if again(table).match.status == "playing":
            scoring.stop_match(
                organiser_of(tournament),
                again(table),
                Entry(uuid.uuid4(), again(table).match.version),
                "Time",
            )
        games.finalize(again(table).match_id)
    draft = draft_round(tournament)
    at = [list(table.seating.order_by("position")) for table in draft.tables.order_by("number")]
    seating.change_seats(organiser_of(tournament), draft, Wish(at[0][0].entrant_id, at[1][0].entrant_id))
    tournament.refresh_from_db()
    return tournament


def closed() -> Tournament:
    """Two stages, played to the end with a second look at each sheet, and closed; a correction waits for somebody."""
    tournament = tournament_of(9, rounds_planned=1, double_check=True)
    actor = organiser_of(tournament)
    add_stage(actor, tournament, StagePlan(system="swiss", rounds=1, table_size=4, advance=4, carry=True))
    _list_of_people(tournament)
    looks = member_of(tournament.club, Role.ORGANISER)
    for _number in (1, 2):
        tournament.refresh_from_db()
        round_ = published_round(tournament)
        for table in round_.tables.order_by("number"):
            enter(table, _points(table, FIRST))
            match = again(table).match
            signing.check(looks, again(table), uuid.uuid4(), games.sheet_of_record(match))
            games.finalize(again(table).match_id)
    juniors = Category.objects.create(tournament=tournament, name="Juniors", name_key="juniors")
    juniors.entrants.set(tournament.entrants.filter(number__lte=3))
    Prize.objects.create(tournament=tournament, number=1, first=2, what="A cup")
    Prize.objects.create(tournament=tournament, number=2, category=juniors, what="A book")
    tournament.refresh_from_db()
    closing.close(actor, tournament)
    table = again(round_.tables.order_by("number")[0])
    _correct(table, [410, 300, 200, 100], reason="Read wrongly")
    penalty = PenaltyPlan(tournament.entrants.order_by("number")[0].pk, "warning", "Seen on a picture")
    penalties.give_penalty(actor, uuid.uuid4(), tournament, penalty)
    tournament.refresh_from_db()
    return tournament


def held() -> Tournament:
    """The public sees the first round; the second is played and corrected behind its back."""
    tournament = tournament_of(8, rounds_planned=2)
    actor = organiser_of(tournament)
    for _number in (1, 2):
        round_ = published_round(tournament)
        for table in round_.tables.order_by("number"):
            enter(table, _points(table, FIRST))
            games.finalize(again(table).match_id)
        if _number == 1:
            plan = PenaltyPlan(tournament.entrants.order_by("number")[0].pk, "points", "Phone", Decimal(7))
            penalties.give_penalty(actor, uuid.uuid4(), tournament, plan)
            holds.begin_hold(actor, tournament)
    tournament.refresh_from_db()
    return tournament


ALL = {make.__name__: make for make in (playing, drafted, closed, held)}


# -- in detail -----------------------------------------------------------------------------------


def again(table: Table) -> Any:
    """Untyped: a table that is played at has a match."""
    return Table.objects.select_related("match", "round__tournament").get(pk=table.pk)


def _points(table: Table, points: list[int]) -> list[int]:
    return points[: table.seating.count()]


def _correct(table: Table, points: list[int], reason: str = "") -> None:
    table = again(table)
    entry = Event.objects.filter(match=table.match_id, kind="action").order_by("-seq")[0]
    points = _points(table, points)
    deal = {"do": "deal", "points": {str(at): each for at, each in enumerate(points, 1)}, "bell": False}
    corrections.apply_change(
        organiser_of(table.round.tournament),
        table,
        Entry(uuid.uuid4(), again(table).match.version),
        Change(entry.pk, (deal,)),
        reason=reason,
    )


def _signed(table: Table) -> None:
    actor = organiser_of(table.round.tournament)
    for seat in range(1, table.seating.count() + 1):
        match = again(table).match
        hand = Hand(name=f"seat {seat}") if seat > 1 else Hand(drawn="1,1 20,20 40,1 60,20 80,1 99,20")
        sheet = games.sheet_of_record(match)
        signing.sign(actor, again(table), uuid.uuid4(), str(seat), sheet, pin="", hand=hand)


def _list_of_people(tournament: Tournament) -> None:
    for entrant in tournament.entrants.order_by("-number"):
        entrant.player = Player.objects.create(
            club=tournament.club,
            name=entrant.name,
            name_key=name_key(entrant.name),
            home="Guests",
            email=f"p{entrant.number}@example.org",
            phone="+49 30 1234",
            minor=entrant.number == 4,
            shown="short" if entrant.number == 4 else "full",
        )
        entrant.save()


def _arranged(tournament: Tournament) -> None:
    person = list(tournament.entrants.order_by("number"))
    KeepApart.objects.create(one=person[4], other=person[5])
    Spot.objects.create(tournament=tournament, number=2, label="By the window")
    Door.objects.create(
        tournament=tournament,
        open=True,
        by_oneself=True,
        code="SECRET",
        closes_at=datetime(2026, 3, 1, tzinfo=UTC),
    )
    asked = {"tournament": tournament, "asked_at": timezone.now(), "sender": "where from"}
    Application.objects.create(
        state="asked", name="Yan", name_key="yan", email="yan@example.org", digest="a" * 64, **asked
    )
    Application.objects.create(
        state="entered", name="Player 3", name_key="player 3", digest="b" * 64, entrant=person[2], **asked
    )
