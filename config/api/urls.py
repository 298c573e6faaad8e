"""Addresses of the API, and of the pages about it."""

from django.urls import path

from config.api import views
from config.api.api import api

pages = [
    path("api/", views.overview, name="api"),
    path("c/<slug:slug>/api/", views.club_api, name="club_api"),
    path("c/<slug:slug>/api/tokens/", views.make_token, name="make_token"),
    path("c/<slug:slug>/api/tokens/<int:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("c/<slug:slug>/api/hooks/", views.add_hook, name="add_hook"),
    path("c/<slug:slug>/api/hooks/<int:hook_id>/", views.hook, name="hook"),
    path("c/<slug:slug>/api/hooks/<int:hook_id>/remove/", views.remove_hook, name="remove_hook"),
    path(
        "c/<slug:slug>/api/hooks/<int:hook_id>/deliveries/<int:delivery_id>/again/",
        views.send_again,
        name="send_again",
    ),
]
"""For people: tried by every role like all pages (tests/tournaments/test_endpoints.py)."""

urlpatterns = [*pages, path("api/v1/", api.urls)]
