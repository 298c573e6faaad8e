"""The tour's panel, for the frame of every page."""

from django import template

from tournaments.access import actor_of
from tournaments.models import Tournament
from tournaments.selectors.tour import TourView, tour_of

register = template.Library()


@register.simple_tag(takes_context=True)
def tour_here(context: template.Context, tournament: Tournament) -> TourView | None:
    """The tour of this tournament for who takes it; else nothing."""
    request = context.get("request")
    return tour_of(actor_of(request), tournament) if request is not None else None
