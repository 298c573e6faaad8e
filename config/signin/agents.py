"""A browser in words, from what it says of itself. Roughly: it helps somebody to know their own, and proves nothing."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

BROWSERS = (
    ("SamsungBrowser/", "Samsung Internet"),
    ("EdgiOS/|EdgA/|Edg/", "Edge"),
    ("OPR/|OPT/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/|Firefox/", "Firefox"),
    ("CriOS/|Chromium/|Chrome/", "Chrome"),
    (r"Version/.*Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh|Mac OS X", "macOS"),
    ("Linux|X11", "Linux"),
)


def in_words(agent: str) -> str:
    browser, system = _first(BROWSERS, agent), _first(SYSTEMS, agent)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("Unknown browser")


def _first(patterns: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for pattern, name in patterns if re.search(pattern, agent)), "")
