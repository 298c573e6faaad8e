import pytest

from tests.factories import ClubFactory, enter, member_of, published_round, tournament_of
from tests.tournaments.document.originals import ALL, Original, original
from tournaments.access import Actor
from tournaments.models import Role


@pytest.fixture(scope="session")
def originals(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> dict[str, Original]:
    """Each tournament as a document; the database has forgotten all of them."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        return {name: original(make) for name, make in ALL.items()}


@pytest.fixture
def elsewhere() -> Actor:
    """Who may plan in an installation where something else goes on, so that numbers are not the same."""
    other = tournament_of(8)
    for table in published_round(other).tables.all():
        enter(table, [1, 2, 3, 4])
    return member_of(ClubFactory.create(name="Elsewhere"), Role.ORGANISER)
