"""Bytes as the body of a document: how large, how deep, of which version, and whether it is whole.

Knows nothing of tournaments. Every refusal belongs to the field “file”.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any, NoReturn

from django.utils.translation import gettext as _

from games.carrying import Unfit, check_plain
from games.errors import Refused
from tournaments.document import FORMAT, NAMED, VERSION
from tournaments.document.writing import body_in_pieces

MOST_BYTES = 200 * 1024 * 1024
"""Ten rounds of 700 people, turn by turn, are about half of it."""
SECTIONS = frozenset(
    (
        *("absences", "apart", "applications", "calls", "categories", "door", "entrants", "history", "hold"),
        *("matches", "penalties", "pending", "players", "prizes", "rounds", "spots", "stages"),
        *("substitutions", "tournament"),
    )
)


def refused(code: str, sentence: str) -> Refused:
    return Refused(code, sentence, field="file")


def unreadable(where: object) -> Refused:
    """Something in it is not what a document would say there."""
    return refused(
        "document-unreadable",
        _(
            "Something in this document is not as Triomphe writes it: %(where)s. Nothing was brought in. Export the tournament again."
        )
        % {"where": str(where)[:100] or "…"},
    )


def parse(content: bytes) -> dict[str, Any]:
    """The body, whole and unchanged since it was written; or a sentence."""
    if len(content) > MOST_BYTES:
        raise refused(
            "document-too-large",
            _("This file is larger than %(most)s MB, and no tournament is.") % {"most": MOST_BYTES // 2**20},
        )
    document = _loaded(content)
    if type(document) is not dict or type(named := document.get("format")) is not str:
        raise _no_document()
    _check_version(named)
    body = document.get("body")
    if set(document) != {"format", "body", "sha256"} or type(body) is not dict:
        raise _no_document()
    try:
        check_plain(body)
    except Unfit as unfit:
        raise unreadable(unfit) from None
    if missing := SECTIONS ^ body.keys():
        raise unreadable(sorted(missing)[0])
    if _digest(body) != document["sha256"]:
        raise refused(
            "document-changed",
            _(
                "This document is not as it was exported: something in it was changed or lost on the way. Export it again."
            ),
        )
    return body


def _loaded(content: bytes) -> Any:
    try:
        return json.loads(content.decode(), parse_constant=_no_number, object_pairs_hook=_once_each)
    except RecursionError:
        raise unreadable("…") from None
    except ValueError:
        raise _no_document() from None


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two values under one name another program might read the other one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


def _no_document() -> Refused:
    return refused(
        "no-document",
        _(
            "This is not a whole tournament document. Choose the file that “Export everything” gave; if it was cut short, export it again."
        ),
    )


def _check_version(named: str) -> None:
    if named == NAMED:
        return
    name, _slash, version = named.partition("/")
    if name != FORMAT:
        raise _no_document()
    newer = version.isascii() and version.isdigit() and len(version) < 6 and int(version) > VERSION
    if newer:
        raise refused(
            "document-newer",
            _(
                "This document was made by a newer Triomphe (format %(version)s). Upgrade this installation, then bring it in."
            )
            % {"version": version},
        )
    raise refused("document-version", _("This version of the document is not known here."))


def _digest(body: dict[str, Any]) -> str:
    hashed = sha256()
    for text in body_in_pieces(body):
        hashed.update(text.strip("\n").encode())
    return hashed.hexdigest()
