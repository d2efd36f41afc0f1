"""The front door, new events, their settings."""

from django.urls import path

from tournaments.events import views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path("", views.home, name="home"),
    path("winners/", views.winners, name="winners"),
    path("play/", views.pad_game, name="pad_game"),
    path("play/<str:wanted>/", views.pad_people, name="pad_people"),
    path("events/new/", views.event_new, name="event_new"),
    path(f"{EVENT}settings/", views.event_settings, name="event_settings"),
    path(f"{EVENT}delete/", views.event_delete, name="event_delete"),
]
