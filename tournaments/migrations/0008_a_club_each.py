import secrets

from django.db import migrations


def a_club_each(apps, schema_editor):
    """Whoever organises owns a club from now on, and their tournaments are its own."""
    models = {name: apps.get_model("tournaments", name) for name in ("Tournament", "Club", "Member")}
    organisers = models["Tournament"].objects.values_list("organiser", flat=True).order_by().distinct()
    for user_id in organisers:
        club = models["Club"].objects.create(name="Our club", slug=f"our-club-{secrets.token_hex(3)}")
        models["Member"].objects.create(club=club, user_id=user_id, role="owner")
        models["Tournament"].objects.filter(organiser_id=user_id).update(club=club)


class Migration(migrations.Migration):
    # Apart from the change of tables before and after it: PostgreSQL does not do both at once.

    dependencies = [("tournaments", "0007_clubs_and_history")]

    operations = [migrations.RunPython(a_club_each, migrations.RunPython.noop)]
