import secrets

from django.db import migrations


def one_swiss_stage_each(apps, schema_editor):
    """Every tournament there is becomes one Swiss stage, and its standings stay as everybody knows them."""
    Tournament, Stage = apps.get_model("tournaments", "Tournament"), apps.get_model("tournaments", "Stage")
    Round = apps.get_model("tournaments", "Round")
    for tournament in Tournament.objects.all():
        stage = Stage.objects.create(
            tournament=tournament,
            number=1,
            rounds=tournament.rounds_planned,
            table_size=tournament.table_size,
        )
        Round.objects.filter(tournament=tournament).update(stage=stage)
    for tournament in Tournament.objects.filter(rounds__isnull=False).distinct():
        tournament.tiebreaks, tournament.normalise, tournament.sit_out_points = ["placing", "points"], False, 0
        tournament.save()
    for tournament in Tournament.objects.all():
        Tournament.objects.filter(pk=tournament.pk).update(lots_seed=secrets.randbits(32))


class Migration(migrations.Migration):
    # Apart from the change of tables before and after it: PostgreSQL does not do both at once.

    dependencies = [("tournaments", "0003_standings_and_stages")]

    operations = [migrations.RunPython(one_swiss_stage_each, migrations.RunPython.noop)]
