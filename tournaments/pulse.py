"""Which version the live pages of tournaments are in, for many at once. Read by the hub (config.live)."""

from collections.abc import Callable, Collection, Mapping

from tournaments.models import Table, Tournament
from tournaments.selectors.versions import live_token


def tournaments(numbers: Collection[int]) -> Mapping[int, str]:
    return {each.pk: live_token(each) for each in Tournament.objects.filter(pk__in=numbers)}


def tables(numbers: Collection[int]) -> Mapping[int, str]:
    """All that a table's page shows is in its match; whoever sees more than a stranger asks for it."""
    rows = Table.objects.filter(pk__in=numbers).values_list(
        "pk",
        "match",
        "match__version",
        "match__status",
        "match__problem",
        "match__renamed",
        "round__tournament__held_at",
    )
    return {
        pk: f"{match}-{version}-{status}-{bool(problem):d}-{renamed}-{held_at}"
        for pk, match, version, status, problem, renamed, held_at in rows
    }


PULSE: dict[str, Callable[[Collection[int]], Mapping[int, str]]] = {
    "tournament": tournaments,
    "table": tables,
}
