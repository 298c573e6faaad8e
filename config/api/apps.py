from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "config.api"
    label = "api"

    def ready(self) -> None:
        from config.api import receivers  # noqa: F401 - listening begins with the import
