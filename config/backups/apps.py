from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "config.backups"
    label = "backups"
