from django.apps import AppConfig


class ChoresConfig(AppConfig):
    name = "tests.config.chores"
    default_auto_field = "django.db.models.BigAutoField"
