"""Room for what happens in the hall: dates, signatures, clocks, calls, and cards taken out of use."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


def from_its_making(apps, schema_editor):
    """A tournament that is there began when it was made; its cards work on until tomorrow."""
    Tournament = apps.get_model("tournaments", "Tournament")
    for tournament in Tournament.objects.iterator():
        tournament.first_day = django.utils.timezone.localdate(tournament.created_at)
        tournament.save(update_fields=["first_day"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='entrant',
            name='pin',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name='entrant',
            name='pin_failures',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='entrant',
            name='pin_locked_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='judgecard',
            name='revoked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='judgecard',
            name='scanned_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='clock_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='extra_minutes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='extra_minutes',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='tournament',
            name='first_day',
            field=models.DateField(default=django.utils.timezone.localdate, verbose_name='first day'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='last_day',
            field=models.DateField(default=django.utils.timezone.localdate, verbose_name='last day'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='round_minutes',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='round clock'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='signing',
            field=models.BooleanField(default=False, verbose_name='players sign'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='time_zone',
            field=models.CharField(blank=True, max_length=50, verbose_name='time zone'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='turn_seconds',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='turn clock'),
        ),
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('reason', models.CharField(max_length=200)),
                ('caller', models.CharField(max_length=80)),
                ('called_at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.CharField(blank=True, max_length=80)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.table')),
            ],
            options={
                'ordering': ['called_at'],
                'indexes': [models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['table'], name='call_open')],
            },
        ),
        migrations.RunPython(from_its_making, migrations.RunPython.noop),
    ]
