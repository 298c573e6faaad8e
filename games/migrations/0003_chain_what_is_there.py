"""Chains the logs that were there before logs were chained."""

from django.db import migrations
from django.db.models import F

from games.chain import genesis, link


def chain(apps, schema_editor):
    Event, Match = apps.get_model("games", "Event"), apps.get_model("games", "Match")
    Event.objects.update(account=F("user_id"))
    for match in Match.objects.order_by("pk").iterator():
        seats = match.seats.values_list("position", flat=True)
        match.head = genesis(match.rules_key, match.rules_version, match.options, seats)
        for event in match.events.order_by("seq").iterator():
            event.hash = match.head = link(match.head, event)
            event.save(update_fields=["hash"])
        match.save(update_fields=["head"])


class Migration(migrations.Migration):
    dependencies = [("games", "0002_chain_fields")]

    operations = [migrations.RunPython(chain, migrations.RunPython.noop)]
