"""What can be printed: one page to choose from, and each document as a PDF."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.errors import Refused
from tournaments.access import Actor, actor_of
from tournaments.models import Round, Tournament
from tournaments.paper.press import PAPERS
from tournaments.paper.registry import registry
from tournaments.print_forms import PrintForm
from tournaments.selectors.paper import Asked, pdf_of
from tournaments.selectors.versions import rounds_of
from tournaments.views.common import find_tournament

PDF = "application/pdf"


@require_safe
def print_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every document that whoever asks may have."""
    tournament = find_tournament(request, slug)
    actor = actor_of(request)
    rounds = _rounds(actor, tournament)
    offered = [each for each in registry().documents.values() if each.public or actor.organises(tournament)]
    context = {
        "tournament": tournament,
        "tab": "print",
        "organises": actor.organises(tournament),
        "rounds": rounds,
        "form": PrintForm(
            rounds, initial=_defaults(tournament, rounds) | request.GET.dict(), auto_id="print-%s"
        ),
        "of_rounds": [each for each in offered if each.of_round],
        "others": [each for each in offered if not each.of_round],
        "problems": registry().problems if actor.organises(tournament) else (),
    }
    return render(request, "tournaments/print.html", context)


@require_safe
def paper(request: HttpRequest, slug: str, document: str) -> HttpResponse:
    """One document as a PDF. What was chosen stands in the address, so that it can be kept as a bookmark."""
    tournament = find_tournament(request, slug)
    wanted = registry().documents.get(document)
    if wanted is None:
        raise Http404
    if not wanted.public and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    actor = actor_of(request)
    rounds = _rounds(actor, tournament)
    form = PrintForm(rounds, data=_defaults(tournament, rounds) | request.GET.dict())
    if not form.is_valid():
        raise Http404
    chosen = form.cleaned_data
    round_ = next((each for each in rounds if str(each.number) == chosen["round"]), None)
    asked = Asked(
        actor,
        tournament,
        wanted,
        round_ if wanted.of_round else None,
        chosen["paper"],
        chosen["language"],
        request.build_absolute_uri,
    )
    try:
        made = pdf_of(asked)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("print", slug)
    return _answer(made, asked)


def _answer(made: bytes, asked: Asked) -> HttpResponse:
    answer = HttpResponse(made, content_type=PDF)
    answer["Content-Disposition"] = f'inline; filename="{_file_name(asked)}"'
    answer["Content-Language"] = asked.language
    return answer


def _file_name(asked: Asked) -> str:
    """Our own letters alone: the address of the tournament, the key of the document, the number of the round."""
    number = f"-{asked.round.number}" if asked.round else ""
    return f"{asked.tournament.slug}-{asked.document.key}{number}-{asked.paper}.pdf"


def _rounds(actor: Actor, tournament: Tournament) -> list[Round]:
    """Those that have tables and that this actor sees."""
    return [
        each for each in rounds_of(tournament) if actor.sees_round(each) and each.state != Round.State.PAIRING
    ]


def _defaults(tournament: Tournament, rounds: list[Round]) -> dict[str, Any]:
    """The newest round, A4, and the tournament's language, else the reader's."""
    known = dict(settings.LANGUAGES)
    language = tournament.language if tournament.language in known else get_language()
    return {
        "round": str(rounds[-1].number) if rounds else "",
        "paper": next(iter(PAPERS)),
        "language": language if language in known else settings.LANGUAGE_CODE,
    }
