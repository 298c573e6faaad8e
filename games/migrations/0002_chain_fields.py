"""Room for who sent an event from where, for its hash, and for the organiser's rulings."""

from django.db import migrations, models

KINDS = [
    ("action", "action"),
    ("undo", "undo"),
    ("correct", "correction"),
    ("stop", "stopped"),
    ("abandon", "abandoned"),
]


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField("match", "head", models.CharField(blank=True, default="", max_length=64), False),
        migrations.AddField("match", "ruling", models.JSONField(blank=True, null=True)),
        migrations.AddField("event", "account", models.BigIntegerField(null=True)),
        migrations.AddField("event", "device", models.CharField(blank=True, default="", max_length=80), False),
        migrations.AddField("event", "hash", models.CharField(default="", max_length=64), False),
        migrations.AlterField("event", "at", models.DateTimeField()),
        migrations.AlterField("event", "kind", models.CharField(choices=KINDS, max_length=10)),
    ]
