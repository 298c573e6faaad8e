import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0004_one_swiss_stage_each")]

    operations = [
        migrations.AlterField(
            model_name="round",
            name="stage",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="played", to="tournaments.stage"
            ),
        ),
    ]
