from django.apps import AppConfig


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Makes our Celery application the one that every shared_task and every sender finds.
        from config import celery  # noqa: F401
