"""What a tournament that travels as a document needs: who its people are, and where it came from.

And history in the order in which it was written, whatever the clock said.
"""

import uuid

from django.db import migrations, models


def name_everybody(apps, schema_editor):
    Player = apps.get_model("tournaments", "Player")
    waiting = []
    for player in Player.objects.only("pk").order_by("pk").iterator(1000):
        player.uid = uuid.uuid4()
        waiting.append(player)
        if len(waiting) == 500:
            Player.objects.bulk_update(waiting, ["uid"])
            waiting = []
    Player.objects.bulk_update(waiting, ["uid"])


class Migration(migrations.Migration):
    dependencies = [("games", "0008_brought_in"), ("tournaments", "0018_hold")]

    operations = [
        migrations.AlterModelOptions("historyline", {"ordering": ["tournament", "-pk"]}),
        migrations.RemoveIndex("historyline", "history_newest_first"),
        migrations.AddIndex(
            "historyline", models.Index(fields=["tournament", "-id"], name="history_last_first")
        ),
        migrations.AddField("tournament", "brought_from", models.CharField(blank=True, default="", max_length=80), preserve_default=False),
        migrations.AddField("player", "uid", models.UUIDField(null=True, editable=False)),
        migrations.RunPython(name_everybody, migrations.RunPython.noop),
        migrations.AlterField("player", "uid", models.UUIDField(default=uuid.uuid4, editable=False)),
        migrations.AddConstraint(
            "player", models.UniqueConstraint(fields=("club", "uid"), name="one_player_a_uid")
        ),
    ]
