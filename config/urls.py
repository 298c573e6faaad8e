"""The whole site's addresses."""

from django.urls import include, path

from config.health import healthz, readyz

handler400 = "config.intake.bad_request"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("", include("tournaments.urls")),
    path("", include("config.signin.urls")),
    path("", include("config.api.urls")),
    path("", include("config.tidings.urls")),
]
handler500 = "config.errors.server_error"
