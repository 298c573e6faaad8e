"""The addresses of files, for the table of who is answered what (test_endpoints)."""

from django.urls import reverse

from tournaments.models import Tournament

ORGANISER_ONLY = (200, "in", "in", 403)
MEMBERS_ONLY = (200, "in", "in", 404)
EVERYBODY = (200, 200, 200, 200)
NOBODY = (404, 404, 404, 404)
SHEETS = {
    "people": ORGANISER_ONLY,
    "results": EVERYBODY,
    "standings": EVERYBODY,
    "crosstable": EVERYBODY,
    "pairings": EVERYBODY,
    "round_results": EVERYBODY,
    "club_people": MEMBERS_ONLY,
}

FILE_TABLE = {
    "files": ("get", EVERYBODY),
    "import_results": ("get", ORGANISER_ONLY),
    # A round is being played: there is none to be seated.
    "import_pairings": ("get", (302, "in", "in", 403)),
    # Four sit at a table there.
    "report": ("get", NOBODY),
} | {f"{name}_{kind}": ("get", roles) for name, roles in SHEETS.items() for kind in ("csv", "xlsx")}
OF_A_ROUND = ("pairings_", "round_results_", "import_results")


def file_address(name: str, tournament: Tournament) -> str:
    if name.startswith("club_"):
        return reverse(name, args=[tournament.club.slug])
    return reverse(name, args=[tournament.slug, *([1] if name.startswith(OF_A_ROUND) else [])])
