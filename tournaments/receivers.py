"""What a tournament does when a match tells of itself."""

from typing import Any

from django.dispatch import receiver

from games.signals import match_finalized, match_reopened
from tournaments.services.rounds import settle_round_of


@receiver([match_finalized, match_reopened])
def settle_round(match_id: int, **_: Any) -> None:
    settle_round_of(match_id)
