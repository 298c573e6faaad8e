"""Room for signatures, objections and decisions: kinds of events, who has signed, and the drawings.

The kinds are words, so that no table of events is made afresh and its triggers stay where they are.
"""

import django.db.models.deletion
from django.db import migrations, models

KINDS = [
    ("action", "action"),
    ("undo", "undo"),
    ("correct", "correction"),
    ("stop", "stopped"),
    ("abandon", "abandoned"),
    ("sign", "signed"),
    ("object", "objection"),
    ("decide", "decision"),
]
STATUSES = [("playing", "playing"), ("signing", "being signed"), ("over", "over"), ("final", "final")]


class Migration(migrations.Migration):
    dependencies = [("games", "0004_guard")]

    operations = [
        migrations.AddField("match", "needs_signatures", models.BooleanField(default=False)),
        migrations.AddField("match", "signoffs", models.JSONField(blank=True, null=True)),
        migrations.AlterField(
            "match", "status", models.CharField(choices=STATUSES, default="playing", max_length=10)
        ),
        migrations.AlterField("event", "kind", models.CharField(choices=KINDS, max_length=10)),
        migrations.CreateModel(
            name="Signature",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="signature",
                        serialize=False,
                        to="games.event",
                    ),
                ),
                ("drawn", models.TextField(blank=True)),
                ("name", models.CharField(blank=True, max_length=80)),
                ("salt", models.CharField(max_length=64)),
            ],
        ),
    ]
