"""Small tournaments whose numbers were worked out by hand."""

from fractions import Fraction

from tournaments.tiebreaks.field import Field
from tournaments.tiebreaks.placing import Scheme
from tournaments.tiebreaks.ranking import rank
from tournaments.tiebreaks.registry import registry
from tournaments.tiebreaks.results import RoundOf, Story, TableResult


def story(rounds, *, entrants, prefer=2, out=None, **more):
    """``rounds``: for each a list of tables, each of them places, or places and totals."""
    out = out or {}
    tables, known = [], []
    for number, listed in enumerate(rounds, start=1):
        seated = set()
        for each in listed:
            places, totals = each if isinstance(each, tuple) else (each, dict.fromkeys(each, 0))
            tables.append(TableResult(number, prefer, places, totals))
            seated |= set(places)
        known.append(RoundOf(number, prefer, frozenset(seated), frozenset(out.get(number, ()))))
    return Story(tuple(range(1, entrants + 1)), tuple(tables), tuple(known), **more)


def won(one, other):
    return {one: 1, other: 2}


def drawn(one, other):
    return {one: 1, other: 1}


# Six players, three rounds, everything played. Scores: 2½ 2½ 1½ ½ 1½ ½.
CHESS = story(
    [
        [won(1, 4), won(2, 5), drawn(3, 6)],
        [drawn(1, 2), won(3, 4), won(5, 6)],
        [won(1, 3), won(2, 6), drawn(4, 5)],
    ],
    entrants=6,
)

# Five players; 5 and 2 sit out by lot for a full point, 2 has gone home before round 3. Scores: 2½ 1 1½ ½ 2½.
BYES = story(
    [
        [won(1, 2), drawn(3, 4)],
        [won(1, 3), won(5, 4)],
        [drawn(1, 5), won(3, 4)],
    ],
    entrants=5,
    out={1: [5], 2: [2]},
    scheme=Scheme(sit_out=Fraction(1)),
)

# Seven at tables of four and three. Scores: 5½ 2 4 ¾ 5½ 2½ ¾.
TABLES = story(
    [
        [
            ({1: 1, 2: 2, 3: 3, 4: 4}, {1: 400, 2: 300, 3: 200, 4: 100}),
            ({5: 1, 6: 2, 7: 3}, {5: 410, 6: 205, 7: -15}),
        ],
        [
            ({1: 1, 5: 1, 6: 3, 2: 4}, {1: 350, 5: 350, 6: 100, 2: -50}),
            ({3: 1, 4: 2, 7: 2}, {3: 300, 4: 150, 7: 150}),
        ],
    ],
    entrants=7,
    prefer=4,
)


def values(story_, key):
    """Everybody's number, in start order."""
    found = registry().tiebreaks[key].values(Field(story_))
    return [found[entrant] for entrant in story_.entrants]


def ranking(story_, *keys):
    return rank(Field(story_), registry().chosen(keys))
