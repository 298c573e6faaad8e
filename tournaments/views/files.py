"""Files for spreadsheets and other programs. Each shows whoever asks for it what the matching page shows them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.exporting import csv_file, xlsx_file
from tournaments.exporting.sheet import Sheet
from tournaments.exporting.trf import as_trf
from tournaments.models import Substitution, Tournament
from tournaments.roles import Permission
from tournaments.selectors.kept import fingerprint, kept
from tournaments.selectors.people_sheets import club_sheet, people_sheet
from tournaments.selectors.reports import report_of, why_no_report
from tournaments.selectors.result_sheets import (
    crosstable_sheet,
    pairings_sheet,
    results_sheet,
    round_results_sheet,
    standings_sheet,
)
from tournaments.selectors.shown import sees_names
from tournaments.selectors.versions import live_token, people_version, rounds_of
from tournaments.views.clubs import find_club
from tournaments.views.common import find_round, find_tournament

WRITERS: dict[str, tuple[Callable[[Sheet], bytes], str]] = {
    "csv": (csv_file.as_csv, csv_file.CONTENT_TYPE),
    "xlsx": (xlsx_file.as_xlsx, xlsx_file.CONTENT_TYPE),
}
REPORT_TYPE = "text/plain; charset=utf-8"


@require_safe
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """All there are, as far as whoever asks may have them."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    rounds = [each for each in rounds_of(tournament) if actor.sees_round(each)]
    context = {
        "tournament": tournament,
        "tab": "files",
        "organises": actor.organises(tournament),
        "rounds": rounds,
        "playing": [each for each in rounds if each.state == each.State.PUBLISHED],
        "seated": [each for each in rounds if each.state != each.State.PAIRING],
        "no_report": why_no_report(actor, tournament),
    }
    return render(request, "tournaments/files.html", context)


@login_required
@require_safe
def people(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """With addresses and telephone numbers: for those who run it."""
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    return _of_our_own(f"{slug}-people", kind, people_sheet(tournament))


@login_required
@require_safe
def club_people(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    club = find_club(request, slug)
    actor_of(request).require(Permission.SEE_CONTACTS, club)
    return _of_our_own(f"{slug}-people", kind, club_sheet(club))


@require_safe
def pairings(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    round_ = find_round(request, slug, number)
    return _sheet(f"{slug}-round-{number}", kind, pairings_sheet(actor_of(request), round_))


@require_safe
def round_results(request: HttpRequest, slug: str, number: int, kind: str) -> HttpResponse:
    round_ = find_round(request, slug, number)
    return _sheet(f"{slug}-round-{number}-results", kind, round_results_sheet(actor_of(request), round_))


@require_safe
def results(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    return _of_tournament(request, slug, "results", kind, results_sheet)


@require_safe
def standings(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    return _of_tournament(request, slug, "standings", kind, standings_sheet)


@require_safe
def crosstable(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    return _of_tournament(request, slug, "crosstable", kind, crosstable_sheet)


@require_safe
def report(request: HttpRequest, slug: str) -> HttpResponse:
    """TRF16, where nobody sat at a table of more than two."""
    tournament = find_tournament(request, slug)
    try:
        text = as_trf(report_of(actor_of(request), tournament))
    except Refused as refusal:
        raise Http404(refusal.message) from refusal
    return _file(f"{slug}.trf", REPORT_TYPE, text.encode())


# -- in detail -----------------------------------------------------------------------------------


def _of_tournament(
    request: HttpRequest, slug: str, name: str, kind: str, make: Callable[[Actor, Tournament], Sheet]
) -> HttpResponse:
    """What is the same for all who only look is made once a version: it takes long, and anybody may ask for it."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    write, content_type = WRITERS[kind]
    if sees_names(actor, tournament):
        return _file(f"{slug}-{name}.{kind}", content_type, write(make(actor, tournament)))
    version = fingerprint(live_token(tournament), people_version(tournament), _called_before(tournament))
    data = kept(
        f"{name}.{kind}:{tournament.pk}:{get_language()}",
        version,
        lambda: write(make(Actor(), tournament)),
    )
    return _file(f"{slug}-{name}.{kind}", content_type, data)


def _called_before(tournament: Tournament) -> list[tuple[object, ...]]:
    """Who played in an earlier round is called as they wish, too."""
    earlier = Substitution.objects.filter(entrant__tournament=tournament).order_by("pk")
    return list(earlier.values_list("pk", "round_number", "before", "before_player__shown"))


def _sheet(name: str, kind: str, sheet: Sheet) -> HttpResponse:
    write, content_type = WRITERS[kind]
    return _file(f"{name}.{kind}", content_type, write(sheet))


def _of_our_own(name: str, kind: str, sheet: Sheet) -> HttpResponse:
    """Addresses are in it: kept by nobody on the way."""
    answer = _sheet(name, kind, sheet)
    answer["Cache-Control"] = "private, no-store"
    return answer


def _file(name: str, content_type: str, data: bytes) -> HttpResponse:
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
