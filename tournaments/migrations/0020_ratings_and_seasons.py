"""Ratings, kept as a cache that is made again whenever results change, and seasons.

Those of the clubs that have closed tournaments are asked for here and made by the worker.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def ask_for_ratings(apps, schema_editor):
    Tournament = apps.get_model("tournaments", "Tournament")
    Ranking = apps.get_model("tournaments", "Ranking")
    closed = Tournament.objects.filter(closed_at__isnull=False, rehearsal=False).order_by()
    clubs = closed.values_list("club", flat=True).distinct()
    now = timezone.now()
    Ranking.objects.bulk_create(Ranking(club_id=club, wanted=1, asked_at=now) for club in clubs)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_documents'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='rated',
            field=models.BooleanField(db_default=True, default=True, verbose_name='counts in the club’s ratings'),
        ),
        migrations.CreateModel(
            name='Ranking',
            fields=[
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='ranking', serialize=False, to='tournaments.club')),
                ('public', models.BooleanField(default=False, verbose_name='everybody may see the ratings')),
                ('wanted', models.PositiveBigIntegerField(default=0)),
                ('made', models.PositiveBigIntegerField(default=0)),
                ('asked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('wanted__gt', models.F('made'))), fields=['club'], name='ranking_due')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('scoring', models.CharField(choices=[('places', 'points for the rank of the evening'), ('points', 'all points that were made'), ('wins', 'matches won')], default='places', max_length=10, verbose_name='what an evening is worth')),
                ('place_points', models.JSONField(default=list)),
                ('drop', models.PositiveSmallIntegerField(default=0, verbose_name='worst evenings that do not count')),
                ('least', models.PositiveSmallIntegerField(default=0, verbose_name='evenings needed for a rank')),
                ('public', models.BooleanField(default=False, verbose_name='everybody may see it')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='tournaments.club')),
                ('left_out', models.ManyToManyField(blank=True, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['club', '-first_day', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('last', models.BooleanField(default=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='tournaments.player')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['player', 'number'],
                'constraints': [models.UniqueConstraint(fields=('player', 'tournament'), name='one_rating_a_tournament')],
            },
        ),
        migrations.RunPython(ask_for_ratings, migrations.RunPython.noop),
    ]
