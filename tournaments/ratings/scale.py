"""A rating as people read it: one round number, how far it may be off, and how sure that is."""

from __future__ import annotations

from enum import StrEnum

from tournaments.ratings.rating import MU, SIGMA, Rating

BASE, STEP, WIDE = 1000, 40, 3
"""1000 + 40 μ, give or take 40 × 3 σ: a newcomer is somewhere between 1000 and 3000, most likely at 2000."""
PROVISIONAL = 10
"""With fewer matches a rating is provisional: shown, and not ranked."""


class Sureness(StrEnum):
    """How well somebody is known."""

    GUESS = "guess"
    ROUGH = "rough"
    FAIR = "fair"
    GOOD = "good"


UP_TO = ((300, Sureness.GOOD), (500, Sureness.FAIR), (800, Sureness.ROUGH))
"""By how much it may be off."""


def likely(rating: Rating) -> int:
    """Where somebody most likely is."""
    return round(BASE + STEP * rating.mu)


def give_or_take(rating: Rating) -> int:
    """By how much that may be off, either way; almost never by more."""
    return round(STEP * WIDE * rating.sigma)


def at_least(rating: Rating) -> int:
    """What people are ranked by: they are almost certainly no weaker."""
    return likely(rating) - give_or_take(rating)


def at_most(rating: Rating) -> int:
    return likely(rating) + give_or_take(rating)


def is_provisional(rating: Rating) -> bool:
    return rating.matches < PROVISIONAL


def sureness(rating: Rating) -> Sureness:
    off = give_or_take(rating)
    return next((word for limit, word in UP_TO if off <= limit), Sureness.GUESS)


NEWCOMER = Rating(MU, SIGMA)
