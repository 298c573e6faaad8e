"""A tournament that is brought in counts in the ratings of the club it comes to, in its place among the others."""

import pytest

from tests.tournaments.document.carrying import bring_in
from tournaments.due import clubs_to_rate
from tournaments.models import Rating
from tournaments.services.ratings import compute_ratings

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("name", "counts"), [("closed", True), ("playing", False), ("held", False)])
def test_ratings_follow_what_is_brought_in(originals, elsewhere, name, counts):
    tournament = bring_in(elsewhere, originals[name].content)
    assert tournament.club_id in clubs_to_rate()
    compute_ratings(tournament.club_id)
    assert tournament.club_id not in clubs_to_rate()
    assert Rating.objects.filter(tournament=tournament).exists() == counts
