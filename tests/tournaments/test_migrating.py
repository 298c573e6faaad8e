"""Tournaments from before there were stages become one Swiss stage, and their standings stay as they were."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(*targets):
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


@pytest.fixture
def before():
    """The models as they are just before the stages are made; afterwards everything is as it was."""
    loader = MigrationExecutor(connection).loader
    here = next(key for key in loader.disk_migrations if key[1].endswith("_one_swiss_stage_each"))
    everything = loader.graph.leaf_nodes()
    yield migrate(loader.disk_migrations[here].dependencies[0]), everything
    migrate(*everything)


def test_every_tournament_gets_one_swiss_stage(before):
    old, everything = before
    user = old.get_model("auth", "User").objects.create(username="organiser")
    common = {"organiser": user, "rules_key": "points", "rules_version": "1", "table_size": 3}
    tournaments = old.get_model("tournaments", "Tournament").objects
    played = tournaments.create(name="Played", slug="played", rounds_planned=4, **common)
    planned = tournaments.create(name="Planned", slug="planned", rounds_planned=2, **common)
    old.get_model("tournaments", "Round").objects.create(
        tournament=played, number=1, seed=1, asked_at=timezone.now(), state="closed"
    )
    new = migrate(*everything)
    stages = new.get_model("tournaments", "Stage").objects.order_by("tournament")
    assert list(stages.values_list("tournament", "number", "system", "rounds", "table_size")) == [
        (played.pk, 1, "swiss", 4, 3),
        (planned.pk, 1, "swiss", 2, 3),
    ]
    assert new.get_model("tournaments", "Round").objects.get().stage.tournament_id == played.pk
    kept, fresh = new.get_model("tournaments", "Tournament").objects.order_by("pk")
    assert (kept.tiebreaks, kept.normalise, kept.sit_out_points) == (["placing", "points"], False, 0)
    assert (fresh.normalise, fresh.sit_out_points, len(fresh.tiebreaks)) == (True, None, 6)
    assert kept.lots_seed != fresh.lots_seed
    # They belong to a club of their organiser's now.
    member = new.get_model("tournaments", "Member").objects.get()
    assert (member.user_id, member.role) == (user.pk, "owner")
    assert kept.club_id == fresh.club_id == member.club_id


def test_clubs_with_closed_tournaments_are_rated_after_an_upgrade():
    loader = MigrationExecutor(connection).loader
    everything = loader.graph.leaf_nodes()
    here = next(key for key in loader.disk_migrations if key[1].endswith("_ratings_and_seasons"))
    try:
        old = migrate(loader.disk_migrations[here].dependencies[0])
        user = old.get_model("auth", "User").objects.create(username="organiser")
        clubs = old.get_model("tournaments", "Club").objects
        rated, other = (clubs.create(name=name, slug=name) for name in ("rated", "other"))
        common = {"organiser": user, "rules_key": "points", "rules_version": "1", "table_size": 4}
        tournaments = old.get_model("tournaments", "Tournament").objects
        for club, slug, closed in ((rated, "a", timezone.now()), (rated, "b", None), (other, "c", None)):
            tournaments.create(name=slug, slug=slug, club=club, rounds_planned=1, closed_at=closed, **common)
    finally:
        new = migrate(*everything)
    due = new.get_model("tournaments", "Ranking").objects
    assert list(due.values_list("club__slug", "wanted", "made")) == [("rated", 1, 0)]
    assert all(new.get_model("tournaments", "Tournament").objects.values_list("rated", flat=True))
