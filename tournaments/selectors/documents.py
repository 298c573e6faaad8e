"""A tournament written to a file as one document, as it was at one moment."""

from __future__ import annotations

from typing import IO

from django.utils.translation import gettext as _

from games.errors import Refused
from tournaments.document.writing import Tell, nothing_to_tell, pieces
from tournaments.models import Tournament
from tournaments.selectors.moment import one_moment


def write_document(tournament: Tournament, file: IO[bytes], tell: Tell = nothing_to_tell) -> None:
    """Everything of it. Whoever asks has made sure that it may be handed out: it holds people's addresses."""
    if tournament.rehearsal:
        raise Refused("rehearsal", _("A rehearsal counts for nobody and is not exported."))
    with one_moment():
        for piece in pieces(Tournament.objects.select_related("club").get(pk=tournament.pk), tell):
            file.write(piece)
