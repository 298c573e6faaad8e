"""A match told turn by turn, for everybody."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.access import actor_of
from tournaments.selectors.held import is_table_held_from
from tournaments.selectors.story import story_of
from tournaments.views.common import Request, find_table, held_table


@require_safe
def story(request: Request, slug: str, round_number: int, number: int) -> HttpResponse:
    table = find_table(request, slug, round_number, number)
    assert table.match is not None  # noqa: S101 - find_table asks for tables that have one
    if is_table_held_from(actor_of(request), table):
        return held_table(request, table)
    context = {"table": table, "tournament": table.round.tournament, "story": story_of(table.match)}
    return render(request, "tournaments/story.html", context)
