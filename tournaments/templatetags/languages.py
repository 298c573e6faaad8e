"""The way to another language, and what each is called in its own words."""

from __future__ import annotations

from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language

from tournaments.speaking import PARAMETER

register = template.Library()

LONGEST_QUERY = 90
"""What our own pages ask for is shorter; whatever else an address says is not said again."""


@register.simple_tag
def language_name() -> str:
    """Of the language that the page is in."""
    return dict(settings.LANGUAGES).get(get_language() or "", "")


@register.simple_tag(takes_context=True)
def language_page(context: template.Context) -> str:
    """Where another is chosen, and back here afterwards: without what this address says of a language itself."""
    place, request = reverse("language"), context.get("request")
    # What was sent by a form may have no page at its address.
    if request is None or request.method not in ("GET", "HEAD") or request.path == place:
        return place
    asked = request.GET.copy()
    asked.pop(PARAMETER, None)
    if not url_has_allowed_host_and_scheme(asked.get("next", ""), allowed_hosts=None):
        asked.pop("next", None)
    query = asked.urlencode()
    back = f"{request.path}?{query}" if 0 < len(query) <= LONGEST_QUERY else request.path
    return f"{place}?{urlencode({'next': back})}"


@register.inclusion_tag("components/_paper_language.html", takes_context=True)
def paper_language(context: template.Context) -> dict[str, object]:
    """A choice of the language that a page is printed in."""
    asked = [pair for pair in context["request"].GET.items() if pair[0] != PARAMETER]
    return {"languages": settings.LANGUAGES, "now": get_language(), "asked": asked}
