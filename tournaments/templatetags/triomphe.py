"""How numbers are written on our pages."""

from django import template
from django.utils.formats import number_format

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def points(value: int | float | None) -> str:
    """A number of points: a true minus sign, halves only where there are any, nothing for nothing."""
    if value is None:
        return ""
    whole = int(value) == value
    text = number_format(abs(value), 0 if whole else 1)
    return f"{MINUS}{text}" if value < 0 else text
