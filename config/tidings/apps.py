from django.apps import AppConfig


class TidingsConfig(AppConfig):
    name = "config.tidings"
    label = "tidings"

    def ready(self) -> None:
        from config.tidings import carrying, receivers  # noqa: F401 - listening and carrying begin with the import
