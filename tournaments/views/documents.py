"""A tournament as one document: given out to those who run it, brought into a club by those who may plan there."""

from __future__ import annotations

import tempfile

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import Refused
from tournaments.access import actor_of
from tournaments.document_forms import DocumentForm
from tournaments.roles import Permission
from tournaments.selectors.documents import write_document
from tournaments.services.bringing import bring_in_document
from tournaments.views.clubs import find_club
from tournaments.views.common import UNFIT, find_tournament

IN_MEMORY = 8 * 1024 * 1024
"""Bytes of a document that need no file."""


@login_required
@require_safe
def export_tournament(request: HttpRequest, slug: str) -> HttpResponse | FileResponse:
    """For those who run it: it holds addresses, and names judges and phones."""
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    # In memory unless it is large; closed by the answer, when it has been sent.
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        write_document(tournament, file)
    except Refused as refusal:
        file.close()
        messages.error(request, refusal.message)
        return redirect("wall_settings", slug)
    except BaseException:
        file.close()
        raise
    file.seek(0)
    answer = FileResponse(file, as_attachment=True, filename=f"{slug}.json", content_type="application/json")
    answer["Cache-Control"] = "private, no-store"
    return answer


@login_required
@require_http_methods(["GET", "POST"])
def import_tournament(request: HttpRequest, slug: str) -> HttpResponse:
    club = find_club(request, slug)
    actor = actor_of(request)
    actor.require(Permission.RUN, club)
    form = DocumentForm(request.POST, request.FILES) if request.method == "POST" else DocumentForm()
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            brought = bring_in_document(actor, said["form_id"], club, said["file"].read())
        except Refused as refusal:
            form.renew()
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.message)
        else:
            _tell(request, brought.missing)
            return redirect(brought.tournament)
    status = UNFIT if form.errors else 200
    return render(request, "clubs/import_tournament.html", {"club": club, "form": form}, status=status)


def _tell(request: HttpRequest, missing: tuple[str, ...]) -> None:
    messages.success(
        request,
        _(
            "It is here, with every log as it was written. Print new judge cards and give new PINs: the old ones stay behind."
        ),
    )
    if missing:
        messages.warning(
            request,
            _(
                "These rules are not installed here: %(rules)s. Matches played by them can only be read until they are."
            )
            % {"rules": ", ".join(missing)},
        )
