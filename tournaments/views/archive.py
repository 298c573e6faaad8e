"""A tournament to take home: the archive as one zip file."""

from __future__ import annotations

import io
import zipfile

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.archive.making import files_of
from tournaments.speaking import speak_on_paper
from tournaments.views.common import find_tournament


@login_required
@require_safe
def archive(request: HttpRequest, slug: str) -> FileResponse:
    """For those who run it: the logs name judges and phones."""
    tournament = find_tournament(request, slug)
    actor_of(request).require_organiser(tournament)
    speak_on_paper(request, tournament)
    # Some 20 kB a match: in memory even for the largest hall.
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, content in files_of(tournament):
            packed.writestr(f"{slug}/{path}", content)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=f"{slug}.zip", content_type="application/zip")
