"""What several views need: finding the thing asked for, and telling of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from games import bearings
from games.errors import Refused
from games.models import Seat
from tournaments.access import actor_of
from tournaments.models import Category, PendingChange, Round, Table, Tournament
from tournaments.refusing import hidden
from tournaments.selectors.tables import table_at, table_token
from tournaments.speaking import speak_for

NO_CONTENT = 204
STALE = 409
GONE = 410
UNFIT = 422


class Request(HttpRequest):
    """A request as our middleware hands it on."""

    htmx: HtmxDetails


def find_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The tournament, if whoever asks may know that it exists."""
    named = Category.objects.filter(tournament=OuterRef("pk"))
    found = Tournament.objects.select_related("organiser", "club").annotate(has_categories=Exists(named))
    tournament = get_object_or_404(found, slug=slug)
    bearings.note(tournament=tournament.pk)
    if not actor_of(request).sees(tournament):
        raise hidden(request)
    speak_for(request, tournament)
    return tournament


def find_round(request: HttpRequest, slug: str, number: int, tournament: Tournament | None = None) -> Round:
    """A round, if whoever asks may see it; its tournament spares looking for it again."""
    tournament = tournament or find_tournament(request, slug)
    rounds = Round.objects.select_related("tournament", "stage")
    round_ = get_object_or_404(rounds, tournament=tournament, number=number)
    if not actor_of(request).sees_round(round_):
        raise hidden(request)
    return round_


def find_table(request: HttpRequest, slug: str, round_number: int, number: int) -> Table:
    """A table of a published round. Every entry of every judge begins here."""
    table = table_at(slug, round_number, number)
    if table is None:
        raise Http404
    if not actor_of(request).sees_round(table.round):
        raise hidden(request)
    bearings.note(tournament=table.round.tournament_id, match=table.match_id)
    speak_for(request, table.round.tournament)
    # A page that was made for other people at this table: what it says must not count for these.
    if (meant := sent_number(request, "match")) is not None and meant != table.match_id:
        raise Http404
    return table


def carry_out(request: HttpRequest, work: Callable[[], object]) -> bool:
    """Call a service whose refusal is told on the next page."""
    try:
        work()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    return True


def tell_of(request: HttpRequest, made: object, done: str) -> None:
    """Say that it is done, or that it waits for a second person."""
    if isinstance(made, PendingChange):
        messages.info(
            request,
            _("The final standings are published: this waits until somebody else confirms it."),
        )
    else:
        messages.success(request, done)


def held_table(request: Request, table: Table) -> HttpResponse:
    """In place of a table's page, or of its story: who sits there, and that its results are held."""
    token = table_token(table, actor_of(request))
    if request.htmx and (nothing_new := unchanged(request, token)):
        return nothing_new
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "names": Seat.objects.filter(match=table.match_id)
        .order_by("position")
        .values_list("name", flat=True),
        "token": token,
    }
    name = "tournaments/_held_table.html" if request.htmx else "tournaments/held_table.html"
    return live(render(request, name, context), token, f"table:{table.pk}")


def unchanged(request: HttpRequest, token: str) -> HttpResponse | None:
    """An empty answer for a page that asks again and has seen all there is."""
    if request.GET.get("seen") == token:
        return HttpResponse(status=NO_CONTENT)
    return None


def live(response: HttpResponse, version: str, keys: str, at: str = "") -> HttpResponse:
    """Say which version a page is in and what it depends on, so that it can be kept true (config.live).

    ``at`` is its address where there is more than one way to write it, or it shows a part of something.
    """
    response["Live-Version"], response["Live-Keys"] = version, keys
    if at:
        response["Live-At"] = at
    return response


def sent_number(request: HttpRequest, field: str) -> int | None:
    """What the page says it was pressed on, if it says so."""
    sent = request.POST.get(field, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 20 else None


def sent_form_id(request: HttpRequest) -> UUID:
    """The id of a form that has no class of its own."""
    try:
        return UUID(request.POST.get("form_id", ""))
    except ValueError as error:
        raise Refused("bad-form", _("This page is broken. Load it again.")) from error
