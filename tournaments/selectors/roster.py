"""The club's list of people: finding somebody in it, and those who may stand in it twice."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tournaments.models import Club, Player
from tournaments.names import clean_name, name_key

A_PAGE = 50
MOST_DOUBLES = 50


def players_of(club: Club) -> QuerySet[Player]:
    """Everybody in the list; who was erased is not in it any more."""
    return Player.objects.filter(club=club, erased_at__isnull=True)


def find_players(club: Club, asked: str) -> QuerySet[Player]:
    """Those whose name or club has each of the words, in any spelling of case."""
    found = players_of(club).annotate(tournaments=Count("entries")).order_by("name_key", "pk")
    for word in name_key(clean_name(asked)).split()[:6]:
        found = found.filter(Q(name_key__contains=word) | Q(home__icontains=word))
    return found


def known_players(club: Club, keys: Collection[str]) -> dict[str, list[Player]]:
    """For each of the names everybody in the list who is called so."""
    found: dict[str, list[Player]] = defaultdict(list)
    for player in players_of(club).filter(name_key__in=keys).order_by("pk"):
        found[player.name_key].append(player)
    return found


def who_is_meant(called_so: Sequence[Player], home: str) -> Player | None:
    """Of several with one name, the one of that club; without a club, whoever was there first."""
    wanted = name_key(home)
    same = [player for player in called_so if name_key(player.home) == wanted]
    if same:
        return same[0]
    free = [player for player in called_so if not wanted or not player.home]
    return free[0] if free else None


# -- doubles ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Double:
    """Two entries that may be one person: the one to keep first."""

    keep: Player
    other: Player
    same: bool
    """The very same name, not only a similar one."""

    @property
    def both(self) -> tuple[Player, Player]:
        return self.keep, self.other


def doubles_of(club: Club) -> list[Double]:
    """Who may stand in the list twice: the same letters, or but one letter apart. Linear in the list."""
    players = list(players_of(club).annotate(tournaments=Count("entries")).order_by("pk"))
    found: dict[tuple[int, int], Double] = {}
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        for key in _spellings(player.name):
            groups[key].append(player)
    for group in groups.values():
        for other in group[1:6]:
            keep = group[0]
            if keep.pk != other.pk and _alike(keep, other):
                found.setdefault((keep.pk, other.pk), Double(keep, other, keep.name_key == other.name_key))
    return sorted(found.values(), key=lambda each: (not each.same, each.keep.name_key))[:MOST_DOUBLES]


def _alike(one: Player, other: Player) -> bool:
    """Not when what is known of them tells them apart."""
    if not _nearly_same(one.name, other.name):
        return False
    if one.email and other.email and one.email.casefold() != other.email.casefold():
        return False
    return not (one.home and other.home and name_key(one.home) != name_key(other.home))


def _nearly_same(one: str, other: str) -> bool:
    """But for one letter too many, two changed round, or, in a longer word, another one."""
    mine, theirs = _letters(one).split(), _letters(other).split()
    if mine == theirs:
        return True
    differing = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    if len(mine) != len(theirs) or len(differing) != 1:
        return False
    short, long = sorted(differing[0], key=len)
    if len(long) - len(short) == 1:
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    apart = [at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b]
    if len(short) != len(long) or not apart:
        return False
    turned = len(apart) == 2 and apart[1] - apart[0] == 1 and sorted(short) == sorted(long)
    return turned or (len(apart) == 1 and len(short) >= LONG_WORD)


LONG_WORD = 5
"""In a shorter one, another letter is another name: Ana and Ada."""


def _spellings(name: str) -> set[str]:
    """Keys under which a name meets those that differ in a letter; whether they are alike is looked at then."""
    joined = _letters(name)
    if len(joined) < LONG_WORD or any(char.isdigit() for char in joined):
        return {joined}
    return {joined} | {joined[:at] + joined[at + 1 :] for at in range(len(joined))}


def _letters(name: str) -> str:
    """The words of a name in order, without accents and marks."""
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", name_key(name)) if not unicodedata.combining(char)
    )
    words = sorted("".join(char if char.isalnum() else " " for char in bare).split())
    return " ".join(words)
