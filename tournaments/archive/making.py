"""The files of an archive, one after the other. Reads; writes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils import timezone

from tournaments.access import Actor
from tournaments.archive.logs import log_as_json, record_of
from tournaments.models import PUBLIC_STATES, Round, Tournament
from tournaments.selectors.exported import standings_as_json
from tournaments.selectors.pages import overview_of, round_view
from tournaments.selectors.pictures import pictures_of
from tournaments.selectors.story import story_of

STYLES = ("tokens", "base", "layout", "components", "board", "pictures")
HERE = Path(__file__).resolve().parent

File = tuple[str, bytes]


def files_of(tournament: Tournament) -> Iterator[File]:
    """Pages, pictures and data of all that is public, each with its path in the folder."""
    rounds = list(
        tournament.rounds.filter(state__in=PUBLIC_STATES)
        .select_related("stage", "tournament")
        .order_by("number")
    )
    common = {"tournament": tournament, "rounds": rounds, "made_at": timezone.now()}
    overview = overview_of(Actor(), tournament, whole=True)
    yield _page(
        "index.html",
        "archive/index.html",
        common | {"overview": overview, "pictures": pictures_of(tournament), "up": ""},
    )
    yield _json("data/standings.json", standings_as_json(overview))
    for round_ in rounds:
        yield from _round(round_, common)
    yield "style.css", _styles()
    yield "replay.js", _static("js/replay.js")
    yield "verify.py", (HERE / "verify.py").read_bytes()


def _round(round_: Round, common: dict[str, Any]) -> Iterator[File]:
    view = round_view(round_, whole=True)
    yield _page(f"rounds/{round_.number}.html", "archive/round.html", common | {"view": view, "up": "../"})
    for each in view.tables:
        match = each.table.match
        if match is None:
            continue
        name = f"{round_.number}-{each.table.number}"
        context = common | {"view": view, "each": each, "story": story_of(match), "up": "../"}
        yield _page(f"matches/{name}.html", "archive/match.html", context)
        yield _json(f"data/logs/{name}.json", log_as_json(match))
        if record := record_of(match):
            yield _json(f"data/records/{name}.json", record)


def _page(path: str, template: str, context: dict[str, Any]) -> File:
    return path, render_to_string(template, context).encode()


def _json(path: str, data: object) -> File:
    return path, (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _styles() -> bytes:
    return b"\n".join(_static(f"css/{name}.css") for name in STYLES)


def _static(name: str) -> bytes:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    return Path(found).read_bytes()
