"""People as sheets: who is entered, and the club's list. For those who may see addresses; the headings are those
that an import knows, so that such a file can come back."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.exporting.sheet import Sheet, Value
from tournaments.importing.columns import IN_WORDS, Field
from tournaments.models import Club, Entrant, KeepApart, Tournament
from tournaments.names import sort_key
from tournaments.selectors.roster import players_of

BETWEEN = " / "


def people_sheet(tournament: Tournament) -> Sheet:
    apart = _apart(tournament)
    entrants = Entrant.objects.filter(tournament=tournament).select_related("player").order_by("number")
    return Sheet(
        _("People"),
        [_("No."), *_headings(Field.APART), _("Withdrawn"), _("Checked in")],
        [
            [
                entrant.number,
                entrant.name,
                entrant.club,
                *_contact(entrant),
                BETWEEN.join(sorted(apart[entrant.pk], key=sort_key)),
                _yes(entrant.withdrawn),
                _yes(entrant.checked_in_at is not None),
            ]
            for entrant in entrants
        ],
    )


def club_sheet(club: Club) -> Sheet:
    people = sorted(players_of(club), key=lambda player: (sort_key(player.name), player.pk))
    return Sheet(
        club.name,
        [*_headings(), _("In public")],
        [
            [
                each.name,
                each.home,
                each.email,
                each.phone,
                _yes(each.minor),
                str(each.get_shown_display()),
            ]
            for each in people
        ],
    )


# -- in detail -----------------------------------------------------------------------------------


def _headings(*more: Field) -> list[str]:
    named = (Field.NAME, Field.CLUB, Field.EMAIL, Field.PHONE, Field.MINOR, *more)
    return [str(IN_WORDS[each]).capitalize() for each in named]


def _contact(entrant: Entrant) -> list[Value]:
    player = entrant.player
    return [player.email, player.phone, _yes(player.minor)] if player else ["", "", ""]


def _yes(said: bool) -> str:
    return _("yes") if said else ""


def _apart(tournament: Tournament) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    pairs = KeepApart.objects.filter(one__tournament=tournament)
    for one, other, name, other_name in pairs.values_list("one", "other", F("one__name"), F("other__name")):
        found[one].append(other_name)
        found[other].append(name)
    return found
