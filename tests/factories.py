"""Test data, made through the real services wherever one exists."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import User
from factory.declarations import LazyAttribute, LazyFunction, Sequence, SubFactory
from factory.django import DjangoModelFactory
from factory.helpers import post_generation

from games.services import Entry
from rules.points import engine
from tournaments.access import Actor
from tournaments.models import Club, Entrant, Member, Role, Round, Table, Tournament
from tournaments.names import name_key
from tournaments.services import rounds, scoring


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    username = Sequence(lambda n: f"organiser{n}")


class ClubFactory(DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = Sequence(lambda n: f"Club {n}")
    slug = Sequence(lambda n: f"club-{n}")


def member_of(club: Club, role: Role | str) -> Actor:
    """Somebody who works for a club."""
    return Actor(Member.objects.create(club=club, user=UserFactory.create(), role=role).user)


class TournamentFactory(DjangoModelFactory[Tournament]):
    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    name = "Autumn Cup"
    slug = Sequence(lambda n: f"autumn-cup-{n}")
    club = SubFactory(ClubFactory)
    organiser = SubFactory(UserFactory)
    rules_key = engine.key
    rules_version = engine.version
    options = LazyFunction(lambda: engine.settle_options({}))
    table_size = 4
    rounds_planned = 3

    @post_generation
    def _owned(self: Tournament, create: bool, extracted: object, **kwargs: object) -> None:
        """Whoever made it owns the club."""
        Member.objects.get_or_create(club=self.club, user=self.organiser, defaults={"role": Role.OWNER})


class EntrantFactory(DjangoModelFactory[Entrant]):
    class Meta:
        model = Entrant

    number = Sequence(lambda n: n + 1)
    name = Sequence(lambda n: f"Player {n + 1}")
    name_key = LazyAttribute(lambda entrant: name_key(entrant.name))


def tournament_of(people: int, **kwargs: object) -> Tournament:
    """A tournament with so many people entered."""
    tournament = TournamentFactory.create(**kwargs)
    names = {number: f"Player {number}" for number in range(1, people + 1)}
    Entrant.objects.bulk_create(
        EntrantFactory.build(tournament=tournament, number=number, name=name)
        for number, name in names.items()
    )
    return tournament


def organiser_of(tournament: Tournament) -> Actor:
    return Actor(tournament.organiser)


def draft_round(tournament: Tournament) -> Round:
    """The next round, paired as the worker would."""
    round_ = rounds.ask_for_pairings(organiser_of(tournament), tournament)
    rounds.compute_pairings(round_.pk)
    round_.refresh_from_db()
    return round_


def published_round(tournament: Tournament) -> Round:
    round_ = draft_round(tournament)
    rounds.publish(organiser_of(tournament), round_)
    round_.refresh_from_db()
    return round_


def enter(table: Table, points: list[int], *, bell: bool = False, actor: Actor | None = None) -> None:
    """One deal at a table, by its organiser unless said otherwise."""
    table = Table.objects.select_related("match", "round__tournament").get(pk=table.pk)
    assert table.match
    scoring.enter_deal(
        actor or organiser_of(table.round.tournament),
        table,
        Entry(uuid.uuid4(), table.match.version),
        {str(position): each for position, each in enumerate(points, start=1)},
        bell=bell,
    )
