import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0020_ratings_and_seasons'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='tournaments.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('channel', models.CharField(choices=[('mail', 'Mail'), ('push', 'Push')], max_length=4)),
                ('on_table', models.BooleanField(default=False)),
                ('on_start', models.BooleanField(default=False)),
                ('on_sign', models.BooleanField(default=False)),
                ('address', models.EmailField(blank=True, max_length=254)),
                ('endpoint', models.CharField(blank=True, max_length=500)),
                ('p256dh', models.CharField(blank=True, max_length=120)),
                ('auth', models.CharField(blank=True, max_length=40)),
                ('key', models.CharField(max_length=64)),
                ('language', models.CharField(max_length=20)),
                ('site', models.CharField(max_length=300)),
                ('made_at', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(null=True)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entrant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'when the table is known'), ('start', 'when the round begins'), ('sign', 'when there is a result to sign')], max_length=10)),
                ('channel', models.CharField(choices=[('mail', 'Mail'), ('push', 'Push')], max_length=4)),
                ('occasion', models.CharField(max_length=100)),
                ('about', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('done_at', models.DateTimeField(db_index=True, null=True)),
                ('outcome', models.CharField(blank=True, choices=[('sent', 'Sent'), ('failed', 'Failed'), ('late', 'Late'), ('untrue', 'Untrue'), ('nobody', 'Nobody')], max_length=10)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.round')),
                ('subscription', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='tidings.subscription')),
            ],
            options={
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='subscription',
            constraint=models.UniqueConstraint(condition=models.Q(('confirmed_at__isnull', False)), fields=('entrant', 'key'), name='told_once_of_a_person'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('subscription', 'occasion'), name='told_once_of_an_occasion'),
        ),
    ]
