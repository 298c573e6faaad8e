import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0008_a_club_each")]

    operations = [
        migrations.AlterField(
            model_name="tournament",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="tournaments",
                to="tournaments.club",
            ),
        ),
    ]
