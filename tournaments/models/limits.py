"""How much of anything is taken in."""

NAME_LENGTH = 80
MOST_ROUNDS = 30
MOST_ENTRANTS = 2_000
SPOT_LENGTH = 60
MOST_TABLES = 500
