from django.apps import AppConfig
from django.conf import settings


class ConfigConfig(AppConfig):
    name = "config"

    def ready(self) -> None:
        # Makes our Celery application the one that every shared_task and every sender finds.
        from config import celery  # noqa: F401

        if settings.REDIS_URL:
            # After each task too, in whichever process that is done.
            from config.live import telling  # noqa: F401
