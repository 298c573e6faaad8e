"""How numbers and spans of time are written on our pages."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.access import actor_of
from tournaments.models import Entrant, Penalty, Tournament
from tournaments.numbers import as_text
from tournaments.roles import Permission
from tournaments.selectors import shown
from tournaments.selectors.penalties import in_words

register = template.Library()


@register.simple_tag(takes_context=True)
def may(context: template.Context, permission: str, where: Tournament) -> bool:
    """Whether who reads the page may do that there: for links to pages of theirs alone."""
    request = context.get("request")
    return request is not None and actor_of(request).may(Permission(permission), where)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing from the sprite, for a list that shows it in every row."""
    return _component("icon", get_language(), name=name)


@register.simple_tag
def chip(state: str, text: str = "") -> SafeString:
    """A chip, for a list that shows one of a few in every row."""
    return _component("chip", get_language(), state=state, text=text)


@lru_cache(maxsize=512)
def _component(component: str, _language: str | None, **shown: str) -> SafeString:
    """Rendered once: a page of 200 tables has five chips to show."""
    return mark_safe(render_to_string(f"components/_{component}.html", shown).strip())  # noqa: S308 - a template of ours


@register.filter
def points(value: int | float | Fraction | Decimal | None) -> str:
    """A number of points; nothing for nothing."""
    return "" if value is None else as_text(value)


@register.filter
def minutes(seconds: int | None) -> str:
    """A span of time as a clock shows it, such as 4:05; nothing is left below nought."""
    left = max(0, seconds or 0)
    return f"{left // 60}:{left % 60:02}"


@register.filter
def public_name(entrant: Entrant) -> str:
    """What somebody is called where everybody can read it."""
    return shown.public_name(entrant)


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """What stands under a key that is itself a variable."""
    return mapping.get(key)


@register.filter
def penalty_words(penalty: Penalty) -> str:
    """What a penalty is, such as “2 placing points off”."""
    return in_words(penalty)
