from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('signin', '0002_language'),
    ]

    operations = [
        migrations.AlterField(
            model_name='letter',
            name='address',
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AlterField(
            model_name='letter',
            name='kind',
            field=models.CharField(choices=[('link', 'a link to sign in by'), ('confirm', 'a link to confirm an address by'), ('notice', 'something about the account was changed'), ('follow', 'a question whether somebody wants to be told'), ('tiding', 'something somebody wants to be told')], max_length=10),
        ),
    ]
