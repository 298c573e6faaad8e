"""From here on the database refuses to change or remove an event."""

from django.db import migrations

from games import guard


def put_up(apps, schema_editor):
    guard.put_up(schema_editor.connection)


def take_down(apps, schema_editor):
    guard.take_down(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_chain_what_is_there")]

    operations = [
        # An account that is removed would have to change its events.
        migrations.RemoveField("event", "user"),
        migrations.RunPython(put_up, take_down),
    ]
