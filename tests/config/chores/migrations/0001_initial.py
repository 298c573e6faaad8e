from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Chore",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("seconds", models.FloatField(default=0)),
                ("runs", models.IntegerField(default=0)),
                ("asked_at", models.FloatField(default=0)),
                ("done_at", models.FloatField(null=True)),
            ],
        ),
    ]
