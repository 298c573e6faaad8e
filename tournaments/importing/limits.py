"""How much of a list is read, and what is said of more."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.errors import Refused

MOST_BYTES = 2 * 1024 * 1024
MOST_ROWS = 5_000
"""Empty lines included. A tournament takes fewer people than that."""
MOST_CELL = 1_000


def too_many_rows() -> Refused:
    return Refused(
        "too-many-rows",
        _("This list has more than %(most)s rows, and no more are read. Take only the rows with people.")
        % {"most": MOST_ROWS},
        field="file",
    )
