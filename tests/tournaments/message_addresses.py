"""The addresses about messages and calendars, for the table of who is answered what (test_endpoints)."""

from django.urls import reverse
from django.utils import timezone

from config.tidings import links
from config.tidings.models import Channel, Subscription
from tournaments.models import Tournament

EVERYBODY = (200, 200, 200, 200)

MESSAGE_TABLE = {
    "follow": ("get", EVERYBODY),
    "follow_by_push": ("post", (404, 404, 404, 404)),
    "message_log": ("get", (200, "in", "in", 403)),
    "my_messages": ("get", (200, "in", "in", 200)),
    "change_messages": ("get", EVERYBODY),
    "confirm_messages": ("get", EVERYBODY),
    "stop_messages": ("get", (302, 302, 302, 302)),
    "calendar": ("get", EVERYBODY),
    "player_calendar": ("get", EVERYBODY),
}
"""By push nothing is offered where no key is set."""
MESSAGE_PUBLIC = {"my_messages", "change_messages", "confirm_messages", "stop_messages"}
"""Of no tournament, or only for who holds a secret."""


def message_address(name: str, tournament: Tournament) -> str:
    entrant = tournament.entrants.order_by("number")[0]
    if name == "my_messages":
        return reverse(name)
    if name in MESSAGE_PUBLIC:
        made = {"made_at": timezone.now(), "confirmed_at": timezone.now(), "language": "en", "on_table": True}
        subscription, _made = Subscription.objects.get_or_create(
            entrant=entrant, channel=Channel.MAIL, key="k", address="ana@example.org", defaults=made
        )
        path = {
            "change_messages": links.change_path,
            "confirm_messages": links.confirm_path,
            "stop_messages": links.stop_path,
        }
        return path[name](subscription)
    of_a_person = name in ("follow", "follow_by_push", "player_calendar")
    return reverse(name, args=[tournament.slug, *([entrant.pk] if of_a_person else [])])
