"""The front page, new events, boards, and an event as a whole."""

from django.urls import path

from tournaments.events import ending_views, new_board_views, new_event_views, views
from tournaments.web.url_prefixes import EVENT

urlpatterns = [
    path("", views.home, name="home"),
    path("winners/", views.winners, name="winners"),
    path("play/", new_board_views.choose_game, name="choose_game"),
    path("play/<str:choice_key>/", new_board_views.choose_people, name="choose_people"),
    path("events/", views.event_list, name="event_list"),
    path("events/new/", new_event_views.event_new, name="event_new"),
    path(f"{EVENT}again/", ending_views.event_repeat, name="event_repeat"),
    path(f"{EVENT}ready/", views.event_ready, name="event_ready"),
    path(f"{EVENT}close/", views.event_close, name="event_close"),
    path(f"{EVENT}settings/", views.event_settings, name="event_settings"),
    path(f"{EVENT}delete/", views.event_delete, name="event_delete"),
    path(f"{EVENT}play-again/", ending_views.event_again, name="event_again"),
    path("t/<slug:token>/again/", ending_views.table_again, name="table_again"),
    path("t/<slug:token>/next/", ending_views.table_next, name="table_next"),
]
