from django.apps import AppConfig


class SigninConfig(AppConfig):
    name = "config.signin"
    label = "signin"

    def ready(self) -> None:
        from config.signin import receivers  # noqa: F401 - listening begins with the import
