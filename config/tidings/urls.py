"""Addresses of the pages about messages."""

from django.urls import path

import tournaments.urls  # noqa: F401 - what a signed link looks like is said there
from config.tidings import views

urlpatterns = [
    path("t/<slug:slug>/players/<int:entrant_id>/messages/", views.follow, name="follow"),
    path(
        "t/<slug:slug>/players/<int:entrant_id>/messages/push/", views.follow_by_push, name="follow_by_push"
    ),
    path("t/<slug:slug>/messages/", views.message_log, name="message_log"),
    path("account/messages/", views.my_messages, name="my_messages"),
    path("n/<signed:token>/", views.change_messages, name="change_messages"),
    path("n/<signed:token>/confirm/", views.confirm_messages, name="confirm_messages"),
    path("n/<signed:token>/stop/", views.stop_messages, name="stop_messages"),
]
